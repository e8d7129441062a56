/** Reading a spec: all its problems at once, each with its place. */
import type * as z from 'zod';
import { advise } from './checks/advice';
import { checkData } from '../plan/fits';
import { expand, spaceOf } from '../cells/expand';
import { check } from './schema-problems';
import { readFactors } from './factors/factors';
import type { Factor } from './factors/level';
import { type Kinds, KINDS } from '../kinds';
import { keepPlaces, placed } from './locate';
import type { Problem } from '../../shapes/problem';
import { respelled } from './respell';
import { checkKinds, checkReferences } from './checks/rules';
import { isMapping, type Mapping, readSections, type Sections } from './sections';
import { typeOf } from './show-value';
import { decide, design, experimentName, limits, question, schedule } from './schema';
import type { DecideSpec, Design, Level, Spec } from '../../shapes/spec';
import { readYaml } from './yaml';
import { choose } from '../cells/design';
import { readDecide } from '../cells/decide';

export interface ReadSpec {
  /** Absent where there is an error. */
  readonly spec?: Spec;
  /** Errors first, then warnings, then advice; each in the order of the text. */
  readonly problems: readonly Problem[];
}

/**
 * Reads a spec from YAML. Never throws.
 * @param name how messages call the text, e.g. the name of its file.
 */
export function readSpec(text: string, name: string, kinds: Kinds = KINDS): ReadSpec {
  const yaml = readYaml(text);
  if (yaml.value === undefined) {
    const empty: Problem = {
      severity: 'error',
      code: 'EmptySpec',
      path: [],
      message: `${name} holds no spec: ${needed()}`,
      line: 1,
      column: 1,
    };
    return { problems: sorted(yaml.problems.length > 0 ? yaml.problems : [empty]) };
  }
  const read = readSpecObject(yaml.value, kinds);
  // What could not be read is not missing as well.
  const unread = new Set(
    yaml.problems.filter(({ code }) => code !== 'DuplicateKey').map(({ path }) => JSON.stringify(path)),
  );
  const found = read.problems.filter(
    (problem) => problem.path.length === 0 || !unread.has(JSON.stringify(problem.path)),
  );
  const problems = sorted([...yaml.problems, ...found.map((problem) => placed(problem, yaml.locate))]);
  const refused = problems.some((problem) => problem.severity === 'error');
  if (read.spec === undefined || refused) return { problems };
  keepPlaces(read.spec, yaml.locate);
  return { spec: read.spec, problems };
}

/** Reads a spec from plain data, e.g. the input of a state machine. Never throws; problems have no line. */
export function readSpecObject(raw: unknown, kinds: Kinds = KINDS): ReadSpec {
  if (!isMapping(raw)) {
    return {
      problems: [{ severity: 'error', code: 'NotAMapping', path: [], message: `found ${typeOf(raw)}; ${needed()}` }],
    };
  }
  const { raw: meant, problems: misspelt, asWritten } = respelled(raw);
  const parts = readParts(meant, misspelt, kinds);
  const spec = complete(parts);
  // Some rules need all parts: of a spec that lacks one they are tried on what there is.
  const expanded = spec === undefined ? undefined : expand(spec, kinds);
  const refused = parts.problems.some((problem) => problem.severity === 'error');
  const rest = expanded === undefined ? partial(parts, kinds) : expanded.problems;
  const chosen =
    expanded === undefined || refused || expanded.assignments.length === 0 ? undefined : expanded.assignments;
  const ofKinds = checkKinds(parts.sections, parts.factors, kinds, chosen);
  const data = spec === undefined || expanded === undefined || refused ? [] : checkData(spec, expanded.cells, kinds);
  const found = asWritten(withoutMounts(distinct([...parts.problems, ...ofKinds, ...rest, ...data])));
  if (spec === undefined || expanded === undefined || found.some((problem) => problem.severity === 'error')) {
    return { problems: sorted(found) };
  }
  return { spec, problems: sorted([...found, ...advise(spec, expanded, kinds)]) };
}

/** Where targets cannot be in one experiment, what the mount options of one mean to the other is no second problem. */
function withoutMounts(problems: readonly Problem[]): readonly Problem[] {
  if (!problems.some(({ code }) => code === 'MixedTargets')) return problems;
  return problems.filter(({ path }) => path[0] !== 'fleet' || path[2] !== 'mount');
}

interface Parts {
  readonly sections: Sections;
  readonly factors: readonly Factor[];
  readonly values: {
    readonly experiment: string | undefined;
    readonly question: string | undefined;
    readonly design: Design | undefined;
    readonly decide: DecideSpec | undefined;
    readonly limits: z.output<typeof limits> | undefined;
    readonly schedule: z.output<typeof schedule> | undefined;
  };
  readonly raw: Mapping;
  readonly problems: readonly Problem[];
}

function readParts(raw: Mapping, misspelt: readonly Problem[], kinds: Kinds): Parts {
  const problems: Problem[] = [...misspelt];
  const factors = readFactors(raw['factors']);
  const sections = readSections(raw, kinds);
  const values = {
    experiment: required(raw, 'experiment', experimentName, 'a name, e.g. local-disk', problems),
    question: required(raw, 'question', question, 'a question in words, which the report answers', problems),
    design: lenient(raw['design'] ?? {}, design, 'design', problems),
    decide:
      raw['decide'] === undefined
        ? required(raw, 'decide', decide, 'the question as numbers, e.g. { metric: iops, prefer: highest }', problems)
        : lenient(raw['decide'], decide, 'decide', problems),
    limits: lenient(raw['limits'] ?? {}, limits, 'limits', problems),
    schedule: raw['schedule'] === undefined ? undefined : required(raw, 'schedule', schedule, '', problems),
  };
  const references = checkReferences(sections, factors.factors);
  return {
    sections,
    factors: factors.factors,
    values,
    raw,
    problems: [...problems, ...factors.problems, ...sections.problems, ...references],
  };
}

function required<T>(
  raw: Mapping,
  key: string,
  schema: z.ZodType<T>,
  what: string,
  problems: Problem[],
): T | undefined {
  if (raw[key] === undefined) {
    problems.push({
      severity: 'error',
      code: 'MissingKey',
      path: [key],
      message: `\`${key}\` is missing; needed here: ${what}`,
    });
    return undefined;
  }
  const result = check(schema, raw[key], [key]);
  problems.push(...result.problems);
  return 'value' in result ? result.value : undefined;
}

/** Reports what is wrong, and reads the rest: rules about the other keys are still tried. */
function lenient<T>(value: unknown, schema: z.ZodType<T>, key: string, problems: Problem[]): T | undefined {
  const result = check(schema, value, [key]);
  problems.push(...result.problems);
  if ('value' in result) return result.value;
  if (!isMapping(value)) return undefined;
  const bad = new Set(result.problems.map((problem) => problem.path[1]));
  const rest = Object.fromEntries(Object.entries(value).filter(([name]) => !bad.has(name)));
  const again = check(schema, rest, [key]);
  return 'value' in again ? again.value : undefined;
}

/** The spec, where every part could be read at least leniently. */
function complete({ values, sections, raw }: Parts): Spec | undefined {
  const { experiment, question: asked, design: chosen, decide: decided, limits: bounds, schedule: when } = values;
  if (experiment === undefined || asked === undefined || !chosen || !decided || !bounds) return undefined;
  const { targets, fleet, workloads } = sections;
  const factors = isMapping(raw['factors']) ? (raw['factors'] as Record<string, Level[]>) : {};
  const spec = {
    experiment,
    question: asked,
    factors,
    targets,
    fleet,
    workloads,
    design: chosen,
    decide: decided,
    limits: bounds,
  };
  return when === undefined ? spec : { ...spec, schedule: when };
}

/** Rules about design and decision, of whatever could be read. */
function partial({ values, sections, raw }: Parts, kinds: Kinds): Problem[] {
  const factors = (raw['factors'] ?? {}) as Record<string, Level[]>;
  const space = spaceOf({ targets: sections.targets, workloads: sections.workloads, factors });
  const ofDesign = values.design === undefined ? [] : choose(space, values.design).problems;
  const ofDecide =
    values.decide === undefined ? [] : readDecide(values.decide, sections.workloads, space, kinds).problems;
  return [...ofDesign, ...ofDecide];
}

function distinct(problems: readonly Problem[]): Problem[] {
  const seen = new Map(
    problems.map((problem) => [JSON.stringify([problem.code, problem.path, problem.message]), problem]),
  );
  return [...seen.values()];
}

const RANK = { error: 0, warning: 1, advice: 2 } as const;

function sorted(problems: readonly Problem[]): Problem[] {
  const at = (problem: Problem): number => problem.line ?? 0;
  return [...problems].sort(
    (a, b) => RANK[a.severity] - RANK[b.severity] || at(a) - at(b) || (a.column ?? 0) - (b.column ?? 0),
  );
}

function needed(): string {
  return 'a spec is a mapping that begins with `experiment: <name>`; see experiments/local-disk.yaml';
}
