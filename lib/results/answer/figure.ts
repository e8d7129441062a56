/** Figures of a configuration, and the rate that lasts where credits or a cache made the measured one higher. */
import { DEFAULT_MARGIN, type DecisionRule } from '../../shapes/decision-rule';
import type { Metric } from '../../shapes/metric';
import { toThreeDigits } from '../format';
import type { Measure } from '../measures';
import { BURST_RATIO, type ProvisionedRatio } from '../provisioned-ratio';
import { type LogStats, pickTypical, type Statistics } from '../statistics/statistics';
import type { TrialStatus } from '../trial-status';
import type { AssumedSpread } from './assumptions';
import { isTime, type Proof } from './proof';

/** A measure, with its provisioned rate if known. */
export type CandidateMeasure = Measure & Partial<ProvisionedRatio>;

/** Figure of a configuration for one metric, from its counted trials. */
export interface MetricFigure {
  readonly measure: CandidateMeasure;
  readonly statistics: Statistics & { readonly logs: LogStats };
  readonly proofs: readonly Proof[];
  readonly better: Metric['better'];
  readonly trials: readonly TrialStatus[];
  readonly ofProvisioned: number | null;
  /** Share of the rate that the EBS baseline of the hosts carries. */
  readonly ebsLevel: number;
  /** Target instances on which it was measured; existing ones share one name. */
  readonly copies: readonly string[];
  readonly spread: AssumedSpread;
}

export interface LastingRate {
  /** Rate that lasts, if lower than the value: provisioned, at the baseline of hosts, or after a step or fall. */
  readonly lasting: number | null;
  /** What the hosts moved by credits; null if nothing, or if credits count. */
  readonly hostCredits: string | null;
}

export function findLasting(figure: MetricFigure, burst: DecisionRule['burst'], moved = 'network'): LastingRate {
  const { measure, statistics, proofs, ofProvisioned, trials, ebsLevel } = figure;
  const { provisioned = null, unit } = measure;
  const promised = provisioned !== null && (ofProvisioned ?? 0) > BURST_RATIO ? provisioned : Infinity;
  const isOfNetwork = trials.some(({ hostLevel }) => hostLevel !== undefined);
  const hasLevels = isOfNetwork || ebsLevel < 1 || trials.some(({ lowerLevel }) => lowerLevel !== undefined);
  const isKnown = hasLevels && burst !== 'allowed' && !isTime(unit);
  const level = isKnown ? Math.exp(pickTypical(proofs.flatMap(({ log }) => log ?? []))) : Infinity;
  const lasting = Math.min(promised, level * (1 + DEFAULT_MARGIN) < statistics.centre ? level : Infinity);
  const ofEbs = ebsLevel < 1 ? `EBS: ${toThreeDigits(1 / ebsLevel)}× its baseline` : null;
  const spent = isOfNetwork ? moved : ofEbs;
  return { lasting: Number.isFinite(lasting) ? lasting : null, hostCredits: burst === 'allowed' ? null : spent };
}

/** Share that the EBS baseline of the hosts carries of a rate, or of any rate during a time; 1: all of it. */
export function computeEbsLevel(measures: readonly CandidateMeasure[], measure: CandidateMeasure): number {
  const all = isTime(measure.unit) ? measures : [measure];
  const most = Math.max(...all.map(({ ofEbsBaseline }) => ofEbsBaseline ?? 0));
  return most > BURST_RATIO ? 1 / most : 1;
}
