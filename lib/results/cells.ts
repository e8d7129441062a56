/** What an execution says about each cell. */
import { type Cell, listCopies, type Plan } from '../shapes/plan';
import type { Bottleneck } from '../shapes/bottleneck';
import { type BottleneckInput, findBottleneck } from './bottleneck/bottleneck';
import type { SpreadSettings } from './answer/assumptions';
import { type CellCaveats, collectCaveats, findCachedReads } from './cell-caveats';
import { type TrialStatus, findExternalCells } from './trial-status';
import { type Ratio, makeRatioFinder, computeRatios } from './design/reference';
import { type ProvisionedRatio, addProvisioned } from './provisioned-ratio';
import { groupBy } from '../shapes/collections';
import { makeLabels } from './label';
import { type OfferedLoad, hasPhases } from '../shapes/metric';
import { type Measure, computeMeasures } from './measures';
import { getMeasuringStep } from './trial/attempt-result';
import type { Observation } from '../shapes/observation';
import { listServerMetrics } from '../shapes/server-metrics';
import { describeSpan } from './servers/cloudwatch-answers';
import { computeMovedUsd, computePrice, getStoragePrice } from './from-spec/prices';
import { computeDeviation, type RatioSource, type OwnCell } from './from-spec/deviation';
import { type CellPublished, findPublished } from './from-spec/published-figures';
import { findTelemetry } from '../shapes/telemetry';
import { type TrialRow, type Verdict, countVerdicts } from '../shapes/verdict';

/** A measure, and how it stands to what is provisioned and to the same measure of the reference. */
export interface CellMeasure extends Measure, ProvisionedRatio {
  /** To the same measure of its reference; null where it has none, is its own, or one of the two has no median. */
  readonly ratio: Ratio | null;
  /** Of what servers told: over which time each value is a mean. Absent: hosts measured it. */
  readonly span?: string;
}

export interface CellSummary {
  readonly cellId: string;
  /** The levels that tell it from the other cells. */
  readonly label: string;
  readonly levels: Cell['levels'];
  readonly target: string;
  readonly stage: string | null;
  readonly workload: string;
  readonly params: Cell['params'];
  /** What its hosts were to ask for at most; absent: as much as is answered. */
  readonly load?: OfferedLoad;
  readonly rigs: readonly string[];
  /**
   * The cell that its ratios are to: itself where it has the levels of the reference. Not `exact`: it differs in more
   * than the levels named. Null where none of them is measured, or none is named.
   */
  readonly reference: { readonly cell: string; readonly exact: boolean } | null;
  readonly verdicts: Readonly<Record<Verdict, number>>;
  /** Price of an hour of its target and hosts in its stage; null where the cell has no rig, or nobody knows it. */
  readonly usdPerHour: number | null;
  /** The part of it that is not for hosts; null where the plan does not tell the parts. */
  readonly storageUsdPerHour: number | null;
  readonly measures: readonly CellMeasure[];
  /** What a study says of it: never part of any statistic. */
  readonly published: readonly CellPublished[];
  /** What must be known with its figures. */
  readonly caveats?: CellCaveats;
  /** Spreads that are assumed where they are not measured. */
  readonly assumed?: SpreadSettings;
  /** What limited it, as far as that is known. */
  readonly bottleneck: Bottleneck;
  /** Command line of the tool in the first trial that left one, quoted for a shell. */
  readonly command: string | null;
  /** Key of the script that measures, relative to the execution's root. */
  readonly script: string | null;
}

/** One summary a cell, in the order of the plan. */
export function summarizeCells(
  plan: Plan,
  rows: readonly TrialRow[],
  observations: readonly Observation[],
  counting: ReadonlyMap<string, TrialStatus>,
  serversProblem: string | null = null,
): readonly CellSummary[] {
  const rowsByCell = groupBy(rows, ({ cell }) => cell);
  const cellByTrial = new Map(rows.map(({ trial, cell }) => [trial, cell]));
  // Numbers of trials that are none of the plan's belong to no cell: as their rows, they are passed over.
  const observed = groupBy(observations, ({ trial }) => cellByTrial.get(trial) ?? null);
  const several = hasBlocks(plan);
  const given = findExternalCells(plan);
  const measured = new Map(
    plan.cells.map(({ cellId }) => [
      cellId,
      computeMeasures(rowsByCell.get(cellId) ?? [], observed.get(cellId) ?? [], counting, several),
    ]),
  );
  const assumptions = new Map(plan.cells.map((cell) => [cell.cellId, getAssumptions(plan, cell)]));
  const sources = { measures: measured, counting, several, assumed: (cell: string) => assumptions.get(cell) };
  const ratios = computeRatios(plan, sources);
  const ratio = makeRatioFinder(sources);
  const references = new Map(plan.references.map((one) => [one.cell, one]));
  // As the page says it: of a whole execution.
  const modelled = plan.simulated || rows.some(({ simulated }) => simulated);
  const labels = makeLabels(
    plan.cells,
    plan.factors.map(({ name }) => name),
  );
  return plan.cells.map((cell, index) => {
    const own = rowsByCell.get(cell.cellId) ?? [];
    const rigs = [...new Set(own.map(({ rig }) => rig))];
    const { cellId, levels, target, stage, workload, params } = cell;
    const measures = addProvisioned(measured.get(cellId) ?? [], cell.provisioned, cell.held);
    const [standing, moved] = [rigs.length === 0 ? null : computePrice(plan, cell), computeMovedUsd(cell, measures)];
    const usdPerHour = standing === null || moved === null ? null : standing + moved;
    const reference = references.get(cellId) ?? null;
    const counted = own.filter(({ trial }) => counting.get(trial)?.out === null);
    const bottleneck = findBottleneck({ ...toLimitInput(plan, cell, rigs), rows: counted, measures, serversProblem });
    const caveats = addClientLimits(collectCaveats(cell, own, counting, plan.factWords), bottleneck);
    return {
      cellId,
      levels,
      target,
      stage,
      workload,
      params,
      ...(cell.load === undefined ? {} : { load: cell.load }),
      rigs,
      label: labels[index] ?? cellId,
      reference: reference === null ? null : { cell: reference.to, exact: reference.exact },
      verdicts: countVerdicts(own),
      usdPerHour,
      storageUsdPerHour:
        usdPerHour === null || (plan.local && cell.elsewhereUsdPerHour === null)
          ? null
          : getStoragePrice(cell) + (moved ?? 0),
      measures: measures.map((measure, nth) =>
        markServerSpan(plan, cell, { ...measure, ratio: ratios.get(cellId)?.[nth] ?? null }),
      ),
      published: listPublished(plan, { cell, measures, modelled, oneCopy: !several && !given.has(cellId) }, ratio),
      assumed: assumptions.get(cellId) ?? {},
      caveats: { ...caveats, remarks: [...caveats.remarks, ...findCachedReads(plan, cell, counted, measures)] },
      bottleneck,
      command: own.find(({ facts }) => facts['command'] !== undefined)?.facts['command'] ?? null,
      script: findScript(plan, cellId),
    };
  });
}

/** What the spec assumes of spreads that are not measured, and what the defaults depend on. */
function getAssumptions(plan: Plan, cell: Cell): SpreadSettings {
  const { assumedInstanceSpread: instance, assumedHourSpread: hour } = plan.spec.design;
  const kind = listCopies(plan).find(({ target }) => target === cell.target)?.kind;
  return { instance, hour, loose: kind === 'instance-store', shared: cell.foreign === true };
}

/** Where limits of hosts were reached and none of the storage, figures are lower bounds, whatever notes say. */
function addClientLimits(caveats: CellCaveats, { reached }: Bottleneck): CellCaveats {
  if (caveats.bound.length > 0 || reached.some(({ client }) => client !== true)) return caveats;
  return { ...caveats, bound: reached.map(({ resource }) => ({ code: resource, trials: null })) };
}

/** What was to be done of a cell, on what. */
function toLimitInput(plan: Plan, cell: Cell, rigs: readonly string[]): Omit<BottleneckInput, 'rows' | 'measures'> {
  const { provisioned, held, load = null, target } = cell;
  return {
    provisioned,
    held,
    load,
    roles: plan.rigs.flatMap(({ rig, roles }) => (rigs.includes(rig) ? roles : [])),
    local: plan.local,
    servers: listServerMetrics(listCopies(plan).find((one) => one.target === target)?.kind ?? ''),
    telemetry: findTelemetry(plan.telemetry, cell),
  };
}

/** What a study says of a cell, and how far ours is from it. */
function listPublished(plan: Plan, ours: OwnCell<Cell>, ratio: RatioSource['ratio']): readonly CellPublished[] {
  return findPublished(ours.cell, plan.published).map((figure) => ({
    ...figure,
    deviation: computeDeviation(figure, ours, { ...plan, ratio }),
  }));
}

/**
 * What servers told is of whole minutes. Where phases take turns, how these fall on phases and pauses is what differs
 * between trials: no interval is one of the configuration, and no ratio.
 */
function markServerSpan({ metrics }: Pick<Plan, 'metrics'>, { held }: Cell, measure: CellMeasure): CellMeasure {
  const span = describeSpan(metrics, measure.metric, held);
  if (span === null) return measure;
  if (!hasPhases(held) || measure.statistics === null) return { ...measure, span };
  return { ...measure, span, statistics: { ...measure.statistics, interval: null }, ratio: null };
}

function findScript(plan: Plan, cellId: string): string | null {
  const trial = plan.trials.find(({ cell }) => cell === cellId);
  if (trial === undefined) return null;
  const { scriptKey } = getMeasuringStep(trial);
  const place = scriptKey.indexOf('scripts/');
  return place < 0 ? null : scriptKey.slice(place);
}

/** Everything was done anew: then blocks, and not their repeats, are what is compared. */
export function hasBlocks({ trials }: Pick<Plan, 'trials'>): boolean {
  return new Set(trials.map(({ block }) => block)).size > 1;
}
