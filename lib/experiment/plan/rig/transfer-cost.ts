/**
 * Bytes that trials move, for targets that are paid for by them: what hosts and storage could move at most, as the
 * target is modelled. Measured rates are at most that, or the model is wrong.
 */
import { ensure } from '../../../shapes/errors';
import { findCell } from '../../../shapes/find-cell';
import { groupBy, sumAll } from '../../../shapes/collections';
import type { TrialPlan } from '../../../shapes/plan';
import type { PricedLines } from '../../../shapes/line-item';
import type { TransferBytes, TransferPrice, PricedAmount, PriceBook } from '../../../shapes/price';
import { findChange } from '../../../shapes/events';
import { GIB, MB } from '../../../targets/fsx-shared';
import { priceOnce } from '../../../pricing/months';
import type { Target } from '../../../targets/contract';
import { diskOperations, type TargetModel, SEQUENTIAL_LATENCY } from '../../../targets/model';
import { type Demand, toPhases, NO_IOS } from '../../../workloads/demand';
import type { ResolvedCell } from '../../design/cells';
import { getCellWorkload } from '../../kinds';
import type { RigDraft, RigInput } from './draft';

type Source = Pick<RigInput, 'spec' | 'kinds' | 'cells'>;
/** As far as data sets need it: a plan that was stored has it. */
type DataSetSource = Pick<Source, 'kinds'> & {
  readonly spec: Pick<Source['spec'], 'targets' | 'workloads'>;
  readonly cells: readonly Pick<ResolvedCell, 'cellId' | 'target' | 'workload' | 'params'>[];
};
type Draft = Pick<RigDraft, 'roles' | 'stretches'>;
type Config = Readonly<Record<string, unknown>>;

/** What is paid once for what a copy moves: `states` is how it is set in each stretch. */
export type TransferCost = (draft: Draft, copy: string, states: readonly Config[], target: Target) => PricedLines;

/** Of a target that is paid for by time alone. */
export const NO_LINES: PricedLines = { lines: [], unknown: [] };

/**
 * What a rig may spend by time, rounded down: shares together never exceed the budget. What bytes cost is set aside.
 */
export function toTimeBudget(movedUsd: number, usd: number): number {
  return Math.max(0, Math.floor(100 * (usd - movedUsd)) / 100);
}

/** Prices what trials of some cells move. */
export function makeTransferCost(source: Source, book: PriceBook): TransferCost {
  return (draft, copy, states, target) => {
    // Most are paid for by time alone: nothing is reckoned for them.
    const { usage } = target;
    const items = states.flatMap((config, stretch) => {
      const paid = usage?.moved?.(config, { read: 1, written: 1 }) ?? [];
      return paid.length === 0 ? [] : (usage?.moved?.(config, sumTransfers(draft, source, copy, stretch)) ?? []);
    });
    return priceOnce([...items, ...listZoneTraffic(draft, copy, source)], book);
  };
}

/**
 * While throughput of a file system in two zones changes, its standby serves the hosts, from the other zone. AWS tells
 * of two failovers without their distance: ten minutes are assumed, at the throughput from before the change.
 * https://docs.aws.amazon.com/fsx/latest/ONTAPGuide/managing-throughput-capacity.html
 */
const STANDBY_SECONDS = 600;

/** Traffic between zones of trials that change such a file system; each side pays for its direction. */
function listZoneTraffic({ stretches }: Draft, copy: string, source: Source): PricedAmount[] {
  const trials = stretches.flatMap((stretch) => stretch.trials);
  const rates = trials.flatMap((trial): number[] => {
    if (trial.copy !== copy || findChange(trial.events) === undefined) return [];
    const { deploymentType, throughputMBps, throughputMBpsPerPair } = getTrialCell(trial, source).targetConfig;
    return String(deploymentType).startsWith('MULTI_AZ') ? [Number(throughputMBps ?? throughputMBpsPerPair)] : [];
  });
  const gib = (sumAll(rates) * MB * STANDBY_SECONDS) / GIB;
  const item = 'Traffic between zones while the standby serves, modelled';
  const dimension = 'data_transfer.cross_az.each_direction';
  return [{ item, service: 'ec2', dimension, amount: 2 * gib, of: 'storage' }];
}

/** Bytes that lie on a copy of a rig while it is measured: its data sets, modelled. */
export type StoredBytes = (draft: Draft, copy: string) => number;

/** What trials of some cells lay out. */
export function makeStoredBytes(source: Source): StoredBytes {
  return ({ roles, stretches }, copy) => {
    const its = stretches.flatMap(({ trials }) => trials.filter((one) => one.copy === copy));
    return sumDataSets(its, source, roles);
  };
}

/** Enough for prices of a GiB not to be lost in cents. */
const TIB = 1024 ** 4;

/** What a target is paid for by bytes; nothing for one that is paid for by time alone. */
export function priceTransfer(
  { usage }: Pick<Target, 'usage'>,
  config: Config,
  book: PriceBook,
): { readonly movedUsdPerGiB?: TransferPrice } {
  const of = (bytes: TransferBytes): number =>
    priceOnce(usage?.moved?.(config, bytes) ?? [], book).lines.reduce((sum, { usd }) => sum + usd, 0) / 1024;
  const movedUsdPerGiB = { read: of({ read: TIB, written: 0 }), written: of({ read: 0, written: TIB }) };
  return movedUsdPerGiB.read + movedUsdPerGiB.written > 0 ? { movedUsdPerGiB } : {};
}

/**
 * What is moved to and from a copy of a rig in one of its stretches; before the first one its data are laid out.
 * Attempts after the first are not in it.
 */
export function sumTransfers(
  { roles, stretches }: Draft,
  source: Source,
  copy: string,
  stretch: number,
): TransferBytes {
  const hostsOf = hostCounter(roles);
  const its = stretches.map(({ trials }) => trials.filter((one) => one.copy === copy));
  const moved = (its[stretch] ?? []).map((trial) => sumTrialTransfer(trial, source, hostsOf));
  const laid = stretch > 0 ? 0 : sumDataSets(its.flat(), source, roles);
  return {
    read: sumAll(moved.map(({ read }) => read)),
    written: sumAll([laid, ...moved.map(({ written }) => written)]),
  };
}

type CountHosts = (roles: readonly string[]) => number;

function hostCounter(roles: Draft['roles']): CountHosts {
  return (names) => roles.reduce((sum, { role, count }) => sum + (names.includes(role) ? count : 0), 0);
}

function sumTrialTransfer(trial: TrialPlan, source: Source, hostsOf: CountHosts): TransferBytes {
  const cell = getTrialCell(trial, source);
  const { targetKind: target } = cell;
  const demands = cell.workloadKind.demand(cell.params);
  const asked = trial.steps.flatMap(({ name, roles }) => toPhases(demands[name]).map((demand) => ({ demand, roles })));
  return asked.reduce(
    ({ read, written }, { demand, roles }) => {
      const mount = roles.map((role) => cell.mounts?.[role]).find((one) => one !== undefined);
      const model = target.usage?.mostMoving?.(cell.targetConfig, mount) ?? target.model(cell.targetConfig, mount);
      if (model === null) return { read, written };
      const hosts = demand.ofAll === true ? 1 : hostsOf(roles);
      const share = trial.share ?? 1;
      const { reads, writes } = demand.unit;
      const units = share * countUnits(demand, model, hosts);
      // Where memory of a host answers all that it reads, it writes the more: the dearer of both is taken for each.
      const quick = demand.buffered ? share * countUnits(withoutReads(demand), model, hosts) : units;
      return {
        read: read + units * reads.count * reads.bytes,
        written: written + quick * writes.count * writes.bytes,
      };
    },
    { read: 0, written: 0 },
  );
}

/** The same work where no read gets to the storage. */
function withoutReads(demand: Demand): Demand {
  return { ...demand, unit: { ...demand.unit, reads: NO_IOS } };
}

/** Units of work of all hosts together, at most. */
function countUnits(demand: Demand, model: TargetModel, hosts: number): number {
  const { extent } = demand;
  if (extent.until === 'done') return hosts * extent.units;
  const perSecond = unitsPerSecond(demand, model, hosts);
  // Units that move nothing are limited by nothing.
  return Number.isFinite(perSecond) ? perSecond * (extent.warmUpSeconds + extent.measuredSeconds) : 0;
}

/**
 * Units of work that all hosts do in a second at most, bursts included.
 * @param cached bytes a second that memory of servers answers without disks, and more quickly
 */
export function unitsPerSecond({ unit, threads, pace }: Demand, model: TargetModel, hosts: number, cached = 0): number {
  const { reads, writes, sequential } = unit;
  const [read, written] = [reads.count * reads.bytes, writes.count * writes.bytes];
  const latency = (reads.count * model.latencyUs.read + writes.count * model.latencyUs.write) / 1e6;
  const waiting = cached > 0 && reads.count > 0 ? 0 : latency;
  const asked = pace.loop === 'open' ? pace.rate : (threads * pace.depth) / waiting;
  return Math.min(
    hosts * (sequential && pace.loop === 'closed' ? asked / SEQUENTIAL_LATENCY : asked),
    (hosts * model.hostBytes) / (read + written),
    Math.max(model.read.burst, cached) / read,
    model.write.burst / written,
    cached > 0 ? Infinity : model.readIops.burst / (reads.count * diskOperations(reads.bytes, sequential)),
    model.writeIops.burst / (writes.count * diskOperations(writes.bytes, sequential)),
  );
}

/** Bytes of the data sets of a copy: the largest of each kind of workload serves all its cells. */
export function sumDataSets(trials: readonly TrialPlan[], source: DataSetSource, roles: Draft['roles']): number {
  const hostsOf = hostCounter(roles);
  const cells = [...new Map(trials.map((trial) => [trial.cell, getTrialCell(trial, source)])).values()];
  const groups = groupBy(cells, (cell) => getCellWorkload(source.spec, cell, source.kinds));
  return [...groups].reduce((sum, [workload, own]) => {
    const laid = workload.listStoredData?.(own.map(({ params }) => params)) ?? [];
    return laid.reduce((all, { role, parts }) => all + hostsOf([role]) * sumAll(parts), sum);
  }, 0);
}

function getTrialCell<C extends { readonly cellId: string }>(
  { cell, trial }: TrialPlan,
  { cells }: { readonly cells: readonly C[] },
): C {
  return ensure(findCell(cells, cell), `the cell of trial ${trial}`);
}
