/** Notes on surroundings of a measurement: settings of disks, CPUs and hosts that give a figure another meaning. */
import { groupBy } from '../../shapes/collections';
import { formatBytes } from '../../shapes/quantity';
import type { Reason } from '../../shapes/verdict';
import { compareHosts } from '../../workloads/compare-hosts';
import type { HostRaw, Reading } from '../../workloads/contract';
import { EVIDENCE_FILE, type HostEvidence, readEvidence } from '../../workloads/evidence';
import { isMemoryFileSystem } from '../../workloads/host-memory';
import { formatValue } from '../format';
import { formatNames } from './host-facts';
import rows from './surroundings.json';
import tests from '../../workloads/tests.json';

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
const SYNC_PATTERN = /\b(?:o_d?|d_?)sync\b|\bsync["']?\s*[=:]\s*["']?(?:1|true|sync)\b|(?:^|,)sync(?:,|$)/im;
/** Lines of a job file that are comments. */
const COMMENT_LINES = /(?<=^|")\s*[#;].*$/gm;
const EBS_MODEL = 'Amazon Elastic Block Store';
/** Disks on the network of a cloud, which keep what they acknowledge. */
const CLOUD_DISK_PATTERN = /elastic block|persistentdisk|nvme_card-pd|msft/i;
/** Disks of clouds and hypervisors behind a local interface: the media behind them are unknown. */
const VIRTUAL_DISK_PATTERN = /elastic block|persistent|virtual|qemu|vmware|vbox|msft|nvme_card-pd/i;
/** File systems that keep data in memory although O_DIRECT is used, here or on the machine outside. */
const INDIRECT_TYPES = /^(?:zfs|virtiofs|9p|vboxsf|fuse\..*|fuseblk)$/;
const MEMORY_LAYERS = ['loop', 'zram', 'ram'];
/** Sources of NFS and CIFS on this machine. Another port is that of a proxy, e.g. of EFS with TLS. */
const LOCAL_SOURCE = /^(?:\/\/)?(?:127\.[\d.]+|\[?::1\]?|localhost)[:/]/;
const PROXY_OPTION = /(?:^|,)port=(?!2049\b|0\b)/;
/** SNIA SSS PTS, preconditioning: twice the capacity is written; counted since boot. */
const PRECONDITIONED_TIMES = 2;
/**
 * `laidOut`: variants that measure on files which an earlier step wrote: first touches are over. `synced`: those that
 * end with a sync in the measured time; so do IOR with `fsync`, and mdtest with data.
 */
const TRAITS: Readonly<Record<string, { readonly laidOut?: boolean; readonly synced?: boolean }>> = tests.workloads;
/** Microseconds: the time to raise a CPU frequency is a part of lower latencies only. */
const QUICK_US = 100;
/** Governors that follow the load. */
const FOLLOWING = ['conservative', 'ondemand', 'schedutil', 'mixed'];
/** Drivers under which the governor `powersave` still follows the load (admin-guide/pm: intel_pstate, amd-pstate). */
const SCALING_DRIVERS = ['intel_pstate', 'amd-pstate-epp', 'amd_pstate_epp'];
/** Bytes per second: less delays nothing. */
const INITIALISING_RATE = 1024 ** 2;

type HostInput = NonNullable<ReturnType<typeof toInput>>;

/** Whether each row applies: its numbers, or true without any. */
const TABLE: Readonly<Record<keyof typeof rows, (input: HostInput) => string | boolean>> = {
  limited: ({ ioLimits, listPhaseRates, ...rates }) =>
    (['rbps', 'wbps', 'riops', 'wiops'] as const)
      .flatMap((name) => {
        const { [name]: limit = Number.POSITIVE_INFINITY } = ioLimits;
        // Memory absorbs what is far above a limit.
        const own = listPhaseRates(name).filter((one) => one <= limit / LIMIT_SHARE);
        const rate = Math.max(rates[name], ...own);
        const values = [rate, limit].map((one) => formatValue(one, name.endsWith('bps') ? 'bytes/s' : 'ops/s'));
        return rate < LIMIT_SHARE * limit ? [] : [`${name}: ${values.join(' of ')}`];
      })
      .join(', '),
  slowest: ({ isSingle, isQuick, governor, isScaling }) =>
    governor === 'powersave' && !isScaling && isSingle && isQuick !== false && governor,
  scaled: ({ isSingle, isQuick, governor, isScaling }) =>
    isSingle &&
    isQuick === true &&
    (FOLLOWING.includes(governor) || (governor === 'powersave' && isScaling)) &&
    governor,
  cached: ({ writeCache, model, fua, settings, isWriting, isSynced, flushes, wiops, seconds }) => {
    const isLocal = writeCache === 'write back' && !CLOUD_DISK_PATTERN.test(model);
    const isVolatile = isLocal && !(fua && SYNC_PATTERN.test(settings));
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
  memory: ({ type }) => isMemoryFileSystem(type) && type,
  indirect: ({ type, layers, source, mountOptions }) =>
    (INDIRECT_TYPES.test(type) && type) ||
    layers.find((layer) => MEMORY_LAYERS.includes(layer)) ||
    (LOCAL_SOURCE.test(source) && !PROXY_OPTION.test(mountOptions) && `${type} from this machine: ${source}`),
  pathless: ({ paths = { running: 0, all: 0 } }) =>
    paths.running < paths.all && `${paths.running} of ${paths.all} running`,
  layered: ({ layers }) => layers.find((layer) => ['cache', 'bcache'].includes(layer)) ?? false,
  initialised: ({ unexplained, isInitialising }) =>
    isInitialising && unexplained >= INITIALISING_RATE && `up to ${formatValue(unexplained, 'bytes/s')}`,
  overlay: ({ type, device }) => type === 'overlay' && device === '',
};

/**
 * A note for each row that applies, with its first host; on unlike hosts; and on unused storage targets of Lustre.
 * @param variant as in `nameVariant`
 */
export function judgeSurroundings(
  hosts: readonly HostRaw[],
  variant: string,
  params: unknown,
  observations: Reading['observations'] = [],
): readonly Reason[] {
  const seen = readEvidence(hosts);
  const byEvidence = new Map(seen.map((one) => [one.host, one]));
  const inputs = seen.flatMap((one) => toInput(one, hosts, [variant, params, observations]) ?? []);
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
  return [...found, ...noteUnseen(hosts, seen), ...compareMachines(hosts, byEvidence), ...judgeStorageTargets(hosts)];
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

function toInput(
  seen: HostEvidence,
  hosts: readonly HostRaw[],
  [variant, params, observations]: readonly [string, unknown, Reading['observations']],
) {
  const [from, to] = seen.samples;
  const seconds = (to.uptime ?? to.at) - (from.uptime ?? from.at);
  if (seen.surroundings === undefined || seconds <= 0) return null;
  const rate = (end: number, start: number): number => Math.max(0, end - start) / seconds;
  const [rbps, wbps] = [rate(to.disk.read, from.disk.read), rate(to.disk.write, from.disk.write)];
  const wiops = rate(to.disk.writes, from.disk.writes);
  const byProcesses = rate(to.own.write, from.own.write) + rate(to.others.write, from.others.write);
  const { argv = [], mount } = hosts.find(({ host }) => host === seen.host)?.status ?? {};
  const { iodepth = 1, fsync, fileSize } = params as Readonly<Record<'iodepth' | 'fsync' | 'fileSize', unknown>>;
  const latencies = observations.flatMap(({ metric, value }) => (metric === 'latency_mean' ? [value] : []));
  // Rates of single phases; tools without figures of hosts report the sum.
  const listPhaseRates = (limit: string): readonly number[] => {
    const [metric, own] = [limit.endsWith('bps') ? 'bandwidth' : 'iops', limit.startsWith('r') ? 'read' : 'write'];
    return observations.flatMap(({ metric: name, operation, host, value }) => {
      const isOwn = metric === name && operation === own && (host === seen.host || host === 'aggregate');
      return isOwn || name === `${own}_${metric}` ? [host === 'aggregate' ? value / hosts.length : value] : [];
    });
  };
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
    listPhaseRates,
    isSingle: iodepth === 1,
    isQuick: latencies.length === 0 ? null : Math.min(...latencies) < QUICK_US,
    mountOptions: mount?.options ?? '',
    settings: [JSON.stringify(params).replaceAll('\\n', '\n').replace(COMMENT_LINES, ''), ...argv, mount?.options].join(
      '\n',
    ),
    isScaling: SCALING_DRIVERS.includes(seen.surroundings.cpuDriver),
    isLaidOut: TRAITS[variant]?.laidOut === true,
    isSynced: TRAITS[variant]?.synced === true || fsync === true || (variant === 'mdtest' && fileSize !== 0),
    isWriting: wiops >= WRITING.perSecond && wbps >= WRITING.share * (rbps + wbps),
    isInitialising: (from.lazyInit ?? to.lazyInit) === true && mount?.type === 'ext4',
    written: seen.surroundings.written ?? to.disk.write,
    unexplained: Math.max(0, wbps - byProcesses),
  };
}

/** `HostsUnlike`: machines of one role differ, so that one may lag. Unknown facts do not differ. */
function compareMachines(hosts: readonly HostRaw[], seen: ReadonlyMap<string, HostEvidence>): readonly Reason[] {
  const roles = groupBy(hosts, ({ status }) => status?.role ?? '');
  return [...roles.values()].flatMap((own) =>
    compareHosts(own, (raw) => raw, {
      kernel: ({ status }) => status?.kernel ?? '',
      'number of CPUs': ({ host }) => String(seen.get(host)?.samples[0].kernel?.length ?? ''),
      'CPU model': ({ host }) => seen.get(host)?.surroundings?.cpuModel ?? '',
      'instance type': ({ host }) => seen.get(host)?.surroundings?.instanceType ?? '',
    }).map(({ text }) => ({ level: 'note', code: 'HostsUnlike', text, why: text.replace(/:.*/, '') })),
  );
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
