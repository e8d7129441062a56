/** Rules of FSx for Lustre beyond single settings. */
import texts from '../messages.json';
import { type Problem, say } from '../../shapes/problem';
import { finding, trait } from '../fsx-shared';
import {
  automaticMetadataIops,
  EFA_STEP,
  METADATA,
  METADATA_MOST,
  readCacheGiB,
  TIERED_STEP,
  unitsOf,
  GUIDE,
  LESSER_BURST,
  PERFORMANCE,
  TIERED_PERFORMANCE,
  tierOf,
} from './limits';
import { QUOTA, QUOTAS } from './quotas';
import {
  type FsxLustre,
  hasEfa,
  isHardDisk,
  isPersistent,
  isTiered,
  nameOf,
  type Persistent,
  sizeOf,
  type Tiered,
  isScratch,
} from './settings/config';

const API = 'https://docs.aws.amazon.com/fsx/latest/APIReference';
const CREATE = `${API}/API_CreateFileSystem.html`;
const CREATE_LUSTRE = `${API}/API_CreateFileSystemLustreConfiguration.html`;
const METADATA_API = `${API}/API_CreateFileSystemLustreMetadataConfiguration.html`;
const READ_CACHE = `${API}/API_LustreReadCacheConfiguration.html`;
const EFA = 'https://docs.aws.amazon.com/fsx/latest/LustreGuide/getting-started.html';

const METADATA_STEPS: readonly number[] = [1500, 3000, 6000];
const METADATA_STEP = 12_000;
/** GiB of storage for a throughput of hard disks. {@link CREATE} */
const HARD_DISK_STEP: Readonly<Record<number, number>> = { 12: 6000, 40: 1800 };
/** MB/s at most. API reference, ThroughputCapacityMbps. */
const TIERED_MOST = 2_000_000;
/** GiB of read cache for each 4000 MB/s. {@link READ_CACHE} */
const CACHE = { least: 32, most: 131_072 } as const;

/** Findings with paths relative to the target's entry. */
export function check(config: FsxLustre): readonly Problem[] {
  return [
    ...(isTiered(config) ? tiered(config) : storage(config)),
    ...(isPersistent(config) ? metadata(config) : []),
    ...advice(config),
  ];
}

/** Sizes that there are: some by themselves, and all multiples of a step. */
interface Sizes {
  readonly single: readonly number[];
  readonly step: number;
  readonly source: string;
}

function sizesOf(config: Exclude<FsxLustre, Tiered>): Sizes {
  if (isHardDisk(config)) return { single: [], step: HARD_DISK_STEP[config.perUnitMBps] ?? 1800, source: CREATE };
  if (isPersistent(config) && hasEfa(config))
    return { single: [], step: EFA_STEP[config.perUnitMBps] ?? 4800, source: EFA };
  if (config.deploymentType === 'SCRATCH_1') return { single: [1200, 2400], step: 3600, source: CREATE };
  return { single: [1200, 2400], step: 2400, source: CREATE };
}

function storage(config: Exclude<FsxLustre, Tiered>): Problem[] {
  const { storageGiB } = config;
  const { single, step, source } = sizesOf(config);
  if (!single.includes(storageGiB) && storageGiB % step !== 0) {
    const all = [...single, ...[0, 1].map((more) => (Math.floor(storageGiB / step) + more) * step)];
    const sizes = all.filter((size) => size > 0).toSorted((one, other) => one - other);
    const below = sizes.findLast((size) => size < storageGiB);
    const near = [below, sizes.find((size) => size > storageGiB)].filter((size) => size !== undefined);
    const other = below === undefined && single.length > 0 ? sizes[1] : undefined;
    const allowed = [single.map((size) => `${size} GiB`).join(', '), `a multiple of ${step} GiB`].filter(Boolean);
    const message =
      `found ${storageGiB}; ${withThroughput(config)} has ${allowed.join(' or ')}: ` +
      `write ${[...near, ...(other === undefined ? [] : [other])].join(' or ')}`;
    return [finding('error', 'BadStorage', 'storageGiB', message, source)];
  }
  return overQuota(config);
}

/** Where sizes go with the throughput, it is said. */
function withThroughput(config: Exclude<FsxLustre, Tiered>): string {
  if (isHardDisk(config)) return `${nameOf(config)} with ${config.perUnitMBps} MB/s for each TiB`;
  if (isPersistent(config) && hasEfa(config))
    return `${nameOf(config)} with EFA and ${config.perUnitMBps} MB/s for each TiB`;
  return nameOf(config);
}

function overQuota(config: Exclude<FsxLustre, Tiered>): Problem[] {
  const size = sizeOf(config);
  const most = isHardDisk(config) ? QUOTA.hardDiskGiB : QUOTA.storageGiB;
  if (size <= most) return [];
  const of = isHardDisk(config) ? 'in a file system' : `of ${config.deploymentType}`;
  const together = isHardDisk(config) ? 'on HDD' : 'all file systems together';
  const quota = `${most} GiB ${of} at first, ${together}`;
  const message = `found ${size}; an account may have ${quota}: ask for a higher quota before`;
  return [finding('warning', 'OverQuota', 'storageGiB', message, QUOTAS)];
}

function metadata({ metadataIops, storageGiB }: Persistent): Problem[] {
  if (typeof metadataIops !== 'number') return [];
  const fits =
    METADATA_STEPS.includes(metadataIops) || (metadataIops % METADATA_STEP === 0 && metadataIops <= METADATA_MOST);
  if (!fits) {
    const message = say(texts.metadataSteps, {
      metadataIops,
      metadataStep: METADATA_STEP,
      metadataMost: METADATA_MOST,
    });
    return [finding('error', 'BadMetadataIops', 'metadataIops', message, METADATA_API)];
  }
  const automatic = automaticMetadataIops(storageGiB);
  if (metadataIops < automatic) {
    const message = say(texts.metadataBelowAutomatic, { metadataIops, automatic, storageGiB });
    return [finding('warning', 'LittleMetadataIops', 'metadataIops', message, METADATA)];
  }
  return [];
}

function tiered(config: Tiered): Problem[] {
  const { throughputMBps: rate } = config;
  if (rate % TIERED_STEP !== 0 || rate > TIERED_MOST) {
    const message = `found ${rate}; allowed: a multiple of ${TIERED_STEP} up to ${TIERED_MOST}`;
    return [finding('error', 'BadThroughput', 'throughputMBps', message, CREATE_LUSTRE)];
  }
  return [
    ...cacheSize(config),
    ...over('throughputMBps', rate, QUOTA.tieredMBps, 'MB/s of Intelligent-Tiering'),
    ...over('readCacheGiB', readCacheGiB(config), QUOTA.tieredCacheGiB, 'GiB of its read cache'),
  ];
}

function cacheSize(config: Tiered): Problem[] {
  const size = readCacheGiB(config);
  const units = unitsOf(config);
  const [least, most] = [units * CACHE.least, units * CACHE.most];
  if (size === 0 || (size >= least && size <= most)) return [];
  const message = say(texts.badReadCache, {
    size,
    throughputMBps: config.throughputMBps,
    least,
    most,
    least2: CACHE.least,
    most2: CACHE.most,
    tieredStep: TIERED_STEP,
  });
  return [finding('error', 'BadReadCache', 'readCacheGiB', message, READ_CACHE)];
}

function over(setting: string, amount: number, most: number, of: string): Problem[] {
  if (amount <= most) return [];
  const message = say(texts.overQuota, { amount, most, of });
  return [finding('warning', 'OverQuota', setting, message, QUOTAS)];
}

const PRICING = 'https://aws.amazon.com/fsx/lustre/pricing/';
/** A storage target of SSD has about this many GiB. */
const TARGET_GIB = 1200;

/** Advice for a configuration that breaks no rule. */
export function advice(config: FsxLustre): Problem[] {
  return [
    ...stripes(config),
    ...bursts(config),
    ...compression(config),
    ...older(config),
    ...driveCache(config),
    ...(isTiered(config) ? adviseTiered(config) : []),
    ...adapter(config),
  ];
}

/** How many targets other storage has is told nowhere. */
function stripes(config: FsxLustre): Problem[] {
  const { stripeCount } = config;
  if (isTiered(config) || isHardDisk(config) || hasEfa(config)) return [];
  const storageGiB = sizeOf(config);
  const targets = Math.ceil(storageGiB / TARGET_GIB);
  if (stripeCount === undefined || stripeCount <= targets) return [];
  const message =
    `found ${stripeCount}; ${storageGiB} GiB are about ${targets} storage ${targets === 1 ? 'target' : 'targets'}, ` +
    'and a file has no more stripes than there are: -1 says all';
  return [finding('advice', 'ManyStripes', 'stripeCount', message, `${GUIDE}/performance.html#striping-data`)];
}

function bursts(config: FsxLustre): Problem[] {
  const { network, read, write } = tierOf(config);
  if (network.burst <= network.baseline) return [];
  const writes = write.burst === read.burst ? '' : ` (writes ${write.burst})`;
  const disk = read.burst > read.baseline ? `, its disks from ${read.baseline} to ${read.burst}${writes}` : '';
  // The footnote of the page stands at the older generation alone.
  const regions =
    config.deploymentType === 'PERSISTENT_1' && network.burst > LESSER_BURST
      ? `; in some Regions the network bursts to ${LESSER_BURST} only`
      : '';
  const message = say(texts.networkBursts, { baseline: network.baseline, burst: network.burst, disk, regions });
  return [trait('Bursts', isScratch(config) ? 'deploymentType' : 'perUnitMBps', message, PERFORMANCE)];
}

function compression({ compression: how }: FsxLustre): Problem[] {
  if (how === 'NONE') return [];
  const message = texts.compression;
  return [trait('Compression', 'compression', message, `${GUIDE}/data-compression.html`)];
}

function older({ deploymentType }: FsxLustre): Problem[] {
  if (deploymentType !== 'SCRATCH_1') return [];
  const message = texts.olderType;
  return [trait('OlderType', 'deploymentType', message, `${GUIDE}/using-fsx-lustre.html`)];
}

function driveCache(config: FsxLustre): Problem[] {
  if (!isHardDisk(config) || config.driveCache === 'NONE') return [];
  const cached = config.storageGiB / 5;
  const message = say(texts.serverCache, { cached });
  return [trait('ServerCache', 'driveCache', message, PERFORMANCE)];
}

function adviseTiered(config: Tiered): Problem[] {
  const cache = readCacheGiB(config);
  const reads = cache === 0 ? texts.billedByUse : say(texts.cacheOfReads, { cache });
  const bill = texts.storedBilled;
  return [
    trait(cache === 0 ? 'NoCache' : 'ServerCache', 'readCacheGiB', reads, TIERED_PERFORMANCE),
    trait('BilledByUse', 'storedGiB', bill, PRICING),
  ];
}

function adapter(config: FsxLustre): Problem[] {
  if (!hasEfa(config)) return [];
  const message = texts.efaOffered;
  return [trait('EfaOffered', 'efa', message, `${GUIDE}/configure-efa-clients.html`)];
}
