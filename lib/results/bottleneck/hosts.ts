/** How near the hosts were to limits of their machines: CPUs, and network of the instance type. */
import { FLOW_BYTES } from '../../targets/fsx-shared';
import { isKnownType, getHardware } from '../../targets/instance-types';
import type { RoleUsage, TrialRow } from '../../shapes/verdict';
import { BURST_RATIO } from '../../shapes/provisioned-rates';
import { pluralize, toThreeDigits } from '../format';
import {
  type LimitFinding,
  splitFindings,
  type LimitCheck,
  pickMedian,
  formatPercent,
  REACHED_SHARE,
} from './limit-check';

export interface HostRole {
  readonly role: string;
  readonly instanceType: string;
  /** See `TargetModel.flows`; absent: unknown. */
  readonly flows?: number | undefined;
}

const GBIT = 1e9 / 8;
/** Maximum ratio to the network baseline at which a host with delayed packets counts as throttled to it. */
const BASELINE_RATIO = 1.1;
export const FLOWS = 'client TCP flows';
/** If an operation spends this share of its time or more in a queue, the queue dominates its latency. */
const QUEUED_SHARE = 0.5;

/**
 * @param rows counted trials; earlier versions recorded no usage @param local hosts are processes, without a network
 * @param inPhase bytes per second of each host of a role in its busiest phase, if phases alternate; else null
 */
export function checkHosts(
  rows: readonly TrialRow[],
  roles: readonly HostRole[],
  local: boolean,
  inPhase: (uses: readonly RoleUsage[], roles: number) => number | null = () => null,
): LimitCheck {
  const uses = rows.flatMap(({ usage: own }) => (own === undefined || own.length === 0 ? [] : [own]));
  if (uses.length === 0) return { reached: [], below: [], lacking: ['host usage (hosts reported none)'] };
  const names = [...new Set(uses.flatMap((own) => own.map(({ role }) => role)))];
  const hasRoles = new Set([...names, ...roles.map(({ role }) => role)]).size > 1;
  const all = names.map((role) => {
    const of = hasRoles ? ` (${role})` : '';
    const own = uses.flatMap((one) => one.filter((use) => use.role === role));
    const on = roles.find((one) => one.role === role) ?? { role, instanceType: '' };
    const networks = local ? { found: [], lacking: [] } : checkNetwork(own, on, of, inPhase(own, names.length));
    return {
      found: [...checkCpu(own, of), ...checkKernelCpu(own, of), ...checkNfsQueue(own, of), ...networks.found],
      lacking: networks.lacking,
    };
  });
  const found = all.flatMap((one) =>
    one.found.map(({ evidence, ...rest }) => ({ ...rest, evidence: { ...evidence, client: true as const } })),
  );
  const lacking = [...new Set(all.flatMap((one) => one.lacking))];
  return splitFindings(found, lacking);
}

/** Example: `host CPU: 97% busy on 1 of 1 hosts`. Uses the median host of the median trial. */
function checkCpu(uses: readonly RoleUsage[], of: string): readonly LimitFinding[] {
  const typical = pickMedian(uses, ({ cpu }) => getLowerMedian(cpu));
  if (typical === undefined || typical.cpu.length === 0) return [];
  return [describeShares(typical.cpu, `host CPU${of}`, 'busy')];
}

/** Kernel work that keeps one CPU busy while other CPUs idle, e.g. interrupts of a network card. */
function checkKernelCpu(uses: readonly RoleUsage[], of: string): readonly LimitFinding[] {
  const known = uses.flatMap(({ kernel = [] }) => (kernel.length === 0 ? [] : [kernel]));
  const found = describeShares(pickMedian(known, getLowerMedian) ?? [], `one CPU of the host${of}`, 'in the kernel');
  return found.isReached ? [found] : [];
}

/** `client NFS queue: READ spent 62% of its 4.1 ms queued on the host`: slots or connections limit, not the server. */
function checkNfsQueue(uses: readonly RoleUsage[], of: string): readonly LimitFinding[] {
  const known = uses.flatMap(({ nfs }) => (nfs === undefined || !(nfs.totalMs > 0) ? [] : [nfs]));
  const typical = pickMedian(known, ({ queuedMs: queued, totalMs: whole }) => queued / whole);
  if (typical === undefined) return [];
  const { operation, queuedMs: queued, totalMs: whole } = typical;
  const resource = `client NFS queue${of}`;
  const waited = `${formatPercent(queued / whole)} of its ${toThreeDigits(whole)} ms`;
  const text = `${resource}: ${operation} spent ${waited} queued on the host`;
  return [{ isReached: queued >= QUEUED_SHARE * whole, evidence: { resource, share: null, text } }];
}

/** `client network: 98% of 25 Gbit/s on 4 of 4 hosts`. @param rateInPhase see {@link checkHosts} */
function checkNetwork(
  uses: readonly RoleUsage[],
  on: HostRole,
  of: string,
  rateInPhase: number | null,
): { readonly found: readonly LimitFinding[]; readonly lacking: readonly string[] } {
  const resource = `client network${of}`;
  const { instanceType: type, flows = Infinity } = on;
  const known = uses.flatMap(({ network: counted, delayedHosts: held, cpu }) => {
    const network = rateInPhase === null ? counted : cpu.map(() => rateInPhase);
    return network === null || network.length === 0 ? [] : [{ network, held }];
  });
  const heldBack = checkPackets(uses, resource, type);
  const typical = pickMedian(known, ({ network }) => getLowerMedian(network));
  if (typical === undefined)
    return { found: heldBack, lacking: ['network traffic of the hosts (no network card counts it)'] };
  if (!isKnownType(type)) return { found: heldBack, lacking: [`network rate of ${type === '' ? 'the hosts' : type}`] };
  const { network: limit } = getHardware(type);
  const rate = getLowerMedian(typical.network);
  // A rate above the network rate came from host memory, so it is no network traffic.
  if (rateInPhase !== null && rate > BURST_RATIO * limit.burst) return checkNetwork(uses, on, of, null);
  const held = typical.held !== null && typical.held * 2 >= typical.network.length;
  const nearBaseline = rate >= REACHED_SHARE * limit.baseline && rate <= BASELINE_RATIO * limit.baseline;
  const slow = limit.burst > limit.baseline && nearBaseline && held;
  const most = slow ? limit.baseline : limit.burst;
  const shares = typical.network.map((one) => one / most);
  const which = limit.burst > limit.baseline ? (slow ? ' baseline' : ' burst') : '';
  const mark = rateInPhase === null ? (one: LimitFinding) => one : markPhase;
  const found = mark(describeShares(shares, resource, `of ${formatGbits(most)}${which}`));
  const carried = flows * FLOW_BYTES;
  const ofFlows = `of ${formatGbits(carried)} (${pluralize(flows, 'flow')} per host)`;
  const inFlows = typical.network.map((one) => one / carried);
  const onFlows = describeShares(inFlows, `${FLOWS}${of}`, ofFlows);
  // More traffic shows that hosts have more connections.
  const isUsed = carried < limit.burst && rate <= BURST_RATIO * carried;
  // The host may be throttled to its baseline, which only network counters could show.
  const unsure = limit.burst > limit.baseline && nearBaseline && typical.held === null && !found.isReached;
  return {
    found: [found, ...(isUsed ? [mark(onFlows)] : []), ...(found.isReached ? [] : heldBack)],
    lacking: unsure ? [`whether hosts were throttled to their network baseline of ${formatGbits(limit.baseline)}`] : [],
  };
}

function markPhase({ isReached: at, evidence }: LimitFinding): LimitFinding {
  return {
    isReached: at,
    evidence: { ...evidence, ofPhase: true, text: `${evidence.text}, in the busiest phase` },
  };
}

/** Delayed packets prove that an allowance was reached, but not by how much. */
function checkPackets(uses: readonly RoleUsage[], resource: string, type: string): readonly LimitFinding[] {
  const known = uses.flatMap(({ delayedHosts: held, cpu }) => (held === null ? [] : [{ held, hosts: cpu.length }]));
  const delayed = known.filter(({ held, hosts }) => held * 2 >= hosts);
  const typical = pickMedian(delayed, ({ held, hosts }) => held / hosts);
  if (typical === undefined) return [];
  const isReached = delayed.length * 2 > known.length;
  const trials = `in ${delayed.length} of ${known.length} trials`;
  const where = isReached ? `on ${typical.held} of ${typical.hosts} hosts` : trials;
  const { baseline, burst } = getHardware(type).network;
  const credits = isKnownType(type) && burst > baseline ? ` (${formatGbits(baseline)} baseline)` : '';
  const text = `${resource}: an allowance of the instance type${credits} delayed packets ${where}`;
  return [
    { isReached, evidence: { resource, share: null, ...(isReached ? {} : { onSomeHosts: true as const }), text } },
  ];
}

function getLowerMedian(values: readonly number[]): number {
  return pickMedian(values, (value) => value) ?? 0;
}

/**
 * Describes the median host, and counts hosts at the limit: `97% busy on 3 of 4 hosts`. Below the limit: `30% busy on
 * the median of 4 hosts, max 97%`, or `20% busy on 4 hosts` if all are equal.
 */
function describeShares(shares: readonly number[], resource: string, what: string): LimitFinding {
  const share = getLowerMedian(shares);
  const most = Math.max(...shares);
  const at = shares.filter((one) => one >= REACHED_SHARE).length;
  const lead = `${resource}: ${formatPercent(share)} ${what}`;
  if (share >= REACHED_SHARE)
    return { isReached: true, evidence: { resource, share, text: `${lead} on ${at} of ${shares.length} hosts` } };
  const differ = at > 0 || formatPercent(most) !== formatPercent(share);
  const hosts = differ
    ? `on the median of ${shares.length} hosts, max ${formatPercent(most)}`
    : `on ${pluralize(shares.length, 'host')}`;
  const some = at > 0 ? ({ onSomeHosts: true } as const) : {};
  return { isReached: false, evidence: { resource, share, ...some, text: `${lead} ${hosts}` } };
}

export function formatGbits(bytes: number): string {
  const value = bytes / GBIT;
  return `${Number.isInteger(value) ? value : toThreeDigits(value)} Gbit/s`;
}
