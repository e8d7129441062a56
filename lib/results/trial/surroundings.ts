/** Notes on surroundings of a measurement: settings of disks, CPUs and hosts that give a figure another meaning. */
import { groupBy } from '../../shapes/collections';
import { formatBytes } from '../../shapes/quantity';
import type { Reason } from '../../shapes/verdict';
import type { HostRaw } from '../../workloads/contract';
import { EVIDENCE_FILE, type HostEvidence, readEvidence } from '../../workloads/evidence';
import { formatValue } from '../format';
import { formatNames } from './host-facts';
import rows from './surroundings.json';

/** A limit of a control group counts if the disk reached this share of it: throttling keeps the mean near it. */
const LIMIT_SHARE = 0.8;
/** A trial writes if 5% of the bytes and 20 operations per second are writes: less is the log of an idle system. */
const WRITING = { share: 0.05, perSecond: 20 };
/**
 * Flushes per write, and per second, below which a workload does not flush: journals flush every 5 s (ext4) or 30 s
 * (XFS, Btrfs). `fsync` after every 32 writes flushes 3%; 64 jobs that share flushes do so 1.6%, and often.
 */
const FLUSHING = { share: 0.01, perSecond: 1 };
/** Writes that bypass the cache (FUA) need no flush: `sync=dsync` of fio, `oflag=dsync`, the mount option `sync`. */
const SYNC_PATTERN = /d_?sync|o_sync|\bsync["']?\s*[=:]\s*["']?(?:1|true|sync)\b|(?:^|,)sync(?:,|$)/im;
const EBS_MODEL = 'Amazon Elastic Block Store';
/** Disks of clouds and hypervisors behind a local interface: the media behind them are unknown. */
const VIRTUAL_DISK_PATTERN = /elastic block|persistent|virtual|qemu|vmware|vbox|msft|nvme_card-pd/i;
/** File systems that keep data in memory although O_DIRECT is used, here or on the machine outside. */
const INDIRECT_TYPES = /^(?:zfs|virtiofs|9p|fuse\..*|fuseblk)$/;
/** SNIA SSS PTS, preconditioning: twice the capacity is written; counted since boot. */
const PRECONDITIONED_TIMES = 2;
/** Kinds that measure on files which an earlier step wrote: first touches are over. */
const LAID_OUT_KINDS = ['fio', 'database'];
/** Kinds that end with a sync in the measured time; so do database phases, and IOR with `fsync`. */
const SYNCED_KINDS = ['tree-copy', 'mdtest'];
/** Drivers under which the governor `powersave` still follows the load (admin-guide/pm: intel_pstate, amd-pstate). */
const SCALING_DRIVERS = ['intel_pstate', 'amd-pstate-epp', 'amd_pstate_epp'];
/**
 * Writes that no process explains. File systems write more than processes requested: `fsync` of 4 KiB costs six times
 * that on ext4 and 25 times on Btrfs; metadata is written without any process; buffered data may be older than the
 * window. So these writes count only during data reads of fio, which dirty the inodes of a few files, and if processes
 * wrote 1% of it at most. At least 1 MiB/s and 5% of the reads, as for `DeviceShared`; at most half of them.
 */
const KERNEL = { perSecond: 1024 ** 2, share: 0.05, most: 0.5, ofProcesses: 0.01 };

type HostInput = NonNullable<ReturnType<typeof toInput>>;

/** Whether each row applies: its numbers, or true without any. */
const TABLE: Readonly<Record<keyof typeof rows, (input: HostInput) => string | boolean>> = {
  limited: ({ ioLimits, ...rates }) =>
    (['rbps', 'wbps', 'riops', 'wiops'] as const)
      .flatMap((name) => {
        const { [name]: limit = Number.POSITIVE_INFINITY } = ioLimits;
        const values = [rates[name], limit].map((one) => formatValue(one, name.endsWith('bps') ? 'bytes/s' : 'ops/s'));
        return rates[name] < LIMIT_SHARE * limit ? [] : [`${name}: ${values.join(' of ')}`];
      })
      .join(', '),
  slowest: ({ depth, governor, isScaling }) => depth === 1 && governor === 'powersave' && !isScaling,
  scaled: ({ depth, governor, isScaling }) =>
    depth === 1 && (governor === 'conservative' || (governor === 'powersave' && isScaling)),
  cached: ({ writeCache, model, fua, settings, isWriting, isSynced, flushes, wiops, seconds }) => {
    const isVolatile = writeCache === 'write back' && model !== EBS_MODEL && !(fua && SYNC_PATTERN.test(settings));
    // One flush is enough for work that ends with a sync.
    const isUnflushed = isSynced ? flushes === 0 : flushes < Math.min(FLUSHING.perSecond, FLUSHING.share * wiops);
    const counts = `${Math.round(flushes * seconds)} flushes, ${Math.round(wiops * seconds)} writes`;
    return isVolatile && isWriting && isUnflushed && counts;
  },
  fresh: ({ bus, rotational, model, bytes, written, isWriting }) => {
    const isSsd = rotational === false && ['pcie', 'ata'].includes(bus) && !VIRTUAL_DISK_PATTERN.test(model);
    const isFresh = isSsd && isWriting && written < PRECONDITIONED_TIMES * bytes;
    return isFresh && `${formatBytes(written)} of ${formatBytes(bytes)} written since boot`;
  },
  snapshot: ({ model, ownDisk, isLaidOut }) => model === EBS_MODEL && !ownDisk && !isLaidOut,
  thin: ({ layers, isWriting, isLaidOut }) => layers.includes('thin') && isWriting && !isLaidOut,
  rebuilt: ({ layers }) => layers.find((layer) => layer.startsWith('md ')) ?? false,
  memory: ({ type }) => type === 'tmpfs' || type === 'ramfs',
  indirect: ({ type, device, source }) =>
    (INDIRECT_TYPES.test(type) && type) ||
    (device.startsWith('7:') && 'loop device') ||
    (/^(?:127\.|\[?::1|localhost)/.test(source) && `NFS from this machine: ${source}`),
  layered: ({ layers }) => layers.find((layer) => ['cache', 'bcache'].includes(layer)) ?? false,
  initialised: ({ unexplained, isInitialising }) =>
    isInitialising && unexplained >= KERNEL.perSecond && `up to ${formatValue(unexplained, 'bytes/s')}`,
  kernel: ({ unexplained, ownRead, isOnlyKernel, isInitialising, depth }) => {
    const isSure = depth !== undefined && isOnlyKernel && !isInitialising && unexplained <= KERNEL.most * ownRead;
    const isMuch = unexplained >= Math.max(KERNEL.perSecond, KERNEL.share * ownRead);
    return isSure && isMuch && formatValue(unexplained, 'bytes/s');
  },
};

/** A note for each row that applies, with its first host; on unlike hosts; and on unused storage targets of Lustre. */
export function judgeSurroundings(hosts: readonly HostRaw[], kind: string, params: unknown): readonly Reason[] {
  const seen = readEvidence(hosts);
  const byHost = new Map(hosts.map((raw) => [raw.host, raw]));
  const inputs = seen.flatMap((one) => toInput(one, byHost.get(one.host), kind, params) ?? []);
  const found = Object.entries(rows).flatMap(([name, { code, why }]): Reason[] => {
    const own = inputs.flatMap((input) => {
      const numbers = TABLE[name as keyof typeof rows](input);
      return numbers === false || numbers === ''
        ? []
        : [`${input.host}: ${why}${numbers === true ? '' : ` (${numbers})`}`];
    });
    const more = own.length < 2 ? '' : ` (and ${own.length - 1} more of ${seen.length} hosts)`;
    return own.slice(0, 1).map((text) => ({ level: 'note', code, why, text: `${text}${more}` }));
  });
  return [...found, ...noteUnseen(hosts, seen), ...compareMachines(hosts, seen), ...judgeStorageTargets(hosts)];
}

/** Hosts whose tool succeeded without a pair of samples, or whose disk counters restarted: nothing was tested there. */
function noteUnseen(hosts: readonly HostRaw[], seen: readonly HostEvidence[]): readonly Reason[] {
  const known = seen.filter(
    ({ samples: [from, to] }) => to.disk.read >= from.disk.read && to.disk.write >= from.disk.write,
  );
  const names = new Set(known.map(({ host }) => host));
  // Scripts that settle write samples, too.
  const isExpected = ({ status, files }: HostRaw): boolean =>
    status?.rc === 0 && (status.facts['synced'] !== undefined || files.some(({ name }) => name === EVIDENCE_FILE));
  const unseen = hosts.filter((raw) => isExpected(raw) && !names.has(raw.host)).map(({ host }) => host);
  const why = 'hosts left no counters of their machines, so that other work on them is unknown';
  const text = `${why}: ${formatNames(unseen)}`;
  return unseen.length === 0 ? [] : [{ level: 'note', code: 'SurroundingsUnknown', why, text }];
}

function toInput(seen: HostEvidence, raw: HostRaw | undefined, kind: string, params: unknown) {
  const [from, to] = seen.samples;
  const seconds = (to.uptime ?? to.at) - (from.uptime ?? from.at);
  if (seen.surroundings === undefined || seconds <= 0) return null;
  const rate = (end: number, start: number): number => Math.max(0, end - start) / seconds;
  const [rbps, wbps] = [rate(to.disk.read, from.disk.read), rate(to.disk.write, from.disk.write)];
  const wiops = rate(to.disk.writes, from.disk.writes);
  const byProcesses = rate(to.own.write, from.own.write) + rate(to.others.write, from.others.write);
  const { argv = [], mount } = raw?.status ?? {};
  const { iodepth: depth, phases, fsync } = params as Readonly<Record<'iodepth' | 'phases' | 'fsync', unknown>>;
  return {
    ...seen.surroundings,
    host: seen.host,
    device: seen.device,
    type: mount?.type ?? '',
    source: mount?.source ?? '',
    seconds,
    rbps,
    wbps,
    riops: rate(to.disk.reads, from.disk.reads),
    wiops,
    flushes: to.flushes === undefined ? Number.POSITIVE_INFINITY : rate(to.flushes, from.flushes ?? 0),
    depth,
    settings: [JSON.stringify(params).replaceAll('\\n', '\n'), ...argv, mount?.options].join('\n'),
    isScaling: SCALING_DRIVERS.includes(seen.surroundings.cpuDriver),
    isLaidOut: LAID_OUT_KINDS.includes(kind),
    isSynced: SYNCED_KINDS.includes(kind) || phases !== undefined || fsync === true,
    isWriting: wiops >= WRITING.perSecond && wbps >= WRITING.share * (rbps + wbps),
    isInitialising: (from.lazyInit ?? to.lazyInit) === true && mount?.type === 'ext4',
    written: to.disk.write,
    ownRead: rate(to.own.read, from.own.read),
    unexplained: Math.max(0, wbps - byProcesses),
    isOnlyKernel: to.hidden === 0 && byProcesses <= KERNEL.ofProcesses * wbps,
  };
}

/** `HostsUnlike`: machines of one role differ, so that one may lag. Unknown facts do not differ. */
function compareMachines(hosts: readonly HostRaw[], seen: readonly HostEvidence[]): readonly Reason[] {
  const byHost = new Map(seen.map((one) => [one.host, one]));
  const all = hosts.flatMap(({ host, status }) => {
    if (status === null) return [];
    const { surroundings, samples } = byHost.get(host) ?? {};
    const { cpuModel = '', instanceType = '' } = surroundings ?? {};
    const [cpus, kernel] = [samples?.[0].kernel?.length ?? '', status.kernel];
    const facts = { kernel, 'number of CPUs': cpus, 'CPU model': cpuModel, 'instance type': instanceType };
    return Object.entries(facts).map(([name, value]) => ({ host, name, value, of: `${status.role} ${name}` }));
  });
  const known = all.filter(({ value }) => value !== '');
  return [...groupBy(known, ({ of }) => of).values()].flatMap((those): Reason[] => {
    const values = [...groupBy(those, ({ value }) => value)];
    const each = values.map(([value, own]) => `${formatNames(own.map(({ host }) => host))} ${value}`).join('; ');
    const why = `hosts differ in ${those[0]?.name ?? ''}`;
    return values.length < 2 ? [] : [{ level: 'note', code: 'HostsUnlike', why, text: `${why}: ${each}` }];
  });
}

/** A Lustre target is in use from 10% of a fair share of the bytes; random placement may leave a quarter of them. */
const TARGETS = { ofFairShare: 0.1, inUse: 0.75, leastBytes: 64 * 1024 ** 2 };

/** `FewStorageTargets`, from the bytes of all clients by storage target (OST), e.g. `fs-OST0003`. */
function judgeStorageTargets(hosts: readonly HostRaw[]): readonly Reason[] {
  const signs: Readonly<Record<string, number>> = { 'raw/lustre.from': -1, 'raw/lustre.to': 1 };
  const moved = new Map<string, number>();
  for (const { name, text } of hosts.flatMap(({ files }) => files.filter((one) => one.name in signs))) {
    // `osc.fs-OST0003-osc-ff.stats=`, then lines such as `read_bytes 5 samples [bytes] 1 9 SUM`.
    for (const part of text.split(/^(?=\S+=)/m)) {
      const target = /^osc\.(.+-OST[0-9a-f]+)-/.exec(part)?.[1];
      const sums = [...part.matchAll(/^(?:read|write)_bytes +\d+ samples \[bytes\] \d+ \d+ (\d+)/gm)];
      const bytes = sums.reduce((sum, [, one]) => sum + Number(one), 0) * (signs[name] ?? 0);
      if (target !== undefined) moved.set(target, (moved.get(target) ?? 0) + bytes);
    }
  }
  // Hosts may mount several file systems: the one with the busiest target is measured.
  const [[busiest] = ['']] = [...moved].toSorted(([, a], [, b]) => b - a);
  const ofFileSystem = [...moved].filter(([target]) => target.startsWith(busiest.replace(/OST.*$/, 'OST')));
  const [all, count] = [ofFileSystem.reduce((sum, [, bytes]) => sum + bytes, 0), ofFileSystem.length];
  const used = ofFileSystem.filter(([, bytes]) => bytes >= (TARGETS.ofFairShare * all) / count).length;
  if (all < TARGETS.leastBytes || used >= TARGETS.inUse * count) return [];
  const why = `files were on ${used} of ${count} storage targets`;
  return [{ level: 'note', code: 'FewStorageTargets', why, text: why }];
}
