/** The table `cells`: a row per cell and measure, for histories over executions (docs/results.md). */
import { applySearches } from '../search/apply-searches';
import { canonicalize, sha256 } from '../../shapes/canonical-json';
import { ensure } from '../../shapes/errors';
import { groupBy } from '../../shapes/collections';
import { type AllLevels, mergeLevels, type Unit } from '../../shapes/observation';
import type { Plan } from '../../shapes/plan';
import type { TrialRow } from '../../shapes/verdict';
import type { CellMeasure, CellSummary } from '../cells';
import { findExternalCells } from '../trial-status';
import { toUsdPerMonth } from '../format';
import type { UnitKind } from '../statistics/statistics';
import type { Summary } from '../summary';
import { type Interleaving, mapInterleaving } from '../design/interleaving';

/** One line of `cells`. Keys are columns: lower case, as SQL ignores case. */
export interface CellRow {
  readonly experiment: string;
  readonly execution: string;
  /** Start of the execution, ISO 8601; orders a history. */
  readonly started: string;
  readonly cell: string;
  readonly levels: AllLevels;
  /** Workload kind. */
  readonly workload: string;
  readonly metric: string;
  readonly operation: string | null;
  readonly statistic: string;
  readonly unit: Unit;
  /** Number of counted trials. The columns down to `max` are over these trials, and null without any. */
  readonly n: number;
  /** Kind and number of independent units: trials, or blocks if the plan has several. */
  readonly drawn: UnitKind | null;
  readonly units: number | null;
  /** Mean and standard deviation (n − 1) of natural logarithms of units; null if some value is zero or negative. */
  readonly log_mean: number | null;
  readonly log_deviation: number | null;
  readonly median: number | null;
  readonly mean: number | null;
  readonly min: number | null;
  readonly max: number | null;
  /** Target instances measured; with one, the spread between instances is unknown. Existing storage counts once. */
  readonly copies: number;
  /** Interleaving with the other cells; null without counted trials. */
  readonly comparison: Interleaving | null;
  readonly valid: number;
  readonly suspect: number;
  readonly invalid: number;
  readonly infeasible: number;
  readonly not_run: number;
  readonly usd_per_hour: number | null;
  readonly storage_usd_per_month: number | null;
  /** What limited the cell, in one line, or `not known: …`. */
  readonly bottleneck: string;
  /** Hash, equal if tool, kernel, mount options etc. are equal: see {@link hashProvenance}. */
  readonly provenance: string;
  readonly simulated: boolean;
}

/** @param metric rows of other metrics may be left out, unparsed; null: all rows */
export function parseCellRows(text: string, metric: string | null): readonly CellRow[] {
  const needed = metric === null ? '' : `"metric":${JSON.stringify(metric)}`;
  return text
    .split('\n')
    .flatMap((line) => (line !== '' && line.includes(needed) ? [JSON.parse(line) as CellRow] : []));
}

type HostFacts = TrialRow['facts'];

/** Rows in the order of the plan; cells without measures get no row. */
export function toCellRows(original: Plan, allRows: readonly TrialRow[], summary: Summary): readonly CellRow[] {
  const { plan, rows } = applySearches(original, allRows, summary.searches ?? []);
  const ofCell = groupBy(rows, ({ cell }) => cell);
  const trials = new Map(plan.trials.map((trial) => [trial.trial, trial]));
  const given = findExternalCells(plan);
  const turns = mapInterleaving(summary.trials.filter(({ excludedFor: out }) => out === null));
  return summary.cells.flatMap((cell) => {
    const own = ofCell.get(cell.cellId) ?? [];
    const provenance = hashProvenance(
      plan,
      own.map(({ facts }) => facts),
    );
    return cell.measures.map((measure): CellRow => {
      const counted = measure.values.filter((one) => one.counted);
      const copies = new Set(
        counted.map(({ trial }) => {
          const { rig, copy } = ensure(trials.get(trial), `the trial ${trial} in the plan`);
          return given.has(cell.cellId) ? cell.target : `${rig} ${copy}`;
        }),
      );
      return {
        experiment: plan.experiment,
        execution: plan.executionId,
        started: plan.startedAt,
        cell: cell.cellId,
        levels: mergeLevels(cell),
        workload: plan.spec.workloads[cell.workload]?.kind ?? cell.workload,
        ...toMeasureColumns(measure),
        copies: copies.size,
        comparison: turns.get(cell.cellId) ?? null,
        ...toCountColumns(cell),
        usd_per_hour: cell.usdPerHour,
        storage_usd_per_month: cell.storageUsdPerHour === null ? null : roundUsd(toUsdPerMonth(cell.storageUsdPerHour)),
        bottleneck: cell.bottleneck.text,
        provenance,
        simulated: summary.simulated,
      };
    });
  });
}

type MeasureColumns = Pick<
  CellRow,
  | 'metric'
  | 'operation'
  | 'statistic'
  | 'unit'
  | 'n'
  | 'drawn'
  | 'units'
  | 'log_mean'
  | 'log_deviation'
  | 'median'
  | 'mean'
  | 'min'
  | 'max'
>;

function toMeasureColumns({ metric, operation, statistic, unit, statistics }: CellMeasure): MeasureColumns {
  const logs = statistics?.logs ?? null;
  return {
    metric,
    operation,
    statistic,
    unit,
    n: statistics?.n ?? 0,
    drawn: statistics?.unit ?? null,
    units: logs?.n ?? null,
    log_mean: logs?.mean ?? null,
    log_deviation: logs?.deviation ?? null,
    median: statistics?.median ?? null,
    mean: statistics?.mean ?? null,
    min: statistics?.min ?? null,
    max: statistics?.max ?? null,
  };
}

function toCountColumns({
  verdicts,
}: CellSummary): Pick<CellRow, 'valid' | 'suspect' | 'invalid' | 'infeasible' | 'not_run'> {
  const { VALID, SUSPECT, INVALID, INFEASIBLE, NOT_RUN } = verdicts;
  return { valid: VALID, suspect: SUSPECT, invalid: INVALID, infeasible: INFEASIBLE, not_run: NOT_RUN };
}

/** Facts that every host script reports; workloads declare further facts in `factWords`. */
const HOST_FACTS = ['tool', 'kernel', 'mount'];

/** First 12 hex digits of SHA-256: equal for the same hosts, tools and Region. Excludes addresses and ids in mounts. */
export function hashProvenance(
  { factWords, region }: Pick<Plan, 'factWords' | 'region'>,
  all: readonly HostFacts[],
): string {
  // Only flags, e.g. direct I/O: numbers, e.g. bytes of memory, vary between hosts of one instance type.
  const flags = Object.entries(factWords).flatMap(([name, { values }]) => (values === undefined ? [] : [name]));
  const facts = [...new Set([...HOST_FACTS, ...flags])].map((name) => {
    const values = all.flatMap((one) => (one[name] === undefined ? [] : [removeAddresses(one[name])]));
    return [name, [...new Set(values)].toSorted()] as const;
  });
  return sha256(
    canonicalize({ region, facts: Object.fromEntries(facts.filter(([, values]) => values.length > 0)) }),
  ).slice(0, 12);
}

/** `nfs4 on fs-1.fsx…:/fsx (rw,addr=10.0.0.7)` becomes `nfs4 (rw)`. */
export function removeAddresses(fact: string): string {
  return fact.replace(/ on \S+ \(/g, ' (').replace(/,?\b\w*addr=[^,)]*/g, '');
}

/** Rounds like the prices of the plan. */
function roundUsd(usd: number): number {
  return Number(usd.toFixed(4));
}
