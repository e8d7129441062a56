/** Rules of FSx for OpenZFS beyond single settings, and what its settings do to measurements. */
import texts from '../messages.json';
import { type Problem, say } from '../../shapes/problem';
import type { QuotaUse } from '../../shapes/quota';
import { bursts, finding, serverCache, trait } from '../fsx-shared';
import { diskIops, IOPS_PER_GIB, quotaUses } from '../fsx-volumes';
import { isMultiZone, MULTI_ZONE_WRITES, PERFORMANCE, type Server, serverOf, throughputs } from './limits';
import type { FsxOpenZfs } from './schema';

const API = 'https://docs.aws.amazon.com/fsx/latest/APIReference';
const CREATE = `${API}/API_CreateFileSystemOpenZFSConfiguration.html`;
const EXPORTS = `${API}/API_OpenZFSClientConfiguration.html`;
const QUOTAS = 'https://docs.aws.amazon.com/fsx/latest/OpenZFSGuide/limits.html';

const STORAGE_GIB = { least: 64, most: 524_288 };
/** What an account may have at first in most Regions, all file systems together. */
const QUOTA = {
  storage: { most: 65_536, code: 'L-88479C21' },
  throughput: { most: 10_240, code: 'L-4EDE4065' },
  iops: { most: 160_000, code: 'L-E24B4DE4' },
  fileSystems: { most: 100, code: 'L-59D0763F' },
} as const;
/** Most disk operations for each GiB, in most Regions and in the others. */
const RATIO = { most: 1000, some: 50 };
const SOME_REGIONS = 'Seoul, Mumbai, Osaka, London, Paris, Stockholm, São Paulo, Canada and some others';

/** All file systems of OpenZFS count together. */
export function quotas(config: FsxOpenZfs): readonly QuotaUse[] {
  return quotaUses(
    'OpenZFS',
    QUOTA,
    { storage: config.storageGiB, throughput: config.throughputMBps, iops: diskIops(config) },
    QUOTAS,
  );
}

/** Findings with paths relative to the target's entry. */
export function check(config: FsxOpenZfs): readonly Problem[] {
  const server = serverOf(config);
  return [
    ...storage(config),
    ...(server === undefined ? [noThroughput(config)] : [...reach(config, server), ...advice(config, server)]),
    ...(server === undefined ? [] : multiZone(config)),
    ...iops(config),
    ...volumes(config),
    ...durability(config),
  ];
}

function storage({ storageGiB }: FsxOpenZfs): Problem[] {
  const { least, most } = STORAGE_GIB;
  if (storageGiB < least || storageGiB > most)
    return [
      finding('error', 'BadStorage', 'storageGiB', `found ${storageGiB}; allowed: ${least} to ${most} GiB`, CREATE),
    ];
  if (storageGiB <= QUOTA.storage.most) return [];
  const message = say(texts.storageOverQuota, { storageGiB, most: QUOTA.storage.most });
  return [finding('warning', 'OverQuota', 'storageGiB', message, QUOTAS)];
}

function noThroughput(config: FsxOpenZfs): Problem {
  const { deploymentType, throughputMBps } = config;
  const message = `found ${throughputMBps}; ${deploymentType} has ${throughputs(config).join(', ')} MB/s`;
  return finding('error', 'BadThroughput', 'throughputMBps', message, CREATE);
}

/** Limits of disk operations that stand in the API, whatever the server. */
function iops(config: FsxOpenZfs): Problem[] {
  if (config.diskIops === 'automatic') return [];
  const { diskIops: asked, storageGiB } = config;
  const least = IOPS_PER_GIB * storageGiB;
  const most = RATIO.most * storageGiB;
  if (asked < least || asked > most) {
    const message = say(texts.iopsOfStorage, { asked, storageGiB, least, most });
    return [finding('error', 'BadDiskIops', 'diskIops', message, PERFORMANCE)];
  }
  const found: Problem[] = [];
  if (asked > RATIO.some * storageGiB) {
    const each = Math.round(asked / storageGiB);
    const message = `found ${asked}, ${each} for each GiB; in ${SOME_REGIONS} only ${RATIO.some} are allowed`;
    found.push(finding('warning', 'IopsRatio', 'diskIops', message, PERFORMANCE));
  }
  if (asked > QUOTA.iops.most) {
    const message = say(texts.iopsOverQuota, { asked, most: QUOTA.iops.most });
    found.push(finding('warning', 'OverQuota', 'diskIops', message, QUOTAS));
  }
  return found;
}

/** What the file server carries of the disk operations. */
function reach({ diskIops: asked, throughputMBps }: FsxOpenZfs, server: Server): Problem[] {
  const { baseline, burst } = server.iops;
  // Those that come with the storage cost nothing, reached or not.
  if (asked === 'automatic') return [];
  // Above it is paid for nothing; whether AWS refuses it, its pages do not say.
  if (asked > burst) {
    const message =
      `found ${asked}; a server of ${throughputMBps} MB/s carries ${baseline}` +
      `${burst > baseline ? ` and bursts to ${burst}` : ''}: more is never reached`;
    return [finding('warning', 'IopsOutOfReach', 'diskIops', message, PERFORMANCE)];
  }
  if (asked <= baseline) return [];
  const message = say(texts.iopsOutOfReachOpenzfs, { asked, throughputMBps, baseline });
  return [trait('IopsBurst', 'diskIops', message, PERFORMANCE)];
}

function advice({ throughputMBps, compression }: FsxOpenZfs, server: Server): Problem[] {
  const found: Problem[] = [];
  if (server.disk.burst > server.disk.baseline) found.push(bursts('throughputMBps', server.disk, PERFORMANCE));
  found.push(serverCache('throughputMBps', `a server of ${throughputMBps} MB/s has`, server, PERFORMANCE));
  if (compression !== 'NONE') {
    const message = say(texts.compressedData, { compression });
    found.push(trait('Compression', 'compression', message));
  }
  return found;
}

/** Most MB/s of a file system in two zones in the Regions that have less. Tables of {@link PERFORMANCE}. */
const MULTI_ZONE_SOME = 5120;

function multiZone(config: FsxOpenZfs): Problem[] {
  const { throughputMBps } = config;
  if (!isMultiZone(config)) return [];
  const found: Problem[] = [];
  if (throughputMBps > MULTI_ZONE_SOME) {
    const message = `found ${throughputMBps}; in some Regions MULTI_AZ_1 has ${MULTI_ZONE_SOME} MB/s at most`;
    found.push(finding('warning', 'MultiZoneThroughput', 'throughputMBps', message, PERFORMANCE));
  }
  if (throughputMBps > MULTI_ZONE_WRITES) {
    const message = `MULTI_AZ_1 writes ${MULTI_ZONE_WRITES} MB/s at most: ${throughputMBps} MB/s are for reads`;
    found.push(trait('MultiZoneWrites', 'throughputMBps', message, PERFORMANCE));
  }
  return found;
}

function volumes({ volumes: { quotaGiB }, storageGiB }: FsxOpenZfs): Problem[] {
  if (quotaGiB === undefined || quotaGiB <= storageGiB) return [];
  const message = `found a quota of ${quotaGiB} GiB; the file system has ${storageGiB}`;
  return [finding('advice', 'LooseQuota', 'volumes', message)];
}

function durability({ nfsExport }: FsxOpenZfs): Problem[] {
  if (nfsExport === 'sync') return [];
  const message =
    'async answers writes before they are on disk: what was written may be lost, and writes look faster than they are';
  return [finding('warning', 'AsyncExport', 'nfsExport', message, EXPORTS)];
}
