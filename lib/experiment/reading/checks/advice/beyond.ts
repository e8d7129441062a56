/**
 * Whether anything that competes could reach what is asked for, as targets are modelled, before anything is paid: an
 * answer that none does can be had for nothing.
 */
import type { Decide } from '../../../../shapes/decide';
import type { Problem } from '../../../../shapes/problem';
import { formatBytes } from '../../../../shapes/quantity';
import type { Spec } from '../../../../shapes/spec';
import { diskOperations, overHosts, SEQUENTIAL_LATENCY, type TargetModel } from '../../../../targets/model';
import type { Demand, DemandedIos } from '../../../../workloads/demand';
import { competes, type Expanded } from '../../../design/expand';
import type { ResolvedCell } from '../../../design/cells';
import type { Kinds } from '../../../kinds';
import { loadingOf } from './load';

/** Figures are modelled: only what is clearly above is said. */
const CLEARLY = 1.3;

/** Advice where the least that is asked for is above all that the cells could do. */
export function adviseBeyond(spec: Spec, { cells, decide }: Expanded, kinds: Kinds): Problem[] {
  const least = decide?.atLeast;
  if (decide === null || least === undefined || (decide.metric !== 'iops' && decide.metric !== 'bandwidth')) return [];
  let best = { target: '', most: 0 };
  for (const cell of cells) {
    if (!competes(cell, decide)) continue;
    const most = mostOf(spec, cell, kinds, decide);
    // One that nobody knows may reach it.
    if (most === undefined) return [];
    if (most > best.most) best = { target: cell.target, most };
  }
  if (best.most === 0 || least <= CLEARLY * best.most) return [];
  const message =
    `asked for are ${said(decide, least)}, and as hosts and targets are modelled none reaches more than ` +
    `${said(decide, best.most)} (\`${best.target}\`): the answer would be that nothing does. Provision more, take ` +
    'more or larger hosts, keep more in flight, or ask for less';
  return [{ severity: 'advice', code: 'BeyondReach', path: ['decide', 'atLeast'], message }];
}

function said({ metric, operation }: Decide, value: number): string {
  const what = operation === undefined ? '' : ` of ${operation}`;
  return metric === 'iops'
    ? `${Math.round(value).toLocaleString('en-US')} I/Os a second${what}`
    : `${formatBytes(Math.round(value))} a second${what}`;
}

/** Most of the metric that a cell could have, bursts and caches included; undefined where nobody knows. */
function mostOf(spec: Spec, cell: ResolvedCell, kinds: Kinds, { metric, operation }: Decide): number | undefined {
  const loading = loadingOf(spec, cell, kinds);
  if (loading === undefined) return undefined;
  const { demand, one, hosts } = loading;
  const { reads, writes } = demand.unit;
  const of = (work: DemandedIos): number => work.count * (metric === 'iops' ? 1 : work.bytes);
  const counted = (operation === 'write' ? 0 : of(reads)) + (operation === 'read' ? 0 : of(writes));
  return counted === 0 ? undefined : counted * unitsOf(demand, one, hosts);
}

/** Units of work a second, at most: memory of servers answers without disks, and more quickly. */
function unitsOf({ unit, threads, pace }: Demand, one: TargetModel, hosts: number): number {
  const { reads, writes, sequential } = unit;
  const model = overHosts(one, hosts);
  const cached = model.cacheBytes > 0 ? model.cacheRead : 0;
  const perSecond = [
    (hosts * one.hostBytes) / (reads.count * reads.bytes + writes.count * writes.bytes),
    Math.max(model.read.burst, cached) / (reads.count * reads.bytes),
    model.write.burst / (writes.count * writes.bytes),
    cached > 0 ? Infinity : model.readIops.burst / (reads.count * diskOperations(reads.bytes, sequential)),
    model.writeIops.burst / (writes.count * diskOperations(writes.bytes, sequential)),
  ];
  if (pace.loop === 'open') perSecond.push(hosts * pace.rate);
  else if (cached === 0 || reads.count === 0) {
    const order = sequential ? SEQUENTIAL_LATENCY : 1;
    const seconds = (reads.count * model.latencyUs.read + writes.count * model.latencyUs.write) * order * 1e-6;
    perSecond.push((hosts * threads * pace.depth) / seconds);
  }
  return Math.min(...perSecond);
}
