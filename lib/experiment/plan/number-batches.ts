/** Converts a priced rig to the form of the plan, with its trials in numbered batches. */
import { CONTRACT_VERSION } from '../../shapes/contract-version';
import type { BatchDocument, RoundPart } from '../../shapes/documents';
import { completeChanges, getEndpointsKey, type DocumentContext, type RigParts } from './documents';
import { sumAll } from '../../shapes/collections';
import { dropUndefined } from '../../shapes/canonical-json';
import { ensure } from '../../shapes/errors';
import { computeUsableSeconds } from '../../shapes/requests';
import { layout, getRigTag } from '../../shapes/layout';
import { type BatchPlan, type RigPlan, type Timing, type TrialPlan, TRIALS_PER_BATCH } from '../../shapes/plan';
import { countHistoryBytes, MAX_PAYLOAD_BYTES } from './worst-case';
import type { PricedRig } from './estimate';
import { roundToMs } from './step-times';
import { canRunAhead, getOverhead, computeChangeSeconds, computeTrialSeconds } from './rig/times';

/** @returns the rig, its batches, and the startup time of its hosts */
export function numberBatches(
  frame: DocumentContext,
  priced: PricedRig,
  local: boolean,
): { readonly plan: RigPlan; readonly batches: readonly BatchDocument[]; readonly startingSeconds: number } {
  const { draft, startingSeconds, stretchUsdPerHour, stretchCopiesUsdPerHour, copyUsdPerHour } = priced;
  const { expectedSeconds, estimateUsd, shareUsd, usdPerHour, hostsUsdPerHour } = priced;
  const { rig, block, roles, hosts, readySeconds, stretches, choices, clean } = draft;
  const copies = draft.copies.map((copy, index) => ({ ...copy, usdPerHour: copyUsdPerHour[index] ?? 0 }));
  const rounds = { parts: estimateRoundParts(draft, frame.timing, local), started: new Set<number>() };
  const batches: BatchDocument[] = [];
  const periods: { period: number; batches: BatchPlan[] }[] = [];
  for (const [index, { period, changes, trials, transition }] of stretches.entries()) {
    const parts = stretchCopiesUsdPerHour[index] ?? [];
    const ofCopies = Object.fromEntries(copies.map(({ copy }, nth) => [copy, parts[nth] ?? 0]));
    const its = makeBatchDocuments(frame, { rig, roles, shareUsd, copies }, trials, rounds, batches.length + 1);
    batches.push(...its.map((one) => addChange(one, transition, frame)));
    const plans = its.map((one, nth) => ({
      batch: one.batch,
      changes: nth === 0 ? changes : [],
      usdPerHour: stretchUsdPerHour[index] ?? usdPerHour,
      copyUsdPerHour: ofCopies,
      trials: one.trials.map(({ trial }) => trial),
    }));
    const last = periods.at(-1);
    if (last?.period === period) last.batches.push(...plans);
    else periods.push({ period, batches: plans });
  }
  const asDrafted = dropUndefined({ rig, block, copies, choices, readySeconds, roles, hosts, clean });
  const money = { estimateUsd, shareUsd, usdPerHour, hostsUsdPerHour };
  return { plan: { ...asDrafted, periods, expectedSeconds, ...money }, batches, startingSeconds };
}

/** The change that the only trial of a batch requests. */
function addChange(
  batch: BatchDocument,
  transition: PricedRig['draft']['stretches'][number]['transition'],
  frame: DocumentContext,
): BatchDocument {
  const [trial] = batch.trials;
  const step = trial?.steps.find(({ measures }) => measures);
  if (trial === undefined || step === undefined || transition === undefined || transition.requests.length === 0)
    return batch;
  const { stage, afterSeconds } = transition;
  const requests = completeChanges(transition, { ...frame, rig: batch.rig, batch: batch.batch }).map((one) => ({
    ...one,
    usableSeconds: computeUsableSeconds([one]),
  }));
  // The batch waits for the change, so time and budget must suffice for all of it.
  const whole = sumAll([afterSeconds, ...requests.map((one) => one.expectedSeconds)]);
  const seconds = roundToMs(Math.max(trial.seconds, whole));
  const change = { stage: stage ?? '', step: step.name, afterSeconds, requests };
  return { ...batch, trials: [{ ...trial, seconds, change }] };
}

/** Expected duration of each round, by target instance, with overhead and changes. */
export function estimateRoundParts(
  { stretches }: PricedRig['draft'],
  timing: Timing,
  local: boolean,
): Map<number, RoundPart[]> {
  const rounds = new Map<number, RoundPart[]>();
  for (const { changes, trials } of stretches) {
    for (const [index, trial] of trials.entries()) {
      const parts = rounds.get(trial.round) ?? [];
      // A change before the first trial of a round is complete when the round is checked.
      const changing = index === 0 && parts.length > 0 ? computeChangeSeconds(changes) : 0;
      const own = { copy: trial.copy, seconds: computeTrialSeconds(trial, timing, getOverhead(local)) };
      rounds.set(trial.round, addRoundPart(changing > 0 ? addRoundPart(parts, { seconds: changing }) : parts, own));
    }
  }
  return rounds;
}

/** One part for each target instance, and one for all changes. */
function addRoundPart(parts: readonly RoundPart[], more: RoundPart): RoundPart[] {
  const before = parts.find(({ copy }) => copy === more.copy);
  if (before === undefined) return [...parts, { ...more, seconds: roundToMs(more.seconds) }];
  const both = { ...more, seconds: roundToMs(before.seconds + more.seconds) };
  return parts.map((one) => (one === before ? both : one));
}

/** Other data shares a payload with the batch, so a batch may use three quarters of it. */
const MAX_BATCH_BYTES = 0.75 * MAX_PAYLOAD_BYTES;

/** Common content of all batches of a rig. */
export type BatchFrame = RigParts & Pick<RigPlan, 'shareUsd'>;

/**
 * Divides trials without changes between them into batches. The limits of history and payload set the size.
 * @param rounds parts of each round by its number; `started`: rounds that an earlier batch started
 * @param first number of the first batch
 */
export function makeBatchDocuments(
  frame: DocumentContext,
  rig: BatchFrame,
  trials: readonly TrialPlan[],
  rounds: { readonly parts: ReadonlyMap<number, readonly RoundPart[]>; readonly started: Set<number> },
  first: number,
): BatchDocument[] {
  const keys = layout(frame.experiment, frame.executionId);
  const empty = (batch: number): BatchDocument => ({
    version: CONTRACT_VERSION,
    executionId: frame.executionId,
    experiment: frame.experiment,
    rig: rig.rig,
    rigTag: getRigTag(frame.executionId, rig.rig),
    batch,
    hostsKey: keys.hosts(rig.rig),
    endpointsKey: getEndpointsKey(rig, keys),
    fenceKey: keys.fence,
    outcomeKey: keys.rigOutcome(rig.rig),
    deadline: frame.deadline,
    shareUsd: rig.shareUsd,
    timing: frame.timing,
    trials: [],
  });
  const around = countHistoryBytes(empty(first));
  const documents: BatchDocument[] = [];
  let bytes = Number.POSITIVE_INFINITY;
  for (const trial of trials) {
    const begins = !rounds.started.has(trial.round);
    rounds.started.add(trial.round);
    const entry = {
      trial: trial.trial,
      attemptPrefix: `${keys.trial(rig.rig, trial.trial)}a`,
      copy: trial.copy,
      seconds: trial.expectedSeconds,
      round: begins ? ensure(rounds.parts.get(trial.round), `the round of trial ${trial.trial}`) : [],
      steps: trial.steps,
      fixtures: trial.fixtures ?? [],
      fixturesFirst: trial.fixturesFirst === true,
      ...dropUndefined({
        events: trial.events,
        guarded: trial.guard && (true as const),
        look: trial.guard?.look,
        ahead: canRunAhead(trial) ? (true as const) : undefined,
      }),
    };
    const more = countHistoryBytes(entry);
    const last = documents.at(-1);
    if (last !== undefined && last.trials.length < TRIALS_PER_BATCH && bytes + more <= MAX_BATCH_BYTES) {
      documents[documents.length - 1] = { ...last, trials: [...last.trials, entry] };
      bytes += more;
    } else {
      documents.push({ ...empty(first + documents.length), trials: [entry] });
      bytes = around + more;
    }
  }
  return documents;
}
