/** A priced rig as the plan has it, its trials divided into batches that are numbered through. */
import type { BatchDocument, RoundPart } from '../../shapes/documents';
import type { BatchPlan, PeriodPlan, RigPlan, Timing } from '../../shapes/plan';
import { batchDocuments, type Frame } from './documents';
import type { PricedRig } from './money';
import { rounded } from './step-times';
import { aroundOf, changingSeconds, wholeTrialSeconds } from './rig/times';

/** @returns the rig, what each of its batches holds, and how long its hosts take to be ready */
export function numbered(
  frame: Frame,
  {
    draft,
    expectedSeconds,
    startingSeconds,
    estimateUsd,
    usdPerHour,
    hostsUsdPerHour,
    stretchUsdPerHour,
    stretchCopiesUsdPerHour,
    copyUsdPerHour,
    shareUsd,
  }: PricedRig,
  local: boolean,
): { readonly plan: RigPlan; readonly batches: readonly BatchDocument[]; readonly startingSeconds: number } {
  const { rig, block, roles, hosts, readySeconds, stretches, choices, clean } = draft;
  const copies = draft.copies.map((copy, index) => ({ ...copy, usdPerHour: copyUsdPerHour[index] ?? 0 }));
  const rounds = { parts: roundParts(draft, frame.timing, local), started: new Set<number>() };
  const batches: BatchDocument[] = [];
  const periods: { period: number; batches: BatchPlan[] }[] = [];
  for (const [index, { period, changes, trials }] of stretches.entries()) {
    const price = stretchUsdPerHour[index] ?? usdPerHour;
    const parts = stretchCopiesUsdPerHour[index] ?? [];
    const ofCopies = Object.fromEntries(copies.map(({ copy }, nth) => [copy, parts[nth] ?? 0]));
    const its = batchDocuments(frame, { rig, roles, shareUsd, copies }, trials, rounds, batches.length + 1);
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
    ...(clean === undefined ? {} : { clean }),
    periods: periods satisfies PeriodPlan[],
    expectedSeconds,
    estimateUsd,
    shareUsd,
    usdPerHour,
    hostsUsdPerHour,
  };
  return { plan, batches, startingSeconds };
}

/** Expected length of each round: of each copy's trials with all that stands around them, and of changes between. */
export function roundParts(
  { stretches }: PricedRig['draft'],
  timing: Timing,
  local: boolean,
): Map<number, RoundPart[]> {
  const rounds = new Map<number, RoundPart[]>();
  for (const { changes, trials } of stretches) {
    for (const [index, trial] of trials.entries()) {
      const parts = rounds.get(trial.round) ?? [];
      // A change before the first trial of a round has been waited for when the round is looked at.
      const changing = index === 0 && parts.length > 0 ? changingSeconds(changes) : 0;
      const own = { copy: trial.copy, seconds: wholeTrialSeconds(trial, timing, aroundOf(local)) };
      rounds.set(trial.round, added(changing > 0 ? added(parts, { seconds: changing }) : parts, own));
    }
  }
  return rounds;
}

/** One part for each copy, and one for all changes. */
function added(parts: readonly RoundPart[], more: RoundPart): RoundPart[] {
  const before = parts.find(({ copy }) => copy === more.copy);
  if (before === undefined) return [...parts, { ...more, seconds: rounded(more.seconds) }];
  const both = { ...more, seconds: rounded(before.seconds + more.seconds) };
  return parts.map((one) => (one === before ? both : one));
}
