/**
 * Advice from the models of targets, before anything is billed: the workload cannot reach the provisioned rate
 * (Little's law, host network), server caches serve its reads, or no target reaches the threshold of `decide`. Models
 * are rough, so only clear cases are reported. External storage, hosts of unknown types and tree copies are skipped.
 */
import rules from '../../rules.json';
import type { DecisionRule } from '../../../shapes/decision-rule';
import { groupBy } from '../../../shapes/collections';
import { problemAt, type Problem } from '../../../shapes/problem';
import { formatExact } from '../../../shapes/exact-quantity';
import { groupDigits } from '../../../shapes/group-digits';
import { formatBytes } from '../../../shapes/quantity';
import { isKnownType, getHardware } from '../../../targets/instance-types';
import { scaleToHosts, SEQUENTIAL_LATENCY, type TargetModel } from '../../../targets/model';
import { type Demand, type DemandedIos, listDemandPhases, toHostDemand } from '../../../workloads/demand';
import { computeUnitRate } from '../../plan/rig/transfer-cost';
import type { ResolvedCell } from '../../design/cells';
import type { ExpandedSpec } from '../../design/expand';
import { isCompetingCell } from '../../design/question';

/** A workload below this share of the provisioned rate is clearly below it. */
const CLEARLY_BELOW_RATIO = 0.7;
/** A threshold above this multiple of the best estimate is clearly above it. */
const CLEARLY_ABOVE_RATIO = 1.3;

interface CellModel {
  readonly cell: ResolvedCell;
  readonly role: string;
  readonly hosts: number;
  readonly instanceType: string;
  readonly model: TargetModel;
  readonly demands: readonly Demand[];
  /** The sustained demand that bypasses host memory. */
  readonly timed: Demand | undefined;
}

/** Advice on each workload of each target, and on the threshold. */
export function adviseByModel({ cells, decide }: ExpandedSpec): Problem[] {
  const loadings = new Map(cells.map((cell) => [cell, modelCell(cell)]));
  const each = [...groupBy(cells, ({ target, workload }) => `${target}\n${workload}`).values()];
  const known = each.map((its) => its.flatMap((cell) => loadings.get(cell) ?? []));
  return [
    ...known.flatMap((its) => warnOfRates(its)),
    ...known.flatMap((its) => adviseUnderload(its, decide)),
    ...known.flatMap((its, index) => adviseCachedReads(its, each[index]?.length ?? 0)),
    ...adviseUnreachable(cells, decide, loadings),
  ];
}

function modelCell(cell: ResolvedCell): CellModel | undefined {
  const { targetKind: target, workloadKind: workload } = cell;
  const [first] = workload.roles(cell.params, Object.keys(cell.fleet));
  const { count: hosts = 0, instanceType } = cell.fleet[first?.role ?? ''] ?? {};
  if (target.local || target.external !== undefined || first === undefined) return undefined;
  if (instanceType === undefined || !isKnownType(instanceType)) return undefined;
  const { role } = first;
  const model = target.performance.model(cell.targetConfig, cell.mounts?.[role], [instanceType]);
  if (model === null) return undefined;
  const demands = Object.values(workload.demand(cell.params)).flatMap(listDemandPhases);
  const lasting = demands.find(({ extent }) => extent.until === 'time');
  const timed = lasting?.buffered === true ? undefined : lasting;
  return { cell, role, hosts, instanceType, model, demands, timed };
}

function getUnitBytes({ unit: { reads, writes } }: Demand): number {
  return reads.count * reads.bytes + writes.count * writes.bytes;
}

/** Latency of one unit of work on idle storage, microseconds. */
function getUnitLatencyUs({ unit: { reads, writes, sequential } }: Demand, { latencyUs }: TargetModel): number {
  return (sequential ? SEQUENTIAL_LATENCY : 1) * (reads.count * latencyUs.read + writes.count * latencyUs.write);
}

/** Offered rate of a workload, units of work a second. */
interface OfferedRate {
  readonly loading: CellModel;
  readonly demand: Demand;
  readonly provisioned: number;
  readonly inFlight: number;
  /** Sustained rate of the host network; infinite without a network. */
  readonly network: number;
}

function modelOfferedRate(loading: CellModel): OfferedRate[] {
  const { cell, hosts, instanceType, model, timed: demand } = loading;
  if (demand === undefined) return [];
  const { targetKind, targetConfig } = cell;
  const rates = targetKind.performance.getProvisioned(targetConfig, [instanceType]);
  // Sequential blocks are merged, so only bytes limit them.
  const { bandwidth = Infinity, iops = Infinity } = demand.unit.sequential ? { ...rates, iops: undefined } : rates;
  const [operations, bytes] = [demand.unit.reads.count + demand.unit.writes.count, getUnitBytes(demand)];
  const provisioned = Math.min(iops / operations, bandwidth / bytes);
  if (operations === 0 || !Number.isFinite(provisioned)) return [];
  const overNetwork = model.eachHost !== true;
  const link = Math.min(model.hostBytes, overNetwork ? getHardware(instanceType).network.baseline : Infinity);
  const { pace, threads } = demand;
  const us = getUnitLatencyUs(demand, scaleToHosts(model, hosts)) + (1e6 * bytes) / link;
  const inFlight = pace.loop === 'open' ? hosts * pace.rate : (1e6 * hosts * threads * pace.depth) / us;
  return [{ loading, demand, provisioned, inFlight, network: overNetwork ? (hosts * link) / bytes : Infinity }];
}

/**
 * Only if no configuration of a workload on a target reaches the provisioned rate, because sweeps start low. Not if the
 * load is low on purpose: a fixed rate, a threshold that it covers, or a question about a latency.
 */
function adviseUnderload(loadings: readonly CellModel[], decide: DecisionRule | null): Problem[] {
  const shareOf = ({ provisioned, inFlight, network }: OfferedRate): number =>
    Math.min(inFlight, network) / provisioned;
  const [best] = loadings.flatMap(modelOfferedRate).toSorted((a, b) => shareOf(b) - shareOf(a));
  if (best === undefined || shareOf(best) >= CLEARLY_BELOW_RATIO) return [];
  const { loading, demand, provisioned, inFlight, network } = best;
  const least = decide?.atLeast ?? Infinity;
  const unitsOf: Readonly<Record<string, number>> = {
    iops: demand.unit.reads.count + demand.unit.writes.count,
    bandwidth: getUnitBytes(demand),
  };
  const covers = Math.min(inFlight, network) * (unitsOf[decide?.metric ?? ''] ?? 0) >= least;
  if (demand.pace.loop === 'open' || covers || decide?.atMost !== undefined) return [];
  const { cell, role, hosts } = loading;
  const rate = (units: number): string => {
    const operations = Math.round(units * (demand.unit.reads.count + demand.unit.writes.count));
    const bytes = formatBytes(Math.round(units * getUnitBytes(demand)));
    return `${groupDigits(operations)} IOPS (${bytes}/s)`;
  };
  const paid = `\`${cell.target}\` is provisioned for ${rate(provisioned)}`;
  const who = `${hosts} host${hosts === 1 ? '' : 's'} of role \`${role}\``;
  if (network < inFlight) {
    const enough = Math.ceil((hosts * provisioned) / network);
    const isClient = loading.model.hostBytes < getHardware(loading.instanceType).network.baseline;
    const facts = { who, network: rate(network), paid, enough };
    return [problemAt(isClient ? rules.clientsBelowTarget : rules.hostsBelowTarget, ['fleet', role, 'count'], facts)];
  }
  const factor = provisioned / inFlight;
  const more = factor < 10 ? factor.toFixed(1) : Math.round(factor);
  const facts = { inFlight: rate(inFlight), who, paid, more };
  return [problemAt(rules.loadBelowTarget, ['workloads', cell.workload], facts)];
}

/** Warns of the highest rate of a workload if its bytes exceed the network of one host. */
function warnOfRates(loadings: readonly CellModel[]): Problem[] {
  const rates = loadings.flatMap(({ cell, instanceType, model, timed }) => {
    if (timed?.pace.loop !== 'open' || timed.ofAll === true || model.eachHost === true) return [];
    const bytes = timed.pace.rate * getUnitBytes(timed);
    return [{ cell, instanceType, bytes, network: getHardware(instanceType).network.baseline }];
  });
  const [highest] = rates.toSorted((a, b) => b.bytes / b.network - a.bytes / a.network);
  if (highest === undefined || highest.bytes <= highest.network) return [];
  const { cell, instanceType } = highest;
  const [bytes, network] = [highest.bytes, highest.network].map((one) => `${formatBytes(Math.round(one))}/s`);
  const facts = { instanceType, bytes: bytes ?? '', network: network ?? '' };
  return [problemAt(rules.rateAboveNetwork, ['workloads', cell.workload], facts)];
}

/** Advice on files that fit into server caches, for the configuration with the largest files. */
function adviseCachedReads(loadings: readonly CellModel[], cells: number): Problem[] {
  const fitting = loadings.flatMap(({ cell, hosts, model: { cacheBytes }, demands }) => {
    const reads = demands.filter((one) => one.unit.reads.count > 0 && !one.buffered && one.workingBytes > 0);
    const bytes = Math.max(0, ...reads.map((one) => hosts * toHostDemand(one, hosts).workingBytes));
    return bytes === 0 || bytes > cacheBytes ? [] : [{ cell, bytes, cacheBytes }];
  });
  const [largest] = fitting.toSorted((a, b) => b.bytes / b.cacheBytes - a.bytes / a.cacheBytes);
  if (largest === undefined) return [];
  const { cell, bytes, cacheBytes } = largest;
  const of = fitting.length === cells ? '' : ` in ${fitting.length} of ${cells} configurations`;
  const facts = { bytes: formatBytes(bytes), of, target: cell.target, cacheBytes: formatBytes(cacheBytes) };
  return [problemAt(rules.readsOfMemory, ['workloads', cell.workload], facts)];
}

/** Advice if the threshold is above the estimates of all competing configurations, including bursts and caches. */
function adviseUnreachable(
  cells: readonly ResolvedCell[],
  decide: DecisionRule | null,
  loadings: ReadonlyMap<ResolvedCell, CellModel | undefined>,
): Problem[] {
  if (decide === null) return [];
  const competing = cells.filter((cell) => isCompetingCell(cell, decide));
  const limits = [
    { ...decide, path: ['decide', 'atLeast'] },
    ...(decide.require ?? []).map((one) => ({ ...one, path: ['criteria', one.name, 'atLeast'] })),
  ];
  return limits.flatMap(({ metric, operation, atLeast: least, path }) => {
    if (least === undefined || (metric !== 'iops' && metric !== 'bandwidth')) return [];
    const most = competing.map((cell) => ({
      target: cell.target,
      most: computeMetricMax(loadings.get(cell), { metric, operation }),
    }));
    const [best] = most.toSorted((x, y) => y.most - x.most);
    if (best === undefined || least <= CLEARLY_ABOVE_RATIO * best.most) return [];
    const figure = (value: number): string =>
      metric === 'iops' ? `${groupDigits(Math.round(value))} IOPS` : formatExact(value, 'bytes/s');
    const facts = { least: figure(least), target: best.target, most: figure(Number(best.most.toPrecision(3))) };
    return [problemAt(rules.beyondReach, path, facts)];
  });
}

/** Estimated maximum of the metric for a configuration; infinite if unknown. */
function computeMetricMax(
  loading: CellModel | undefined,
  { metric, operation }: { readonly metric: string; readonly operation: string | undefined },
): number {
  if (loading?.timed === undefined) return Infinity;
  const { timed: demand, hosts, model: one } = loading;
  const { reads, writes } = demand.unit;
  const of = (work: DemandedIos): number => work.count * (metric === 'iops' ? 1 : work.bytes);
  const counted = (operation === 'write' ? 0 : of(reads)) + (operation === 'read' ? 0 : of(writes));
  if (counted === 0) return Infinity;
  const model = { ...scaleToHosts(one, hosts), hostBytes: one.hostBytes };
  return counted * computeUnitRate(demand, model, hosts, model.cacheBytes > 0 ? model.cacheRead : 0);
}
