/** What is assumed of instances and hours where one of each was measured: conventions, as AWS publishes no spread. */
import type { Unit } from '../../shapes/observation';
import type { TrialStatus } from '../trial-status';
import { BURST_RATIO } from '../provisioned-ratio';

/** Of a cell: what the spec sets, and what the defaults depend on. */
export interface SpreadSettings {
  /** `design.assumedInstanceSpread` and `design.assumedHourSpread`. */
  readonly instance?: number | undefined;
  readonly hour?: number | undefined;
  /** Instance store: nothing is provisioned. */
  readonly loose?: boolean;
  /** Storage that others use too. */
  readonly shared?: boolean;
}

/** Standard deviations of logarithms. */
export interface AssumedSpread {
  readonly instance: number;
  readonly hour: number;
  /** Of instances where a limit is asked for, which takes one block more. */
  readonly forLimits: number;
}

/** Of what is provisioned on FSx, EFS and EBS, and of two hours. */
const PROVISIONED_SPREAD = 0.05;
/** Of instance store, latencies that nothing provisioned limits, bursts, and hours of storage that others share. */
const LOOSE_SPREAD = 0.1;
/** From so much of what is provisioned on, a latency is limited by it. */
const LIMIT_SHARE = 0.9;

/** From so many blocks on, the spread of instances is measured: in comparisons, and for limits. */
export const BLOCKS_TO_COMPARE = 3;
export const BLOCKS_FOR_LIMITS = 4;

/**
 * @param figure of the metric that is decided, and the share that it is of what is provisioned
 * @param trials those that count for it
 */
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
  return {
    instance: blocks < BLOCKS_TO_COMPARE ? instance : 0,
    forLimits: blocks < BLOCKS_FOR_LIMITS ? instance : 0,
    hour: settings?.hour ?? (given && settings?.shared === true ? LOOSE_SPREAD : PROVISIONED_SPREAD),
  };
}
