/** Competing configurations from plain values, for simulations and tests of decisions. */
import type { SpreadSettings } from '../../lib/results/answer/assumptions';
import type { Candidate, Circumstances } from '../../lib/results/answer/contender';
import type { TrialStatus } from '../../lib/results/trial-status';
import { getDesignFacts } from '../../lib/results/design/facts';
import type { Measure } from '../../lib/results/measures';
import { computeStatistics } from '../../lib/results/statistics/statistics';
import type { DecisionRule } from '../../lib/shapes/decision-rule';
import type { Comparison } from '../../lib/shapes/plan';
import type { Unit } from '../../lib/shapes/observation';

/** The default question is the highest median bandwidth. */
export function decide(more: Partial<DecisionRule> = {}): DecisionRule {
  return {
    metric: 'bandwidth',
    where: {},
    margin: 0.02,
    burst: 'refused',
    prefer: 'highest',
    ...more,
  };
}

/** A value, and where it was measured: by default block 1, period 1. */
export interface Turn {
  readonly value: number;
  readonly block?: number;
  readonly period?: number;
  /**
   * Its pass in the rig, and its index in it; by default the next pass, in alternating order. For separate rigs, the
   * index in the block; by default the order of the entries.
   */
  readonly round?: number;
  readonly place?: number;
  /** Why it is excluded. */
  readonly out?: string;
  /** Excluded because of this result. */
  readonly lost?: 'slow' | 'quick';
  /** Valid, but without a value of the metric. */
  readonly without?: true;
  /** Valid, and a lower bound. */
  readonly floor?: boolean;
  /** Its rate had a step: the lower level ÷ the mean. */
  readonly lowerLevel?: number;
  /** Network baseline of its hosts ÷ their traffic, which credits carried. */
  readonly hostLevel?: number;
  /** Something other than the storage limited it. */
  readonly limited?: true;
  /** Reasons that did not exclude it. */
  readonly despite?: readonly string[];
}

export interface Entry {
  readonly name: string;
  readonly turns: readonly Turn[];
  /** Default: its own target instance. */
  readonly copy?: string;
  readonly usdPerHour?: number | null;
  readonly unit?: Unit;
  /** Default: bandwidth. */
  readonly metric?: string;
  readonly operation?: string;
  readonly assumed?: SpreadSettings;
  /** Provisioned amount, in units of `value`. */
  readonly provisioned?: number;
  /** Notes of trials that make the figure a lower bound: of all trials, or of the median one (null). */
  readonly bound?: readonly { readonly code: string; readonly trials: number | null }[];
}

/** How they are measured: in turn by one rig, or each by its own rig. */
export interface How {
  readonly comparison: Comparison;
  /** False: folders of this machine. */
  readonly made: boolean;
  /** External storage, which blocks do not create again; the hosts of each rig are created. */
  readonly given?: readonly string[];
  /** Separate rigs: in each block in the order of the entries; else every second block reverses it. */
  readonly asWritten?: true;
}

/** Folders of this machine in turn. */
export const FOLDERS: How = { comparison: 'interleaved', made: false };
/** Created target instances, measured by one fleet in the same passes. */
export const COPIES: How = { comparison: 'interleaved', made: true };
/** Created target instances, each with its own fleet and at its own time. */
export const APART: How = { comparison: 'sequential', made: true };

/** Plain values as turns. */
export function turns(values: readonly number[]): readonly Turn[] {
  return values.map((value) => ({ value }));
}

/** Candidates and circumstances, as a summary makes them from a plan and its rows. */
export function contest(entries: readonly Entry[], how: How): readonly [readonly Candidate[], Circumstances] {
  const trials = new Map<string, TrialStatus>();
  const several = new Set(entries.flatMap((entry) => entry.turns.map(({ block = 1 }) => block))).size > 1;
  const last = entries.length - 1;
  const candidates = entries.map((entry, nth): Candidate => {
    const { name, copy = name, unit = 'bytes/s', metric = 'bandwidth', operation = null, usdPerHour = 0 } = entry;
    const apart = how.comparison === 'sequential';
    const rig = apart ? name : 'r';
    const values = entry.turns.map(
      ({ value, block = 1, period = 1, out = null, lost = null, without = false, floor = false, ...turn }, index) => {
        const {
          lowerLevel,
          hostLevel,
          limited = entry.bound?.some(({ trials: of }) => of !== null) === true,
          despite = [],
          round = index + 1,
          place = (apart ? block % 2 === 1 || how.asWritten : index % 2 === 0) ? nth : last - nth,
        } = turn;
        const trial = `${name}${index}`;
        trials.set(trial, {
          trial,
          cell: `cell-${name}`,
          rig: `${rig}${block}`,
          block,
          period,
          round,
          copy: `${rig}${block}/${copy}`,
          ...(!how.made || how.given?.includes(name) === true ? { given: true as const } : {}),
          verdict: out === null ? 'VALID' : 'INVALID',
          out,
          against: out === null ? [] : [out],
          lost,
          despite,
          ...(floor ? { floors: [metric] } : {}),
          ...(lowerLevel === undefined ? {} : { lowerLevel }),
          ...(hostLevel === undefined ? {} : { hostLevel }),
          ...(limited ? { limited: 'hosts' as const } : {}),
          started: nameInstant(apart ? [block, place, round] : [block, round, place]),
        });
        return { trial, value, block, counted: out === null, without };
      },
    );
    const given = values.filter((one) => !one.without);
    const counting = given.filter(({ counted }) => counted);
    const measure: Measure = {
      metric,
      operation,
      statistic: 'value',
      unit,
      statistics: computeStatistics(counting, several),
      values: given.map(({ trial, value, counted }) => ({ trial, value, counted })),
    };
    const { assumed, provisioned, bound } = entry;
    const ofProvisioned = provisioned === undefined ? null : (measure.statistics?.centre ?? 0) / provisioned;
    return {
      cell: `cell-${name}`,
      label: name,
      levels: { target: name, bs: '4k' },
      usdPerHour,
      price: usdPerHour,
      measures: [{ ...measure, ...(provisioned === undefined ? {} : { provisioned, ofProvisioned }) }],
      ...(assumed === undefined ? {} : { assumed }),
      ...(bound === undefined ? {} : { caveats: { trials: counting.length, bound, remarks: [] } }),
    };
  });
  return [candidates, { ...getDesignFacts(how.made, several, trials.values()), trials }];
}

/** Parts of the time, the slowest first, below 1,000 each: as text they sort as ISO 8601 does. */
function nameInstant(parts: readonly number[]): string {
  const seconds = parts.reduce((sum, part) => 1000 * sum + part, 0);
  const known = INSTANTS.get(seconds) ?? new Date(seconds * 1000).toISOString();
  INSTANTS.set(seconds, known);
  return known;
}
/** Cache by seconds after 1970: millions of trials have the same few. */
const INSTANTS = new Map<number, string>();
