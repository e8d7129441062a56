/** The rule for limits of hosts, servers, provisioned rates and load: reached at 90% usage or more. */
import type { LimitEvidence } from '../../shapes/bottleneck';
import { type OfferedLoad, type LimitedRates, hasPhases } from '../../shapes/metric';
import type { RoleUsage } from '../../shapes/verdict';
import { formatValue } from '../format';
import { type Measure, pickPrimary } from '../measures';
import { listByteRates } from '../byte-rates';

/**
 * A limit counts as reached at this share: two equal limits each reach only 0.84 (see the bend in
 * `lib/twin/hosts/modelled/performance/fleet-work.ts`); with 20% more demand, 0.92.
 */
export const REACHED_SHARE = 0.9;

/** `97%`: rounded down, so an unreached limit never looks reached. */
export function formatPercent(share: number): string {
  return `${Math.floor(share * 100 + 1e-9)}%`;
}

/** Sorts limits by share, nearest to the limit first, unknown shares last. */
export function sortByShare(all: readonly LimitEvidence[]): readonly LimitEvidence[] {
  return all.toSorted((a, b) => (b.share ?? -1) - (a.share ?? -1));
}

/** The median element by a number; with an even count the lower of the middle two. */
export function pickMedian<T>(all: readonly T[], of: (one: T) => number): T | undefined {
  return all.toSorted((a, b) => of(a) - of(b))[Math.floor((all.length - 1) / 2)];
}

export interface LimitCheck {
  readonly reached: readonly LimitEvidence[];
  /** Includes exceeded provisioned rates, which did not limit the cell. */
  readonly below: readonly LimitEvidence[];
  readonly lacking: readonly string[];
}

export interface LimitFinding {
  readonly isReached: boolean;
  readonly evidence: LimitEvidence;
}

export function splitFindings(found: readonly LimitFinding[], lacking: readonly string[]): LimitCheck {
  const where = (at: boolean): readonly LimitEvidence[] =>
    found.flatMap((one) => (one.isReached === at ? [one.evidence] : []));
  return { reached: where(true), below: where(false), lacking };
}

/** `load: the offered rate of 8.00k ops/s`, or the share reached. @param load of all hosts; null: unlimited */
export function checkRequestedLoad(measures: readonly Measure[], load: OfferedLoad | null): LimitCheck {
  const made = pickPrimary(measures, load?.metric).filter(
    ({ metric, operation }) => metric === load?.metric && operation === (load.operation ?? operation),
  );
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

/** Drops means over all phases as evidence: a single phase may reach a limit that the mean does not show. */
export function dropPhaseMeans(limits: LimitCheck, held: readonly LimitedRates[]): LimitCheck {
  if (!hasPhases(held)) return limits;
  const [means, below] = [limits.below.filter(isPhaseMean), limits.below.filter((one) => !isPhaseMean(one))];
  if (means.length === 0) return limits;
  const texts = means.map(({ text }) => text).join('; ');
  return { ...limits, below, lacking: [...limits.lacking, `usage of each phase (mean over all phases: ${texts})`] };
}

/** Figures of a single phase are evidence, and so is a limit that some hosts reached on average. */
function isPhaseMean({ share, ofPhase, onSomeHosts }: LimitEvidence): boolean {
  return share !== null && share < REACHED_SHARE && ofPhase !== true && onSomeHosts !== true;
}

/** Rate of each host in the busiest phase, bytes/s, at equal work; null without rate or phases, or for more roles. */
export function computePhaseRate(
  uses: readonly RoleUsage[],
  roles: number,
  held: readonly LimitedRates[],
  measures: readonly Measure[],
): number | null {
  const hosts = pickMedian(uses, ({ cpu }) => cpu.length)?.cpu.length ?? 0;
  const most = Math.max(0, ...listByteRates(held, measures).map(({ read, written }) => Math.max(read, written)));
  return !hasPhases(held) || roles !== 1 || hosts === 0 || most === 0 ? null : most / hosts;
}
