/** Load of the servers of a target instance by the hosts of a rig, as these servers would count it. Simulated. */
import { FILE_OPERATIONS, type FileOperations } from '../../../shapes/file-operation';
import type { ModelledCredits, ModelledRate, TargetModel } from '../../../targets/model';
import { type CreditLevels, type FleetWork, MIN_CREDIT_LEVEL } from './performance/fleet-work';

/** Load during a time span with constant rates. Credits change linearly between the two levels. */
export interface ServerLoad {
  /** Epoch seconds. */
  readonly from: number;
  readonly until: number;
  /** Bytes per second. */
  readonly read: number;
  readonly written: number;
  /** Operations per second. */
  readonly reads: number;
  readonly writes: number;
  readonly metadata: FileOperations;
  /** Number of servers that share the metadata operations. */
  readonly metadataServers: number;
  /** Shares of the baselines of the servers; above 1 during a burst. */
  readonly network: number;
  readonly bandwidth: number;
  readonly iops: number;
  /** Share of the reads that the memory of the servers answers. */
  readonly hits: number;
  /** Levels of credits, 0–1. */
  readonly before: CreditLevels;
  readonly after: CreditLevels;
  /** Owner of the credits; absent: the servers have all of them. */
  readonly credits?: ModelledCredits | undefined;
  /** Shares of the current volume limits of a host, with or without credits; absent: unknown. */
  readonly host?: { readonly bandwidth: number; readonly iops: number } | undefined;
}

/** Called for each step that loads a target instance. */
export type LoadListener<Asked> = (task: Asked, loads: readonly ServerLoad[]) => void;

/** @param pace factor on the rates: fixed work then takes less time @param begins start, epoch seconds */
export function toServerLoads(
  model: TargetModel,
  { needs, spans }: FleetWork,
  { pace, begins, untilDone }: { readonly pace: number; readonly begins: number; readonly untilDone: boolean },
): readonly ServerLoad[] {
  const { read: reading, cacheRead, credits } = model;
  const { moved, sent, hits, operations } = needs;
  const names: readonly string[] = FILE_OPERATIONS;
  const files = operations.filter(({ name }) => names.includes(name));
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
      metadata: Object.fromEntries(files.map(({ name, count }) => [name, rate * count])),
      metadataServers: model.metadataServers ?? 1,
      network: (rate * Math.max(moved.read, moved.written)) / Math.max(cacheRead, reading.baseline),
      bandwidth: rate * needs.cost('bandwidth', false),
      iops: rate * needs.cost('iops', false),
      hits,
      before,
      after,
      credits,
      // From the model, without the noise of the host.
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
    const spent = before[of] <= MIN_CREDIT_LEVEL && credits?.hosts?.includes(of) === true;
    return (rate * needs.cost(of, false) * baseline) / (spent ? hostLink[of].baseline : hostLink[of].burst);
  };
  return { bandwidth: share('bandwidth', read), iops: share('iops', readIops) };
}
