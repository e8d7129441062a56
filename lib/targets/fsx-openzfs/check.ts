/** Rules of FSx for OpenZFS beyond single settings, and their effects on measurements. Sources: next to the texts. */
import { listBroken, type Problem } from '../../shapes/problem';
import type { QuotaUse } from '../../shapes/quota';
import { adviseServer } from '../fsx-shared';
import { getDiskIops, IOPS_PER_GIB, listQuotaUses } from '../fsx-volumes';
import { openzfs as rules } from '../rules.json';
import {
  isMultiZone,
  MULTI_ZONE_WRITE_MBPS,
  PERFORMANCE_URL,
  type ZfsServer,
  findServer,
  listThroughputs,
} from './limits';
import type { FsxOpenZfs } from './schema';

const QUOTAS_URL = 'https://docs.aws.amazon.com/fsx/latest/OpenZFSGuide/limits.html';

const STORAGE_GIB = { least: 64, most: 524_288 };
/** Default quotas of an account in most Regions, for all file systems together. */
const DEFAULT_QUOTAS = {
  storage: { most: 65_536, code: 'L-88479C21' },
  throughput: { most: 10_240, code: 'L-4EDE4065' },
  iops: { most: 160_000, code: 'L-E24B4DE4' },
  fileSystems: { most: 100, code: 'L-59D0763F' },
} as const;
/** Maximum IOPS for each GiB in most Regions, and in some Regions. */
const RATIO = { most: 1000, some: 50 };

/** All file systems of OpenZFS count together. */
export function listOpenZfsQuotas(config: FsxOpenZfs): readonly QuotaUse[] {
  return listQuotaUses(
    'OpenZFS',
    DEFAULT_QUOTAS,
    { storage: config.storageGiB, throughput: config.throughputMBps, iops: getDiskIops(config) },
    QUOTAS_URL,
  );
}

export function checkOpenZfs(config: FsxOpenZfs): readonly Problem[] {
  const { storageGiB, throughputMBps, deploymentType, nfsExport } = config;
  const { quotaGiB = 0 } = config.volumes;
  const server = findServer(config);
  const { least, most } = STORAGE_GIB;
  const isOutside = storageGiB < least || storageGiB > most;
  const offered = listThroughputs(config).join(', ');
  return [
    ...listBroken(
      [isOutside, rules.storage, { storageGiB, least, most }],
      [server === undefined, rules.throughput, { throughputMBps, deploymentType, offered }],
    ),
    ...(server === undefined ? [] : checkServer(config, server)),
    ...checkIops(config),
    ...listBroken(
      [quotaGiB > storageGiB, rules.looseQuota, { quotaGiB, storageGiB }],
      [nfsExport !== 'sync', rules.asyncExport],
    ),
  ];
}

/** IOPS limits of the API, independent of the file server. */
function checkIops({ diskIops: requested, storageGiB }: FsxOpenZfs): Problem[] {
  if (requested === 'automatic') return [];
  const least = IOPS_PER_GIB * storageGiB;
  const most = RATIO.most * storageGiB;
  const isOutside = requested < least || requested > most;
  const each = Math.round(requested / storageGiB);
  return listBroken(
    [isOutside, rules.diskIops, { requested, storageGiB, least, most }],
    [!isOutside && requested > RATIO.some * storageGiB, rules.iopsRatio, { requested, each, some: RATIO.some }],
  );
}

/** Maximum MB/s of a file system in two zones in some Regions. Tables of {@link PERFORMANCE_URL}. */
const MULTI_ZONE_SOME_MBPS = 5120;

/** Advice on rates of the file server, and on caches that trials would measure instead of the disks. */
function checkServer(config: FsxOpenZfs, server: ZfsServer): Problem[] {
  const { throughputMBps, compression } = config;
  const { baseline, burst } = server.iops;
  const requested = config.diskIops === 'automatic' ? 0 : config.diskIops;
  const bursts = burst > baseline ? ` and bursts to ${burst}` : '';
  const isWide = isMultiZone(config);
  return [
    ...listBroken(
      // IOPS above the burst have no effect. AWS does not document whether it rejects them.
      [requested > burst, rules.iopsOutOfReach, { requested, throughputMBps, baseline, bursts }],
      [requested > baseline && requested <= burst, rules.iopsBurst, { requested, throughputMBps, baseline }],
    ),
    ...adviseServer('throughputMBps', `a server of ${throughputMBps} MB/s has`, server.disk, server, PERFORMANCE_URL),
    ...listBroken(
      [compression !== 'NONE', rules.compression, { compression }],
      [
        isWide && throughputMBps > MULTI_ZONE_SOME_MBPS,
        rules.multiZoneThroughput,
        { throughputMBps, some: MULTI_ZONE_SOME_MBPS },
      ],
      [
        isWide && throughputMBps > MULTI_ZONE_WRITE_MBPS,
        rules.multiZoneWrites,
        { throughputMBps, writes: MULTI_ZONE_WRITE_MBPS },
      ],
    ),
  ];
}
