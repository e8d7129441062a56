/**
 * The one rule for limits: the share that was used of each in the window, reached from nine tenths on. What was looked
 * at may be of hosts, of servers, of what is paid for, or of the load itself.
 */
import type { LimitEvidence } from '../../shapes/bottleneck';
import { type OfferedLoad, type LimitedRates, hasPhases } from '../../shapes/metric';
import type { RoleUsage } from '../../shapes/verdict';
import { formatValue } from '../format';
import { type Measure, pickPrimary } from '../measures';
import { listByteRates } from '../byte-rates';

/**
 * From this share on a limit is reached. Below it other limits, or too little in flight, may bend the rate: two limits
 * that are equally near leave 0.84 of each (the bend in `lib/twin/hosts/modelled/performance/fleet-work.ts`), and what
 * is at a fifth more than its limit could take reaches 0.92 of it.
 */
export const REACHED_SHARE = 0.9;

/** `97 %`: cut, never rounded up to a limit that was not reached. */
export function formatPercent(share: number): string {
  return `${Math.floor(share * 100 + 1e-9)} %`;
}

/** The nearest first; those whose share nobody knows last. */
export function sortByShare(all: readonly LimitEvidence[]): readonly LimitEvidence[] {
  return all.toSorted((a, b) => (b.share ?? -1) - (a.share ?? -1));
}

/** The middle one of some, by a number; of an even count the lower one of both: it is one that there was. */
export function pickMiddle<T>(all: readonly T[], of: (one: T) => number): T | undefined {
  return all.toSorted((a, b) => of(a) - of(b))[Math.floor((all.length - 1) / 2)];
}

/** One side of a cell. */
export interface LimitCheck {
  readonly reached: readonly LimitEvidence[];
  /** Of what is paid for, what was exceeded stands here too: then it was no limit. */
  readonly below: readonly LimitEvidence[];
  /** What would tell more. */
  readonly lacking: readonly string[];
}

/** One limit, and whether it was reached. */
export interface LimitFinding {
  readonly isReached: boolean;
  readonly evidence: LimitEvidence;
}

/** Puts limits apart. */
export function splitFindings(found: readonly LimitFinding[], lacking: readonly string[]): LimitCheck {
  const where = (at: boolean): readonly LimitEvidence[] =>
    found.flatMap((one) => (one.isReached === at ? [one.evidence] : []));
  return { reached: where(true), below: where(false), lacking };
}

/**
 * `load: the given rate of 8.00k ops/s`, where it was kept to; else how much of it was.
 * @param load of all hosts; null: they ask for as much as is answered
 */
export function checkLoad(measures: readonly Measure[], load: OfferedLoad | null): LimitCheck {
  const made = pickPrimary(measures, load?.metric).filter(({ metric }) => metric === load?.metric);
  const rate = made.reduce((sum, { statistics }) => sum + (statistics?.centre ?? 0), 0);
  if (load === null || !(rate > 0)) return splitFindings([], []);
  const share = rate / load.rate;
  const at = share >= load.least;
  const evidence = { resource: 'load', share, text: `load: ${describeLoad(load, rate, at)}` };
  return splitFindings([{ isReached: at, evidence }], []);
}

function describeLoad({ by, rate: most }: OfferedLoad, rate: number, kept: boolean): string {
  if (by === 'pauses') {
    const time = `${formatPercent(rate / most)} of their time`;
    return kept ? `jobs that pause after each I/O, ${time}` : `jobs paused after each I/O, ${time}`;
  }
  const given = `the given rate of ${formatValue(most, 'ops/s')}`;
  return kept ? given : `${formatValue(rate, 'ops/s')} of ${given}`;
}

/** A limit that a mean over all phases does not reach may be that of one of them: nothing is concluded from it. */
export function dropPhaseMeans(limits: LimitCheck, held: readonly LimitedRates[]): LimitCheck {
  if (!hasPhases(held)) return limits;
  const [means, below] = [limits.below.filter(isPhaseMean), limits.below.filter((one) => !isPhaseMean(one))];
  if (means.length === 0) return limits;
  const told = means.map(({ text }) => text).join('; ');
  return { ...limits, below, lacking: [...limits.lacking, `what each phase used (mean over all phases: ${told})`] };
}

/** What is known of one phase is no mean over the time of all; of what some hosts reached the mean is enough. */
function isPhaseMean({ share, ofPhase, onSome }: LimitEvidence): boolean {
  return share !== null && share < REACHED_SHARE && ofPhase !== true && onSome !== true;
}

/**
 * What hosts moved over their network in the phase that moved most, by its rate: bytes a second of each, as the rate is
 * of hosts that do the same. Null where no rate tells, where hosts have several roles, and where phases do not take
 * turns.
 */
export function computePhaseRate(
  uses: readonly RoleUsage[],
  roles: number,
  held: readonly LimitedRates[],
  measures: readonly Measure[],
): number | null {
  const hosts = pickMiddle(uses, ({ cpu }) => cpu.length)?.cpu.length ?? 0;
  const most = Math.max(0, ...listByteRates(held, measures).map(({ read, written }) => Math.max(read, written)));
  return !hasPhases(held) || roles !== 1 || hosts === 0 || most === 0 ? null : most / hosts;
}
