/** How near the servers of a cell were to their own limits, and whether its credits were used up, as they told. */
import type { Entitlement, LimitName } from '../../shapes/metric';
import type { ServerMetric } from '../../shapes/server-metrics';
import type { QueriedMetric } from '../../shapes/telemetry';
import { spends, tellsCredits } from '../../targets/instance-ebs';
import { type EbsLink, ebsLinkOf } from '../../targets/instance-types';
import { BEYOND } from '../entitled';
import type { Measure } from '../measures';
import { USED_UP } from '../servers/rows';
import { type Found, looked, type Looked, percent, REACHED } from './limits';
import type { Credits } from './provisioned';

/** What one metric of servers says of a limit, or of a reserve. */
export type ServerLimit = Pick<ServerMetric, 'name' | 'meaning' | 'limit' | 'hostRate'> & {
  /** The value at the limit, in its unit; left out: it is in percent of it. */
  readonly most?: number;
};

/** Of what an owner's Prometheus was asked. */
export function limitsByOwner(metrics: readonly QueriedMetric[]): readonly ServerLimit[] {
  return metrics.map(({ name, words, limit }) =>
    limit === undefined ? { name, meaning: 'level' } : { name, meaning: 'used', limit: words, most: limit },
  );
}

/**
 * @param metrics that its servers tell; none where nobody was asked
 * @param why they told nothing, where that is known; else empty
 */
export function serverLimits(measures: readonly Measure[], metrics: readonly ServerLimit[], why: string): Looked {
  const told = metrics.flatMap((metric) => {
    const centre = statisticsOf(measures, metric)?.centre;
    return centre === undefined ? [] : [{ metric, centre }];
  });
  const none = metrics.length > 0 && told.length === 0;
  return looked(
    told.flatMap(({ metric, centre }) => foundOf(metric, centre)),
    none ? [`metrics of its servers${why === '' ? '' : ` (${why})`}`] : [],
  );
}

function foundOf({ meaning, limit: resource, most }: ServerLimit, centre: number): readonly Found[] {
  const share = centre / (most ?? 100);
  if (resource === undefined) return [];
  const found = (at: boolean, words: string, known: number | null): readonly Found[] => [
    { at, evidence: { resource, share: known, text: `${resource}: ${words}` } },
  ];
  if (meaning === 'used') {
    if (share <= BEYOND) return found(share >= REACHED, `${percent(share)} in use`, share);
    const of = most === undefined ? 'what is provisioned, from credits' : 'the limit in the spec, so that it is none';
    return found(false, `${percent(share)} of ${of}`, share);
  }
  // No share of the limit: a minute counts whatever was asked for in the rest of it.
  if (meaning === 'exceeded' && centre > 0)
    return found(share >= REACHED, `more was asked for than it gives, in ${percent(share)} of the minutes`, null);
  return meaning === 'left' && centre <= USED_UP ? found(true, 'used up', null) : [];
}

/** What is known of a cell. */
export interface Known {
  readonly measures: readonly Measure[];
  /** What its servers tell. */
  readonly metrics: readonly ServerLimit[];
  /** Of its hosts. */
  readonly types: readonly string[];
  readonly entitled: Entitlement;
}

/**
 * What reserves told of credits: one that was used up counts, though others were not. Not known where none told, and
 * where only those of hosts whose credits are spent at this rate did not: theirs may have been used up.
 */
export function creditsOf(known: Known, name: LimitName): Credits {
  const hosts = ofHosts(known, name);
  const servers = known.metrics
    .filter(({ hostRate, meaning }) => hostRate === undefined && (meaning === 'left' || meaning === 'drained'))
    .flatMap((metric) => balanceOf(known, metric));
  const all = hosts === null ? servers : [...servers, hosts];
  const found = (['spent', 'unknown', 'left'] as const).flatMap((are) => all.find((one) => one.are === are) ?? []);
  return found[0] ?? { are: 'unknown' };
}

function statisticsOf(measures: readonly Measure[], metric: ServerLimit | undefined): Measure['statistics'] {
  return measures.find((one) => one.metric === metric?.name)?.statistics ?? null;
}

function balanceOf({ measures }: Known, metric: ServerLimit | undefined): readonly Credits[] {
  const told = statisticsOf(measures, metric);
  return told === null ? [] : [{ are: told.centre <= USED_UP ? 'spent' : 'left' }];
}

/** Of the way of hosts to volumes; null where this rate spends no credits of theirs. */
function ofHosts(known: Known, name: LimitName): Credits | null {
  if (name !== 'bandwidth' && name !== 'iops') return null;
  const { measures, types, entitled } = known;
  const own = known.metrics.filter(({ hostRate }) => hostRate === name);
  const most = entitled.burst?.[name];
  const linkOf = (type: string): EbsLink[typeof name] | undefined => ebsLinkOf(type)?.[name];
  // What volumes give through their host while credits last is more than it moves at all times.
  const spending = types.filter((type) => {
    const link = linkOf(type);
    return link !== undefined && most !== undefined && spends(link, most);
  });
  if (own.length === 0 || spending.length === 0) return null;
  const [balance] = balanceOf(
    known,
    own.find(({ meaning }) => meaning === 'left'),
  );
  if (balance !== undefined) return balance;
  const check = own.find(({ meaning }) => meaning === 'exceeded');
  const exceeded = statisticsOf(measures, check);
  // Nobody was held back by it, in no minute of any trial.
  if (exceeded?.max === 0) return { are: 'left' };
  // It was at what it gives, and no more than its baseline came of it: its volumes give no less at all times.
  const often = exceeded !== null && exceeded.centre / 100 >= REACHED;
  const atBaseline = (type: string): boolean => (linkOf(type)?.baseline ?? Infinity) <= (entitled[name] ?? 0);
  if (often && spending.some(atBaseline)) return { are: 'spent' };
  const silent = spending.find((type) => !tellsCredits(type));
  return { are: 'unknown', ...(silent === undefined ? {} : { why: `a ${silent} publishes no credits` }) };
}
