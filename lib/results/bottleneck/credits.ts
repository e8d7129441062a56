/** Whether the credits of a rate were used up, by what servers, volumes and the ways of hosts to these told. */
import type { Entitlement, LimitName } from '../../shapes/metric';
import { spends, tellsCredits } from '../../targets/instance-ebs';
import { ebsLinkOf } from '../../targets/instance-types';
import type { Measure } from '../measures';
import { USED_UP } from '../servers/reasons';
import { REACHED } from './near';
import type { Credits } from './provisioned';
import type { ServerLimit } from './servers';

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
    .filter(({ way, reserve, drained }) => way === undefined && (reserve ?? drained) !== undefined)
    .flatMap(({ name: metric }) => balanceOf(toldOf(known, metric)));
  const all = hosts === null ? servers : [...servers, hosts];
  const found = (['spent', 'unknown', 'left'] as const).flatMap((are) => all.find((one) => one.are === are) ?? []);
  return found[0] ?? { are: 'unknown' };
}

type Statistics = NonNullable<Measure['statistics']>;

function toldOf({ measures }: Known, metric: string | undefined): Statistics | null {
  return measures.find((one) => one.metric === metric)?.statistics ?? null;
}

function balanceOf(told: Statistics | null): readonly Credits[] {
  return told === null ? [] : [{ are: told.centre <= USED_UP ? 'spent' : 'left' }];
}

/** Of the way of hosts to volumes; null where this rate spends no credits of theirs. */
function ofHosts(known: Known, name: LimitName): Credits | null {
  const { metrics, types, entitled } = known;
  const own = metrics.filter(({ way }) => way === name);
  const spending = types.filter((type) => hostSpends(type, entitled, name));
  if (own.length === 0 || spending.length === 0) return null;
  const [balance] = balanceOf(toldOf(known, own.find(({ reserve }) => reserve !== undefined)?.name));
  if (balance !== undefined) return balance;
  const exceeded = toldOf(known, own.find(({ exceeds }) => exceeds !== undefined)?.name);
  // Nobody was held back by it, in no minute of any trial.
  if (exceeded?.max === 0) return { are: 'left' };
  // It was at what it gives, and no more than its baseline came of it.
  const often = exceeded !== null && exceeded.centre / 100 >= REACHED;
  if (often && spending.some((type) => isBaseline(type, entitled, name))) return { are: 'spent' };
  const silent = spending.find((type) => !tellsCredits(type));
  return { are: 'unknown', ...(silent === undefined ? {} : { why: `a ${silent} publishes no credits` }) };
}

/** What volumes give through their host while credits last is more than it moves at all times. */
function hostSpends(type: string, { burst }: Entitlement, name: LimitName): boolean {
  const [link, most] = [ebsLinkOf(type), burst?.[name]];
  return link !== null && most !== undefined && (name === 'bandwidth' || name === 'iops') && spends(link[name], most);
}

/** What there is at all times is what the host moves then, and not less, as its volumes give no more. */
function isBaseline(type: string, entitled: Entitlement, name: LimitName): boolean {
  const link = ebsLinkOf(type);
  if (link === null || (name !== 'bandwidth' && name !== 'iops')) return false;
  return link[name].baseline <= (entitled[name] ?? 0);
}
