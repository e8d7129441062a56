/** Assumed spread between instances and between hours, if only one was measured. A convention: AWS publishes none. */
import type { Unit } from '../../shapes/observation';
import type { TrialStatus } from '../trial-status';
import { BURST_RATIO } from '../../shapes/provisioned-rates';

/** Spread settings of a cell, and the facts that select the defaults. */
export interface SpreadSettings {
  /** `design.assumedInstanceSpread` and `design.assumedHourSpread`. */
  readonly instance?: number | undefined;
  readonly hour?: number | undefined;
  /** Instance store, which has no provisioned rate. */
  readonly loose?: boolean;
  /** Storage that is shared with other users. */
  readonly shared?: boolean;
  /** A walk by price: every candidate is measured in its own hour, so thresholds assume the spread of hours, too. */
  readonly walk?: boolean;
}

/** Standard deviations of logarithms. */
export interface AssumedSpread {
  readonly instance: number;
  readonly hour: number;
  /** Assumed spread of instances for tests against thresholds. These tests need one block more to measure it. */
  readonly forLimits: number;
}

/** Default for provisioned rates on FSx, EFS and EBS, and for the spread between two hours. */
export const PROVISIONED_SPREAD = 0.05;
/** For instance store, bursts, latencies not limited by a provisioned rate, and hours of shared storage. */
const LOOSE_SPREAD = 0.1;
/** At this share of the provisioned rate or more, that rate limits the latency. */
const LIMIT_SHARE = 0.9;

/** With this many blocks or more, the spread of instances is measured: for comparisons, and for thresholds. */
export const BLOCKS_TO_COMPARE = 3;
export const BLOCKS_FOR_LIMITS = 4;

/** @param figure unit of the decided metric, and its share of the provisioned rate @param trials counted trials */
export function assumeSpread(
  settings: SpreadSettings | undefined,
  { unit, ofProvisioned }: { readonly unit: Unit; readonly ofProvisioned: number | null },
  trials: readonly TrialStatus[],
): AssumedSpread {
  const given = trials.some((one) => one.given === true);
  const blocks = new Set(trials.map(({ block }) => block)).size;
  const time = unit === 'us' || unit === 's';
  const loose =
    settings?.loose === true ||
    (ofProvisioned !== null && ofProvisioned > BURST_RATIO) ||
    (time && (ofProvisioned ?? 0) < LIMIT_SHARE);
  const instance = given ? 0 : (settings?.instance ?? (loose ? LOOSE_SPREAD : PROVISIONED_SPREAD));
  const hour = settings?.hour ?? (given && settings?.shared === true ? LOOSE_SPREAD : PROVISIONED_SPREAD);
  return {
    instance: blocks < BLOCKS_TO_COMPARE ? instance : 0,
    forLimits: blocks < BLOCKS_FOR_LIMITS ? Math.hypot(instance, settings?.walk === true ? hour : 0) : 0,
    hour,
  };
}
