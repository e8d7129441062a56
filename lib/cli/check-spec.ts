/** Turns a spec into its plan or its refusal, with the same problems, texts and exit codes for every command. */
import { makePlan } from '../experiment/plan/make-plan';
import { LIMIT_PROBLEM_CODES } from '../experiment/plan/refusals';
import type { Plan, Scripts } from '../shapes/plan';
import type { Problem } from '../shapes/problem';
import { readSpec } from '../experiment/reading/read-spec';
import type { Spec } from '../shapes/spec';
import { readYaml } from '../experiment/language/yaml';
import { type Cli, toRefusal } from './command';
import type { SpecText } from './spec-file';
import { checkFreeSpace, checkPaths, listSpecPaths, listPlanPaths } from '../local/target-paths';
import { expandSpec } from '../experiment/design/expand';
import { KINDS } from '../experiment/kinds';
import { EXIT, type ExitCode } from './exit-code';
import { countProblems, formatCounts, formatProblems, supportsColour } from './text/problems';
import { toPrintable } from '../shapes/printable';
import type { Workspace } from './workspace';

export interface CheckOptions {
  readonly executionId: string;
  readonly stack: string;
  /** Epoch milliseconds. */
  readonly startedAt: number;
  readonly seed?: string | undefined;
  readonly accept?: readonly string[] | undefined;
  /** Finds further errors of a readable spec, specific to the command. */
  readonly rule?: (spec: Spec) => readonly Problem[];
}

export interface CheckedSpec {
  /** Problems of the spec and its plan, with their places; errors first. */
  readonly problems: readonly Problem[];
  /** Absent if there is an error. */
  readonly planned?: { readonly plan: Plan; readonly scripts: Scripts };
  /** The plan, if the only errors are exceeded limits of the spec. */
  readonly overLimits?: Plan;
  /** What was not checked because of earlier errors; absent if everything was. */
  readonly unchecked?: readonly string[];
}

/** Facts that need a complete plan. */
const PLAN_FACTS = 'cost and duration';

/** Reads a spec and makes its plan; returns the problems of both. */
export function checkSpec(
  { folder, scripts, prices, silent }: Workspace,
  { file, text }: SpecText,
  options: CheckOptions,
): CheckedSpec {
  const { rule, seed, accept, ...rest } = options;
  const { spec, problems, unchecked = [] } = readSpec(text, file);
  const yaml = readYaml(text);
  const located = (found: readonly Problem[]): Problem[] =>
    found.map((problem) => ({ ...problem, ...yaml.locate(problem.path, 'value') }));
  if (spec === undefined)
    return {
      problems: [...problems, ...located(checkPaths(listSpecPaths(yaml.value), folder, silent))],
      unchecked: [...unchecked, PLAN_FACTS],
    };
  const given = { ...(seed === undefined ? {} : { seed }), ...(accept === undefined ? {} : { accept }) };
  const planned = makePlan(spec, { ...rest, scripts, prices, ...given });
  const found = [...(rule?.(spec) ?? []), ...(planned.ok ? planned.advice : planned.problems)];
  const plan = planned.ok ? planned.plan : planned.beyond;
  const local = plan?.local === true ? checkPaths(listPlanPaths(plan), folder, silent) : [];
  if (plan?.local === true && !local.some(({ severity }) => severity === 'error'))
    local.push(...checkFreeSpace(expandSpec(spec, KINDS).cells, folder));
  const all = [...located([...found, ...local]), ...problems];
  const refused = all.some(({ severity }) => severity === 'error');
  if (!planned.ok) return { problems: all, ...(planned.beyond === undefined ? {} : { overLimits: planned.beyond }) };
  if (refused) return { problems: all };
  return { problems: all, planned: { plan: planned.plan, scripts: planned.scripts } };
}

/** 0 without an error, 3 if only the limits of the spec refuse it, else 2. */
export function toExitCode(problems: readonly Problem[]): ExitCode {
  const errors = problems.filter(({ severity }) => severity === 'error');
  if (errors.length === 0) return EXIT.done;
  return errors.every(({ code }) => LIMIT_PROBLEM_CODES.includes(code)) ? EXIT.refused : EXIT.usage;
}

/** A line about what was not checked; empty if everything was. */
export function formatUnchecked(unchecked: readonly string[] = []): string {
  return unchecked.length === 0 ? '' : `Not checked yet: ${unchecked.join('; ')}. Fix these problems first.\n`;
}

/** Prints why a spec is refused: to stderr, or with `--json` one document to stdout. @returns {@link toExitCode} */
export function printRefusal(
  cli: Cli,
  { file, text }: SpecText,
  { problems, unchecked }: CheckedSpec,
  json: boolean,
): ExitCode {
  const code = toExitCode(problems);
  const message = `${toPrintable(file)}: ${formatCounts(countProblems(problems))}`;
  if (json) {
    const name = code === EXIT.refused ? 'BudgetExceeded' : 'SpecInvalid';
    cli.out.write(`${JSON.stringify(toRefusal({ name, message }, problems), null, 2)}\n`);
  } else
    cli.err.write(
      `${formatProblems(problems, file, text, supportsColour(cli.err))}${formatUnchecked(unchecked)}${message}\n`,
    );
  return code;
}
