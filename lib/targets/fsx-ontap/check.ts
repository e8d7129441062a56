/** Rules of FSx for ONTAP beyond single settings, and what its settings do to measurements. */
import texts from '../messages.json';
import { type Problem, say } from '../../shapes/problem';
import type { QuotaUse } from '../../shapes/quota';
import { finding, bursts, serverCache, trait } from '../fsx-shared';
import { diskIops, IOPS_PER_GIB, quotaUses } from '../fsx-volumes';
import {
  isSecond,
  MOST_IOPS,
  pairsInUse,
  perPair,
  throughputs,
  throughputSetting,
  diskMBps,
  PERFORMANCE,
  serverOf,
} from './limits';
import type { FsxOntap } from './schema';

const API = 'https://docs.aws.amazon.com/fsx/latest/APIReference';
const CREATE = `${API}/API_CreateFileSystemOntapConfiguration.html`;
const CREATE_FILE_SYSTEM = `${API}/API_CreateFileSystem.html`;
const IOPS = `${API}/API_DiskIopsConfiguration.html`;
const GUIDE = 'https://docs.aws.amazon.com/fsx/latest/ONTAPGuide';
const QUOTAS = `${GUIDE}/limits.html`;
const STORAGE = `${GUIDE}/storage-capacity-and-IOPS.html`;
const STYLES = `${GUIDE}/volume-styles.html`;

/** GiB of each pair. {@link CREATE_FILE_SYSTEM}, StorageCapacity */
const STORAGE_GIB = { least: 1024, most: 524_288 };
/** What pages of 2023 had as the most of the first generation; the API has no such limit. */
const FIRST_MOST_GIB = 196_608;
/** What an account may have at first, all file systems together. */
const QUOTA = {
  storage: { most: 524_288, code: 'L-E2C89679' },
  throughput: { most: 10_240, code: 'L-C5F860DD' },
  iops: { most: 1_000_000, code: 'L-57578687' },
  fileSystems: { most: 100, code: 'L-C28C1403' },
} as const;
/** A deployment type that has more than one pair. */
const SCALES_OUT = 'SINGLE_AZ_2';
/** Most disk operations for each GiB, as the page has it where it tells of less storage. {@link STORAGE} */
const MOST_PER_GIB = 50;
/** Sizes of volumes that ONTAP is said to bear. */
const CONSTITUENT_LEAST_GIB = 100;
const FLEXVOL_MOST_GIB = 300 * 1024;
/** Parts of one FlexGroup, on all pairs together. API reference, AggregateConfiguration, TotalConstituents */
const CONSTITUENTS_MOST = 200;

/** All file systems of ONTAP count together. */
export function quotas(config: FsxOntap): readonly QuotaUse[] {
  return quotaUses(
    'ONTAP',
    QUOTA,
    { storage: config.storageGiB, throughput: config.haPairs * (perPair(config) ?? 0), iops: diskIops(config) },
    QUOTAS,
  );
}

/** Findings with paths relative to the target's entry. */
export function check(config: FsxOntap): readonly Problem[] {
  const pairs = pairsOf(config);
  // What depends on the number of pairs is no second problem.
  if (pairs.length > 0) return pairs;
  const each = perPair(config);
  const servers = each === undefined ? [] : [...checkServers(config, each), ...overQuota(config, each)];
  return [...storage(config), ...throughput(config), ...iops(config), ...servers, ...volumes(config), ...luns(config)];
}

function pairsOf({ deploymentType, haPairs }: FsxOntap): Problem[] {
  if (haPairs === 1 || deploymentType === SCALES_OUT) return [];
  const message = `found ${haPairs}; ${deploymentType} has 1, only ${SCALES_OUT} has up to 12`;
  return [finding('error', 'BadHaPairs', 'haPairs', message, CREATE)];
}

function storage(config: FsxOntap): Problem[] {
  const { storageGiB, haPairs } = config;
  const [least, most] = [STORAGE_GIB.least * haPairs, STORAGE_GIB.most * haPairs];
  if (storageGiB < least || storageGiB > most) {
    const each = haPairs === 1 ? '' : `, ${STORAGE_GIB.least} for each of ${haPairs} pairs at least`;
    const message = `found ${storageGiB}; allowed: ${least} to ${most} GiB${each}`;
    return [finding('error', 'BadStorage', 'storageGiB', message, CREATE_FILE_SYSTEM)];
  }
  if (isSecond(config) || storageGiB <= FIRST_MOST_GIB) return [];
  const message = say(texts.doubtfulStorage, { storageGiB, firstMostGib: FIRST_MOST_GIB });
  return [finding('warning', 'DoubtfulStorage', 'storageGiB', message, STORAGE)];
}

/** Each generation has its own word for throughput, and its own numbers. */
function throughput(config: FsxOntap): Problem[] {
  const { deploymentType } = config;
  const setting = throughputSetting(config);
  const other = isSecond(config) ? 'throughputMBps' : 'throughputMBpsPerPair';
  const asked = config[setting];
  const offered = `${deploymentType} has ${throughputs(config).join(', ')} MB/s${isSecond(config) ? ' a pair' : ''}`;
  const problem = (at: string, message: string): Problem => finding('error', 'BadThroughput', at, message, CREATE);
  if (config[other] !== undefined)
    return [
      problem(other, `${deploymentType} is told its throughput as \`${setting}\` and not as \`${other}\`; ${offered}`),
    ];
  if (asked === undefined) return [problem(setting, `\`${setting}\` is missing; ${offered}`)];
  return throughputs(config).includes(asked) ? [] : [problem(setting, `found ${asked}; ${offered}`)];
}

/** Limits of disk operations that stand in the API, whatever the server. */
function iops(config: FsxOntap): Problem[] {
  const { diskIops: asked, storageGiB, haPairs } = config;
  if (asked === 'automatic') return [];
  const found: Problem[] = [];
  const least = IOPS_PER_GIB * storageGiB;
  const most = isSecond(config) ? MOST_IOPS.secondPerPair * haPairs : MOST_IOPS.first;
  if (asked < least || asked > most) {
    const range =
      least > most
        ? `${storageGiB} GiB have ${least} already, and ${most} are the most that can be provisioned: write automatic`
        : `${storageGiB} GiB have ${least} (3 for each GiB, which come with it) to ${most}`;
    found.push(finding('error', 'BadDiskIops', 'diskIops', `found ${asked}; ${range}`, IOPS));
  } else if (asked < least * haPairs) {
    const message = say(texts.leastOfPairs, { asked, least: least * haPairs, haPairs });
    found.push(finding('warning', 'DoubtfulDiskIops', 'diskIops', message, IOPS));
  } else if (asked > MOST_PER_GIB * storageGiB) {
    const each = Math.round(asked / storageGiB);
    const message = `found ${asked}, ${each} for each GiB; AWS may refuse more than ${MOST_PER_GIB}`;
    found.push(finding('warning', 'IopsRatio', 'diskIops', message, STORAGE));
  }
  return found;
}

function overQuota(config: FsxOntap, each: number): Problem[] {
  const { storageGiB, haPairs, diskIops: asked } = config;
  const over = (setting: string, found: number, most: number, unit: string): Problem[] =>
    found <= most
      ? []
      : [finding('warning', 'OverQuota', setting, say(texts.overQuotaOntap, { found, unit, most }), QUOTAS)];
  return [
    ...over('storageGiB', storageGiB, QUOTA.storage.most, 'GiB'),
    ...over(throughputSetting(config), haPairs * each, QUOTA.throughput.most, 'MB/s'),
    ...over(
      asked === 'automatic' ? 'storageGiB' : 'diskIops',
      diskIops(config),
      QUOTA.iops.most,
      'disk operations a second',
    ),
  ];
}

/** Pairs beyond which block protocols are off: API reference, CreateFileSystemOntapConfiguration, HAPairs. */
const MOST_BLOCK_PAIRS = 6;

function luns({ haPairs, luns: asked, volumes: { count, constituents }, transferSizeKiB }: FsxOntap): Problem[] {
  if (asked === undefined) return [];
  const found: Problem[] = [];
  if (haPairs > MOST_BLOCK_PAIRS) {
    const message = `found LUNs on ${haPairs} pairs; iSCSI is off where there are more than ${MOST_BLOCK_PAIRS}`;
    found.push(finding('error', 'TooManyPairs', 'luns', message, CREATE));
  }
  if (count > 1 || constituents !== undefined) {
    const message = 'hosts have LUNs here, and need one small volume to tell each other what they see: leave it out';
    found.push(finding('error', 'LunsAndVolumes', 'volumes', message));
  }
  if (transferSizeKiB !== undefined) {
    const message = 'is of NFS, and hosts have LUNs here: leave it out';
    found.push(finding('error', 'LunsAndTransfer', 'transferSizeKiB', message));
  }
  return found;
}

function volumes(config: FsxOntap): Problem[] {
  const { haPairs, storageGiB } = config;
  const { count, sizeGiB, constituents } = config.volumes;
  const found: Problem[] = [];
  const tell = (severity: Problem['severity'], code: string, message: string, source?: string): void => {
    found.push(finding(severity, code, 'volumes', message, source));
  };
  if (constituents !== undefined && constituents * haPairs > CONSTITUENTS_MOST) {
    const all = `${constituents} constituents on each of ${haPairs} pairs`;
    tell('error', 'BadConstituents', `found ${all}; a FlexGroup has ${CONSTITUENTS_MOST} at most`, STYLES);
  } else if (constituents !== undefined && sizeGiB < CONSTITUENT_LEAST_GIB * constituents * haPairs) {
    const each = Math.floor(sizeGiB / (constituents * haPairs));
    tell(
      'warning',
      'SmallConstituents',
      say(texts.smallConstituents, {
        sizeGiB,
        constituents: constituents * haPairs,
        each,
        constituentLeastGib: CONSTITUENT_LEAST_GIB,
      }),
      STYLES,
    );
  }
  if (constituents === undefined && sizeGiB > FLEXVOL_MOST_GIB)
    tell(
      'warning',
      'LargeFlexVol',
      `found ${sizeGiB} GiB; AWS may refuse a FlexVol of more than ${FLEXVOL_MOST_GIB}: give it constituents`,
      STYLES,
    );
  const used = pairsInUse(config);
  if (used < haPairs) tell('advice', 'IdlePairs', say(texts.idlePairs, { count, used, haPairs }), STYLES);
  if (count * sizeGiB > storageGiB)
    tell(
      'advice',
      'ThinVolumes',
      `${count} x ${sizeGiB} GiB may be written, more than the file system has: it is full before they are`,
    );
  return found;
}

const THROUGHPUT = 'https://docs.aws.amazon.com/fsx/latest/ONTAPGuide/managing-throughput-capacity.html';
/** Of the largest throughput: what it wants beside itself. {@link THROUGHPUT} */
const LARGEST = { first: 4096, second: 6144, storageGiB: 5120, iops: 160_000 };

/** Findings about servers of a throughput that is on offer, MB/s of each pair. */
export function checkServers(config: FsxOntap, each: number): Problem[] {
  return [...reach(config, each), ...largest(config, each), ...cached(config, each)];
}

/** What the file servers carry of the disk operations, and of what the disks move. */
function reach(config: FsxOntap, each: number): Problem[] {
  const { diskIops: asked, haPairs } = config;
  const { iops } = serverOf(config, each);
  const [carried, burst] = [haPairs * iops.baseline, haPairs * iops.burst];
  const found: Problem[] = [];
  // Those that come with the storage cost nothing, reached or not.
  if (asked !== 'automatic' && asked > carried && asked <= burst) {
    const message = say(texts.iopsOutOfReach, { asked, each, carried });
    found.push(trait('IopsBurst', 'diskIops', message, PERFORMANCE));
  } else if (asked !== 'automatic' && asked > carried) {
    const doubt = isSecond(config) ? ' (by the largest, in proportion: no page says it)' : '';
    const more = burst > carried ? ` and burst to ${burst}` : '';
    const servers = `file servers of ${haPairs * each} MB/s carry ${carried}${more}${doubt}`;
    const message = `found ${asked}; ${servers}: more is never reached`;
    found.push(finding('warning', 'IopsOutOfReach', 'diskIops', message, PERFORMANCE));
  }
  const disks = Math.floor(diskMBps(config));
  if (disks < haPairs * each) {
    const message = say(texts.disksLimit, { storageGiB: config.storageGiB, disks, haPairs: haPairs * each });
    found.push(finding('advice', 'DisksLimit', 'storageGiB', message, PERFORMANCE));
  }
  return found;
}

/** What short trials and small data measure in place of the disks. */
function cached(config: FsxOntap, each: number): Problem[] {
  const setting = throughputSetting(config);
  const { disk, memoryGB, nvmeGB } = serverOf(config, each);
  const pairs = pairsInUse(config);
  const doubt = isSecond(config) ? ' about (by the first generation: no page says it)' : '';
  const all = { memoryGB: pairs * memoryGB, nvmeGB: pairs * nvmeGB };
  return [
    ...(disk.burst > disk.baseline ? [bursts(setting, disk, PERFORMANCE)] : []),
    serverCache(setting, `file servers of ${pairs * each} MB/s have${doubt}`, all, PERFORMANCE),
  ];
}

/** What the largest throughput wants beside itself: whether AWS refuses less, no page says. */
function largest(config: FsxOntap, each: number): Problem[] {
  const setting = throughputSetting(config);
  const { storageGiB, haPairs } = config;
  if (isSecond(config)) {
    if (each < LARGEST.second || storageGiB >= LARGEST.storageGiB * haPairs) return [];
    const message = say(texts.largestThroughput, {
      each,
      storageGiB: LARGEST.storageGiB,
      storageGiB2: storageGiB,
      haPairs,
    });
    return [finding('warning', 'LargestThroughput', setting, message, THROUGHPUT)];
  }
  if (each < LARGEST.first || (storageGiB >= LARGEST.storageGiB && diskIops(config) >= LARGEST.iops)) return [];
  const message = say(texts.largestWants, {
    each,
    storageGiB: LARGEST.storageGiB,
    iops: LARGEST.iops,
    storageGiB2: storageGiB,
    config: diskIops(config),
  });
  return [finding('warning', 'LargestThroughput', setting, message, THROUGHPUT)];
}
