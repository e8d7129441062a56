/**
 * Rules of FSx for ONTAP beyond single settings, and what its settings do to measurements. Where each stands is beside
 * its text.
 */
import { listBroken, type Problem, makeProblem } from '../../shapes/problem';
import type { QuotaUse } from '../../shapes/quota';
import { adviseServer } from '../fsx-shared';
import { diskIops, IOPS_PER_GIB, quotaUses } from '../fsx-volumes';
import { ontap as rules } from '../rules.json';
import {
  isSecondGen,
  MAX_IOPS,
  countPairs,
  findPairMBps,
  listThroughputs,
  throughputSetting,
  diskMBps,
  PERFORMANCE,
  getServer,
} from './limits';
import type { FsxOntap } from './schema';

const GUIDE = 'https://docs.aws.amazon.com/fsx/latest/ONTAPGuide';

/** GiB of each pair. API reference, CreateFileSystem, StorageCapacity */
const STORAGE_GIB = { least: 1024, most: 524_288 };
/** What pages of 2023 had as the most of the first generation; the API has no such limit. */
const FIRST_GEN_MAX_GIB = 196_608;
/** What an account may have at first, all file systems together. */
const QUOTA = {
  storage: { most: 524_288, code: 'L-E2C89679' },
  throughput: { most: 10_240, code: 'L-C5F860DD' },
  iops: { most: 1_000_000, code: 'L-57578687' },
  fileSystems: { most: 100, code: 'L-C28C1403' },
} as const;
/** A deployment type that has more than one pair. */
const SCALES_OUT = 'SINGLE_AZ_2';
/** Most disk operations for each GiB, as the page on storage capacity has it where it tells of less storage. */
const MAX_PER_GIB = 50;
/** Sizes of volumes that ONTAP is said to bear. */
const MIN_CONSTITUENT_GIB = 100;
const MAX_FLEXVOL_GIB = 300 * 1024;
/** Parts of one FlexGroup, on all pairs together. API reference, AggregateConfiguration, TotalConstituents */
const MAX_CONSTITUENTS = 200;

/** All file systems of ONTAP count together. */
export function quotas(config: FsxOntap): readonly QuotaUse[] {
  return quotaUses(
    'ONTAP',
    QUOTA,
    { storage: config.storageGiB, throughput: config.haPairs * (findPairMBps(config) ?? 0), iops: diskIops(config) },
    `${GUIDE}/limits.html`,
  );
}

/** Findings with paths relative to the target's entry. */
export function check(config: FsxOntap): readonly Problem[] {
  const { deploymentType, haPairs } = config;
  // What depends on the number of pairs is no second problem.
  if (haPairs !== 1 && deploymentType !== SCALES_OUT)
    return [makeProblem(rules.haPairs, { haPairs, deploymentType, scalesOut: SCALES_OUT })];
  const each = findPairMBps(config);
  const servers = each === undefined ? [] : checkServers(config, each);
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
  const [least, most] = [STORAGE_GIB.least * haPairs, STORAGE_GIB.most * haPairs];
  const each = haPairs === 1 ? '' : `, ${STORAGE_GIB.least} for each of ${haPairs} pairs at least`;
  const isOutside = storageGiB < least || storageGiB > most;
  const isDoubtful = !isOutside && !isSecondGen(config) && storageGiB > FIRST_GEN_MAX_GIB;
  return listBroken(
    [isOutside, rules.storage, { storageGiB, least, most, each }],
    [isDoubtful, rules.doubtfulStorage, { storageGiB, firstMostGib: FIRST_GEN_MAX_GIB }],
  );
}

/** Each generation has its own word for throughput, and its own numbers. */
function checkThroughput(config: FsxOntap): Problem[] {
  const { deploymentType } = config;
  const setting = throughputSetting(config);
  const other = isSecondGen(config) ? 'throughputMBps' : 'throughputMBpsPerPair';
  const asked = config[setting];
  const unit = isSecondGen(config) ? 'MB/s a pair' : 'MB/s';
  const offered = `${deploymentType} has ${listThroughputs(config).join(', ')} ${unit}`;
  if (config[other] !== undefined)
    return [makeProblem({ ...rules.otherThroughput, at: other }, { deploymentType, setting, other, offered })];
  const isOffered = asked !== undefined && listThroughputs(config).includes(asked);
  return listBroken(
    [asked === undefined, { ...rules.noThroughput, at: setting }, { setting, offered }],
    [asked !== undefined && !isOffered, { ...rules.throughput, at: setting }, { asked, offered }],
  );
}

/** Limits of disk operations that stand in the API, whatever the server. */
function checkIops(config: FsxOntap): Problem[] {
  const { diskIops: asked, storageGiB, haPairs } = config;
  if (asked === 'automatic') return [];
  const least = IOPS_PER_GIB * storageGiB;
  const most = isSecondGen(config) ? MAX_IOPS.secondPerPair * haPairs : MAX_IOPS.first;
  if (asked < least || asked > most)
    return [makeProblem(least > most ? rules.noDiskIops : rules.diskIops, { asked, storageGiB, least, most })];
  const isBelowPairs = asked < least * haPairs;
  const each = Math.round(asked / storageGiB);
  return listBroken(
    [isBelowPairs, rules.doubtfulDiskIops, { asked, least: least * haPairs, haPairs }],
    [!isBelowPairs && asked > MAX_PER_GIB * storageGiB, rules.iopsRatio, { asked, each, mostPerGib: MAX_PER_GIB }],
  );
}

/** Pairs beyond which block protocols are off: API reference, CreateFileSystemOntapConfiguration, HAPairs. */
const MAX_BLOCK_PAIRS = 6;

function checkLuns({ haPairs, luns: asked, volumes: { count, constituents }, transferSizeKiB }: FsxOntap): Problem[] {
  if (asked === undefined) return [];
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
  const used = countPairs(config);
  return listBroken(
    [isMany, rules.constituents, { constituents, haPairs, most: MAX_CONSTITUENTS }],
    [isSmall, rules.smallConstituents, small],
    [all === 0 && sizeGiB > MAX_FLEXVOL_GIB, rules.largeFlexVol, { sizeGiB, most: MAX_FLEXVOL_GIB }],
    [used < haPairs, rules.idlePairs, { count, used, haPairs }],
    [count * sizeGiB > storageGiB, rules.thinVolumes, { count, sizeGiB }],
  );
}

/** Of the largest throughput: what it wants beside itself. ONTAP guide, managing throughput capacity. */
const LARGEST = { first: 4096, second: 6144, storageGiB: 5120, iops: 160_000 };

/** Findings about servers of a throughput that is on offer, MB/s of each pair. */
function checkServers(config: FsxOntap, each: number): Problem[] {
  return [...checkServerRates(config, each), ...checkLargest(config, each), ...adviseCache(config, each)];
}

/** What the file servers carry of the disk operations, and of what the disks move. */
function checkServerRates(config: FsxOntap, each: number): Problem[] {
  const { haPairs, storageGiB } = config;
  const { iops } = getServer(config, each);
  const [servers, carried, burst] = [haPairs * each, haPairs * iops.baseline, haPairs * iops.burst];
  // Those that come with the storage cost nothing, reached or not.
  const asked = config.diskIops === 'automatic' ? 0 : config.diskIops;
  const doubt = isSecondGen(config) ? ' (by the largest, in proportion: no page says it)' : '';
  const bursts = burst > carried ? ` and burst to ${burst}` : '';
  const disks = Math.floor(diskMBps(config));
  return listBroken(
    [asked > carried && asked <= burst, rules.iopsBurst, { asked, each, carried }],
    [asked > carried && asked > burst, rules.iopsOutOfReach, { asked, servers, carried, bursts, doubt }],
    [disks < servers, rules.disksLimit, { storageGiB, disks, servers }],
  );
}

/** What short trials and small data measure in place of the disks. */
function adviseCache(config: FsxOntap, each: number): Problem[] {
  const { disk, memoryGB, nvmeGB } = getServer(config, each);
  const pairs = countPairs(config);
  const doubt = isSecondGen(config) ? ' about (by the first generation: no page says it)' : '';
  const server = `file servers of ${pairs * each} MB/s have${doubt}`;
  const all = { memoryGB: pairs * memoryGB, nvmeGB: pairs * nvmeGB };
  return adviseServer(throughputSetting(config), server, disk, all, PERFORMANCE);
}

/** What the largest throughput wants beside itself: whether AWS refuses less, no page says. */
export function checkLargest(config: FsxOntap, each: number): Problem[] {
  const { storageGiB: found, haPairs } = config;
  const { storageGiB: wanted, iops: most } = LARGEST;
  const operations = diskIops(config);
  const second = isSecondGen(config);
  const isSmall = each >= LARGEST.first && (found < wanted || operations < most);
  return listBroken(
    [
      second && each >= LARGEST.second && found < wanted * haPairs,
      rules.largestThroughput,
      { each, wanted, found, haPairs },
    ],
    [!second && isSmall, rules.largestWants, { each, wanted, iops: most, found, diskIops: operations }],
  );
}
