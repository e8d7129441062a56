/** Finds hosts that did much less work than the other hosts, or took longer for it; the trial stays valid. */
import type { RawObservation } from '../shapes/observation';
import type { Reason } from '../shapes/verdict';
import { MAX_LATENCY_RATIO } from './steadiness';

/** Minimum rate as a share of the fastest host's rate. The median is no reference, as it hides one slow host of two. */
export const MIN_RATE_SHARE = 0.7;

type HostValue = Pick<RawObservation, 'host' | 'metric' | 'operation' | 'value'>;

/** SUSPECT `Straggler` about the slowest host. @param hosts their values of one rate and one operation */
export function judgeStragglers(hosts: readonly HostValue[]): readonly Reason[] {
  const [slowest, fastest] = sortHosts(hosts);
  if (slowest === undefined || fastest === undefined) return [];
  const slow = hosts.filter(({ value }) => value < MIN_RATE_SHARE * fastest.value).length;
  const share = `${((100 * slowest.value) / fastest.value).toFixed(0)}%`;
  const text = `${slowest.host} reached ${share} of ${fastest.host}, the fastest host, in ${nameFigure(slowest)}`;
  return createReasons(slow, hosts, text);
}

/** The same by latency, at an offered rate that all hosts reach. @param metrics that the reason affects */
export function judgeSlowHosts(hosts: readonly HostValue[], metrics: readonly string[]): readonly Reason[] {
  // A host without any operation has a mean of 0.
  const [fastest, slowest] = sortHosts(hosts.filter(({ value }) => value > 0));
  if (slowest === undefined || fastest === undefined) return [];
  const slow = hosts.filter(({ value }) => value >= MAX_LATENCY_RATIO * fastest.value).length;
  const ratio = (slowest.value / fastest.value).toPrecision(2);
  const text = `${slowest.host} had ${ratio} times the ${nameFigure(slowest)} of ${fastest.host}, the fastest host`;
  return createReasons(slow, hosts, text).map((one) => ({ ...one, metrics }));
}

/** Hosts with the least and the largest value. */
function sortHosts(hosts: readonly HostValue[]): readonly (HostValue | undefined)[] {
  const sorted = hosts.toSorted((a, b) => a.value - b.value);
  return [sorted[0], sorted.at(-1)];
}

function nameFigure({ operation, metric }: HostValue): string {
  return operation === null ? metric : `${operation} ${metric}`;
}

function createReasons(slow: number, { length }: readonly HostValue[], text: string): readonly Reason[] {
  const more = slow < 2 ? '' : ` (and ${slow - 1} more of ${length} hosts)`;
  return slow === 0 ? [] : [{ level: 'suspect', code: 'Straggler', text: `${text}${more}` }];
}
