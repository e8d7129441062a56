/** Ratios of cells to their references, with intervals, for exploration; decisions do not use them. */
import type { Plan } from '../../shapes/plan';
import { combineAssumptions } from '../answer/compare';
import { assumeSpread, type SpreadSettings } from '../answer/assumptions';
import { locateTrials, makeUnitRow } from '../answer/units';
import type { TrialStatus } from '../trial-status';
import { listCountedValues, type Measure } from '../measures';
import { estimateDifference, computeHalfWidth, type UnitTable } from '../statistics/difference';
import type { Interval } from '../statistics/limit';

export interface Ratio {
  /** Ratio of typical values, adjusted for rounds and places if the cells share units. */
  readonly value: number;
  /** 96% interval, with the assumed spread of instances and hours; null if either cell has too few units. */
  readonly interval: Interval | null;
}

/** Ratios by cell, in the order of its measures; null without values above zero. */
export type RatiosByCell = ReadonlyMap<string, readonly (Ratio | null)[]>;

export interface RatioInput {
  readonly measures: ReadonlyMap<string, readonly Measure[]>;
  readonly counting: ReadonlyMap<string, TrialStatus>;
  /** The plan has several blocks. */
  readonly several: boolean;
  readonly assumed: (cell: string) => SpreadSettings | undefined;
}

/** Ratios of all measures of cells that have a reference. */
export function computeRatios({ references }: Pick<Plan, 'references'>, measured: RatioInput): RatiosByCell {
  const ratio = makeRatioFinder(measured);
  return new Map(
    references
      .filter(({ cell, to }) => cell !== to)
      .map(({ cell, to }) => [cell, (measured.measures.get(cell) ?? []).map((own) => ratio(cell, own, to))]),
  );
}

const SIDE_ERROR = 0.02;

/** Returns a function that computes the ratio of a measure to that of another cell; null without values above zero. */
export function makeRatioFinder(measured: RatioInput): (cell: string, own: Measure, to: string) => Ratio | null {
  const tableOf = makeTableFinder(measured);
  return (cell, own, to) => {
    const { cells, table, sides } = tableOf(own);
    const [a, b] = [cells.indexOf(cell), cells.indexOf(to)];
    const [its, reference] = [sides[a], sides[b]];
    if (its === undefined || reference === undefined) return null;
    const found = estimateDifference(table, a, b, combineAssumptions(its, reference));
    if (found === null) return { value: its.centre / reference.centre, interval: null };
    const half = computeHalfWidth(found, SIDE_ERROR);
    const [low, high] = [Math.exp(found.d - half), Math.exp(found.d + half)];
    return { value: Math.exp(found.d), interval: { low, high, level: 1 - 2 * SIDE_ERROR } };
  };
}

interface MeasureTable {
  readonly cells: readonly string[];
  readonly table: UnitTable;
  readonly sides: readonly (Parameters<typeof combineAssumptions>[0] & { readonly centre: number })[];
}

/** Returns a cached function that builds the table of a measure over all cells. */
function makeTableFinder({ measures, counting, several, assumed }: RatioInput): (measure: Measure) => MeasureTable {
  const places = locateTrials(counting, several);
  const units = [...new Set([...places.values()].map(({ unit }) => unit))];
  const known = new Map<string, MeasureTable>();
  return ({ metric, operation, statistic }) => {
    const key = JSON.stringify([metric, operation, statistic]);
    const found = known.get(key) ?? make();
    known.set(key, found);
    return found;
    function make(): MeasureTable {
      const rows = [...measures].flatMap(([cell, own]) => {
        const measure = own.find(
          (one) => one.metric === metric && one.operation === operation && one.statistic === statistic,
        );
        const statistics = measure?.statistics ?? null;
        if (measure === undefined || statistics === null || statistics.logs === null) return [];
        const values = listCountedValues(measure.values, counting);
        const trials = values.flatMap(({ trial }) => counting.get(trial) ?? []);
        const copies = [...new Set(trials.map(({ copy, given }) => (given === true ? '' : copy)))];
        const spread = assumeSpread(assumed(cell), { unit: measure.unit, ofProvisioned: null }, trials);
        const logs = values.map(({ trial, value }) => ({ trial, log: Math.log(value) }));
        const row = makeUnitRow(units, logs, places);
        return [{ cell, row, side: { copies, spread, centre: statistics.centre } }];
      });
      return {
        cells: rows.map(({ cell }) => cell),
        table: rows.map(({ row }) => row),
        sides: rows.map(({ side }) => side),
      };
    }
  };
}
