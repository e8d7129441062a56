/**
 * Whether hosts and what they keep in flight could reach what is paid for of a target, as it is modelled, before
 * anything is paid: by Little's law, and by what the hosts' network moves. Said where no cell of a workload on a target
 * reaches it: a sweep begins low.
 */
import type { Problem } from '../../../../shapes/problem';
import { formatBytes } from '../../../../shapes/quantity';
import type { Spec } from '../../../../shapes/spec';
import { isKnown, machineOf } from '../../../../targets/instance-types';
import { overHosts, SEQUENTIAL_LATENCY, type TargetModel } from '../../../../targets/model';
import { type Demand, inPhases } from '../../../../workloads/demand';
import type { ResolvedCell } from '../../../design/cells';
import { type Kinds, targetOfCell, workloadOfCell } from '../../../kinds';

/** Figures are modelled: only what is clearly below is said. */
const CLEARLY = 0.7;

/** One cell on its target, units of work a second. */
interface Load {
  readonly cell: ResolvedCell;
  readonly role: string;
  readonly hosts: number;
  readonly demand: Demand;
  /** What the target is entitled to. */
  readonly entitled: number;
  /** What I/Os in flight make of the time that one takes. */
  readonly inFlight: number;
  /** What the network of the hosts moves at all times; infinite for what does not go over it. */
  readonly network: number;
}

/** Advice on each workload of each target. */
export function adviseOnLoad(spec: Spec, cells: readonly ResolvedCell[], kinds: Kinds): Problem[] {
  const best = new Map<string, Load>();
  for (const cell of cells) {
    const load = loadOf(spec, cell, kinds);
    const key = `${cell.target}\n${cell.workload}`;
    const before = best.get(key);
    if (load !== undefined && (before === undefined || shareOf(load) > shareOf(before))) best.set(key, load);
  }
  return [...best.values()].flatMap((load) => (shareOf(load) < CLEARLY ? [said(load)] : []));
}

/** Of what the target is entitled to, what the load could reach. */
function shareOf({ entitled, inFlight, network }: Load): number {
  return Math.min(inFlight, network) / entitled;
}

/** Who asks a modelled target for what, for a time and past the memory of hosts. */
interface Loading {
  readonly role: string;
  readonly hosts: number;
  readonly instanceType: string;
  readonly demand: Demand;
  /** The target, as these hosts mount it. */
  readonly one: TargetModel;
}

/** Undefined where nobody knows: storage of others, hosts of unknown types, files that are copied. */
export function loadingOf(spec: Spec, cell: ResolvedCell, kinds: Kinds): Loading | undefined {
  const target = targetOfCell(spec, cell, kinds);
  const workload = workloadOfCell(spec, cell, kinds);
  if (target.local || target.foreign !== undefined) return undefined;
  const demands = Object.values(workload.modelled?.demand(cell.params) ?? {}).flatMap(inPhases);
  const demand = demands.find(({ extent }) => extent.until === 'time');
  const [first] = workload.roles(cell.params, Object.keys(cell.fleet));
  const its = first === undefined ? undefined : cell.fleet[first.role];
  if (demand === undefined || demand.buffered || first === undefined || its?.instanceType === undefined)
    return undefined;
  const { count: hosts, instanceType } = its;
  const one = isKnown(instanceType) ? target.model(cell.targetConfig, cell.mounts?.[first.role], [instanceType]) : null;
  return one === null ? undefined : { role: first.role, hosts, instanceType, demand, one };
}

/** Undefined where {@link loadingOf} is, or nothing is promised. */
function loadOf(spec: Spec, cell: ResolvedCell, kinds: Kinds): Load | undefined {
  const loading = loadingOf(spec, cell, kinds);
  if (loading === undefined) return undefined;
  const { role, hosts, instanceType, demand, one } = loading;
  const { bandwidth, iops } = targetOfCell(spec, cell, kinds).entitlement(cell.targetConfig, [instanceType]);
  const { reads, writes } = demand.unit;
  const [operations, bytes] = [reads.count + writes.count, reads.count * reads.bytes + writes.count * writes.bytes];
  const entitled = Math.min(
    iops === undefined ? Infinity : iops / operations,
    bandwidth === undefined ? Infinity : bandwidth / bytes,
  );
  if (operations === 0 || !Number.isFinite(entitled)) return undefined;
  const link = Math.min(one.hostBytes, one.eachHost === true ? Infinity : machineOf(instanceType).network.baseline);
  return {
    cell,
    role,
    hosts,
    demand,
    entitled,
    inFlight: asked(demand, overHosts(one, hosts), hosts, link),
    network: one.eachHost === true ? Infinity : (hosts * link) / bytes,
  };
}

/** Little's law: what is in flight, over the time that one takes when nothing waits. */
function asked({ unit, threads, pace }: Demand, { latencyUs }: TargetModel, hosts: number, link: number): number {
  if (pace.loop === 'open') return hosts * pace.rate;
  const { reads, writes, sequential } = unit;
  const order = sequential ? SEQUENTIAL_LATENCY : 1;
  const us =
    reads.count * (latencyUs.read * order + (1e6 * reads.bytes) / link) +
    writes.count * (latencyUs.write * order + (1e6 * writes.bytes) / link);
  return (1e6 * hosts * threads * pace.depth) / us;
}

function said(load: Load): Problem {
  const { cell, role, hosts, demand, entitled, inFlight, network } = load;
  const { reads, writes } = demand.unit;
  const bytes = reads.count * reads.bytes + writes.count * writes.bytes;
  const rate = (units: number): string => {
    const operations = Math.round(units * (reads.count + writes.count));
    return `${operations.toLocaleString('en-US')} I/Os (${formatBytes(Math.round(units * bytes))}) a second`;
  };
  const most = `of ${rate(entitled)} that are paid for of \`${cell.target}\``;
  const [who, s] = [`${hosts} host${hosts === 1 ? '' : 's'} of role \`${role}\``, hosts === 1 ? 's' : ''];
  if (network < inFlight)
    return {
      severity: 'advice',
      code: 'HostsBelowTarget',
      path: ['fleet', role, 'count'],
      message:
        `over the network ${who} move${s} ${rate(network)} at all times, ${most}: workload \`${cell.workload}\` ` +
        `measures the hosts. ${times(entitled / network)} as many, or larger ones, would reach it`,
    };
  const { pace, threads } = demand;
  const ios = hosts * threads * (pace.loop === 'closed' ? pace.depth : 1);
  const kept =
    pace.loop === 'closed' ? `keep${s} ${ios} I/O${ios === 1 ? '' : 's'} in flight, which makes` : `ask${s} for`;
  return {
    severity: 'advice',
    code: 'LoadBelowTarget',
    path: ['workloads', cell.workload],
    message:
      `${who} ${kept} ${rate(inFlight)} as the target is modelled, ${most}: latency is measured, not what it can do. ` +
      `${times(entitled / inFlight)} as much in flight (hosts, jobs, depth) would reach it`,
  };
}

function times(factor: number): string {
  return factor < 10 ? `${factor.toFixed(1)} times` : `${Math.round(factor)} times`;
}
