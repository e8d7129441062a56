/** The rate that lasts, where credits, a cache, a step or a fall made the measured one higher. */
import type { DecisionRule } from '../../shapes/decision-rule';
import { toThreeDigits } from '../format';
import { BURST_RATIO } from '../../shapes/provisioned-rates';
import { pickTypical } from '../statistics/statistics';
import type { CandidateMeasure, Contender, MetricFigure } from './contender';
import { isTime } from './proof';

/** @param moved what hosts moved by credits of their network */
export function findLasting(
  { measure, statistics, proofs, ofProvisioned, trials, ebsLevel }: MetricFigure,
  burst: DecisionRule['burst'],
  moved = 'network',
): Pick<Contender, 'lasting' | 'hostCredits'> {
  if (burst === 'allowed') return { lasting: null, hostCredits: null };
  const isOfNetwork = trials.some(({ hostLevel }) => hostLevel !== undefined);
  const ofEbs = ebsLevel < 1 ? `EBS: ${toThreeDigits(1 / ebsLevel)}× its baseline` : null;
  const hostCredits = isOfNetwork ? moved : ofEbs;
  const { provisioned = null, unit } = measure;
  if (isTime(unit)) return { lasting: null, hostCredits };
  const promised = provisioned !== null && (ofProvisioned ?? 0) > BURST_RATIO ? provisioned : Infinity;
  const hasLevels = hostCredits !== null || trials.some(({ lowerLevel }) => lowerLevel !== undefined);
  const level = hasLevels ? Math.exp(pickTypical(proofs.flatMap(({ log }) => log ?? []))) : Infinity;
  const lasting = Math.min(promised, level);
  const isShown = lasting < statistics.centre && toThreeDigits(lasting) !== toThreeDigits(statistics.centre);
  return { lasting: isShown ? lasting : null, hostCredits };
}

/** Share that the EBS baseline of the hosts carries of a rate, or of any rate during a time; 1: all of it. */
export function computeEbsLevel(measures: readonly CandidateMeasure[], measure: CandidateMeasure): number {
  const all = isTime(measure.unit) ? measures : [measure];
  const most = Math.max(...all.map(({ ofEbsBaseline }) => ofEbsBaseline ?? 0));
  return most > BURST_RATIO ? 1 / most : 1;
}

/** Whether the hosts may have to carry more than their baseline to meet `atLeast`. */
export function lacksBaseline(one: Contender, { atLeast = Infinity }: DecisionRule): boolean {
  return one.hostCredits !== null && (one.lasting ?? one.value) < atLeast;
}
