/** Judges `decide.noWorse`: whether configurations are worse than their references. Rule 13 of `docs/statistics.md`. */
import type { DecisionRule } from '../../shapes/decision-rule';
import type { Metric } from '../../shapes/metric';
import { computeHalfWidth, type Difference, estimateDifference, type UnitTable } from '../statistics/difference';
import { computeMean } from '../statistics/moments';
import { combineAssumptions } from './compare';
import type { Candidate, Entrant, ExcludedCell, OpenReason } from './contender';
import { countUnbounded, type UnboundedCount } from './proof';

/** Error of "worse", for all pairs together, and once more for their mean. */
const WORSE_ERROR = 0.025;
/** Error of "no worse", for each pair: all have to pass, so the errors do not add up. */
const NO_WORSE_ERROR = 0.05;

/** Losses are shares, 0.1 for 10% worse, and negative if better: 1 − ratio, where higher values are better. */
export interface Loss {
  readonly loss: number;
  /** Interval that decides about "worse": at 95% for all pairs together. */
  readonly low: number;
  readonly high: number;
  /** Upper bound at 95%, which decides about "no worse". */
  readonly most: number;
}

export type GateVerdict = 'worse' | 'no worse' | 'open';

/** A configuration against its reference. */
export interface GatePair {
  readonly cell: string;
  readonly to: string;
  readonly verdict: GateVerdict;
  /** Why it is open; null if it is not. */
  readonly reason: OpenReason | null;
  /** Null for too few units. */
  readonly found: Loss | null;
  /** Measured standard deviation of one unit, of logarithms, with its degrees of freedom; null for too few units. */
  readonly noise: { readonly deviation: number; readonly freedom: number } | null;
  /** Assumed standard deviations of logarithms; 0 without an assumption. */
  readonly assumedInstance: number;
  readonly assumedHour: number;
}

export interface GateResult {
  /** The loss that the pairs have to exclude: `decide.noWorse`. */
  readonly allowed: number;
  /** Largest loss first; pairs without a value are in `leftOut` of the decision. */
  readonly pairs: readonly GatePair[];
  /** All pairs together; null for fewer than two pairs, or if they share fewer than three units. */
  readonly mean: (Loss & { readonly isWorse: boolean }) | null;
}

/** Fields of a decision. */
interface GateChoice {
  readonly outcome: 'meets' | 'misses' | 'open';
  readonly comparison: null;
  readonly reason: OpenReason | null;
  readonly winner: null;
  readonly compared: readonly [];
  /** Undecided configurations, and those without a value. */
  readonly open: readonly string[];
  readonly gate: GateResult;
}

/** Configurations with a reference, and these references. @param isNamed whether `decide.where` names a cell */
export function selectPairs(
  candidates: readonly Candidate[],
  isNamed: (one: Candidate) => boolean,
): readonly Candidate[] {
  const own = candidates.filter((one) => findReference(one) !== undefined && isNamed(one));
  const cells = new Set(own.flatMap((one) => [one.cell, findReference(one)]));
  return candidates.filter(({ cell }) => cells.has(cell));
}

function findReference({ cell, reference }: Candidate): string | undefined {
  return reference?.cell === cell ? undefined : reference?.cell;
}

interface GateInput {
  readonly decide: DecisionRule;
  readonly allowed: number;
  /** Rows of the entrants. */
  readonly table: UnitTable;
  readonly better: Metric['better'];
}

/** Exit codes: `misses` if a pair or the mean is worse, `meets` if every pair is no worse, else `open`. */
export function judgeGate(
  entrants: readonly Entrant[],
  leftOut: readonly ExcludedCell[],
  { decide, allowed, table, better }: GateInput,
): GateChoice {
  const rows = new Map(entrants.map(({ candidate }, row) => [candidate.cell, row]));
  const places = entrants.flatMap(({ candidate }, row) => {
    const to = rows.get(findReference(candidate) ?? '');
    return to === undefined ? [] : [[row, to] as const];
  });
  const judged = places.map(([row, to]) => {
    const [own, other] = [entrants[row], entrants[to]] as [Entrant, Entrant];
    const found = estimateDifference(table, row, to, combineAssumptions(own.figure, other.figure));
    return { found, pair: judgePair(own, other, found, { allowed, better, margin: decide.margin, of: places.length }) };
  });
  const pairs = judged.map(({ pair }) => pair).toSorted((a, b) => (b.found?.loss ?? -1) - (a.found?.loss ?? -1));
  const mean = judgeMean(places, judged, table, decide.margin);
  const missing = leftOut.flatMap(({ cell, open }) => (open ? [cell] : []));
  const undecided = pairs.filter(({ verdict }) => verdict === 'open');
  const isWorse = mean?.isWorse === true || pairs.some(({ verdict }) => verdict === 'worse');
  const isOpen = pairs.length === 0 || missing.length + undecided.length > 0;
  const why = missing.length > 0 || pairs.length === 0 ? 'unmeasured' : (undecided[0]?.reason ?? null);
  return {
    outcome: isWorse ? 'misses' : isOpen ? 'open' : 'meets',
    comparison: null,
    reason: isWorse ? null : why,
    winner: null,
    compared: [],
    open: [...missing, ...undecided.map(({ cell }) => cell)],
    gate: { allowed, pairs, mean },
  };
}

interface PairInput extends Pick<GateInput, 'allowed' | 'better'> {
  readonly margin: number;
  /** Number of pairs. */
  readonly of: number;
}

function judgePair(own: Entrant, other: Entrant, found: Difference | null, input: PairInput): GatePair {
  const base = { cell: own.contender.cell, to: other.contender.cell };
  if (found === null)
    return { ...base, verdict: 'open', reason: 'few', found: null, noise: null, assumedInstance: 0, assumedHour: 0 };
  const { d, error, freedom, common, assumed } = found;
  const variance = assumed.instance + assumed.hour;
  const largest = (of: 'instance' | 'hour'): number => Math.max(own.figure.spread[of], other.figure.spread[of]);
  const units = common === 0 ? Math.min(own.contender.logs.n, other.contender.logs.n) : common;
  const estimate = {
    ...base,
    found: toLoss(found, input.of),
    noise: { deviation: error * Math.sqrt(units / 2), freedom },
    assumedInstance: assumed.instance > 0 ? largest('instance') : 0,
    assumedHour: assumed.hour > 0 ? largest('hour') : 0,
  };
  const open = (reason: OpenReason): GatePair => ({ ...estimate, verdict: 'open', reason });
  // Equal values may hide rounding by an unknown step.
  if (error + variance < 1e-12) return open('few');
  const [mine, its] = [own, other].map(({ figure }) => countUnbounded(figure.proofs, input.better)) as [
    UnboundedCount,
    UnboundedCount,
  ];
  // A limit of the client hides losses, but does not explain one: both sides have the same hosts.
  const excluded = own.figure.proofs.filter(({ log }) => log === null);
  const mayBeLess = countUnbounded(excluded, input.better).better + its.worse > 0;
  const mayBeMore = mine.worse + its.better > 0;
  const least = Math.log1p(-input.allowed);
  if (isSurelyWorse(found, input) && !mayBeLess) return { ...estimate, verdict: 'worse', reason: null };
  if (d - computeHalfWidth(found, NO_WORSE_ERROR) >= least && !mayBeMore)
    return { ...estimate, verdict: 'no worse', reason: null };
  if (mayBeLess || mayBeMore) return open('bound');
  const measured = { ...found, assumed: { instance: 0, hour: 0 } };
  const isClear = isSurelyWorse(measured, input) || d - computeHalfWidth(measured, NO_WORSE_ERROR) >= least;
  return open(isClear ? 'assumed' : 'noise');
}

function isSurelyWorse(found: Difference, { margin, of }: Pick<PairInput, 'margin' | 'of'>): boolean {
  return found.d + computeHalfWidth(found, WORSE_ERROR / of) < 0 && found.d < Math.log1p(-margin);
}

function toLoss(found: Difference, of: number): Loss {
  const half = computeHalfWidth(found, WORSE_ERROR / of);
  const lossOf = (log: number): number => -Math.expm1(log);
  const most = lossOf(found.d - computeHalfWidth(found, NO_WORSE_ERROR));
  return { loss: lossOf(found.d), low: lossOf(found.d + half), high: lossOf(found.d - half), most };
}

/** The mean over pairs, by units that all of them share. Assumed spreads count in full: pairs may share instances. */
function judgeMean(
  places: readonly (readonly [row: number, to: number])[],
  judged: readonly { readonly found: Difference | null; readonly pair: GatePair }[],
  table: UnitTable,
  margin: number,
): GateResult['mean'] {
  if (places.length < 2 || judged.some(({ found, pair }) => found === null || pair.reason === 'bound')) return null;
  const average = (rows: readonly number[]): UnitTable[number] =>
    (table[0] ?? []).map((_, unit) => {
      const logs = rows.flatMap((row) => table[row]?.[unit]?.log ?? []);
      // Orders of a rig are balanced, so that mean places hardly differ.
      return logs.length < rows.length ? null : { log: computeMean(logs), place: 0 };
    });
  const sides = [places.map(([row]) => row), places.map(([, to]) => to)];
  const assumed = {
    instance: Math.max(...judged.map(({ found }) => found?.assumed.instance ?? 0)),
    hour: Math.max(...judged.map(({ found }) => found?.assumed.hour ?? 0)),
  };
  const estimate = estimateDifference(sides.map(average), 0, 1, assumed);
  if (estimate === null) return null;
  const found = { ...estimate, assumed };
  return { ...toLoss(found, 1), isWorse: isSurelyWorse(found, { margin, of: 1 }) };
}
