/** How near servers were to their limits, and whether credits ran out, by server-side metrics. */
import type { ProvisionedRates, LimitName } from '../../shapes/metric';
import type { ServerMetric } from '../../shapes/server-metrics';
import type { QueriedMetric } from '../../shapes/telemetry';
import { usesEbsCredits } from '../../targets/instance-ebs';
import { findEbsLink } from '../../targets/instance-types';
import { BURST_RATIO } from '../../shapes/provisioned-rates';
import type { Measure } from '../measures';
import { USED_UP_PERCENT } from '../servers/rows';
import { type LimitFinding, splitFindings, type LimitCheck, formatPercent, REACHED_SHARE } from './limit-check';

/** A server-side metric that shows usage of a limit, or a reserve. */
export type ServerLimit = Pick<ServerMetric, 'name' | 'meaning' | 'limit' | 'hostRate'> & {
  /** Value of the metric at the limit; absent if the metric is a percentage of the limit. */
  readonly most?: number;
};

/** Limits of the metrics that Prometheus queries return. */
export function toQueryLimits(metrics: readonly QueriedMetric[]): readonly ServerLimit[] {
  return metrics.map(({ name, words, limit }) =>
    limit === undefined ? { name, meaning: 'level' } : { name, meaning: 'used', limit: words, most: limit },
  );
}

/** @param metrics server-side metrics; none without queries @param why reason for missing values; empty if unknown */
export function checkServerLimits(
  measures: readonly Measure[],
  metrics: readonly ServerLimit[],
  why: string,
): LimitCheck {
  const known = metrics.flatMap((metric) => {
    const centre = findCentre(measures, metric);
    return centre === undefined ? [] : [{ metric, centre }];
  });
  // Short trials have rates alone, which show no limit.
  const isOfLimit = ({ meaning }: ServerLimit): boolean => meaning !== 'count' && meaning !== 'busiest';
  const none = metrics.some(isOfLimit) && !known.some(({ metric }) => isOfLimit(metric));
  return splitFindings(
    known.flatMap(({ metric, centre }) => checkMetric(metric, centre)),
    none ? [`server-side metrics${why === '' ? '' : ` (${why})`}`] : [],
  );
}

function checkMetric({ meaning, limit: resource, most }: ServerLimit, centre: number): readonly LimitFinding[] {
  const share = centre / (most ?? 100);
  if (resource === undefined) return [];
  const found = (at: boolean, words: string, known: number | null): readonly LimitFinding[] => [
    { isReached: at, evidence: { resource, share: known, text: `${resource}: ${words}` } },
  ];
  if (meaning === 'used') {
    if (share <= BURST_RATIO) return found(share >= REACHED_SHARE, `${formatPercent(share)} in use`, share);
    const of = most === undefined ? 'the provisioned rate, from credits' : 'the limit in the spec, which is too low';
    return found(false, `${formatPercent(share)} of ${of}`, share);
  }
  // Not a share of the limit: counts minutes in which any request exceeded the limit.
  if (meaning === 'exceeded' && centre > 0)
    return found(share >= REACHED_SHARE, `requests exceeded it in ${formatPercent(share)} of the minutes`, null);
  return meaning === 'left' && centre <= USED_UP_PERCENT ? found(true, 'used up', null) : [];
}

export type CreditState = 'spent' | 'left' | 'unknown';

export interface CreditInput {
  readonly measures: readonly Measure[];
  readonly metrics: readonly ServerLimit[];
  readonly types: readonly string[];
  readonly provisioned: ProvisionedRates;
}

/** Used up if any reserve is; unknown without values, or if values of hosts that spend the same credits are missing. */
export function judgeCredits({ measures, metrics, types, provisioned }: CreditInput, name: LimitName): CreditState {
  const isHostRate = name === 'bandwidth' || name === 'iops';
  // Volumes may burst above the baseline of their host.
  const most = provisioned.burst?.[name] ?? 0;
  const hostsSpend =
    metrics.some(({ hostRate }) => hostRate === name) &&
    types.some((type) => {
      const link = isHostRate ? findEbsLink(type)?.[name] : undefined;
      return link !== undefined && usesEbsCredits(link, most);
    });
  const balances = (of: LimitName | undefined): readonly number[] =>
    metrics
      .filter(({ hostRate, meaning }) => hostRate === of && (meaning === 'left' || meaning === 'drained'))
      .flatMap((metric) => findCentre(measures, metric) ?? []);
  const hosts = hostsSpend ? balances(name) : [];
  const all = [...balances(undefined), ...hosts];
  if (all.some((centre) => centre <= USED_UP_PERCENT)) return 'spent';
  return all.length === 0 || (hostsSpend && hosts.length === 0) ? 'unknown' : 'left';
}

function findCentre(measures: readonly Measure[], { name }: ServerLimit): number | undefined {
  return measures.find(({ metric }) => metric === name)?.statistics?.centre;
}
