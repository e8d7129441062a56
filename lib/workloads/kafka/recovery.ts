/** `raw/events.json`: kills of servers, and the time until the cluster has recovered (workloads/kafka/events.sh). */
import * as z from 'zod';
import { computeMean } from '../../shapes/collections';
import type { KillEvent } from '../../shapes/recorded-events';
import type { Series } from '../../shapes/series';
import type { HostRaw, Reading } from '../contract';
import { readOutput } from '../tools/script-result';
import { findKafkaOutput } from './parse';

export const EVENTS_FILE = 'raw/events.json';

/** Seconds whose mean must be back. */
export const RECOVERY_SECONDS = 30;
/** Share of the mean before the event at which the rate is back. */
const RECOVERED_SHARE = 0.95;

const instantSchema = z.number().positive().nullable();
const eventsSchema = z.object({
  version: z.literal(1),
  /** Times in epoch seconds. `ready`: the server that replaces the killed one serves clients. */
  events: z.array(
    z.object({
      action: z.literal('kill'),
      host: z.string(),
      requested: z.number().positive(),
      acted: instantSchema,
      gone: instantSchema,
      ready: instantSchema,
      problem: z.string().nullable(),
    }),
  ),
});
export type KafkaEvents = z.infer<typeof eventsSchema>;
export type KafkaKill = KafkaEvents['events'][number] & {
  /** The file, relative to the root of the execution. */
  readonly source: string;
};

const EVENTS = { tool: 'events', shape: eventsSchema, impossible: () => null };

/** Kills that hosts recorded, by time, and problems with their files. */
export function readKills(hosts: readonly HostRaw[]): {
  readonly kills: readonly KafkaKill[];
  readonly problems: readonly string[];
} {
  const problems: string[] = [];
  const kills = hosts.flatMap(({ host, files }): readonly KafkaKill[] => {
    const file = files.find(({ name }) => name === EVENTS_FILE);
    if (file === undefined) return [];
    const read = readOutput(EVENTS, file.text);
    if ('output' in read) return read.output.events.map((one) => ({ ...one, source: file.source }));
    problems.push(`${host}: ${EVENTS_FILE} cannot be read: ${read.problem}`);
    return [];
  });
  return { kills: kills.toSorted((a, b) => (a.acted ?? a.requested) - (b.acted ?? b.requested)), problems };
}

export function toKillEvents(kills: readonly KafkaKill[]): readonly KillEvent[] {
  return kills.map(({ action, host, requested, acted, ready, problem }) => ({
    action,
    host,
    requested,
    acted,
    ready,
    problem,
  }));
}

/** Seconds until the rate was back, and the mean rate before the first kill; or why there is no such time. */
export type Recovery = { readonly seconds: number; readonly before: number } | { readonly problem: string };

/** @returns null without a kill or without a series of all workers */
export function findRecovery(
  { series }: Pick<Reading, 'series'>,
  kills: readonly KafkaKill[],
  hosts: readonly HostRaw[],
): Recovery | null {
  const [output] = hosts.flatMap((raw) => findKafkaOutput(raw) ?? []);
  const rate = series.find(({ metric, host }) => metric === 'publish_rate' && host === null);
  const acted = kills.flatMap((one) => one.acted ?? []);
  return rate === undefined || acted.length === 0
    ? null
    : computeRecovery(rate, acted, output?.requested.rate ?? Infinity);
}

/**
 * Seconds from a kill until the first second from which on every 30 s have at least 95% of the rate before the first
 * kill. Seconds above the mean count as the mean, so that catching up does not hide an outage. Of several kills: the
 * longest time; kills within a second are one.
 * @param acted times of the kills, epoch seconds, ascending @param offered rate of all clients
 */
export function computeRecovery(
  { from, step, values }: Pick<Series, 'from' | 'step' | 'values'>,
  acted: readonly number[],
  offered = Infinity,
): Recovery {
  const moments = acted.filter((at, index) => index === 0 || at - (acted[index - 1] ?? at) > step);
  const toStep = (at: number): number => Math.max(0, Math.floor((at - from) / step));
  const before = values.slice(0, toStep(moments[0] ?? from));
  if (before.length === 0) return { problem: 'nothing was measured before the kill' };
  // Clients may catch up after the warm-up.
  const top = Math.min(computeMean(before), offered);
  const capped = values.map((value) => Math.min(value, top));
  const least = RECOVERED_SHARE * computeMean(capped.slice(0, before.length));
  let longest = 0;
  for (const [index, at] of moments.entries()) {
    const next = moments[index + 1];
    const part = capped.slice(0, next === undefined ? capped.length : toStep(next));
    const back = findReturn(part, toStep(at), Math.ceil(RECOVERY_SECONDS / step), least);
    if (typeof back !== 'number') return back;
    longest = Math.max(longest, from + back * step - at);
  }
  return { seconds: longest, before: top };
}

/** The first step at which the rate is back; or why it is not. @param start step of the kill @param size of means */
function findReturn(
  values: readonly number[],
  start: number,
  size: number,
  least: number,
): number | { readonly problem: string } {
  const last = values.length - size;
  if (last < start) return { problem: `fewer than ${RECOVERY_SECONDS} s were measured after the kill` };
  let back: number | null = null;
  for (let first = last; first >= start; first -= 1) {
    if (computeMean(values.slice(first, first + size)) < least) break;
    if ((values[first] ?? 0) >= least) back = first;
  }
  const percent = RECOVERED_SHARE * 100;
  const rate = `${percent}% of ${Math.round(least / RECOVERED_SHARE)} messages/s, the rate before the kill`;
  return back ?? { problem: `the last ${RECOVERY_SECONDS} s of the trial stayed below ${rate}` };
}
