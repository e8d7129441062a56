/** Parses the input of an execution, which users write in the console and schedules send. */
import { ACCEPTABLE_REASONS } from '../../shapes/error-codes';
import { isMapping } from '../../experiment/language/mapping';
import { makePlan } from '../../experiment/plan/make-plan';
import { type ReadResult, readSpec, readSpecObject } from '../../experiment/reading/read-spec';
import { formatUsd } from '../../results/format';
import { FsxbenchError } from '../../shapes/errors';
import { formatSeconds } from '../../shapes/quantity';
import type { Problem } from '../../shapes/problem';
import { findNearest } from '../../shapes/suggest';
import { readText } from '../bucket';
import type { PlanningContext } from '../context';

/** The start input: exactly one of `experiment`, `spec` and `specKey`. */
export interface StartInput {
  /** Name of an experiment that was deployed with the stack. */
  readonly experiment?: string | undefined;
  /** YAML text, or the spec as JSON. */
  readonly spec?: string | Readonly<Record<string, unknown>> | undefined;
  /** Key of a spec in the results bucket. */
  readonly specKey?: string | undefined;
  /** Overrides `design.seed`. */
  readonly seed?: string | undefined;
  /** Reasons such as a busy host, to accept in addition to the spec's; the answer becomes exploratory. */
  readonly accept?: readonly string[] | undefined;
  /** The scheduled time, ISO 8601. An experiment starts once for each scheduled time. */
  readonly scheduledAt?: string | undefined;
  /** Executions that this one starts when it has ended, to confirm a scheduled one. */
  readonly confirm?: number | undefined;
  /** `plan`: checks everything and creates nothing. */
  readonly do?: 'plan' | undefined;
}

/** The console and state machines add this key (Step Functions guide, Start workflow executions from a task state). */
const STARTED_BY = 'AWS_STEP_FUNCTIONS_STARTED_BY_EXECUTION_ID';

const SOURCES = ['experiment', 'spec', 'specKey'] as const;

/** For each key: a check of its value, and a text about the allowed values. */
const MEMBER_RULES: Readonly<
  Record<keyof StartInput, readonly [isAllowed: (value: unknown) => boolean, allowed: string]>
> = {
  experiment: [isText, 'the name of an experiment'],
  spec: [(value) => isText(value) || isMapping(value), 'a spec as YAML text or JSON'],
  specKey: [isText, 'the key of a spec in the results bucket'],
  seed: [isText, 'a text'],
  accept: [
    (value) => Array.isArray(value) && value.every((one) => ACCEPTABLE_REASONS.includes(String(one))),
    `a list of ${ACCEPTABLE_REASONS.join(', ')}`,
  ],
  scheduledAt: [(value) => isText(value) && !Number.isNaN(Date.parse(value)), 'a moment, ISO 8601'],
  confirm: [(value) => [0, 1].includes(value as number), '0 or 1'],
  do: [(value) => value === 'plan', '"plan"'],
};

/** @throws FsxbenchError `InputInvalid` with all problems, the experiments that can be started, and an example input */
export function parseStartInput(input: unknown, context: PlanningContext): StartInput {
  const problems = checkInput(input, context);
  if (problems.length === 0) return input as StartInput;
  const lines = ['the start input is invalid:', ...problems.map((one) => `  ${one}`), ...listStartable(context)];
  throw new FsxbenchError('InputInvalid', lines.join('\n'));
}

function checkInput(input: unknown, { experiments = {} }: PlanningContext): readonly string[] {
  if (!isMapping(input)) return [`found ${formatValue(input)}; allowed: an object`];
  const names = Object.keys(MEMBER_RULES);
  const unknown = Object.keys(input).flatMap((name) => {
    if (Object.hasOwn(MEMBER_RULES, name) || name === STARTED_BY) return [];
    const near = findNearest(name, names);
    return [
      `unknown key \`${name}\`; allowed: ${names.join(', ')}${near === undefined ? '' : `. Did you mean \`${near}\`?`}`,
    ];
  });
  const wrong = Object.entries(MEMBER_RULES).flatMap(([name, [isAllowed, allowed]]) =>
    input[name] === undefined || isAllowed(input[name])
      ? []
      : [`\`${name}\` is ${formatValue(input[name])}; allowed: ${allowed}`],
  );
  const given = SOURCES.filter((name) => input[name] !== undefined);
  const sources =
    given.length === 1 ? [] : [`found ${given.join(', ') || 'none'} of ${SOURCES.join(', ')}; exactly one required`];
  const { experiment } = input;
  const isMissing = typeof experiment === 'string' && !Object.hasOwn(experiments, experiment);
  const near = isMissing ? findNearest(experiment, Object.keys(experiments)) : undefined;
  const missing = isMissing
    ? [`there is no experiment ${formatValue(experiment)}${near === undefined ? '' : `; did you mean "${near}"?`}`]
    : [];
  return [...unknown, ...wrong, ...sources, ...missing];
}

/** Lists the experiments that can be started by name, with duration and price, cheapest first. */
function listStartable({ experiments = {}, scripts, prices, config }: PlanningContext): readonly string[] {
  const rows = Object.entries(experiments).flatMap(([name, text]) => {
    const { spec } = readSpec(text, name);
    if (spec === undefined) return [];
    const made = makePlan(spec, { executionId: name, stack: config.stack, startedAt: 0, scripts, prices });
    return made.ok && !made.plan.local ? [{ name, ...made.plan.estimate }] : [];
  });
  const [first] = rows.toSorted((a, b) => a.usd - b.usd);
  if (first === undefined) return ['Example: {"specKey": "specs/mine.yaml"}'];
  const width = Math.max(...rows.map(({ name }) => name.length));
  return [
    `Examples: {"experiment": "${first.name}"} or {"experiment": "${first.name}", "do": "plan"}`,
    'Available experiments (estimates by list prices):',
    ...rows
      .toSorted((a, b) => a.usd - b.usd)
      .map(({ name, seconds, usd }) => `  ${name.padEnd(width)}  ${formatUsd(usd)}  ${formatSeconds(seconds)}`),
  ];
}

/** @throws FsxbenchError `SpecInvalid` if the bucket has no object with the key of the input */
export async function readStartSpec(
  { experiment, spec, specKey }: StartInput,
  context: PlanningContext,
): Promise<{ read: ReadResult; text?: string }> {
  if (typeof spec === 'object') return { read: readSpecObject(spec) };
  const name = experiment ?? specKey ?? 'the spec';
  const text = spec ?? (experiment === undefined ? await readText(context, name) : context.experiments?.[experiment]);
  if (text === null || text === undefined)
    throw new FsxbenchError('SpecInvalid', `there is no object ${name} in the bucket ${context.config.bucket}`);
  return { read: readSpec(text, name), text };
}

/** Formats problems, one per line, each with its path in the spec. */
export function formatProblems(problems: readonly Problem[]): string {
  return problems
    .filter(({ severity }) => severity === 'error')
    .map(
      ({ line, path, message, code }) =>
        `${line === undefined ? '' : `line ${line}: `}${path.join('.')}: ${message} [${code}]`,
    )
    .join('\n');
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

/** The first 60 characters of the value, as JSON. */
function formatValue(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}
