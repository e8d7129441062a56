/**
 * In-place changes of a file system: storage up, throughput up and down (Intelligent-Tiering only up), metadata IOPS
 * up, its read cache, compression.
 * https://docs.aws.amazon.com/fsx/latest/APIReference/API_UpdateFileSystemLustreConfiguration.html
 */
import { ensure } from '../../shapes/errors';
import { COOL_DOWN_SECONDS, FILE_SYSTEM_ID, formatFromTo, makeIops, getWait } from '../fsx-shared';
import type { Change, ChangeRequest, RequestInput } from '../../shapes/requests';
import type { OperationTime } from '../durations';
import { DURATIONS } from './durations';
import { getMetadataIops, countMetadataServers } from './limits';
import { toReadCacheInput } from './requests';
import { type FsxLustre, hasEfa, isHardDisk, isScratch, isTiered, getSizeGiB } from './config';

/** Source: FSx for Lustre guide, managing metadata performance. */
const MORE_SERVERS_TEXT = 'existing folders stay on their metadata server, so more servers would not make them faster';
/** AWS documents a cool-down of six hours for each kind of change. Assumed: all kinds share it. */
const SHARED_COOL_DOWN: readonly string[] = ['storage, throughput, metadata'];

/** A change of one setting: its request, or why it needs a new file system. */
type ChangeStep = { readonly setting: string; readonly request: ChangeRequest } | { readonly why: string };

/** At most one request with a cool-down: a second would wait six hours; a new file system takes minutes. */
export function planLustreChange(from: FsxLustre, to: FsxLustre): Change {
  const fixed = explainFixedSetting(from, to);
  if (fixed !== undefined) return { kind: 'recreate', why: fixed };
  const steps = [
    ...listFreeSteps(from, to),
    ...listStorageSteps(from, to),
    ...listThroughputSteps(from, to),
    ...listMetadataSteps(from, to),
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
 * Settings that apply only to files written later: placement and compression. Intelligent-Tiering adds servers for
 * storage and throughput, and moves existing data to them "over a few hours up to a few days"; data laid out again uses
 * all of them at once.
 * https://docs.aws.amazon.com/fsx/latest/LustreGuide/managing-storage-capacity.html
 */
export function getLustreLayout(config: FsxLustre): object {
  const { compression } = config;
  return isTiered(config)
    ? { throughputMBps: config.throughputMBps, compression }
    : { storageGiB: config.storageGiB, compression };
}

function explainFixedSetting(from: FsxLustre, to: FsxLustre): string | undefined {
  const fixed: readonly (readonly [string, unknown, unknown])[] = [
    ['deploymentType', from.deploymentType, to.deploymentType],
    ['storageType', from.storageType ?? 'SSD', to.storageType ?? 'SSD'],
    ['driveCache', getDriveCache(from), getDriveCache(to)],
    ['efa', hasEfa(from), hasEfa(to)],
    ['kmsKeyId', getKmsKey(from), getKmsKey(to)],
  ];
  const other = fixed.find(([, before, after]) => before !== after);
  if (other !== undefined) return `${formatFromTo(...other)}: fixed at creation`;
  if (from.stripeCount === to.stripeCount) return undefined;
  return (
    `${formatFromTo('stripeCount', from.stripeCount ?? 'default', to.stripeCount ?? 'default')}: files that exist ` +
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
function listFreeSteps(from: FsxLustre, to: FsxLustre): ChangeStep[] {
  const steps: ChangeStep[] = [];
  const free = { coolDownSeconds: 0, coolsDown: [], interruption: false };
  if (from.compression !== to.compression) {
    const input = { LustreConfiguration: { DataCompressionType: to.compression } };
    steps.push({ setting: 'compression', request: { ...makeUpdate(input, DURATIONS.changes.compression), ...free } });
  }
  if (isTiered(from) && isTiered(to) && from.readCacheGiB !== to.readCacheGiB) {
    const input = { LustreConfiguration: { DataReadCacheConfiguration: toReadCacheInput(to) } };
    steps.push({ setting: 'readCacheGiB', request: { ...makeUpdate(input, DURATIONS.changes.readCache), ...free } });
  }
  return steps;
}

function listStorageSteps(from: FsxLustre, to: FsxLustre): ChangeStep[] {
  const [before, after] = [getSizeGiB(from), getSizeGiB(to)];
  if (before === after) return [];
  const what = formatFromTo('storageGiB', before, after);
  if (from.deploymentType === 'SCRATCH_1') return [{ why: `${what}: storage of SCRATCH_1 is fixed` }];
  if (after < before) return [{ why: `${what}: storage cannot shrink` }];
  return [{ setting: 'storageGiB', request: makeUpdate({ StorageCapacity: after }, DURATIONS.changes.storage) }];
}

function listThroughputSteps(from: FsxLustre, to: FsxLustre): ChangeStep[] {
  if (isTiered(from) && isTiered(to)) {
    if (from.throughputMBps === to.throughputMBps) return [];
    if (to.throughputMBps < from.throughputMBps) {
      const what = formatFromTo('throughputMBps', from.throughputMBps, to.throughputMBps);
      return [{ why: `${what}: throughput of Intelligent-Tiering cannot be lowered` }];
    }
    const input = { LustreConfiguration: { ThroughputCapacity: to.throughputMBps } };
    return [{ setting: 'throughputMBps', request: makeUpdate(input, DURATIONS.changes.throughput) }];
  }
  if (isTiered(from) || isTiered(to) || isScratch(from) || isScratch(to)) return [];
  if (from.perUnitMBps === to.perUnitMBps) return [];
  const what = formatFromTo('perUnitMBps', from.perUnitMBps, to.perUnitMBps);
  if (isHardDisk(from)) return [{ why: `${what}: AWS documents such a change for SSD only` }];
  if (hasEfa(from)) return [{ why: `${what}: fixed on a file system for EFA` }];
  const input = { LustreConfiguration: { PerUnitStorageThroughput: to.perUnitMBps } };
  return [{ setting: 'perUnitMBps', request: makeUpdate(input, DURATIONS.changes.throughput) }];
}

function listMetadataSteps(from: FsxLustre, to: FsxLustre): ChangeStep[] {
  if (!('metadataIops' in from) || !('metadataIops' in to)) return [];
  if (from.metadataIops === to.metadataIops) return listGrowthSteps(from, to);
  const what = formatFromTo('metadataIops', from.metadataIops, to.metadataIops);
  if (from.metadataIops === 'none' || to.metadataIops === 'none')
    return [{ why: `${what}: a metadata configuration can be neither added nor removed later` }];
  const before = ensure(getMetadataIops(from), 'the metadata IOPS before');
  const after = ensure(getMetadataIops(to), 'the metadata IOPS after');
  if (after < before) return [{ why: `${what}: metadata operations cannot be lowered` }];
  if (countMetadataServers(after) > countMetadataServers(before)) return [{ why: `${what}: ${MORE_SERVERS_TEXT}` }];
  // AWS accepts a change back to `automatic` only if the number equals the automatic one.
  if (to.metadataIops === 'automatic' && after !== before)
    return [{ why: `${what}: only ${after}, the automatic number, can become automatic` }];
  const input = { LustreConfiguration: { MetadataConfiguration: makeIops(to.metadataIops) } };
  return [{ setting: 'metadataIops', request: makeUpdate(input, DURATIONS.changes.metadata) }];
}

/** The IOPS of `automatic` depend on the size; above the maximum of one server, more servers are added. */
function listGrowthSteps(from: FsxLustre, to: FsxLustre): ChangeStep[] {
  const before = getMetadataIops(from) ?? 0;
  const after = getMetadataIops(to) ?? 0;
  if (countMetadataServers(after) <= countMetadataServers(before)) return [];
  const [what, doubt] =
    isTiered(from) && isTiered(to)
      ? [formatFromTo('throughputMBps', from.throughputMBps, to.throughputMBps), ' (assumed)']
      : [formatFromTo('storageGiB', getSizeGiB(from), getSizeGiB(to)), ''];
  const growth = formatFromTo('automatic metadataIops from', before, after);
  return [{ why: `${what} takes ${growth}${doubt}: ${MORE_SERVERS_TEXT}` }];
}

function makeUpdate(input: RequestInput, duration: OperationTime): ChangeRequest {
  return {
    of: 'fs',
    call: 'UpdateFileSystem',
    input: { FileSystemId: FILE_SYSTEM_ID, ...input },
    ...getWait(duration),
    coolDownSeconds: COOL_DOWN_SECONDS,
    coolsDown: SHARED_COOL_DOWN,
    interruption: true,
  };
}
