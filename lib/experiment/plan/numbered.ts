/** A priced rig as the plan has it, its trials divided into batches that are numbered through. */
import type { BatchDocument } from '../../shapes/documents';
import type { BatchPlan, PeriodPlan, RigPlan, Timing } from '../../shapes/plan';
import { batchDocuments, type Frame } from './documents';
import { changingSeconds, type PricedRig, wholeTrialSeconds } from './money';

/** @returns the rig, and what each of its batches holds */
export function numbered(
  frame: Frame,
  {
    draft,
    expectedSeconds,
    estimateUsd,
    usdPerHour,
    hostsUsdPerHour,
    stretchUsdPerHour,
    stretchCopiesUsdPerHour,
    copyUsdPerHour,
    shareUsd,
  }: PricedRig,
  local: boolean,
): { readonly plan: RigPlan; readonly batches: readonly BatchDocument[] } {
  const { rig, block, roles, hosts, readySeconds, stretches, choices } = draft;
  const copies = draft.copies.map((copy, index) => ({ ...copy, usdPerHour: copyUsdPerHour[index] ?? 0 }));
  const rounds = { seconds: roundSeconds(draft, frame.timing, local), started: new Set<number>() };
  const batches: BatchDocument[] = [];
  const periods: { period: number; batches: BatchPlan[] }[] = [];
  for (const [index, { period, changes, trials }] of stretches.entries()) {
    const price = stretchUsdPerHour[index] ?? usdPerHour;
    const parts = stretchCopiesUsdPerHour[index] ?? [];
    const ofCopies = Object.fromEntries(copies.map(({ copy }, nth) => [copy, parts[nth] ?? 0]));
    const its = batchDocuments(
      frame,
      { rig, roles, shareUsd, copies },
      { trials, usdPerHour: price },
      rounds,
      batches.length + 1,
    );
    batches.push(...its);
    const plans = its.map((one, nth) => ({
      batch: one.batch,
      changes: nth === 0 ? changes : [],
      usdPerHour: price,
      copyUsdPerHour: ofCopies,
      trials: one.trials.map(({ trial }) => trial),
    }));
    const last = periods.at(-1);
    if (last?.period === period) last.batches.push(...plans);
    else periods.push({ period, batches: plans });
  }
  const plan: RigPlan = {
    rig,
    block,
    copies,
    ...(choices === undefined ? {} : { choices }),
    readySeconds,
    roles,
    hosts,
    periods: periods satisfies PeriodPlan[],
    expectedSeconds,
    estimateUsd,
    shareUsd,
    usdPerHour,
    hostsUsdPerHour,
  };
  return { plan, batches };
}

/** Expected length of each round, with all that stands around its trials, and the changes in it. */
export function roundSeconds({ stretches }: PricedRig['draft'], timing: Timing, local: boolean): Map<number, number> {
  const seconds = new Map<number, number>();
  for (const { changes, trials } of stretches) {
    for (const [index, trial] of trials.entries()) {
      const { round } = trial;
      // A change before the first trial of a round has been waited for when the round is looked at.
      const changing = index === 0 && seconds.has(round) ? changingSeconds(changes) : 0;
      seconds.set(round, (seconds.get(round) ?? 0) + wholeTrialSeconds(trial, timing, local) + changing);
    }
  }
  return seconds;
}
