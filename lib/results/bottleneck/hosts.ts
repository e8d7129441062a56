/** How near hosts were to what their machines give: processors, and the network of their instance type. */
import { isKnown, machineOf } from '../../targets/instance-types';
import type { RoleUse, TrialRow } from '../../shapes/verdict';
import { BEYOND } from '../entitled';
import { counted, threeDigits } from '../format';
import { type Found, looked, type Looked, middle, percent, REACHED } from './limits';

/** A role of the rigs of a cell. */
export interface Role {
  readonly role: string;
  readonly instanceType: string;
}

const GBIT = 1e9 / 8;
/**
 * A host at its baseline is held there only where its credits are used up: what is within a tenth of it, and of which
 * packets were held back.
 */
const AT_BASELINE = 1.1;
/** Part of the time of an operation from which on it waited more than it was worked on. */
const QUEUED = 0.5;

/**
 * @param rows of trials that count; those of earlier versions tell nothing
 * @param local they ran on this machine: no network lies between
 * @param inPhase bytes a second of each host of a role in the phase that moved most, where phases take turns; else null
 */
export function hostLimits(
  rows: readonly TrialRow[],
  roles: readonly Role[],
  local: boolean,
  inPhase: (uses: readonly RoleUse[], roles: number) => number | null = () => null,
): Looked {
  const uses = rows.flatMap(({ uses: own }) => (own === undefined || own.length === 0 ? [] : [own]));
  if (uses.length === 0) return { reached: [], below: [], lacking: ['what hosts did (no evidence of theirs)'] };
  const names = [...new Set(uses.flatMap((own) => own.map(({ role }) => role)))];
  const all = names.map((role) => {
    const of = names.length === 1 ? '' : ` (${role})`;
    const own = uses.flatMap((one) => one.filter((use) => use.role === role));
    const type = roles.find((one) => one.role === role)?.instanceType ?? '';
    const networks = local ? { found: [], lacking: [] } : networkOf(own, type, of, inPhase(own, names.length));
    return {
      found: [...cpuOf(own, of), ...kernelOf(own, of), ...nfsOf(own, of), ...networks.found],
      lacking: networks.lacking,
    };
  });
  const found = all.flatMap((one) =>
    one.found.map(({ evidence, ...rest }) => ({ ...rest, evidence: { ...evidence, client: true as const } })),
  );
  const lacking = [...new Set(all.flatMap((one) => one.lacking))];
  return looked(found, lacking);
}

/** `host CPU: 97 % busy on 1 of 1 hosts`: of the middle trial the middle host. */
function cpuOf(uses: readonly RoleUse[], of: string): readonly Found[] {
  const typical = middle(uses, ({ cpu }) => typicalOf(cpu));
  if (typical === undefined || typical.cpu.length === 0) return [];
  const resource = `host CPU${of}`;
  return [foundOn(typical.cpu, resource, 'busy')];
}

/** One CPU whose kernel work fills it, as the interrupts of a network card may, while others idle. */
function kernelOf(uses: readonly RoleUse[], of: string): readonly Found[] {
  const known = uses.flatMap(({ kernel = [] }) => (kernel.length === 0 ? [] : [kernel]));
  const found = foundOn(middle(known, typicalOf) ?? [], `one CPU of the host${of}`, 'in the kernel');
  return found.at ? [found] : [];
}

/**
 * `client NFS queue: READ waited on the host for 62 % of its 4.1 ms`: what waits longer for its turn to be sent than it
 * takes then is held back by the slots or connections of the mount, not by the server.
 */
function nfsOf(uses: readonly RoleUse[], of: string): readonly Found[] {
  const told = uses.flatMap(({ nfs }) => (nfs === undefined || !(nfs.whole > 0) ? [] : [nfs]));
  const typical = middle(told, ({ queued, whole }) => queued / whole);
  if (typical === undefined) return [];
  const { operation, queued, whole } = typical;
  const resource = `client NFS queue${of}`;
  const waited = `${percent(queued / whole)} of its ${threeDigits(whole)} ms`;
  const text = `${resource}: ${operation} waited on the host for ${waited}`;
  return [{ at: queued >= QUEUED * whole, evidence: { resource, share: null, text } }];
}

/**
 * `client network: 98 % of 25 Gbit/s on 4 of 4 hosts`.
 * @param rateInPhase bytes a second of each host in the phase that moved most: its cards count over all phases
 */
function networkOf(
  uses: readonly RoleUse[],
  type: string,
  of: string,
  rateInPhase: number | null,
): { readonly found: readonly Found[]; readonly lacking: readonly string[] } {
  const resource = `client network${of}`;
  const told = uses.flatMap(({ network: counted, held, cpu }) => {
    const network = rateInPhase === null ? counted : cpu.map(() => rateInPhase);
    return network === null || network.length === 0 ? [] : [{ network, held }];
  });
  const heldBack = packetsOf(uses, resource);
  const typical = middle(told, ({ network }) => typicalOf(network));
  if (typical === undefined)
    return { found: heldBack, lacking: ['what hosts moved over their network (no card of theirs counts it)'] };
  if (!isKnown(type))
    return { found: heldBack, lacking: [`what the network of ${type === '' ? 'the hosts' : type} gives`] };
  const { network: limit } = machineOf(type);
  const rate = typicalOf(typical.network);
  // More than the network gives came from the memory of hosts: the rate does not tell what was moved.
  if (rateInPhase !== null && rate > BEYOND * limit.burst) return networkOf(uses, type, of, null);
  const held = typical.held !== null && typical.held * 2 >= typical.network.length;
  const nearBaseline = rate >= REACHED * limit.baseline && rate <= AT_BASELINE * limit.baseline;
  const slow = limit.burst > limit.baseline && nearBaseline && held;
  const most = slow ? limit.baseline : limit.burst;
  const shares = typical.network.map((one) => one / most);
  const which = limit.burst > limit.baseline ? (slow ? ' baseline' : ' burst') : '';
  const onHosts = foundOn(shares, resource, `of ${gbits(most)}${which}`);
  const found = rateInPhase === null ? onHosts : ofPhase(onHosts);
  // Without credits it may be held at its baseline: whether any were left only the counters of the network tell.
  const unsure = limit.burst > limit.baseline && nearBaseline && typical.held === null && !found.at;
  return {
    found: [found, ...(found.at ? [] : heldBack)],
    lacking: unsure ? [`whether hosts were held at the baseline of ${gbits(limit.baseline)} of their network`] : [],
  };
}

function ofPhase({ at, evidence }: Found): Found {
  return { at, evidence: { ...evidence, ofPhase: true, text: `${evidence.text}, in the phase that moved most` } };
}

/** That packets were held back at an allowance says that it was reached, not by how much. */
function packetsOf(uses: readonly RoleUse[], resource: string): readonly Found[] {
  const known = uses.flatMap(({ held, cpu }) => (held === null ? [] : [{ held, hosts: cpu.length }]));
  const typical = middle(known, ({ held, hosts }) => held / hosts);
  if (typical === undefined || typical.held * 2 < typical.hosts) return [];
  const hosts = `on ${typical.held} of ${typical.hosts} hosts`;
  const text = `${resource}: packets held back at an allowance of the instance type ${hosts}`;
  return [{ at: true, evidence: { resource, share: null, text } }];
}

function typicalOf(values: readonly number[]): number {
  return middle(values, (value) => value) ?? 0;
}

/**
 * Of the middle host: `97 % busy on 3 of 4 hosts`, which are those at the limit. Below it never the share of one host
 * with the count of others: `30 % busy on the middle one of 4 hosts, at most 97 %`, and where all have the same,
 * `20 % busy on 4 hosts`.
 */
function foundOn(shares: readonly number[], resource: string, what: string): Found {
  const share = typicalOf(shares);
  const most = Math.max(...shares);
  const at = shares.filter((one) => one >= REACHED).length;
  const told = `${resource}: ${percent(share)} ${what}`;
  if (share >= REACHED)
    return { at: true, evidence: { resource, share, text: `${told} on ${at} of ${shares.length} hosts` } };
  const differ = at > 0 || percent(most) !== percent(share);
  const hosts = differ
    ? `on the middle one of ${shares.length} hosts, at most ${percent(most)}`
    : `on ${counted(shares.length, 'host')}`;
  const some = at > 0 ? ({ onSome: true } as const) : {};
  return { at: false, evidence: { resource, share, ...some, text: `${told} ${hosts}` } };
}

function gbits(bytes: number): string {
  const value = bytes / GBIT;
  return `${Number.isInteger(value) ? value : threeDigits(value)} Gbit/s`;
}
