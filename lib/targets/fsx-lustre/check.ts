/** Rules of FSx for Lustre beyond single settings. Sources are next to their texts. */
import { listBroken, type Problem, makeProblem } from '../../shapes/problem';
import { lustre as rules } from '../rules.json';
import {
  automaticMetadataIops,
  EFA_STEP,
  MAX_METADATA_IOPS,
  readCacheGiB,
  TIERED_STEP,
  getUnits,
  LESSER_BURST,
  getTier,
} from './limits';
import { QUOTA } from './quotas';
import {
  type FsxLustre,
  hasEfa,
  isHardDisk,
  isPersistent,
  isTiered,
  formatType,
  type Persistent,
  getSize,
  type TieredConfig,
  isScratch,
} from './config';

const METADATA_STEPS: readonly number[] = [1500, 3000, 6000];
const METADATA_STEP = 12_000;
/** Storage step of hard disks by throughput, GiB. API reference, CreateFileSystem, StorageCapacity. */
const HARD_DISK_STEP: Readonly<Record<number, number>> = { 12: 6000, 40: 1800 };
/** MB/s at most. API reference, ThroughputCapacityMbps. */
const TIERED_MAX = 2_000_000;
/** GiB of read cache for each 4000 MB/s. API reference, LustreReadCacheConfiguration. */
const CACHE = { least: 32, most: 131_072 } as const;

/** Paths are relative to the target's entry. */
export function check(config: FsxLustre): readonly Problem[] {
  return [
    ...(isTiered(config) ? checkTiered(config) : checkStorage(config)),
    ...(isPersistent(config) ? checkMetadata(config) : []),
    ...advise(config),
    ...(isTiered(config) ? adviseTiered(config) : []),
    ...listBroken([hasEfa(config), rules.efaOffered]),
  ];
}

/** Allowed sizes: single ones, and multiples of a step. */
interface Sizes {
  readonly single: readonly number[];
  readonly step: number;
}

function getSizes(config: Exclude<FsxLustre, TieredConfig>): Sizes {
  if (isHardDisk(config)) return { single: [], step: HARD_DISK_STEP[config.perUnitMBps] ?? 1800 };
  if (isPersistent(config) && hasEfa(config)) return { single: [], step: EFA_STEP[config.perUnitMBps] ?? 4800 };
  return { single: [1200, 2400], step: config.deploymentType === 'SCRATCH_1' ? 3600 : 2400 };
}

function checkStorage(config: Exclude<FsxLustre, TieredConfig>): Problem[] {
  const { storageGiB } = config;
  const { single, step } = getSizes(config);
  if (single.includes(storageGiB) || storageGiB % step === 0)
    return listBroken([
      isHardDisk(config) && storageGiB > QUOTA.hardDiskGiB,
      rules.hardDiskQuota,
      { size: storageGiB, most: QUOTA.hardDiskGiB },
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

function checkMetadata({ metadataIops, storageGiB }: Persistent): Problem[] {
  if (typeof metadataIops !== 'number') return [];
  const fits =
    METADATA_STEPS.includes(metadataIops) || (metadataIops % METADATA_STEP === 0 && metadataIops <= MAX_METADATA_IOPS);
  const automatic = automaticMetadataIops(storageGiB);
  return listBroken(
    [!fits, rules.metadataSteps, { metadataIops, metadataStep: METADATA_STEP, metadataMost: MAX_METADATA_IOPS }],
    [fits && metadataIops < automatic, rules.littleMetadata, { metadataIops, automatic, storageGiB }],
  );
}

function checkTiered(config: TieredConfig): Problem[] {
  const { throughputMBps: rate } = config;
  if (rate % TIERED_STEP !== 0 || rate > TIERED_MAX)
    return [makeProblem(rules.throughput, { rate, step: TIERED_STEP, most: TIERED_MAX })];
  const size = readCacheGiB(config);
  const units = getUnits(config);
  const [least, most] = [units * CACHE.least, units * CACHE.most];
  const cache = { size, throughputMBps: rate, least, most, least2: CACHE.least, most2: CACHE.most };
  return listBroken([
    size !== 0 && (size < least || size > most),
    rules.readCache,
    { ...cache, tieredStep: TIERED_STEP },
  ]);
}

/** Approximate GiB of an SSD storage target. AWS publishes none for other storage. */
const TARGET_GIB = 1200;

/** Effects of valid configurations on measurements. */
function advise(config: FsxLustre): Problem[] {
  const { compression, deploymentType, stripeCount = 0 } = config;
  const storageGiB = getSize(config);
  const count = Math.ceil(storageGiB / TARGET_GIB);
  const targets = `${count} storage ${count === 1 ? 'target' : 'targets'}`;
  const isCounted = !isTiered(config) && !isHardDisk(config) && !hasEfa(config);
  const { network, read, write } = getTier(config);
  const writes = write.burst === read.burst ? '' : ` (writes ${write.burst})`;
  const disk = read.burst > read.baseline ? `, its disks from ${read.baseline} to ${read.burst}${writes}` : '';
  // The footnote of the page applies to the older generation only.
  const isLesser = deploymentType === 'PERSISTENT_1' && network.burst > LESSER_BURST;
  const regions = isLesser ? `; in some Regions the network bursts to only ${LESSER_BURST}` : '';
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
  const cache = readCacheGiB(config);
  return listBroken([cache === 0, rules.noCache], [cache > 0, rules.tieredCache, { cache }], [true, rules.billedByUse]);
}
