/** How long everything of FSx takes in the model: lengths are those of the targets, with noise. */
import type { ExpectedTime } from '../../../targets/durations';

/** A length, whatever its source. */
export type StepTime = Pick<ExpectedTime, 'seconds' | 'secondsPerTiB'>;

/** What takes time. */
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
  /** Lengths in place of those that a type has. */
  readonly steps: Readonly<Partial<Record<FsxStep, StepTime>>>;
  /** Each duration is multiplied by a random number from 1 - noise to 1 + noise. */
  readonly noise: number;
  /** An accepted change waits for so long before FSx begins with it, milliseconds. */
  readonly pendingMs: number;
  /** Listings without ids show a new thing only so long after its creation, milliseconds. */
  readonly visibleMs: number;
}

/** Assumed: no page says anything of it. */
export const FSX_TIMING: FsxTiming = { steps: {}, noise: 0.2, pendingMs: 15_000, visibleMs: 5_000 };

/** A backup. Assumed; no target takes one. */
export const BACKUP_TIME: StepTime = { seconds: 600 };

/**
 * Modelled length of one step, whole milliseconds.
 * @param draw number in [0, 1)
 */
export function computeStepMs({ noise }: FsxTiming, length: StepTime, capacityGiB: number, draw: number): number {
  const { seconds, secondsPerTiB = 0 } = length;
  const factor = 1 + noise * (2 * draw - 1);
  return Math.round(1000 * factor * (seconds + secondsPerTiB * toBinaryTib(capacityGiB)));
}

/**
 * A TiB is 1024 GiB here, where time goes by real bytes. Plans wait by `tebibytes` of the targets, 1000 GiB, as AWS
 * reckons throughput: for 1200 GiB of Lustre the two are a twentieth of a second apart.
 */
function toBinaryTib(capacityGiB: number): number {
  return capacityGiB / 1024;
}
