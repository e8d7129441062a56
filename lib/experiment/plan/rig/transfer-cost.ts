/**
 * Cost of bytes that trials move, for targets billed by bytes. Upper bound: the maximum that hosts and storage can move
 * in the model. Measured rates exceed it only if the model is wrong.
 */
import { ensure } from '../../../shapes/errors';
import { findCell } from '../../../shapes/find-cell';
import { groupBy, sumAll } from '../../../shapes/collections';
import type { TrialPlan } from '../../../shapes/plan';
import type { PricedLines } from '../../../shapes/line-item';
import type { MovedData, TransferBytes, TransferPrice, PricedAmount, PriceBook } from '../../../shapes/price';
import { GIB, MB } from '../../../targets/fsx-shared';
import { priceOneTimeAmounts } from '../../../pricing/months';
import type { Prices, Target } from '../../../targets/contract';
import { getHardware, isKnownType } from '../../../targets/instance-types';
import { toDiskOperations, type TargetModel, SEQUENTIAL_LATENCY } from '../../../targets/model';
import { type Demand, listDemandPhases, ZERO_IOS } from '../../../workloads/demand';
import type { ResolvedCell } from '../../design/cells';
import { getCellWorkload } from '../../kinds';
import type { RigDraft, RigInput } from './draft';

type Source = Pick<RigInput, 'spec' | 'kinds' | 'cells'>;
/** Input for data sets, which stored plans contain too. */
type DataSetSource = Pick<Source, 'kinds'> & {
  readonly spec: Pick<Source['spec'], 'targets' | 'workloads'>;
  readonly cells: readonly Pick<ResolvedCell, 'cellId' | 'target' | 'workload' | 'params'>[];
};
type Draft = Pick<RigDraft, 'roles' | 'stretches'>;
type TargetSettings = Readonly<Record<string, unknown>>;

/** One-time cost of the bytes of a target instance: `states` are its settings in each stretch. */
export type TransferCost = (
  draft: Draft,
  copy: string,
  states: readonly TargetSettings[],
  target: Target,
) => PricedLines;

export const NO_LINES: PricedLines = { lines: [], unknown: [] };

/**
 * Budget of a rig for resources billed by time: without the cost of bytes, rounded down so that shares never exceed the
 * total.
 */
export function toTimeBudget(movedUsd: number, usd: number): number {
  return Math.max(0, Math.floor(100 * (usd - movedUsd)) / 100);
}

export function makeTransferCost(source: Source, book: PriceBook): TransferCost {
  return (draft, copy, states, target) => {
    // Skips the calculation for targets billed by time alone.
    const { usage } = target.prices;
    const items = states.flatMap((config, stretch) => {
      const paid = usage?.moved?.(config, { read: 1, written: 1 }) ?? [];
      return paid.length === 0 ? [] : (usage?.moved?.(config, sumTransfers(draft, source, copy, stretch)) ?? []);
    });
    return priceOneTimeAmounts([...items, ...listZoneTraffic(draft, copy, source)], book);
  };
}

/**
 * While the throughput of a file system in two zones changes, its standby serves hosts from the other zone. AWS
 * describes two failovers without their interval. Assumed: ten minutes, at the old throughput.
 * https://docs.aws.amazon.com/fsx/latest/ONTAPGuide/managing-throughput-capacity.html
 */
const FAILOVER_SECONDS = 600;

/** Cross-zone traffic of trials that change such a file system; each direction is billed. */
function listZoneTraffic({ stretches }: Draft, copy: string, source: Source): PricedAmount[] {
  const trials = stretches.flatMap((stretch) => (stretch.transition?.copy === copy ? stretch.trials : []));
  const rates = trials.flatMap((trial): number[] => {
    const { deploymentType, throughputMBps, throughputMBpsPerPair } = getTrialCell(trial, source).targetConfig;
    return String(deploymentType).startsWith('MULTI_AZ') ? [Number(throughputMBps ?? throughputMBpsPerPair)] : [];
  });
  const gib = (sumAll(rates) * MB * FAILOVER_SECONDS) / GIB;
  const item = 'Traffic between zones while the standby serves, estimated';
  const dimension = 'data_transfer.cross_az.each_direction';
  return [{ item, service: 'ec2', dimension, amount: 2 * gib, of: 'storage' }];
}

/** Bytes stored on a target instance during its trials: its data sets, estimated. */
export type StoredBytes = (draft: Draft, copy: string) => number;

export function makeStoredBytes(source: Source): StoredBytes {
  return ({ roles, stretches }, copy) => {
    const its = stretches.flatMap(({ trials }) => trials.filter((one) => one.copy === copy));
    return sumDataSets(its, source, roles);
  };
}

/** Prices are computed for a TiB, because a price for a GiB would be rounded to cents. */
const TIB_BYTES = 1024 ** 4;

/** Price of transferred bytes; empty for targets billed by time alone. */
export function priceTransfer(
  { usage }: Prices,
  config: TargetSettings,
  book: PriceBook,
): { readonly transferUsdPerGiB?: TransferPrice } {
  const of = (bytes: TransferBytes): number =>
    priceOneTimeAmounts(usage?.moved?.(config, bytes) ?? [], book).lines.reduce((sum, { usd }) => sum + usd, 0) / 1024;
  const transferUsdPerGiB = { read: of({ read: TIB_BYTES, written: 0 }), written: of({ read: 0, written: TIB_BYTES }) };
  return transferUsdPerGiB.read + transferUsdPerGiB.written > 0 ? { transferUsdPerGiB } : {};
}

/**
 * Bytes moved to and from a target instance in one stretch; the first one includes its data sets. Second attempts are
 * not included.
 */
export function sumTransfers({ roles, stretches }: Draft, source: Source, copy: string, stretch: number): MovedData {
  const hostsOf = makeHostCounter(roles);
  const its = stretches.map(({ trials }) => trials.filter((one) => one.copy === copy));
  const moved = (its[stretch] ?? []).map((trial) => sumTrialTransfer(trial, source, hostsOf));
  const laid = stretch > 0 ? 0 : sumDataSets(its.flat(), source, roles);
  return {
    read: sumAll(moved.map(({ read }) => read)),
    written: sumAll([laid, ...moved.map(({ written }) => written)]),
    files: sumAll(moved.map(({ files }) => files)),
  };
}

type CountHosts = (roles: readonly string[]) => number;

function makeHostCounter(roles: Draft['roles']): CountHosts {
  return (names) => roles.reduce((sum, { role, count }) => sum + (names.includes(role) ? count : 0), 0);
}

function sumTrialTransfer(trial: TrialPlan, source: Source, hostsOf: CountHosts): Required<MovedData> {
  const cell = getTrialCell(trial, source);
  const { targetKind: target } = cell;
  const demands = cell.workloadKind.demand(cell.params);
  const phases = trial.steps.flatMap(({ name, roles }) =>
    listDemandPhases(demands[name]).map((demand) => ({ demand, roles })),
  );
  return phases.reduce(
    ({ read, written, files }, { demand, roles }) => {
      const mount = roles.map((role) => cell.mounts?.[role]).find((one) => one !== undefined);
      const whole =
        target.prices.usage?.mostMoving?.(cell.targetConfig, mount) ??
        target.performance.model(cell.targetConfig, mount);
      if (whole === null) return { read, written, files };
      // Networks of EC2 carry their rate in each direction.
      const ways = demand.unit.reads.count > 0 && demand.unit.writes.count > 0 ? 2 : 1;
      const links = roles.map((role) => ways * NETWORK_SLACK * getNetworkBurst(cell.fleet[role]?.instanceType));
      const model = { ...whole, hostBytes: Math.min(whole.hostBytes, ...links) };
      const hosts = demand.ofAll === true ? 1 : hostsOf(roles);
      const share = trial.share ?? 1;
      const { reads, writes } = demand.unit;
      const units = share * countUnits(demand, model, hosts);
      // If the page cache serves all reads, a timed trial completes more units and so writes more. Each line item
      // assumes its more expensive case.
      const quick = demand.buffered ? share * countUnits(dropReads(demand), model, hosts) : units;
      return {
        read: read + units * reads.count * reads.bytes,
        written: written + quick * writes.count * writes.bytes,
        files: files + quick * (demand.unit.metadata.create ?? 0),
      };
    },
    { read: 0, written: 0, files: 0 },
  );
}

/** Hosts and moments differ: the bound must hold for all. */
const NETWORK_SLACK = 1.1;

/** Bytes a second that the network of a host carries at most; infinite if its type is unknown. */
function getNetworkBurst(instanceType: string | undefined): number {
  if (instanceType === undefined || !isKnownType(instanceType)) return Infinity;
  return getHardware(instanceType).network.burst;
}

function dropReads(demand: Demand): Demand {
  return { ...demand, unit: { ...demand.unit, reads: ZERO_IOS } };
}

function countUnits(demand: Demand, model: TargetModel, hosts: number): number {
  const { extent } = demand;
  if (extent.until === 'done') return hosts * extent.units;
  const perSecond = computeUnitRate(demand, model, hosts);
  // Units without I/O have no limit.
  return Number.isFinite(perSecond) ? perSecond * (extent.warmUpSeconds + extent.measuredSeconds) : 0;
}

/**
 * Maximum units of work of all hosts in a second, with bursts.
 * @param cached bytes a second that server memory serves faster, without disks
 */
export function computeUnitRate(
  { unit, threads, pace }: Demand,
  model: TargetModel,
  hosts: number,
  cached = 0,
): number {
  const { reads, writes, sequential } = unit;
  const [read, written] = [reads.count * reads.bytes, writes.count * writes.bytes];
  const latency = (reads.count * model.latencyUs.read + writes.count * model.latencyUs.write) / 1e6;
  const waiting = cached > 0 && reads.count > 0 ? 0 : latency;
  const rate = pace.loop === 'open' ? pace.rate : (threads * pace.depth) / waiting;
  return Math.min(
    hosts * (sequential && pace.loop === 'closed' ? rate / SEQUENTIAL_LATENCY : rate),
    (hosts * model.hostBytes) / (read + written),
    Math.max(model.read.burst, cached) / read,
    model.write.burst / written,
    cached > 0 ? Infinity : model.readIops.burst / (reads.count * toDiskOperations(reads.bytes, sequential)),
    model.writeIops.burst / (writes.count * toDiskOperations(writes.bytes, sequential)),
  );
}

/** Bytes of the data sets of a target instance: the largest of each workload kind serves all its configurations. */
export function sumDataSets(trials: readonly TrialPlan[], source: DataSetSource, roles: Draft['roles']): number {
  const hostsOf = makeHostCounter(roles);
  const cells = [...new Map(trials.map((trial) => [trial.cell, getTrialCell(trial, source)])).values()];
  const groups = groupBy(cells, (cell) => getCellWorkload(source.spec, cell, source.kinds));
  return [...groups].reduce((sum, [workload, own]) => {
    const laid = workload.traffic.listStoredData?.(own.map(({ params }) => params)) ?? [];
    const shared = laid.filter(({ ofTrial }) => ofTrial !== true);
    return shared.reduce((all, { role, parts }) => all + hostsOf([role]) * sumAll(parts), sum);
  }, 0);
}

function getTrialCell<C extends { readonly cellId: string }>(
  { cell, trial }: TrialPlan,
  { cells }: { readonly cells: readonly C[] },
): C {
  return ensure(findCell(cells, cell), `the cell of trial ${trial}`);
}
