/** How near hosts were to what their machines give: processors, and the network of their instance type. */
import { isKnown, getHardware } from '../../targets/instance-types';
import type { RoleUsage, TrialRow } from '../../shapes/verdict';
import { BURST_RATIO } from '../provisioned-ratio';
import { pluralize, toThreeDigits } from '../format';
import {
  type LimitFinding,
  splitFindings,
  type LimitCheck,
  pickMiddle,
  formatPercent,
  REACHED_SHARE,
} from './limit-check';

/** A role of the rigs of a cell. */
export interface HostRole {
  readonly role: string;
  readonly instanceType: string;
}

const GBIT = 1e9 / 8;
/**
 * A host at its baseline is held there only where its credits are used up: what is within a tenth of it, and of which
 * packets were held back.
 */
const BASELINE_RATIO = 1.1;
/** Part of the time of an operation from which on it waited more than it was worked on. */
const QUEUED_SHARE = 0.5;

/**
 * @param rows of trials that count; those of earlier versions tell nothing
 * @param local they ran on this machine: no network lies between
 * @param inPhase bytes a second of each host of a role in the phase that moved most, where phases take turns; else null
 */
export function checkHosts(
  rows: readonly TrialRow[],
  roles: readonly HostRole[],
  local: boolean,
  inPhase: (uses: readonly RoleUsage[], roles: number) => number | null = () => null,
): LimitCheck {
  const uses = rows.flatMap(({ uses: own }) => (own === undefined || own.length === 0 ? [] : [own]));
  if (uses.length === 0) return { reached: [], below: [], lacking: ['what hosts did (no evidence of theirs)'] };
  const names = [...new Set(uses.flatMap((own) => own.map(({ role }) => role)))];
  const all = names.map((role) => {
    const of = names.length === 1 ? '' : ` (${role})`;
    const own = uses.flatMap((one) => one.filter((use) => use.role === role));
    const type = roles.find((one) => one.role === role)?.instanceType ?? '';
    const networks = local ? { found: [], lacking: [] } : checkNetwork(own, type, of, inPhase(own, names.length));
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

/** `host CPU: 97 % busy on 1 of 1 hosts`: of the middle trial the middle host. */
function checkCpu(uses: readonly RoleUsage[], of: string): readonly LimitFinding[] {
  const typical = pickMiddle(uses, ({ cpu }) => getMiddleValue(cpu));
  if (typical === undefined || typical.cpu.length === 0) return [];
  const resource = `host CPU${of}`;
  return [judgeShares(typical.cpu, resource, 'busy')];
}

/** One CPU whose kernel work fills it, as the interrupts of a network card may, while others idle. */
function checkKernelCpu(uses: readonly RoleUsage[], of: string): readonly LimitFinding[] {
  const known = uses.flatMap(({ kernel = [] }) => (kernel.length === 0 ? [] : [kernel]));
  const found = judgeShares(pickMiddle(known, getMiddleValue) ?? [], `one CPU of the host${of}`, 'in the kernel');
  return found.isReached ? [found] : [];
}

/**
 * `client NFS queue: READ waited on the host for 62 % of its 4.1 ms`: what waits longer for its turn to be sent than it
 * takes then is held back by the slots or connections of the mount, not by the server.
 */
function checkNfsQueue(uses: readonly RoleUsage[], of: string): readonly LimitFinding[] {
  const told = uses.flatMap(({ nfs }) => (nfs === undefined || !(nfs.whole > 0) ? [] : [nfs]));
  const typical = pickMiddle(told, ({ queued, whole }) => queued / whole);
  if (typical === undefined) return [];
  const { operation, queued, whole } = typical;
  const resource = `client NFS queue${of}`;
  const waited = `${formatPercent(queued / whole)} of its ${toThreeDigits(whole)} ms`;
  const text = `${resource}: ${operation} waited on the host for ${waited}`;
  return [{ isReached: queued >= QUEUED_SHARE * whole, evidence: { resource, share: null, text } }];
}

/**
 * `client network: 98 % of 25 Gbit/s on 4 of 4 hosts`.
 * @param rateInPhase bytes a second of each host in the phase that moved most: its cards count over all phases
 */
function checkNetwork(
  uses: readonly RoleUsage[],
  type: string,
  of: string,
  rateInPhase: number | null,
): { readonly found: readonly LimitFinding[]; readonly lacking: readonly string[] } {
  const resource = `client network${of}`;
  const told = uses.flatMap(({ network: counted, held, cpu }) => {
    const network = rateInPhase === null ? counted : cpu.map(() => rateInPhase);
    return network === null || network.length === 0 ? [] : [{ network, held }];
  });
  const heldBack = checkPackets(uses, resource);
  const typical = pickMiddle(told, ({ network }) => getMiddleValue(network));
  if (typical === undefined)
    return { found: heldBack, lacking: ['what hosts moved over their network (no card of theirs counts it)'] };
  if (!isKnown(type))
    return { found: heldBack, lacking: [`what the network of ${type === '' ? 'the hosts' : type} gives`] };
  const { network: limit } = getHardware(type);
  const rate = getMiddleValue(typical.network);
  // More than the network gives came from the memory of hosts: the rate does not tell what was moved.
  if (rateInPhase !== null && rate > BURST_RATIO * limit.burst) return checkNetwork(uses, type, of, null);
  const held = typical.held !== null && typical.held * 2 >= typical.network.length;
  const nearBaseline = rate >= REACHED_SHARE * limit.baseline && rate <= BASELINE_RATIO * limit.baseline;
  const slow = limit.burst > limit.baseline && nearBaseline && held;
  const most = slow ? limit.baseline : limit.burst;
  const shares = typical.network.map((one) => one / most);
  const which = limit.burst > limit.baseline ? (slow ? ' baseline' : ' burst') : '';
  const onHosts = judgeShares(shares, resource, `of ${formatGbits(most)}${which}`);
  const found = rateInPhase === null ? onHosts : markPhase(onHosts);
  // Without credits it may be held at its baseline: whether any were left only the counters of the network tell.
  const unsure = limit.burst > limit.baseline && nearBaseline && typical.held === null && !found.isReached;
  return {
    found: [found, ...(found.isReached ? [] : heldBack)],
    lacking: unsure
      ? [`whether hosts were held at the baseline of ${formatGbits(limit.baseline)} of their network`]
      : [],
  };
}

function markPhase({ isReached: at, evidence }: LimitFinding): LimitFinding {
  return {
    isReached: at,
    evidence: { ...evidence, ofPhase: true, text: `${evidence.text}, in the phase that moved most` },
  };
}

/** That packets were held back at an allowance says that it was reached, not by how much. */
function checkPackets(uses: readonly RoleUsage[], resource: string): readonly LimitFinding[] {
  const known = uses.flatMap(({ held, cpu }) => (held === null ? [] : [{ held, hosts: cpu.length }]));
  const typical = pickMiddle(known, ({ held, hosts }) => held / hosts);
  if (typical === undefined || typical.held * 2 < typical.hosts) return [];
  const hosts = `on ${typical.held} of ${typical.hosts} hosts`;
  const text = `${resource}: packets held back at an allowance of the instance type ${hosts}`;
  return [{ isReached: true, evidence: { resource, share: null, text } }];
}

function getMiddleValue(values: readonly number[]): number {
  return pickMiddle(values, (value) => value) ?? 0;
}

/**
 * Of the middle host: `97 % busy on 3 of 4 hosts`, which are those at the limit. Below it never the share of one host
 * with the count of others: `30 % busy on the middle one of 4 hosts, at most 97 %`, and where all have the same,
 * `20 % busy on 4 hosts`.
 */
function judgeShares(shares: readonly number[], resource: string, what: string): LimitFinding {
  const share = getMiddleValue(shares);
  const most = Math.max(...shares);
  const at = shares.filter((one) => one >= REACHED_SHARE).length;
  const told = `${resource}: ${formatPercent(share)} ${what}`;
  if (share >= REACHED_SHARE)
    return { isReached: true, evidence: { resource, share, text: `${told} on ${at} of ${shares.length} hosts` } };
  const differ = at > 0 || formatPercent(most) !== formatPercent(share);
  const hosts = differ
    ? `on the middle one of ${shares.length} hosts, at most ${formatPercent(most)}`
    : `on ${pluralize(shares.length, 'host')}`;
  const some = at > 0 ? ({ onSome: true } as const) : {};
  return { isReached: false, evidence: { resource, share, ...some, text: `${told} ${hosts}` } };
}

function formatGbits(bytes: number): string {
  const value = bytes / GBIT;
  return `${Number.isInteger(value) ? value : toThreeDigits(value)} Gbit/s`;
}
