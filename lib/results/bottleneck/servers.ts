/** How near the servers of a cell were to their own limits, and whether its credits were used up, as they told. */
import type { ProvisionedRates, LimitName } from '../../shapes/metric';
import type { ServerMetric } from '../../shapes/server-metrics';
import type { QueriedMetric } from '../../shapes/telemetry';
import { usesCredits } from '../../targets/instance-ebs';
import { findEbsLink } from '../../targets/instance-types';
import { BURST_RATIO } from '../provisioned-ratio';
import type { Measure } from '../measures';
import { USED_UP } from '../servers/rows';
import { type LimitFinding, splitFindings, type LimitCheck, formatPercent, REACHED_SHARE } from './limit-check';

/** What one metric of servers says of a limit, or of a reserve. */
export type ServerLimit = Pick<ServerMetric, 'name' | 'meaning' | 'limit' | 'hostRate'> & {
  /** The value at the limit, in its unit; left out: it is in percent of it. */
  readonly most?: number;
};

/** Of what an owner's Prometheus was asked. */
export function toOwnerLimits(metrics: readonly QueriedMetric[]): readonly ServerLimit[] {
  return metrics.map(({ name, words, limit }) =>
    limit === undefined ? { name, meaning: 'level' } : { name, meaning: 'used', limit: words, most: limit },
  );
}

/**
 * @param metrics that its servers tell; none where nobody was asked
 * @param why they told nothing, where that is known; else empty
 */
export function checkServerLimits(
  measures: readonly Measure[],
  metrics: readonly ServerLimit[],
  why: string,
): LimitCheck {
  const told = metrics.flatMap((metric) => {
    const centre = findCentre(measures, metric);
    return centre === undefined ? [] : [{ metric, centre }];
  });
  const none = metrics.length > 0 && told.length === 0;
  return splitFindings(
    told.flatMap(({ metric, centre }) => checkMetric(metric, centre)),
    none ? [`metrics of its servers${why === '' ? '' : ` (${why})`}`] : [],
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
    const of = most === undefined ? 'what is provisioned, from credits' : 'the limit in the spec, so that it is none';
    return found(false, `${formatPercent(share)} of ${of}`, share);
  }
  // No share of the limit: a minute counts whatever was asked for in the rest of it.
  if (meaning === 'exceeded' && centre > 0)
    return found(
      share >= REACHED_SHARE,
      `more was asked for than it gives, in ${formatPercent(share)} of the minutes`,
      null,
    );
  return meaning === 'left' && centre <= USED_UP ? found(true, 'used up', null) : [];
}

/** What is known of the credits of a rate. */
export type CreditState = 'spent' | 'left' | 'unknown';

/** What is known of a cell. */
export interface CreditInput {
  readonly measures: readonly Measure[];
  /** What its servers tell. */
  readonly metrics: readonly ServerLimit[];
  /** Of its hosts. */
  readonly types: readonly string[];
  readonly provisioned: ProvisionedRates;
}

/**
 * What reserves told of credits: one that was used up counts, though others were not. Not known where none told, and
 * where those of hosts whose credits this rate spends did not: theirs may have been used up.
 */
export function judgeCredits({ measures, metrics, types, provisioned }: CreditInput, name: LimitName): CreditState {
  const isHostRate = name === 'bandwidth' || name === 'iops';
  // What volumes give through their host while credits last is more than it moves at all times.
  const most = provisioned.burst?.[name] ?? 0;
  const hostsSpend =
    metrics.some(({ hostRate }) => hostRate === name) &&
    types.some((type) => {
      const link = isHostRate ? findEbsLink(type)?.[name] : undefined;
      return link !== undefined && usesCredits(link, most);
    });
  const balances = (of: LimitName | undefined): readonly number[] =>
    metrics
      .filter(({ hostRate, meaning }) => hostRate === of && (meaning === 'left' || meaning === 'drained'))
      .flatMap((metric) => findCentre(measures, metric) ?? []);
  const hosts = hostsSpend ? balances(name) : [];
  const all = [...balances(undefined), ...hosts];
  if (all.some((centre) => centre <= USED_UP)) return 'spent';
  return all.length === 0 || (hostsSpend && hosts.length === 0) ? 'unknown' : 'left';
}

function findCentre(measures: readonly Measure[], { name }: ServerLimit): number | undefined {
  return measures.find(({ metric }) => metric === name)?.statistics?.centre;
}
