/** How long everything of FSx takes in the model. */

/** Steps of FSx that take time. */
export type FsxStep =
  | 'lustreCreate'
  | 'lustreStorage'
  | 'lustreThroughput'
  | 'lustreMetadata'
  | 'lustreDelete'
  | 'openZfsCreate'
  | 'openZfsStorage'
  | 'openZfsThroughput'
  | 'openZfsIops'
  | 'openZfsDelete'
  | 'settings'
  | 'optimization'
  | 'volumeCreate'
  | 'volumeUpdate'
  | 'volumeDelete'
  | 'backup';

/** A duration that may grow with the storage capacity. */
export interface FsxDuration {
  readonly seconds: number;
  readonly secondsPerTiB: number;
}

export interface FsxTiming {
  readonly steps: Readonly<Record<FsxStep, FsxDuration>>;
  /** Each duration is multiplied by a random number from 1 - noise to 1 + noise. */
  readonly noise: number;
  /** An accepted change waits for so long before FSx begins with it, milliseconds. */
  readonly pendingMs: number;
  /** Listings without ids show a new thing only so long after its creation, milliseconds. */
  readonly visibleMs: number;
}

const seconds = (fixed: number, secondsPerTiB = 0): FsxDuration => ({ seconds: fixed, secondsPerTiB });

/**
 * AWS publishes no durations. Seen in public: Lustre of 1.2 to 10 TiB 5 to 12 min
 * (https://github.com/kubernetes-sigs/aws-fsx-csi-driver/issues/433), of 72 TB about 12 min (issue 382 there); a
 * storage increase about 15 min until available. Changes "within minutes"
 * (https://docs.aws.amazon.com/fsx/latest/LustreGuide/managing-metadata-performance.html). The rest is assumed, of the
 * order that users report: OpenZFS creates 8 to 20, throughput 10 to 25, deletes 5 to 15 min. The optimisation of
 * storage that holds little is short.
 */
export const FSX_TIMING: FsxTiming = {
  steps: {
    lustreCreate: seconds(600, 1.7),
    lustreStorage: seconds(900),
    lustreThroughput: seconds(900),
    lustreMetadata: seconds(900),
    lustreDelete: seconds(300),
    openZfsCreate: seconds(840),
    openZfsStorage: seconds(600),
    openZfsThroughput: seconds(1050),
    openZfsIops: seconds(600),
    openZfsDelete: seconds(600),
    settings: seconds(60),
    optimization: seconds(600),
    volumeCreate: seconds(60),
    volumeUpdate: seconds(40),
    volumeDelete: seconds(30),
    backup: seconds(600),
  },
  noise: 0.2,
  pendingMs: 15_000,
  visibleMs: 5_000,
};

/** What options may say: single steps, and the rest. */
export type FsxTimingOptions = Partial<Omit<FsxTiming, 'steps'>> & {
  readonly steps?: Partial<Record<FsxStep, FsxDuration>>;
};

/** The table with the options' changes. */
export function fsxTiming(options: FsxTimingOptions = {}): FsxTiming {
  return { ...FSX_TIMING, ...options, steps: { ...FSX_TIMING.steps, ...options.steps } };
}

/**
 * Modelled length of one step, whole milliseconds.
 * @param draw number in [0, 1)
 */
export function stepMs(timing: FsxTiming, step: FsxStep, capacityGiB: number, draw: number): number {
  const { seconds: fixed, secondsPerTiB } = timing.steps[step];
  const factor = 1 + timing.noise * (2 * draw - 1);
  return Math.round(1000 * factor * (fixed + (secondsPerTiB * capacityGiB) / 1024));
}
