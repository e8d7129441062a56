/** The rule for all limits, of hosts, servers, provisioned rates and load: reached from 90 % usage on. */
import type { LimitEvidence } from '../../shapes/bottleneck';
import { type OfferedLoad, type LimitedRates, hasPhases } from '../../shapes/metric';
import type { RoleUsage } from '../../shapes/verdict';
import { formatValue } from '../format';
import { type Measure, pickPrimary } from '../measures';
import { listByteRates } from '../byte-rates';

/**
 * A limit counts as reached from this share on. Two equally near limits leave 0.84 of each (see the bend in
 * `lib/twin/hosts/modelled/performance/fleet-work.ts`); a demand 20 % above its limit reaches 0.92 of it.
 */
export const REACHED_SHARE = 0.9;

/** `97 %`: rounded down, so that it never shows an unreached limit as reached. */
export function formatPercent(share: number): string {
  return `${Math.floor(share * 100 + 1e-9)} %`;
}

/** Nearest first; unknown shares last. */
export function sortByShare(all: readonly LimitEvidence[]): readonly LimitEvidence[] {
  return all.toSorted((a, b) => (b.share ?? -1) - (a.share ?? -1));
}

/** The median element by a number; of an even count the lower one, so that it is a real one. */
export function pickMiddle<T>(all: readonly T[], of: (one: T) => number): T | undefined {
  return all.toSorted((a, b) => of(a) - of(b))[Math.floor((all.length - 1) / 2)];
}

/** Limits of one kind for a cell. */
export interface LimitCheck {
  readonly reached: readonly LimitEvidence[];
  /** Also provisioned rates that were exceeded, as these did not limit. */
  readonly below: readonly LimitEvidence[];
  readonly lacking: readonly string[];
}

export interface LimitFinding {
  readonly isReached: boolean;
  readonly evidence: LimitEvidence;
}

/** Separates reached limits from the others. */
export function splitFindings(found: readonly LimitFinding[], lacking: readonly string[]): LimitCheck {
  const where = (at: boolean): readonly LimitEvidence[] =>
    found.flatMap((one) => (one.isReached === at ? [one.evidence] : []));
  return { reached: where(true), below: where(false), lacking };
}

/** `load: the offered rate of 8.00k ops/s`, or the reached part. @param load of all hosts; null: unlimited */
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
  if (by === 'pauses') return `pauses after each I/O, ${formatPercent(rate / most)} of the job time`;
  const given = `the offered rate of ${formatValue(most, 'ops/s')}`;
  return kept ? given : `${formatValue(rate, 'ops/s')} of ${given}`;
}

/** A single phase may reach a limit that the mean over all phases does not, so such means are no evidence. */
export function dropPhaseMeans(limits: LimitCheck, held: readonly LimitedRates[]): LimitCheck {
  if (!hasPhases(held)) return limits;
  const [means, below] = [limits.below.filter(isPhaseMean), limits.below.filter((one) => !isPhaseMean(one))];
  if (means.length === 0) return limits;
  const texts = means.map(({ text }) => text).join('; ');
  return { ...limits, below, lacking: [...limits.lacking, `usage of each phase (mean over all phases: ${texts})`] };
}

/** Figures of one phase are no such means; and a limit that some hosts reached on average is evidence. */
function isPhaseMean({ share, ofPhase, onSome }: LimitEvidence): boolean {
  return share !== null && share < REACHED_SHARE && ofPhase !== true && onSome !== true;
}

/**
 * Network rate of each host in the busiest phase, bytes per second, assuming that hosts do equal work. Null without a
 * rate, with several host roles, and without alternating phases.
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
