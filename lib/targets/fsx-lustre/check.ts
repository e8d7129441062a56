/** Rules of FSx for Lustre beyond single settings. Sources are next to their texts. */
import { listBroken, type Problem, makeProblem } from '../../shapes/problem';
import { lustre as rules } from '../rules.json';
import {
  EFA_STEP_GIB,
  getAutomaticIops,
  MAX_METADATA_IOPS,
  getReadCacheGiB,
  TIERED_MBPS,
  LESSER_BURST_MBPS,
  getServerTier,
} from './limits';
import { DEFAULT_QUOTAS } from './quotas';
import {
  type FsxLustre,
  hasEfa,
  isHardDisk,
  isPersistent,
  isTiered,
  formatType,
  type Persistent,
  getSizeGiB,
  type TieredConfig,
  isScratch,
} from './config';

const SMALL_METADATA_IOPS: readonly number[] = [1500, 3000, 6000];
const METADATA_IOPS_STEP = 12_000;
/** Storage step of hard disks, GiB, by MB/s for each TiB. API reference, CreateFileSystem, StorageCapacity. */
const HDD_STEP_GIB: Readonly<Record<number, number>> = { 12: 6000, 40: 1800 };
/** GiB of read cache for each 1000 MB/s. API reference, LustreReadCacheConfiguration. */
const READ_CACHE_GIB = { least: 8, most: 32_768 } as const;

export function checkLustre(config: FsxLustre): readonly Problem[] {
  return [
    ...(isTiered(config) ? checkTiered(config) : checkStorage(config)),
    ...(isTiered(config) || isPersistent(config) ? checkMetadata(config) : []),
    ...adviseLustre(config),
    ...(isTiered(config) ? adviseTiered(config) : []),
    ...listBroken([hasEfa(config), rules.efaOffered]),
  ];
}

/** Allowed storage sizes, GiB: single values, and multiples of a step. */
interface AllowedSizes {
  readonly single: readonly number[];
  readonly step: number;
}

function getAllowedSizes(config: Exclude<FsxLustre, TieredConfig>): AllowedSizes {
  if (isHardDisk(config)) return { single: [], step: HDD_STEP_GIB[config.perUnitMBps] ?? 1800 };
  if (isPersistent(config) && hasEfa(config)) return { single: [], step: EFA_STEP_GIB[config.perUnitMBps] ?? 4800 };
  return { single: [1200, 2400], step: config.deploymentType === 'SCRATCH_1' ? 3600 : 2400 };
}

function checkStorage(config: Exclude<FsxLustre, TieredConfig>): Problem[] {
  const { storageGiB } = config;
  const { single, step } = getAllowedSizes(config);
  if (single.includes(storageGiB) || storageGiB % step === 0)
    return listBroken([
      isHardDisk(config) && storageGiB > DEFAULT_QUOTAS.hardDiskGiB,
      rules.hardDiskQuota,
      { size: storageGiB, most: DEFAULT_QUOTAS.hardDiskGiB },
    ]);
  const all = [...single, ...[0, 1].map((more) => (Math.floor(storageGiB / step) + more) * step)];
  const sizes = all.filter((size) => size > 0).toSorted((one, other) => one - other);
  const below = sizes.findLast((size) => size < storageGiB);
  const above = sizes.find((size) => size > storageGiB);
  const other = below === undefined && single.length > 0 ? sizes[1] : undefined;
  const near = [below, above, other].filter((size) => size !== undefined).join(' or ');
  const allowed = [single.map((size) => `${size} GiB`).join(', '), `a multiple of ${step} GiB`].filter(Boolean);
  const rule = isPersistent(config) && hasEfa(config) ? rules.efaStorage : rules.storage;
  return [makeProblem(rule, { storageGiB, what: formatTypeAndRate(config), allowed: allowed.join(' or '), near })];
}

/** Names the throughput if sizes depend on it. */
function formatTypeAndRate(config: Exclude<FsxLustre, TieredConfig>): string {
  const efa = hasEfa(config) ? 'EFA and ' : '';
  return isHardDisk(config) || (isPersistent(config) && efa !== '')
    ? `${formatType(config)} with ${efa}${config.perUnitMBps} MB/s for each TiB`
    : formatType(config);
}

function checkMetadata(config: Persistent | TieredConfig): Problem[] {
  const { metadataIops } = config;
  if (typeof metadataIops !== 'number') return [];
  const fits =
    SMALL_METADATA_IOPS.includes(metadataIops) ||
    (metadataIops % METADATA_IOPS_STEP === 0 && metadataIops <= MAX_METADATA_IOPS);
  const automatic = getAutomaticIops(config);
  const isLittle = fits && metadataIops < automatic;
  const facts = { metadataIops, automatic, storageGiB: getSizeGiB(config) };
  return listBroken(
    [!fits, rules.metadataSteps, { metadataIops, metadataStep: METADATA_IOPS_STEP, metadataMost: MAX_METADATA_IOPS }],
    [isLittle && !isTiered(config), rules.littleMetadata, facts],
    [isLittle && isTiered(config), rules.doubtfulMetadata, facts],
  );
}

function checkTiered(config: TieredConfig): Problem[] {
  const { throughputMBps: rate } = config;
  const { step, most: largest } = TIERED_MBPS;
  const isSmall = TIERED_MBPS.small.some((one) => one === rate);
  if (!isSmall && (rate % step !== 0 || rate > largest))
    return [makeProblem(rules.throughput, { rate, small: TIERED_MBPS.small.join(', '), step, most: largest })];
  const size = getReadCacheGiB(config);
  const [least, most] = [READ_CACHE_GIB.least, READ_CACHE_GIB.most].map((each) => (each * rate) / 1000) as [
    number,
    number,
  ];
  const cache = { size, throughputMBps: rate, least, most, least2: READ_CACHE_GIB.least, most2: READ_CACHE_GIB.most };
  return listBroken(
    [size !== 0 && (size < least || size > most), rules.readCache, cache],
    [isSmall && hasEfa(config), rules.efaThroughput, { rate, step }],
  );
}

/** Approximate GiB of an SSD storage target. AWS publishes none for other storage. */
const STORAGE_TARGET_GIB = 1200;

/** Effects of valid configurations on measurements. */
function adviseLustre(config: FsxLustre): Problem[] {
  const { compression, deploymentType, stripeCount = 0 } = config;
  const storageGiB = getSizeGiB(config);
  const count = Math.ceil(storageGiB / STORAGE_TARGET_GIB);
  const targets = `${count} storage ${count === 1 ? 'target' : 'targets'}`;
  const isCounted = !isTiered(config) && !isHardDisk(config) && !hasEfa(config);
  const { network, read, write } = getServerTier(config);
  const writes = write.burst === read.burst ? '' : ` (writes ${write.burst})`;
  const disk = read.burst > read.baseline ? `, its disks from ${read.baseline} to ${read.burst}${writes}` : '';
  // The footnote of the page applies to the older generation only.
  const isLesser = deploymentType === 'PERSISTENT_1' && network.burst > LESSER_BURST_MBPS;
  const regions = isLesser ? `; in some Regions the network bursts to only ${LESSER_BURST_MBPS}` : '';
  const at = isScratch(config) ? 'deploymentType' : rules.bursts.at;
  return listBroken(
    [isCounted && stripeCount > count, rules.manyStripes, { stripeCount, storageGiB, targets }],
    [network.burst > network.baseline, { ...rules.bursts, at }, { ...network, disk, regions }],
    [compression !== 'NONE', rules.compression],
    [deploymentType === 'SCRATCH_1', rules.olderType],
    [isHardDisk(config) && config.driveCache !== 'NONE', rules.serverCache, { cached: storageGiB / 5 }],
  );
}

function adviseTiered(config: TieredConfig): Problem[] {
  const cache = getReadCacheGiB(config);
  return listBroken([cache === 0, rules.noCache], [cache > 0, rules.tieredCache, { cache }], [true, rules.billedByUse]);
}
