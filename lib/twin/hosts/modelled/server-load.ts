/** What the hosts of a rig ask of the servers of a copy, as these would count it: modelled, as all of a rehearsal. */
import { FILE_OPERATIONS } from '../../../shapes/file-operation';
import type { ModelledCredits, ModelledRate, TargetModel } from '../../../targets/model';
import type { FleetWork, Levels } from './performance/fleet-work';

/** A time in which nothing changes but the reserves, which go evenly from one level to the other. */
export interface ServerLoad {
  /** Epoch seconds. */
  readonly from: number;
  readonly until: number;
  /** Bytes a second. */
  readonly read: number;
  readonly written: number;
  /** Operations a second. */
  readonly reads: number;
  readonly writes: number;
  readonly metadata: number;
  /** Shares of what the servers may give at all times; above 1 where they burst. */
  readonly network: number;
  readonly bandwidth: number;
  readonly iops: number;
  /** Share of the reads that the memory of the servers answers. */
  readonly hits: number;
  /** What the reserves hold, 0–1. */
  readonly before: Levels;
  readonly after: Levels;
  /** Whose they are; left out: all are of the servers. */
  readonly credits?: ModelledCredits | undefined;
  /** Shares of what a host moves to its volumes at that time, with its credits or without; left out: not known. */
  readonly host?: { readonly bandwidth: number; readonly iops: number } | undefined;
}

/** Told of each step that loads a copy. */
export type OnLoad<Asked> = (asked: Asked, loads: readonly ServerLoad[]) => void;

/**
 * @param pace factor on the rates: what is done once then takes so much less time
 * @param begins epoch seconds at which the work begins
 */
export function toServerLoads(
  model: TargetModel,
  { needs, spans }: FleetWork,
  { pace, begins, untilDone }: { readonly pace: number; readonly begins: number; readonly untilDone: boolean },
): readonly ServerLoad[] {
  const { read: reading, cacheRead, credits } = model;
  const { moved, sent, hits, operations } = needs;
  const metadata = operations.reduce((sum, { name, count }) => sum + (isFileOperation(name) ? count : 0), 0);
  const first = spans[0]?.from ?? begins;
  const moment = (at: number): number => begins + (at - first) / (untilDone ? pace : 1);
  return spans.map(({ from, until, rate: units, before, after }) => {
    const rate = units * pace;
    return {
      from: moment(from),
      until: moment(until),
      read: rate * moved.read,
      written: rate * moved.written,
      reads: rate * sent.reads,
      writes: rate * sent.writes,
      metadata: rate * metadata,
      network: (rate * Math.max(moved.read, moved.written)) / Math.max(cacheRead, reading.baseline),
      bandwidth: rate * needs.cost('bandwidth', false),
      iops: rate * needs.cost('iops', false),
      hits,
      before,
      after,
      credits,
      // As much as the model gives it: how lucky a host is asks for no more.
      host: computeHostShares(model, needs, { rate: units, before }),
    };
  });
}

function computeHostShares(
  { hostLink, read, readIops, credits }: TargetModel,
  needs: FleetWork['needs'],
  { rate, before }: Pick<FleetWork['spans'][number], 'rate' | 'before'>,
): ServerLoad['host'] {
  if (hostLink === undefined) return undefined;
  const share = (of: 'bandwidth' | 'iops', { baseline }: ModelledRate): number => {
    const spent = before[of] <= EMPTY && credits?.hosts?.includes(of) === true;
    return (rate * needs.cost(of, false) * baseline) / (spent ? hostLink[of].baseline : hostLink[of].burst);
  };
  return { bandwidth: share('bandwidth', read), iops: share('iops', readIops) };
}

/** Below this a reserve is empty: the rest is rounding. */
const EMPTY = 1e-9;

function isFileOperation(name: string): boolean {
  return FILE_OPERATIONS.some((one) => one === name);
}
