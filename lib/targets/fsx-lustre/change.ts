/**
 * In-place changes of a file system: storage up, throughput up and down (Intelligent-Tiering only up), metadata IOPS
 * up, its read cache, compression.
 * https://docs.aws.amazon.com/fsx/latest/APIReference/API_UpdateFileSystemLustreConfiguration.html
 */
import { ensure } from '../../shapes/errors';
import { COOL_DOWN_SECONDS, FILE_SYSTEM_ID, fromTo, iopsMode, getWait } from '../fsx-shared';
import type { Change, ChangeRequest, RequestInput } from '../../shapes/requests';
import type { Duration } from '../durations';
import { DURATIONS } from './durations';
import { metadataIops, countMetadataServers } from './limits';
import { readCache } from './requests';
import { type FsxLustre, hasEfa, isHardDisk, isPersistent, isScratch, isTiered, getSize } from './config';

/** Page on managing metadata performance. */
const MORE_SERVERS = 'existing folders stay on their metadata server, so more servers would not make them faster';
/** AWS states six hours for each kind of change, and not whether they are shared; shared is assumed. */
const SHARED: readonly string[] = ['storage, throughput, metadata'];

/** A change of one setting: its request, or why it needs another file system. */
type Step = { readonly setting: string; readonly request: ChangeRequest } | { readonly why: string };

/**
 * At most one request with a cool-down: two of them would be six hours apart, while a new file system takes minutes.
 * Requests without cool-down come first.
 */
export function change(from: FsxLustre, to: FsxLustre): Change {
  const fixed = explainFixed(from, to);
  if (fixed !== undefined) return { kind: 'recreate', why: fixed };
  const steps = [
    ...freeSteps(from, to),
    ...storageSteps(from, to),
    ...throughputSteps(from, to),
    ...metadataSteps(from, to),
  ];
  const refused = steps.find((step) => 'why' in step);
  if (refused !== undefined) return { kind: 'recreate', why: refused.why };
  const changes = steps.filter((step) => 'request' in step);
  const heavy = changes.filter(({ request }) => request.coolDownSeconds > 0);
  if (heavy.length > 1) {
    const names = heavy.map(({ setting }) => setting).join(' and ');
    return {
      kind: 'recreate',
      why: `AWS may refuse to change ${names} at once, and separate changes are six hours apart`,
    };
  }
  return { kind: 'inPlace', requests: changes.map(({ request }) => request) };
}

/**
 * Settings that files keep from their writing: placement and compression. Intelligent-Tiering adds servers for storage
 * and throughput, and moves existing data to them "over a few hours up to a few days"; data laid out again uses all of
 * them at once.
 * https://docs.aws.amazon.com/fsx/latest/LustreGuide/managing-storage-capacity.html
 */
export function getDataLayout(config: FsxLustre): object {
  const { compression } = config;
  return isTiered(config)
    ? { throughputMBps: config.throughputMBps, compression }
    : { storageGiB: config.storageGiB, compression };
}

function explainFixed(from: FsxLustre, to: FsxLustre): string | undefined {
  const fixed: readonly (readonly [string, unknown, unknown])[] = [
    ['deploymentType', from.deploymentType, to.deploymentType],
    ['storageType', from.storageType ?? 'SSD', to.storageType ?? 'SSD'],
    ['driveCache', getDriveCache(from), getDriveCache(to)],
    ['efa', hasEfa(from), hasEfa(to)],
    ['kmsKeyId', getKmsKey(from), getKmsKey(to)],
  ];
  const other = fixed.find(([, before, after]) => before !== after);
  if (other !== undefined) return `${fromTo(...other)}: fixed when a file system is created`;
  if (from.stripeCount === to.stripeCount) return undefined;
  return (
    `${fromTo('stripeCount', from.stripeCount ?? 'default', to.stripeCount ?? 'default')}: files that exist ` +
    'would keep their stripes, and be measured'
  );
}

function getDriveCache(config: FsxLustre): string | undefined {
  return isHardDisk(config) ? config.driveCache : undefined;
}

function getKmsKey(config: FsxLustre): string {
  return ('kmsKeyId' in config ? config.kmsKeyId : undefined) ?? 'the key of FSx';
}

/** Changes that AWS accepts at any time, without interruption. */
function freeSteps(from: FsxLustre, to: FsxLustre): Step[] {
  const steps: Step[] = [];
  const free = { coolDownSeconds: 0, coolsDown: [], interruption: false };
  if (from.compression !== to.compression) {
    const input = { LustreConfiguration: { DataCompressionType: to.compression } };
    steps.push({ setting: 'compression', request: { ...makeUpdate(input, DURATIONS.changes.compression), ...free } });
  }
  if (isTiered(from) && isTiered(to) && from.readCacheGiB !== to.readCacheGiB) {
    const input = { LustreConfiguration: { DataReadCacheConfiguration: readCache(to) } };
    steps.push({ setting: 'readCacheGiB', request: { ...makeUpdate(input, DURATIONS.changes.readCache), ...free } });
  }
  return steps;
}

function storageSteps(from: FsxLustre, to: FsxLustre): Step[] {
  const [before, after] = [getSize(from), getSize(to)];
  if (before === after) return [];
  const what = fromTo('storageGiB', before, after);
  if (from.deploymentType === 'SCRATCH_1') return [{ why: `${what}: storage of SCRATCH_1 is fixed` }];
  if (after < before) return [{ why: `${what}: storage cannot shrink` }];
  return [{ setting: 'storageGiB', request: makeUpdate({ StorageCapacity: after }, DURATIONS.changes.storage) }];
}

function throughputSteps(from: FsxLustre, to: FsxLustre): Step[] {
  if (isTiered(from) && isTiered(to)) {
    if (from.throughputMBps === to.throughputMBps) return [];
    if (to.throughputMBps < from.throughputMBps) {
      const what = fromTo('throughputMBps', from.throughputMBps, to.throughputMBps);
      return [{ why: `${what}: throughput of Intelligent-Tiering cannot be lowered` }];
    }
    const input = { LustreConfiguration: { ThroughputCapacity: to.throughputMBps } };
    return [{ setting: 'throughputMBps', request: makeUpdate(input, DURATIONS.changes.throughput) }];
  }
  if (isTiered(from) || isTiered(to) || isScratch(from) || isScratch(to)) return [];
  if (from.perUnitMBps === to.perUnitMBps) return [];
  const what = fromTo('perUnitMBps', from.perUnitMBps, to.perUnitMBps);
  if (isHardDisk(from)) return [{ why: `${what}: AWS documents such a change for SSD only` }];
  if (hasEfa(from)) return [{ why: `${what}: fixed on a file system for EFA` }];
  const input = { LustreConfiguration: { PerUnitStorageThroughput: to.perUnitMBps } };
  return [{ setting: 'perUnitMBps', request: makeUpdate(input, DURATIONS.changes.throughput) }];
}

function metadataSteps(from: FsxLustre, to: FsxLustre): Step[] {
  if (!('metadataIops' in from) || !('metadataIops' in to)) return [];
  if (from.metadataIops === to.metadataIops) return growthSteps(from, to);
  const what = fromTo('metadataIops', from.metadataIops, to.metadataIops);
  if (from.metadataIops === 'none' || to.metadataIops === 'none')
    return [{ why: `${what}: a metadata configuration is set at creation, or never` }];
  const before = ensure(metadataIops(from), 'the metadata IOPS before');
  const after = ensure(metadataIops(to), 'the metadata IOPS after');
  if (after < before) return [{ why: `${what}: metadata operations cannot be lowered` }];
  if (countMetadataServers(after) > countMetadataServers(before)) return [{ why: `${what}: ${MORE_SERVERS}` }];
  // AWS accepts automatic again only for the number that automatic gives.
  if (to.metadataIops === 'automatic' && after !== before)
    return [{ why: `${what}: only ${after}, the number that automatic gives, may become automatic` }];
  const input = { LustreConfiguration: { MetadataConfiguration: iopsMode(to.metadataIops) } };
  return [{ setting: 'metadataIops', request: makeUpdate(input, DURATIONS.changes.metadata) }];
}

/** The IOPS of `automatic` depend on the storage; above the maximum of one server, more servers are added. */
function growthSteps(from: FsxLustre, to: FsxLustre): Step[] {
  if (!isPersistent(from) || !isPersistent(to)) return [];
  const before = metadataIops(from) ?? 0;
  const after = metadataIops(to) ?? 0;
  if (countMetadataServers(after) <= countMetadataServers(before)) return [];
  const what = fromTo('storageGiB', from.storageGiB, to.storageGiB);
  return [{ why: `${what} takes ${fromTo('automatic metadataIops from', before, after)}: ${MORE_SERVERS}` }];
}

function makeUpdate(input: RequestInput, duration: Duration): ChangeRequest {
  return {
    of: 'fs',
    call: 'UpdateFileSystem',
    input: { FileSystemId: FILE_SYSTEM_ID, ...input },
    ...getWait(duration),
    coolDownSeconds: COOL_DOWN_SECONDS,
    coolsDown: SHARED,
    interruption: true,
  };
}
