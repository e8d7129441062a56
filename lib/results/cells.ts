/** Builds the summary of each cell of an execution. */
import { type Cell, listCopies, type Plan } from '../shapes/plan';
import type { Bottleneck } from '../shapes/bottleneck';
import { type BottleneckInput, findBottleneck } from './bottleneck/bottleneck';
import { FLOWS } from './bottleneck/hosts';
import type { SpreadSettings } from './answer/assumptions';
import { type CellCaveats, collectCaveats, findCachedReads } from './cell-caveats';
import { type TrialStatus, findExternalCells } from './trial-status';
import { type Ratio, makeRatioFinder, computeRatios } from './design/reference';
import { type ProvisionedRatio, addRatios } from './provisioned-ratio';
import { groupBy } from '../shapes/collections';
import { makeLabels } from './label';
import { type OfferedLoad, hasPhases } from '../shapes/metric';
import { type Measure, computeMeasures } from './measures';
import { getMeasuringStep } from './trial/attempt-result';
import type { Observation } from '../shapes/observation';
import { listServerMetrics } from '../shapes/server-metrics';
import { describeSpan } from './servers/cloudwatch-answers';
import { computePrice, getStoragePrice } from '../pricing/cell-prices';
import { priceTransfer } from '../pricing/transfer-prices';
import { computeTransferUsd } from './byte-rates';
import { computeDeviation, type RatioSource, type MeasuredCell } from './from-spec/deviation';
import { type CellPublished, findPublished } from './from-spec/published-figures';
import { findTarget } from '../targets/registry';
import { findTelemetry } from '../shapes/telemetry';
import { type TrialRow, type Verdict, countVerdicts } from '../shapes/verdict';

/** A measure, its provisioned rate, and its ratio to the reference. */
export interface CellMeasure extends Measure, ProvisionedRatio {
  /** Ratio to the same measure of the reference; null without a reference or median, and for the reference itself. */
  readonly ratio: Ratio | null;
  /** Span of the mean of a server-side metric; absent for metrics that hosts measured. */
  readonly span?: string;
}

export interface CellSummary {
  readonly cellId: string;
  /** Levels that distinguish the cell from other cells. */
  readonly label: string;
  readonly levels: Cell['levels'];
  readonly target: string;
  readonly stage: string | null;
  readonly workload: string;
  readonly params: Cell['params'];
  /** Highest load that the hosts request; absent if only the storage limits the load. */
  readonly load?: OfferedLoad;
  readonly rigs: readonly string[];
  /** Reference cell of the ratios, possibly the cell itself; not `exact`: further levels differ. Null without one. */
  readonly reference: { readonly cell: string; readonly exact: boolean } | null;
  readonly verdicts: Readonly<Record<Verdict, number>>;
  /** Price per hour of target and hosts in the cell's stage; null without a rig, or if unknown. */
  readonly usdPerHour: number | null;
  /** Price without hosts; null if the plan does not separate the two. */
  readonly storageUsdPerHour: number | null;
  readonly measures: readonly CellMeasure[];
  /** Published figures; they are not part of any statistic. */
  readonly published: readonly CellPublished[];
  readonly caveats?: CellCaveats;
  /** Assumed spreads, if not measured. */
  readonly assumed?: SpreadSettings;
  /** What limited the cell, if known. */
  readonly bottleneck: Bottleneck;
  /** Command line of the tool in the first trial that has one, quoted for a shell. */
  readonly command: string | null;
  /** Key of the measuring script, relative to the root of the execution. */
  readonly script: string | null;
}

/** One summary per cell, in the order of the plan. */
export function summarizeCells(
  plan: Plan,
  rows: readonly TrialRow[],
  observations: readonly Observation[],
  counting: ReadonlyMap<string, TrialStatus>,
  serversProblem: string | null = null,
): readonly CellSummary[] {
  const rowsByCell = groupBy(rows, ({ cell }) => cell);
  const cellByTrial = new Map(rows.map(({ trial, cell }) => [trial, cell]));
  // Ignore observations of trials that the plan does not have.
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
  // One simulated trial marks the whole execution as simulated, like the banner of the report.
  const modelled = plan.simulated || rows.some(({ simulated }) => simulated);
  const labels = makeLabels(
    plan.cells,
    plan.factors.map(({ name }) => name),
  );
  return plan.cells.map((cell, index) => {
    const own = rowsByCell.get(cell.cellId) ?? [];
    const rigs = [...new Set(own.map(({ rig }) => rig))];
    const { cellId, levels, target, stage, workload, params } = cell;
    const measures = addRatios(measured.get(cellId) ?? [], cell.provisioned, cell.limitedRates);
    const [standing, moved] = [rigs.length === 0 ? null : computePrice(plan, cell), priceMoved(plan, cell, measures)];
    const usdPerHour = standing === null || moved === null ? null : standing + moved;
    const reference = references.get(cellId) ?? null;
    const counted = own.filter(({ trial }) => counting.get(trial)?.out === null);
    const bottleneck = findBottleneck({ ...toLimitInput(plan, cell, rigs), rows: counted, measures, serversProblem });
    const caveats = addClientLimits(collectCaveats(cell, own, counting, plan.factWords), bottleneck, plan, cell);
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
        usdPerHour === null || (plan.local && cell.externalUsdPerHour === null)
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

/** Bytes at the rate of the threshold, else at the measured one: US dollars an hour, null without a rate. */
function priceMoved({ decide, metrics }: Plan, cell: Cell, measures: readonly Measure[]): number | null {
  return (decide === null ? null : priceTransfer(cell, decide, metrics)) ?? computeTransferUsd(cell, measures);
}

/** Spread settings of the spec, and the facts that select the defaults. */
function getAssumptions(plan: Plan, cell: Cell): SpreadSettings {
  const { assumedInstanceSpread: instance, assumedHourSpread: hour } = plan.spec.design;
  const kind = listCopies(plan).find(({ target }) => target === cell.target)?.kind;
  const walk = plan.walk === undefined ? {} : { walk: true };
  return { instance, hour, loose: kind === 'instance-store', shared: cell.foreign === true, ...walk };
}

/** Marks figures as lower bounds if hosts have all reached limits, without connections that the plan compares. */
function addClientLimits(caveats: CellCaveats, { reached }: Bottleneck, { cells }: Plan, cell: Cell): CellCaveats {
  const list = ({ mounts = {} }: Cell): string => JSON.stringify(Object.values(mounts), ['nconnect', 'sessions']);
  const isCompared = cells.some((one) => one.target === cell.target && list(one) !== list(cell));
  const ofCell = reached.filter(
    ({ client, resource }) => client !== true || (isCompared && resource.startsWith(FLOWS)),
  );
  if (caveats.bound.length > 0 || ofCell.length > 0) return caveats;
  return { ...caveats, bound: reached.map(({ resource }) => ({ code: resource, trials: null })) };
}

function toLimitInput(plan: Plan, cell: Cell, rigs: readonly string[]): Omit<BottleneckInput, 'rows' | 'measures'> {
  const { provisioned, limitedRates: held, load = null, target } = cell;
  const kind = listCopies(plan).find((one) => one.target === target)?.kind ?? '';
  return {
    provisioned,
    held,
    load,
    roles: plan.rigs
      .flatMap(({ rig, roles }) => (rigs.includes(rig) ? roles : []))
      .map((one) => ({
        ...one,
        flows: findTarget(kind)?.performance.model(cell.targetConfig, cell.mounts?.[one.role])?.flows,
      })),
    local: plan.local,
    servers: listServerMetrics(kind),
    telemetry: findTelemetry(plan.telemetry, cell),
  };
}

/** Published figures of a cell, with the deviation of the measured ones. */
function listPublished(plan: Plan, ours: MeasuredCell<Cell>, ratio: RatioSource['ratio']): readonly CellPublished[] {
  return findPublished(ours.cell, plan.published).map((figure) => ({
    ...figure,
    deviation: computeDeviation(figure, ours, { ...plan, ratio }),
  }));
}

/** Server-side metrics cover whole minutes; if phases alternate, minutes mix phases: no interval and no ratio. */
function markServerSpan(
  { metrics }: Pick<Plan, 'metrics'>,
  { limitedRates: held }: Cell,
  measure: CellMeasure,
): CellMeasure {
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

/** With several blocks, statistics compare blocks, not repeats. */
export function hasBlocks({ trials }: Pick<Plan, 'trials'>): boolean {
  return new Set(trials.map(({ block }) => block)).size > 1;
}
