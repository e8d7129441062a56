/** `compare`: the configurations that two executions share, and what else differs between the executions. */
import type { Plan } from '../../shapes/plan';
import { canonicalize } from '../../shapes/canonical-json';
import { mergeLevels, type Unit } from '../../shapes/observation';
import { assumeSpread } from '../answer/assumptions';
import type { CellMeasure, CellSummary } from '../cells';
import { getBetter, nameMetric, pickMainMetric, pickPrimary } from '../measures';
import type { Summary } from '../summary';
import { removeAddresses } from '../tables/cell-rows';
import { findExternalCells, type TrialStatus } from '../trial-status';
import { comparePair, type Level, type PairDifference, UNITS_MIN } from './pair';

/** An execution as its folder keeps it. */
export interface Execution {
  readonly plan: Plan;
  readonly summary: Summary;
}

/** A configuration in both executions. */
export interface ComparedCell {
  readonly cell: string;
  readonly label: string;
  /** Typical values, in `unit` of the table. */
  readonly before: number;
  readonly after: number;
  /** Change of the value ÷ value before, and without the change of all together; negative values are lower. */
  readonly change: number;
  readonly rest: PairDifference;
}

/** One measure, e.g. read IOPS. */
export interface ComparedMeasure {
  readonly metric: string;
  readonly operation: string | null;
  readonly name: string;
  readonly unit: Unit;
  readonly better: 'higher' | 'lower';
  readonly hour: PairDifference | null;
  readonly cells: readonly ComparedCell[];
}

export interface ExecutionComparison {
  readonly measures: readonly ComparedMeasure[];
  /** Configurations and measures that only one execution has, or that have fewer than three units in one. */
  readonly missing: readonly string[];
  /** What else differs, e.g. `kernel: 6.1.1 → 6.1.2`. */
  readonly differs: readonly string[];
}

/** @param margin largest loss that counts as none, e.g. 0.1 */
export function compareExecutions(before: Execution, after: Execution, margin: number): ExecutionComparison {
  const metric = pickMainMetric(after.summary.decide, after.summary.cells);
  const [old, now] = [before, after].map((one) => listMeasured(one, metric));
  const byKey = new Map((old ?? []).map((one) => [one.key, one]));
  const shared = (now ?? []).flatMap((one) => {
    const earlier = byKey.get(one.key);
    return earlier === undefined ? [] : [{ earlier, one }];
  });
  const names = [...new Set(shared.map(({ one }) => one.name))];
  const measures = names.map((name) => {
    const own = shared.filter(({ one }) => one.name === name);
    return compareMeasure(own, margin, names.length);
  });
  const compared = new Set(shared.map(({ one }) => one.key));
  const alone = [...(now ?? []), ...(old ?? [])].filter(({ key }) => !compared.has(key));
  const listed = new Set([...(now ?? []), ...(old ?? [])].map(({ cell }) => toPlace(cell)));
  // What a walk by price needed in neither of them is not missing.
  const spared = countSpared([before, after]);
  const unmeasured = [...after.summary.cells, ...before.summary.cells].filter(
    (cell) => !listed.has(toPlace(cell)) && (spared.get(cell.cellId) ?? 0) < 2,
  );
  const missing = [
    ...alone.map(({ key, cell, name }) => [key, `${cell.label}: ${name}`] as const),
    ...unmeasured.map((cell) => [toPlace(cell), cell.label] as const),
  ];
  return {
    measures,
    missing: [...new Map(missing).values()],
    differs: listDifferences(before, after),
  };
}

/** In how many executions a walk by price left a configuration out or did not need it, by its id. */
function countSpared(sides: readonly Execution[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { cell, state } of sides.flatMap(({ summary }) => summary.walk?.steps ?? []))
    if (state === 'pruned' || state === 'waiting') counts.set(cell, (counts.get(cell) ?? 0) + 1);
  return counts;
}

/** Facts of hosts, settings and prices that differ, e.g. `kernel: 6.1.1 → 6.1.2`. */
export function listDifferences(before: Execution, after: Execution): readonly string[] {
  return [...listFacts(before, after), ...listSettings(before, after), ...listPrices(before, after)];
}

/** What names a configuration in both executions, even if settings outside of the factors have changed. */
function toPlace(cell: CellSummary): string {
  return canonicalize(mergeLevels(cell));
}

interface MeasuredLevel {
  readonly key: string;
  readonly cell: CellSummary;
  readonly measure: CellMeasure;
  readonly name: string;
  readonly better: 'higher' | 'lower';
  readonly level: Level;
  readonly value: number;
}

/** Configurations with enough units, by the primary statistic of each operation. */
function listMeasured({ plan, summary }: Execution, metric: string | null): readonly MeasuredLevel[] {
  const given = findExternalCells(plan);
  return summary.cells.flatMap((cell) => {
    const isGiven = given.has(cell.cellId);
    const trials = summary.trials.filter((one) => one.cell === cell.cellId && one.excludedFor === null);
    const statuses = trials.map(({ block }) => ({ block, ...(isGiven ? { given: true } : {}) }) as TrialStatus);
    return pickPrimary(cell.measures, metric ?? undefined).flatMap((measure): MeasuredLevel[] => {
      const { statistics, operation, statistic, unit, ofProvisioned } = measure;
      const logs = statistics?.logs ?? null;
      if (statistics === null || logs === null || !(logs.n >= UNITS_MIN && Number.isFinite(logs.mean))) return [];
      const spread = assumeSpread(cell.assumed, { unit, ofProvisioned: ofProvisioned ?? null }, statuses);
      const better = getBetter(summary.metrics, measure.metric, unit);
      const level = {
        mean: better === 'higher' ? logs.mean : -logs.mean,
        deviation: logs.deviation ?? 0,
        units: logs.n,
        ...spread,
      };
      const name = nameMetric(summary.metrics, measure.metric, operation);
      const key = canonicalize([toPlace(cell), measure.metric, operation, statistic]);
      return [{ key, cell, measure, name, better, level, value: Math.exp(logs.mean) }];
    });
  });
}

function compareMeasure(
  shared: readonly { readonly earlier: MeasuredLevel; readonly one: MeasuredLevel }[],
  margin: number,
  measures: number,
): ComparedMeasure {
  const pairs = shared.map(({ earlier, one }) => [earlier.level, one.level] as const);
  const { hour, cells } = comparePair(pairs, Math.log1p(-margin), measures);
  const [first] = shared;
  const { measure, name, better } = (first as (typeof shared)[number]).one;
  const compared = shared.map(({ earlier, one }, nth): ComparedCell => {
    const rest = cells[nth] as PairDifference;
    const change = one.value / earlier.value - 1;
    return { cell: one.cell.cellId, label: one.cell.label, before: earlier.value, after: one.value, change, rest };
  });
  return {
    metric: measure.metric,
    operation: measure.operation,
    name,
    unit: measure.unit,
    better,
    hour,
    cells: compared.toSorted((a, b) => a.rest.d - b.rest.d),
  };
}

/** Facts of hosts: tool, kernel, mount. Addresses and ids of an execution are no difference. */
function listFacts(before: Execution, after: Execution): readonly string[] {
  const [old, now] = [before, after].map(
    ({ summary }) =>
      new Map(
        summary.provenance.facts.map(({ name, values }) => [
          name,
          [...new Set(values.map(({ value }) => removeAddresses(value)))].toSorted().join(', '),
        ]),
      ),
  );
  return listChanges(old ?? new Map(), now ?? new Map());
}

/** Parts of a spec that say what is measured, and how. */
const SPEC_PARTS = ['targets', 'fleet', 'workloads', 'design'] as const;

function listSettings(before: Execution, after: Execution): readonly string[] {
  const list = ({ plan }: Execution): ReadonlyMap<string, string> => {
    const { experiment, region, zone, images, spec } = plan;
    const parts = SPEC_PARTS.map((name) => [name, spec[name]] as const);
    return new Map(
      listLeaves('', {
        experiment,
        Region: region,
        zone,
        images: images?.map(({ imageId }) => imageId).toSorted(),
        ...Object.fromEntries(parts),
      }),
    );
  };
  return listChanges(list(before), list(after));
}

/** Settings by their path, e.g. `workloads.fio.bs`. */
function listLeaves(path: string, value: unknown): readonly (readonly [string, string])[] {
  if (value === undefined || value === null) return [];
  if (typeof value === 'string') return [[path, value]];
  if (typeof value !== 'object' || Array.isArray(value)) return [[path, canonicalize(value)]];
  return Object.entries(value).flatMap(([name, part]) => listLeaves(path === '' ? name : `${path}.${name}`, part));
}

function listPrices(before: Execution, after: Execution): readonly string[] {
  const old = new Map(before.summary.cells.map((cell) => [toPlace(cell), cell.usdPerHour]));
  const changed = after.summary.cells.filter((cell) => {
    const { usdPerHour } = cell;
    const earlier = old.get(toPlace(cell));
    return (
      earlier !== undefined && usdPerHour !== null && earlier !== null && Math.abs(earlier / usdPerHour - 1) > 1e-3
    );
  });
  return changed.length === 0 ? [] : [`price per hour of ${changed.map(({ label }) => label).join(', ')}`];
}

/** Longer values, e.g. scripts, are not shown. */
const SHOWN_MAX = 60;

function listChanges(old: ReadonlyMap<string, string>, now: ReadonlyMap<string, string>): readonly string[] {
  return [...new Set([...old.keys(), ...now.keys()])].flatMap((name) => {
    const [was = '', is = ''] = [old.get(name), now.get(name)];
    if (was === is) return [];
    const isShort = Math.max(was.length, is.length) <= SHOWN_MAX;
    return [isShort ? `${name}: ${was || 'none'} → ${is || 'none'}` : `${name} has changed`];
  });
}
