/** Parses the question of an experiment (`decide`) into the form that results and report use. */
import rules from '../rules.json';
import { type Criterion, type DecisionRule, DEFAULT_MARGIN } from '../../shapes/decision-rule';
import { type Metric, resolveMetrics } from '../../shapes/metric';
import { problemAt, problemIf, type Problem, type Path, checkName } from '../../shapes/problem';
import type { Kinds } from '../kinds';
import { quoteValue, isMapping } from '../language/mapping';
import { pickSingleLevels, readPartialCell, type Space, isVaryingFactor } from './space';
import { dropUndefined } from '../../shapes/canonical-json';
import type { CriterionSpec, DecideSpec, Entry, Spec } from '../../shapes/spec';
import { parseQuantity, QuantityError } from '../../shapes/quantity';
import { criterionSchema } from '../../shapes/spec-schema';
import { checkSchema } from '../language/schema-problems';

/** Checks metric, factor values and thresholds against what the spec measures. */
export function readDecide(
  given: DecideSpec,
  workloads: Readonly<Record<string, Entry>>,
  space: Space,
  kinds: Kinds,
  written: Readonly<Record<string, CriterionSpec>> = {},
): { decide?: DecisionRule; problems: Problem[] } {
  const problems: Problem[] = [];
  const measured = collectMetrics(workloads, kinds);
  const { metric, operation, margin = DEFAULT_MARGIN, burst, prefer, noWorse } = given;
  const { known, limits } = readThresholds(given, measured, ['decide'], problems);
  const { atLeast, atMost } = limits;
  const isEmpty = atLeast !== undefined && atMost !== undefined && atLeast > atMost;
  const range = { low: quoteValue(given.atLeast), high: quoteValue(given.atMost) };
  const hasLimit = given.atLeast !== undefined || given.atMost !== undefined;
  problems.push(...problemIf(isEmpty, rules.emptyRange, ['decide', 'atLeast'], range));
  problems.push(...checkNoWorse(given, margin));
  const require = readRequiredCriteria(given, readCriteria(written, measured).criteria, written, problems);
  const where = readWhereFilter(given, space, problems);
  if (problems.length > 0 || known === undefined) return { problems };
  const best = known.better === 'higher' ? 'highest' : 'lowest';
  const limited = hasLimit || require.length > 0;
  const decide: DecisionRule = {
    ...dropUndefined({ metric, operation, where, atLeast, atMost, noWorse }),
    ...(require.length === 0 ? {} : { require }),
    margin,
    burst,
    // With a threshold, the cheapest configuration that meets it wins; without one, the best.
    prefer: prefer ?? (limited ? 'cheapest' : best),
  };
  return { decide, problems };
}

/** `noWorse` excludes thresholds, criteria and preferences, and has to exceed the margin. */
function checkNoWorse(given: DecideSpec, margin: number): Problem[] {
  const { noWorse } = given;
  if (noWorse === undefined) return [];
  const path = ['decide', 'noWorse'];
  const keys = (['atLeast', 'atMost', 'require', 'prefer'] as const).filter((key) => given[key] !== undefined);
  const [low, high] = [margin, noWorse].map((share) => String(Number((100 * share).toPrecision(4))));
  return [
    ...problemIf(keys.length > 0, rules.gateAlone, path, { keys }),
    ...problemIf(noWorse <= margin, rules.gateMargin, path, { margin: low ?? '', noWorse: high ?? '' }),
  ];
}

/** The metric of `decide`, and its thresholds in the unit of the metric. Undefined parts have problems. */
function readThresholds(
  { metric, atLeast, atMost }: Pick<DecideSpec, 'metric' | 'atLeast' | 'atMost'>,
  { metrics, complete }: MeasuredMetrics,
  path: Path,
  problems: Problem[],
): { known: Metric | undefined; limits: { atLeast: number | undefined; atMost: number | undefined } } {
  const known = metrics.get(metric);
  if (complete) problems.push(...checkName(rules.unknownMetric, [...path, 'metric'], metric, [...metrics.keys()]));
  const limitOf = (name: string, value: string | number | undefined): number | undefined =>
    value === undefined || known === undefined
      ? undefined
      : readQuantity(() => parseQuantity(known.unit, value), [...path, name], problems);
  return { known, limits: { atLeast: limitOf('atLeast', atLeast), atMost: limitOf('atMost', atMost) } };
}

/** Reads a quantity; undefined, with a problem added, if it is not valid. */
export function readQuantity<T>(read: () => T, path: Path, problems: Problem[]): T | undefined {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof QuantityError)) throw error;
    problems.push(problemAt(rules.badValue, path, { why: error.message }));
    return undefined;
  }
}

/** Metrics of all workloads of a spec; incomplete if a kind is unknown. */
export function collectMetrics(
  workloads: Readonly<Record<string, Entry>>,
  kinds: Kinds,
): { metrics: Map<string, Metric>; complete: boolean } {
  const found = Object.values(workloads).map((entry) => ({ entry, workload: kinds.workloadOf(entry.kind) }));
  const metrics = new Map(
    found.flatMap(({ entry, workload }) =>
      workload === undefined ? [] : Object.entries(resolveMetrics(workload, entry)),
    ),
  );
  return { metrics, complete: found.length > 0 && found.every(({ workload }) => workload !== undefined) };
}

/** The named criteria, each once. @param written all criteria of the spec, including invalid ones */
function readRequiredCriteria(
  { require = [] }: DecideSpec,
  criteria: ReadonlyMap<string, Criterion>,
  written: Readonly<Record<string, CriterionSpec>>,
  problems: Problem[],
): readonly Criterion[] {
  const names = Object.keys(written);
  for (const [index, name] of require.entries()) {
    const path = ['decide', 'require', index];
    if (names.length === 0) problems.push(problemAt(rules.noCriteria, path, { name }));
    else problems.push(...checkName(rules.unknownCriterion, path, name, names));
  }
  return [...new Set(require)].flatMap((name) => criteria.get(name) ?? []);
}

function readWhereFilter(given: DecideSpec, space: Space, problems: Problem[]): Record<string, string> {
  const path = ['decide', 'where'];
  const { wanted, problems: faults } = readPartialCell(space, given.where ?? {}, path);
  problems.push(...faults);
  // With a single target, stage or workload, configurations do not carry its name.
  return Object.fromEntries(
    Object.entries(pickSingleLevels(wanted, path, problems)).filter(([name]) => isVaryingFactor(space, name)),
  );
}

export interface MeasuredMetrics {
  readonly metrics: ReadonlyMap<string, Metric>;
  /** False if a workload kind is unknown: the metric may belong to it. */
  readonly complete: boolean;
}

/**
 * Parses the section `criteria` one by one, so that a problem in one does not hide others. Undefined if the section is
 * missing.
 */
export function parseCriteria(raw: unknown, problems: Problem[]): Readonly<Record<string, CriterionSpec>> | undefined {
  if (raw === undefined) return undefined;
  if (!isMapping(raw)) {
    problems.push(problemAt(rules.criteriaNeeded, ['criteria']));
    return undefined;
  }
  const written: Record<string, CriterionSpec> = {};
  for (const [name, one] of Object.entries(raw)) {
    const result = checkSchema(criterionSchema, one, ['criteria', name]);
    problems.push(...result.problems);
    if ('value' in result) written[name] = result.value;
  }
  return written;
}

/** Drops required criteria that are defined but invalid, because their problems are already reported. */
export function dropBrokenCriteria(
  decide: DecideSpec,
  raw: unknown,
  written: Readonly<Record<string, CriterionSpec>> | undefined,
): DecideSpec {
  if (decide.require === undefined || raw === undefined) return decide;
  const there = (name: string): boolean => !isMapping(raw) || Object.hasOwn(raw, name);
  const known = (name: string): boolean => written !== undefined && Object.hasOwn(written, name);
  return { ...decide, require: decide.require.filter((name) => known(name) || !there(name)) };
}

/** Valid criteria by name, and problems of the others. */
export function readCriteria(
  written: Readonly<Record<string, CriterionSpec>>,
  measured: MeasuredMetrics,
): { readonly criteria: ReadonlyMap<string, Criterion>; readonly problems: readonly Problem[] } {
  const criteria = new Map<string, Criterion>();
  const problems: Problem[] = [];
  for (const [name, given] of Object.entries(written)) {
    const before = problems.length;
    const criterion = readCriterion(name, given, measured, problems);
    if (criterion !== null && problems.length === before) criteria.set(name, criterion);
  }
  return { criteria, problems };
}

function readCriterion(
  name: string,
  given: CriterionSpec,
  measured: MeasuredMetrics,
  problems: Problem[],
): Criterion | null {
  const path = ['criteria', name];
  const { metric, operation, statistic, every, atLeast, atMost } = given;
  const isWithout = (atLeast === undefined) === (atMost === undefined);
  problems.push(...problemIf(isWithout, rules.criterionWithoutLimit, path));
  const { known, limits } = readThresholds(given, measured, path, problems);
  if (known === undefined) return null;
  const own = known.statistic ?? 'value';
  if (statistic !== undefined && statistic !== own) {
    // A trial reports one figure for each metric. Each other statistic of it has its own metric name.
    const others = [...measured.metrics.keys()].filter((one) => one !== metric);
    const near = others.find((one) => one.endsWith(`_${statistic.replace('.', '_')}`));
    const hint = near === undefined ? '' : `; use the metric \`${near}\``;
    problems.push(problemAt(rules.onlyStatistic, [...path, 'statistic'], { metric, own, found: statistic, hint }));
  }
  const everySeconds = every === undefined ? undefined : Number(every);
  return dropUndefined({ name, metric, operation, statistic, everySeconds, ...limits });
}

/** The question. Trials with an accepted reason still count: the spec and the caller list accepted reasons. */
export function planDecision(spec: Spec, decide: DecisionRule | null, more: readonly string[] = []) {
  const written: readonly string[] = spec.decide?.accept ?? [];
  const codes = [...new Set([...written, ...more])];
  const accept = { codes, isExploratory: codes.length > written.length };
  return { decide, ...(codes.length === 0 ? {} : { accept }) };
}
