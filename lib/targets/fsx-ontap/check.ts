/** Rules of FSx for ONTAP beyond single settings, and their effects on measurements. Sources: next to the texts. */
import { listBroken, type Problem, makeProblem } from '../../shapes/problem';
import type { QuotaUse } from '../../shapes/quota';
import { adviseServer } from '../fsx-shared';
import { getDiskIops, IOPS_PER_GIB, listQuotaUses } from '../fsx-volumes';
import { ontap as rules } from '../rules.json';
import {
  canHavePairs,
  hasPairThroughput,
  MAX_DISK_IOPS,
  countUsedPairs,
  findPairMBps,
  listThroughputs,
  getThroughputSetting,
  getDiskMBps,
  PERFORMANCE_URL,
  getOntapServer,
} from './limits';
import type { FsxOntap } from './schema';

const GUIDE_URL = 'https://docs.aws.amazon.com/fsx/latest/ONTAPGuide';

/** Allowed GiB for each HA pair. API reference, CreateFileSystem, StorageCapacity */
const PAIR_STORAGE_GIB = { least: 1024, most: 524_288 };
/** Maximum GiB of the first generation in documentation of 2023. The API documents no such limit. */
const FIRST_GEN_MAX_GIB = 196_608;
/** Default quotas of an account, for all file systems together. */
const DEFAULT_QUOTAS = {
  storage: { most: 524_288, code: 'L-E2C89679' },
  throughput: { most: 10_240, code: 'L-C5F860DD' },
  iops: { most: 1_000_000, code: 'L-57578687' },
  fileSystems: { most: 100, code: 'L-C28C1403' },
} as const;
/** Maximum IOPS for each GiB, from the page on storage capacity. */
const MAX_IOPS_PER_GIB = 50;
/** Supported sizes of ONTAP volumes. */
const MIN_CONSTITUENT_GIB = 100;
const MAX_FLEXVOL_GIB = 300 * 1024;
/** Maximum constituents of a FlexGroup, all pairs together. API reference, AggregateConfiguration, TotalConstituents */
const MAX_CONSTITUENTS = 200;

/** All file systems of ONTAP count together. */
export function listOntapQuotas(config: FsxOntap): readonly QuotaUse[] {
  return listQuotaUses(
    'ONTAP',
    DEFAULT_QUOTAS,
    { storage: config.storageGiB, throughput: config.haPairs * (findPairMBps(config) ?? 0), iops: getDiskIops(config) },
    `${GUIDE_URL}/limits.html`,
  );
}

export function checkOntap(config: FsxOntap): readonly Problem[] {
  const { deploymentType, haPairs } = config;
  // With an invalid number of pairs, skip the rules that depend on it.
  if (haPairs !== 1 && !canHavePairs(config))
    return [makeProblem(rules.haPairs, { haPairs, deploymentType, scalesOut: 'SINGLE_AZ_2 and SINGLE_AZ_3' })];
  const each = findPairMBps(config);
  const servers = each === undefined ? [] : checkOfferedThroughput(config, each);
  return [
    ...checkStorage(config),
    ...checkThroughput(config),
    ...checkIops(config),
    ...servers,
    ...checkVolumes(config),
    ...checkLuns(config),
  ];
}

function checkStorage(config: FsxOntap): Problem[] {
  const { storageGiB, haPairs } = config;
  const [least, most] = [PAIR_STORAGE_GIB.least * haPairs, PAIR_STORAGE_GIB.most * haPairs];
  const each = haPairs === 1 ? '' : `, at least ${PAIR_STORAGE_GIB.least} for each of ${haPairs} pairs`;
  const isOutside = storageGiB < least || storageGiB > most;
  const isDoubtful = !isOutside && !hasPairThroughput(config) && storageGiB > FIRST_GEN_MAX_GIB;
  return listBroken(
    [isOutside, rules.storage, { storageGiB, least, most, each }],
    [isDoubtful, rules.doubtfulStorage, { storageGiB, firstMostGib: FIRST_GEN_MAX_GIB }],
  );
}

/** Each generation has its own setting and values for throughput. */
function checkThroughput(config: FsxOntap): Problem[] {
  const { deploymentType } = config;
  const setting = getThroughputSetting(config);
  const other = hasPairThroughput(config) ? 'throughputMBps' : 'throughputMBpsPerPair';
  const requested = config[setting];
  const unit = hasPairThroughput(config) ? 'MB/s a pair' : 'MB/s';
  const offered = `${deploymentType} has ${listThroughputs(config).join(', ')} ${unit}`;
  if (config[other] !== undefined)
    return [makeProblem({ ...rules.otherThroughput, at: other }, { deploymentType, setting, other, offered })];
  if (requested === undefined) return [makeProblem({ ...rules.noThroughput, at: setting }, { setting, offered })];
  const isOffered = listThroughputs(config).includes(requested);
  return listBroken([!isOffered, { ...rules.throughput, at: setting }, { requested, offered }]);
}

/** IOPS limits of the API, independent of the file server. */
function checkIops(config: FsxOntap): Problem[] {
  const { diskIops: requested, storageGiB, haPairs } = config;
  if (requested === 'automatic') return [];
  const least = IOPS_PER_GIB * storageGiB;
  const most = hasPairThroughput(config) ? MAX_DISK_IOPS.secondPerPair * haPairs : MAX_DISK_IOPS.first;
  if (requested < least || requested > most)
    return [makeProblem(least > most ? rules.noDiskIops : rules.diskIops, { requested, storageGiB, least, most })];
  const isBelowPairs = requested < least * haPairs;
  const each = Math.round(requested / storageGiB);
  return listBroken(
    [isBelowPairs, rules.doubtfulDiskIops, { requested, least: least * haPairs, haPairs }],
    [
      !isBelowPairs && requested > MAX_IOPS_PER_GIB * storageGiB,
      rules.iopsRatio,
      { requested, each, mostPerGib: MAX_IOPS_PER_GIB },
    ],
  );
}

/** Maximum pairs with block protocols: API reference, CreateFileSystemOntapConfiguration, HAPairs. */
const MAX_BLOCK_PAIRS = 6;

function checkLuns({
  haPairs,
  luns: requested,
  volumes: { count, constituents },
  transferSizeKiB,
}: FsxOntap): Problem[] {
  if (requested === undefined) return [];
  return listBroken(
    [haPairs > MAX_BLOCK_PAIRS, rules.lunPairs, { haPairs, most: MAX_BLOCK_PAIRS }],
    [count > 1 || constituents !== undefined, rules.lunsAndVolumes],
    [transferSizeKiB !== undefined, rules.lunsAndTransfer],
  );
}

function checkVolumes(config: FsxOntap): Problem[] {
  const { haPairs, storageGiB } = config;
  const { count, sizeGiB, constituents = 0 } = config.volumes;
  const all = constituents * haPairs;
  const each = Math.floor(sizeGiB / all);
  const isMany = all > MAX_CONSTITUENTS;
  const isSmall = !isMany && sizeGiB < MIN_CONSTITUENT_GIB * all;
  const small = { sizeGiB, constituents: all, each, constituentLeastGib: MIN_CONSTITUENT_GIB };
  const used = countUsedPairs(config);
  return listBroken(
    [isMany, rules.constituents, { constituents, haPairs, most: MAX_CONSTITUENTS }],
    [isSmall, rules.smallConstituents, small],
    [all === 0 && sizeGiB > MAX_FLEXVOL_GIB, rules.largeFlexVol, { sizeGiB, most: MAX_FLEXVOL_GIB }],
    [used < haPairs, rules.idlePairs, { count, used, haPairs }],
    [count * sizeGiB > storageGiB, rules.thinVolumes, { count, sizeGiB }],
  );
}

/** Requirements of the largest throughput. ONTAP guide, managing throughput capacity. */
const LARGEST_THROUGHPUT = { first: 4096, second: 6144, storageGiB: 5120, iops: 160_000 };

/** Rules for servers of an offered throughput, MB/s of each pair. */
function checkOfferedThroughput(config: FsxOntap, each: number): Problem[] {
  return [...checkServerRates(config, each), ...checkLargestThroughput(config, each), ...adviseCache(config, each)];
}

/** Problems of IOPS and throughput that exceed the rates of the file servers. */
function checkServerRates(config: FsxOntap, each: number): Problem[] {
  const { haPairs, storageGiB } = config;
  const { iops } = getOntapServer(config, each);
  const [servers, carried, burst] = [haPairs * each, haPairs * iops.baseline, haPairs * iops.burst];
  const requested = config.diskIops === 'automatic' ? 0 : config.diskIops;
  const doubt = hasPairThroughput(config) ? ' (scaled from the largest server; AWS publishes no value)' : '';
  const bursts = burst > carried ? ` and burst to ${burst}` : '';
  const disks = Math.floor(getDiskMBps(config));
  return listBroken(
    [requested > carried && requested <= burst, rules.iopsBurst, { requested, each, carried }],
    [requested > carried && requested > burst, rules.iopsOutOfReach, { requested, servers, carried, bursts, doubt }],
    [disks < servers, rules.disksLimit, { storageGiB, disks, servers }],
  );
}

/** Advice on caches and bursts, which short trials or small data would measure instead of disks. */
function adviseCache(config: FsxOntap, each: number): Problem[] {
  const { disk, memoryGB, nvmeGB } = getOntapServer(config, each);
  const pairs = countUsedPairs(config);
  const doubt = hasPairThroughput(config) ? ' about (as in the first generation; AWS publishes no value)' : '';
  const server = `file servers of ${pairs * each} MB/s have${doubt}`;
  const all = { memoryGB: pairs * memoryGB, nvmeGB: pairs * nvmeGB };
  return adviseServer(getThroughputSetting(config), server, disk, all, PERFORMANCE_URL);
}

/** Storage and IOPS that the largest throughput needs. AWS does not document whether it rejects lower values. */
export function checkLargestThroughput(config: FsxOntap, each: number): Problem[] {
  const { storageGiB: found, haPairs } = config;
  const { storageGiB: wanted, iops: most } = LARGEST_THROUGHPUT;
  const operations = getDiskIops(config);
  const second = hasPairThroughput(config);
  const isSmall = each >= LARGEST_THROUGHPUT.first && (found < wanted || operations < most);
  return listBroken(
    [
      second && each >= LARGEST_THROUGHPUT.second && found < wanted * haPairs,
      rules.largestThroughput,
      { each, wanted, found, haPairs },
    ],
    [!second && isSmall, rules.largestWants, { each, wanted, iops: most, found, diskIops: operations }],
  );
}
