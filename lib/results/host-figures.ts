/** Figures of each host, so that readers see whether hosts differ. */
import { groupBy } from '../shapes/collections';
import type { Observation, Unit } from '../shapes/observation';
import type { Plan } from '../shapes/plan';
import type { TrialRow } from '../shapes/verdict';
import { rankStatistic } from './measures';
import { pickRepresentatives, type SearchResult } from './search/search-result';
import { computeMedian } from './statistics/moments';
import type { TrialStatus } from './trial-status';

/** With more hosts, only the lowest and the highest are named. */
const NAMED_HOSTS_MAX = 8;
/** Larger fleets have none: a summary does not read the figures of all their hosts. */
export const COMPARED_HOSTS_MAX = 32;

/** Hosts of a configuration, in the order of their names; of many, the lowest and the highest. */
export interface HostFigures {
  readonly cell: string;
  readonly metric: string;
  readonly operation: string | null;
  readonly unit: Unit;
  readonly count: number;
  /** Medians of the trials that count. */
  readonly hosts: readonly { readonly host: string; readonly value: number }[];
}

/** The largest number of hosts that measure together. */
export function countMeasuringHosts({ trials }: Pick<Plan, 'trials'>): number {
  return Math.max(0, ...new Set(trials.flatMap(({ steps }) => steps.map((step) => (step.measures ? step.hosts : 0)))));
}

/** Figures of one metric, of a search as in the answer; none with a single host, and for large fleets. */
export function listHostFigures(
  plan: Pick<Plan, 'trials'> & { readonly searches: readonly SearchResult[] },
  metric: string | null,
  rows: readonly Pick<TrialRow, 'trial' | 'attempt'>[],
  observations: readonly Observation[],
  trials: ReadonlyMap<string, TrialStatus>,
): readonly HostFigures[] {
  if (countMeasuringHosts(plan) > COMPARED_HOSTS_MAX) return [];
  const attempts = new Map(
    rows.filter(pickRepresentatives(plan.searches)).map(({ trial, attempt }) => [trial, attempt]),
  );
  const own = observations.filter(
    ({ scope, host, trial, attempt, ...one }) =>
      scope === 'host' &&
      host !== null &&
      one.metric === metric &&
      attempts.get(trial) === attempt &&
      trials.get(trial)?.out === null &&
      trials.get(trial)?.outOf?.has(one.metric) !== true,
  );
  const cellOf = ({ trial }: Observation): string => trials.get(trial)?.cell ?? '';
  return [...groupBy(own, (one) => JSON.stringify([cellOf(one), one.operation])).values()].flatMap((alike) => {
    const best = Math.min(...alike.map(rankStatistic));
    const [first] = alike;
    const values = groupBy(
      alike.filter((one) => rankStatistic(one) === best),
      ({ host }) => host ?? '',
    );
    if (first === undefined || values.size < 2) return [];
    const hosts = [...values].map(([host, its]) => ({ host, value: computeMedian(its.map(({ value }) => value)) }));
    const byValue = hosts.toSorted((a, b) => a.value - b.value);
    const named = hosts.toSorted((a, b) => a.host.localeCompare(b.host, 'en', { numeric: true }));
    const { operation, unit } = first;
    return [
      {
        cell: cellOf(first),
        metric: first.metric,
        operation,
        unit,
        count: hosts.length,
        hosts: hosts.length > NAMED_HOSTS_MAX ? [...byValue.slice(0, 1), ...byValue.slice(-1)] : named,
      },
    ];
  });
}
