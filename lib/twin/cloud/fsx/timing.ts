/** Durations of FSx in the simulation: those of the targets, with noise. */
import type { ExpectedTime } from '../../../targets/durations';

export type StepTime = Pick<ExpectedTime, 'seconds' | 'secondsPerTiB'>;

export type FsxStep =
  | 'create'
  | 'change'
  | 'optimization'
  | 'delete'
  | 'backup'
  | 'volumeCreate'
  | 'volumeUpdate'
  | 'volumeDelete'
  | 'virtualMachineCreate'
  | 'virtualMachineDelete';

export interface FsxTiming {
  /** Durations instead of those of a type. */
  readonly steps: Readonly<Partial<Record<FsxStep, StepTime>>>;
  /** Each duration is multiplied by a random number from 1 - noise to 1 + noise. */
  readonly noise: number;
  /** Delay between an accepted change and its start, milliseconds. */
  readonly pendingMs: number;
  /** Delay until listings without ids show a new resource, milliseconds. */
  readonly visibleMs: number;
}

/** Assumed: undocumented. */
export const FSX_TIMING: FsxTiming = { steps: {}, noise: 0.2, pendingMs: 15_000, visibleMs: 5_000 };

/** Assumed; no target takes a backup. */
export const BACKUP_TIME: StepTime = { seconds: 600 };

/** Simulated duration of one step, whole milliseconds. @param draw number in [0, 1) */
export function computeStepMs({ noise }: FsxTiming, length: StepTime, capacityGiB: number, draw: number): number {
  const { seconds, secondsPerTiB = 0 } = length;
  const factor = 1 + noise * (2 * draw - 1);
  // 1 TiB = 1024 GiB: time depends on bytes. Plans use 1000, as AWS for throughput: 1/20 s less at 1200 GiB Lustre.
  return Math.round(1000 * factor * (seconds + (secondsPerTiB * capacityGiB) / 1024));
}
