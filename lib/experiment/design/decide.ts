/** The question that an experiment must answer: as results and report take it, and how it is read from a spec. */
import texts from '../messages.json';
import { type Criterion, type Decide, MARGIN } from '../../shapes/decide';
import { type Metric, metricsOfEntry } from '../../shapes/metric';
import { errorAt, type Problem, type Path, say } from '../../shapes/problem';
import type { Kinds } from '../kinds';
import { show, isMapping } from '../language/mapping';
import { readPartial, type Space, varies } from './space';
import type { CriterionSpec, DecideSpec, Entry } from '../../shapes/spec';
import { allowedNames } from '../../shapes/suggest';
import { parseQuantity, QuantityError } from '../../shapes/quantity';
import { criterion } from '../language/schema';
import { check } from '../language/schema-problems';

/** Checks metric, levels and thresholds against what the spec measures. */
export function readDecide(
  given: DecideSpec,
  workloads: Readonly<Record<string, Entry>>,
  space: Space,
  kinds: Kinds,
  written: Readonly<Record<string, CriterionSpec>> = {},
): { decide?: Decide; problems: Problem[] } {
  const problems: Problem[] = [];
  const { metrics, complete } = metricsOf(workloads, kinds);
  const metric = metrics.get(given.metric);
  if (metric === undefined && complete) {
    const names = allowedNames(given.metric, [...metrics.keys()]);
    const message = `no workload of this spec measures \`${given.metric}\`; ${names}`;
    problems.push(errorAt('UnknownMetric', ['decide', 'metric'], message));
  }
  const atLeast = limitOf(given.atLeast, metric, ['decide', 'atLeast'], problems);
  const atMost = limitOf(given.atMost, metric, ['decide', 'atMost'], problems);
  if (atLeast !== undefined && atMost !== undefined && atLeast > atMost) {
    problems.push(
      errorAt(
        'Contradiction',
        ['decide', 'atLeast'],
        `nothing is at least ${show(given.atLeast)} and at most ${show(given.atMost)}`,
      ),
    );
  }
  const extreme = given.statistic === 'min' || given.statistic === 'max';
  if (extreme && (given.atLeast !== undefined || given.atMost !== undefined)) {
    const message = say(texts.extremeWithLimit, { statistic: given.statistic });
    problems.push(errorAt('Contradiction', ['decide', 'statistic'], message));
  }
  const margin = marginOf(given.margin, problems);
  const require = requiredOf(given, readCriteria(written, { metrics, complete }).criteria, written, problems);
  const where = whereOf(given, space, problems);
  if (problems.length > 0 || metric === undefined) return { problems };
  const best = metric.better === 'higher' ? 'highest' : 'lowest';
  const limited = atLeast !== undefined || atMost !== undefined || require.length > 0;
  const decide: Decide = {
    metric: given.metric,
    ...(given.operation === undefined ? {} : { operation: given.operation }),
    statistic: given.statistic,
    where,
    ...(atLeast === undefined ? {} : { atLeast }),
    ...(atMost === undefined ? {} : { atMost }),
    ...(require.length === 0 ? {} : { require }),
    margin,
    // With a threshold the cheapest that passes is wanted; without one, the best.
    prefer: given.prefer ?? (limited ? 'cheapest' : best),
  };
  return { decide, problems };
}

/** Metrics of the workloads of a spec; not complete where a kind is unknown. */
export function metricsOf(
  workloads: Readonly<Record<string, Entry>>,
  kinds: Kinds,
): { metrics: Map<string, Metric>; complete: boolean } {
  const found = Object.values(workloads).map((entry) => ({ entry, workload: kinds.workloadOf(entry.kind) }));
  const metrics = new Map(
    found.flatMap(({ entry, workload }) =>
      workload === undefined ? [] : Object.entries(metricsOfEntry(workload, entry)),
    ),
  );
  return { metrics, complete: found.length > 0 && found.every(({ workload }) => workload !== undefined) };
}

/** The criteria that are named, each once. @param written all of the spec: those with a problem are known too */
function requiredOf(
  { require = [], statistic }: DecideSpec,
  criteria: ReadonlyMap<string, Criterion>,
  written: Readonly<Record<string, CriterionSpec>>,
  problems: Problem[],
): readonly Criterion[] {
  for (const [index, name] of require.entries())
    if (!Object.hasOwn(written, name)) {
      const names = Object.keys(written);
      const allowed = names.length === 0 ? 'there is no section `criteria`' : allowedNames(name, names);
      problems.push(
        errorAt('UnknownCriterion', ['decide', 'require', index], `no criterion is called \`${name}\`; ${allowed}`),
      );
    }
  if (require.length > 0 && (statistic === 'min' || statistic === 'max'))
    problems.push(
      errorAt(
        'Contradiction',
        ['decide', 'statistic'],
        `the ${statistic} of trials describes: it goes with no condition`,
      ),
    );
  return [...new Set(require)].flatMap((name) => criteria.get(name) ?? []);
}

/** `2 %` or 0.02. */
function marginOf(value: string | number | undefined, problems: Problem[]): number {
  if (value === undefined) return MARGIN;
  const text = String(value).trim();
  const share = text.endsWith('%') ? Number(text.slice(0, -1)) / 100 : Number(text);
  if (text !== '' && text !== '%' && share >= 0 && share < 1) return share;
  const message = `found ${show(value)}; a share from 0 to below 1 is meant: write \`2 %\` or \`0.02\``;
  problems.push(errorAt('BadValue', ['decide', 'margin'], message));
  return MARGIN;
}

function whereOf(given: DecideSpec, space: Space, problems: Problem[]): Record<string, string> {
  const { wanted, problems: faults } = readPartial(space, given.where ?? {}, ['decide', 'where']);
  problems.push(...faults);
  const where: Record<string, string> = {};
  for (const [factor, labels] of wanted) {
    const [label] = labels;
    if (labels.length > 1)
      problems.push(
        errorAt(
          'UnknownLevel',
          ['decide', 'where', factor],
          `this names ${labels.length} levels of \`${factor}\`; one is needed here`,
        ),
      );
    // Where only one target, stage or workload exists, cells do not carry its name.
    else if (label !== undefined && isLabelled(space, factor)) where[factor] = label;
  }
  return where;
}

function isLabelled(space: Space, factor: string): boolean {
  return factor === 'target' || factor === 'stage' || factor === 'workload' ? varies(space, factor) : true;
}

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
  return say(texts.onlyStatistic, { metric, own, found, hint });
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
