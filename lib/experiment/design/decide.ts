/** The question that an experiment must answer: as results and report take it, and how it is read from a spec. */
import { type Criterion, type Decide, MARGIN } from '../../shapes/decide';
import { limitOf, readCriteria } from './criteria';
import type { Workload } from '../../workloads/contract';
import { metricsOfEntry } from '../../shapes/metric';
import { errorAt, type Problem } from '../../shapes/problem';
import type { Kinds } from '../kinds';
import { show } from '../language/show-value';
import { readPartial, type Space, varies } from './space';
import type { CriterionSpec, DecideSpec, Entry } from '../../shapes/spec';
import { allowedNames } from '../../shapes/suggest';

type Metric = Workload['metrics'][string];

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
    const message =
      `the ${given.statistic} of trials cannot be held against a limit: how far the next trial would lie is not ` +
      'known. Write `median` or `mean`, or take the limit away: then it is described';
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
