/** Conditions on metrics, by name: read from a spec, and as the decision takes them. */
import type { Criterion } from '../../shapes/decide';
import type { Metric } from '../../shapes/metric';
import { errorAt, type Path, type Problem } from '../../shapes/problem';
import { parseQuantity, QuantityError } from '../../shapes/quantity';
import type { CriterionSpec, DecideSpec } from '../../shapes/spec';
import { isMapping } from '../language/mapping';
import { criterion } from '../language/schema';
import { check } from '../language/schema-problems';
import { allowedNames } from '../../shapes/suggest';

/** What criteria are checked against. */
export interface MeasuredMetrics {
  readonly metrics: ReadonlyMap<string, Metric>;
  /** False where a workload is not known: then a metric may be one of it. */
  readonly complete: boolean;
}

/** The section `criteria`, one by one: what is wrong with one hides nothing of another. Undefined for none. */
export function writtenCriteria(
  raw: unknown,
  problems: Problem[],
): Readonly<Record<string, CriterionSpec>> | undefined {
  if (raw === undefined) return undefined;
  if (!isMapping(raw)) {
    const message = 'a mapping of names is needed here, e.g. { quick: { metric: latency_p99, atMost: 5ms } }';
    problems.push(errorAt('WrongType', ['criteria'], message));
    return undefined;
  }
  const written: Record<string, CriterionSpec> = {};
  for (const [name, one] of Object.entries(raw)) {
    const result = check(criterion, one, ['criteria', name]);
    problems.push(...result.problems);
    if ('value' in result) written[name] = result.value;
  }
  return written;
}

/** What is asked without the criteria that are there and cannot be read: that is said of them already. */
export function withoutBroken(
  decide: DecideSpec,
  raw: unknown,
  written: Readonly<Record<string, CriterionSpec>> | undefined,
): DecideSpec {
  if (decide.require === undefined || raw === undefined) return decide;
  const there = (name: string): boolean => !isMapping(raw) || Object.hasOwn(raw, name);
  const known = (name: string): boolean => written !== undefined && Object.hasOwn(written, name);
  return { ...decide, require: decide.require.filter((name) => known(name) || !there(name)) };
}

/** Criteria by name; those that have a problem are left out. */
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
  { metric, operation, statistic, every, atLeast, atMost }: CriterionSpec,
  { metrics, complete }: MeasuredMetrics,
  problems: Problem[],
): Criterion | null {
  const path = ['criteria', name];
  if ((atLeast === undefined) === (atMost === undefined))
    problems.push(errorAt('MissingKey', path, 'a criterion has one of `atLeast` and `atMost`, e.g. { atMost: 5ms }'));
  const known = metrics.get(metric);
  if (known === undefined) {
    const message = `no workload of this spec measures \`${metric}\`; ${allowedNames(metric, [...metrics.keys()])}`;
    if (complete) problems.push(errorAt('UnknownMetric', [...path, 'metric'], message));
    return null;
  }
  const own = known.statistic ?? 'value';
  if (statistic !== undefined && statistic !== own)
    problems.push(errorAt('UnknownStatistic', [...path, 'statistic'], onlyStatistic(metric, statistic, own, metrics)));
  const low = limitOf(atLeast, known, [...path, 'atLeast'], problems);
  const high = limitOf(atMost, known, [...path, 'atMost'], problems);
  return {
    name,
    metric,
    ...(operation === undefined ? {} : { operation }),
    ...(statistic === undefined ? {} : { statistic }),
    ...(every === undefined ? {} : { everySeconds: Number(every) }),
    ...(low === undefined ? {} : { atLeast: low }),
    ...(high === undefined ? {} : { atMost: high }),
  };
}

/** Of each metric a trial has one figure: it has a name for what is asked as another statistic of it. */
function onlyStatistic(metric: string, found: string, own: string, metrics: MeasuredMetrics['metrics']): string {
  const others = [...metrics.keys()].filter((name) => name !== metric);
  const near = others.find((name) => name.endsWith(`_${found.replace('.', '_')}`));
  const hint = near === undefined ? '' : `; \`${near}\` is a metric of its own`;
  return (
    `a trial has one figure of \`${metric}\`, its \`${own}\`: \`${found}\` is none${hint}. Leave \`statistic\` out; ` +
    'over trials the middle of them is held against the limit'
  );
}

/** A limit in the base unit of its metric; undefined where there is none, or a problem. */
export function limitOf(
  value: string | number | undefined,
  metric: Metric | undefined,
  path: Path,
  problems: Problem[],
): number | undefined {
  if (value === undefined || metric === undefined) return undefined;
  try {
    return parseQuantity(metric.unit, value);
  } catch (error) {
    if (!(error instanceof QuantityError)) throw error;
    problems.push(errorAt('BadValue', path, error.message));
    return undefined;
  }
}
