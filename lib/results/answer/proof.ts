/**
 * What each trial proves about the value of its configuration: it lies between two bounds. Decisions use only these
 * bounds, so that a limit of the client, a lost trial or a falling rate needs no rule of its own.
 */
import type { DecisionRule } from '../../shapes/decision-rule';
import type { Metric } from '../../shapes/metric';
import type { Unit } from '../../shapes/observation';
import { findExclusion, type TrialStatus } from '../trial-status';

/** Natural logarithms. Infinite: no bound on this side. Null: the trial has no value, and proves nothing here. */
export interface Proof {
  readonly trial: string;
  readonly low: number | null;
  readonly high: number | null;
  /** Level that lasts, within the bounds; null if the trial does not count. */
  readonly log: number | null;
}

/** What is known of all trials of a configuration. */
export interface ProofFacts {
  readonly metric: string;
  readonly unit: Unit;
  readonly better: Metric['better'];
  /** Something other than what competes limited all trials, e.g. the CPUs of hosts or an offered rate. */
  readonly isLimited: boolean;
  /** See `Candidate.hostsCompete`. */
  readonly hostsCompete: boolean;
  readonly burst: DecisionRule['burst'];
  /** Share of the rate that the EBS baseline of the hosts carries. */
  readonly ebsLevel: number;
}

/** @param trials of the configuration, counted or not @param values of counted trials */
export function proveTrials(
  trials: readonly TrialStatus[],
  values: ReadonlyMap<string, number>,
  facts: ProofFacts,
): readonly Proof[] {
  return trials.flatMap((one): Proof[] => {
    const value = values.get(one.trial);
    return value === undefined ? proveMissing(one, facts) : [proveCounted(one, value, facts)];
  });
}

/** A trial without a value that was slow, or too fast to judge: the others are then a selection. */
function proveMissing(one: TrialStatus, { metric, better }: ProofFacts): Proof[] {
  const excluded = findExclusion(one, metric);
  const { lost } = excluded ?? one;
  const isDue = one.out === null && excluded === undefined;
  if (lost === null && !isDue) return [];
  const isWorse = isDue || lost === 'slow';
  const bounds = isWorse === (better === 'higher') ? { low: -Infinity, high: null } : { low: null, high: Infinity };
  return [{ trial: one.trial, log: null, ...bounds }];
}

function proveCounted(one: TrialStatus, value: number, facts: ProofFacts): Proof {
  const { metric, unit, better, hostsCompete } = facts;
  const { trial, lost, floors = [], despite, limited, lowerLevel = 1 } = one;
  const countsBurst = facts.burst === 'allowed';
  const hostLevel = countsBurst ? 1 : Math.min(facts.ebsLevel, one.hostLevel ?? 1);
  const log = Math.log(value) + (!unit.endsWith('/s') || countsBurst ? 0 : Math.log(Math.min(lowerLevel, hostLevel)));
  const isLimited = facts.isLimited || (limited !== undefined && !(limited === 'hosts' && hostsCompete));
  const mayBeBetter = isLimited || lost === 'quick';
  // Latencies that began late, below the offered rate, or with credits, may be worse.
  const isOtherLoad = isTime(unit) && (despite.includes('RateNotReached') || hostLevel < 1);
  const mayBeWorse = lost === 'slow' || floors.includes(metric) || isOtherLoad;
  const [mayBeHigher, mayBeLower] = better === 'higher' ? [mayBeBetter, mayBeWorse] : [mayBeWorse, mayBeBetter];
  return { trial, log, low: mayBeLower ? -Infinity : log, high: mayBeHigher ? Infinity : log };
}

export function isTime(unit: Unit): boolean {
  return unit === 'us' || unit === 's';
}

/** Numbers of trials without a bound on one side. */
export interface UnboundedCount {
  /** Trials whose true value may be better. */
  readonly better: number;
  /** Trials whose true value may be worse. */
  readonly worse: number;
}

export function countUnbounded(proofs: readonly Proof[], better: Metric['better']): UnboundedCount {
  // The logarithm of a value of zero is infinite, too.
  const low = proofs.filter((one) => one.low === -Infinity && one.log !== -Infinity).length;
  const high = proofs.filter((one) => one.high === Infinity).length;
  return better === 'higher' ? { better: high, worse: low } : { better: low, worse: high };
}
