/** Amazon FSx for Lustre: scratch and persistent, on SSD, hard disks and Intelligent-Tiering. */
import texts from '../messages.json';
import type { FsxTarget } from '../contract';
import { GIB } from '../fsx-shared';
import { planLustreChange, getLustreLayout } from './change';
import { checkLustre } from './check';
import { toLustreConfig, makeLustreRequests } from './requests';
import { DURATIONS } from './durations';
import { getLustreProvisioned, modelLustre } from './model';
import { diffLustreMount, mountLustre } from './mount';
import { listLustreQuotas } from './quotas';
import {
  type FsxLustre,
  hasEfa,
  isTiered,
  type HardDisk,
  isHardDisk,
  isPersistent,
  isScratch,
  type Persistent,
  type TieredConfig,
} from './config';
import { type LustreMount, lustreMountSchema } from './mount-settings';
import { lustreSchema } from './schema';
import { isAmazonLinux } from '../../shapes/images';
import { type TransferBytes, type PricedAmount, makeStorageItems } from '../../shapes/price';
import { getAutomaticIops, getReadCacheGiB } from './limits';

/** Caveat: with Intelligent-Tiering, AWS bills requests to the capacity storage; how many hit a cache is unknown. */
const BILLED_BY_REQUESTS = 'the price includes requests to the capacity storage, as if none hit the read cache';

/** `prepare.sh` installs the Lustre client from package repositories that only Amazon Linux has. */
const AMAZON_LINUX_ONLY = {
  sure: true,
  why: texts.onlyAmazonLustre,
  source: 'https://docs.aws.amazon.com/fsx/latest/LustreGuide/install-lustre-client.html',
} as const;

/** The client's module must fit the kernel; AWS names none of these kernels. */
const OTHER_KERNEL = { ...AMAZON_LINUX_ONLY, sure: false, why: texts.otherLustreKernel } as const;

export const fsxLustre: FsxTarget<'LUSTRE', FsxLustre, LustreMount> = {
  kind: 'fsx-lustre',
  summary: 'Amazon FSx for Lustre: scratch and persistent, on SSD, hard disks and Intelligent-Tiering.',
  local: false,
  schema: lustreSchema,
  check: checkLustre,
  change: planLustreChange,
  // Stored data is not a setting of the created file system.
  identity: (config) => {
    const { storedGiB: _, ...own } = { storedGiB: 0, ...config };
    return own;
  },
  hosts: { hasEfa },
  mounting: {
    schema: lustreMountSchema,
    checkImage: (image) => (image === 'al2023' ? undefined : isAmazonLinux(image) ? OTHER_KERNEL : AMAZON_LINUX_ONLY),
    mount: (config, options, place) => mountLustre(config, lustreMountSchema.parse(options), place),
    getDataLayout: getLustreLayout,
    diffMount: (_config, mount, kernel) => diffLustreMount(mount, kernel),
  },
  performance: {
    getProvisioned: getLustreProvisioned,
    model: modelLustre,
    capacity: (config) => ({ bytes: isTiered(config) ? null : config.storageGiB * GIB }),
    remarks: (config) => (isTiered(config) ? [BILLED_BY_REQUESTS] : []),
    closesEarly: true,
  },
  prices: {
    lineItems: listLustreLineItems,
    usage: { stored: listStoredItems, moved: listTransferItems, perMonth: listMonthItems },
  },
  resources: {
    fileSystemType: 'LUSTRE',
    requests: makeLustreRequests,
    toConfig: toLustreConfig,
    quotas: listLustreQuotas,
    durations: DURATIONS,
    teardownSeconds: () => DURATIONS.delete.seconds,
  },
};

const toItem = makeStorageItems('fsx-lustre');

/**
 * Bytes of a request to the capacity storage of Intelligent-Tiering. AWS documents only that it reads and writes
 * blocks, and buffers writes. Assumed: the stripe size of the FSx layout, 1 MiB.
 */
const REQUEST_BYTES = 1024 ** 2;

/** Provisioned items, billed by the month. */
export function listLustreLineItems(config: FsxLustre): readonly PricedAmount[] {
  if (isTiered(config)) return listTieredItems(config);
  if (isHardDisk(config)) return [makeHardDiskItem(config)];
  const { deploymentType, storageGiB: amount } = config;
  if (isScratch(config))
    return [toItem(`Lustre ${deploymentType}, ${amount} GiB`, `storage.ssd.${deploymentType}`, amount)];
  const { perUnitMBps } = config;
  const item = `Lustre ${deploymentType} with ${perUnitMBps} MB/s/TiB, ${amount} GiB`;
  const own = toItem(item, `storage.ssd.${deploymentType}.${perUnitMBps}`, amount);
  return isPersistent(config) ? [own, ...listMetadataItems(config)] : [own];
}

/** An SSD cache changes the price of each GiB of hard disk. */
function makeHardDiskItem({ deploymentType, perUnitMBps, storageGiB: amount, driveCache }: HardDisk): PricedAmount {
  const cached = driveCache === 'READ';
  const disks = cached ? 'HDD and cache' : 'HDD';
  const item = `Lustre ${deploymentType} on ${disks} with ${perUnitMBps} MB/s/TiB, ${amount} GiB`;
  return toItem(item, `storage.${cached ? 'hdd_with_ssd_cache' : 'hdd'}.${deploymentType}.${perUnitMBps}`, amount);
}

function listMetadataItems(config: Persistent): PricedAmount[] {
  if (typeof config.metadataIops !== 'number') return [];
  const amount = Math.max(0, config.metadataIops - getAutomaticIops(config));
  const item = `Lustre metadata, ${amount} IOPS above the automatic number`;
  return [toItem(item, 'metadata_iops_above_automatic_default.PERSISTENT_2', amount)];
}

/** AWS documents no free metadata IOPS for Intelligent-Tiering, so all are billed, those assumed for AUTOMATIC too. */
function listTieredItems(config: TieredConfig): PricedAmount[] {
  const { throughputMBps, metadataIops } = config;
  const cache = getReadCacheGiB(config);
  const name = 'Lustre INTELLIGENT_TIERING';
  const [iops, doubt] = metadataIops === 'automatic' ? [getAutomaticIops(config), ' (assumed)'] : [metadataIops, ''];
  return [
    toItem(`${name}, ${throughputMBps} MB/s`, 'throughput.INTELLIGENT_TIERING', throughputMBps),
    toItem(`${name}, ${cache} GiB of read cache`, 'ssd_read_cache.INTELLIGENT_TIERING', cache),
    toItem(`${name}, ${iops} metadata IOPS${doubt}`, 'metadata_iops_above_automatic_default.PERSISTENT_2', iops),
  ];
}

/** Monthly items for data stored on Intelligent-Tiering, all of it in the frequent access tier. */
export function listStoredItems(config: FsxLustre, bytes: number): readonly PricedAmount[] {
  if (!isTiered(config)) return [];
  const amount = bytes / GIB;
  const name = `Lustre INTELLIGENT_TIERING, ${Number(amount.toFixed(2))} GiB`;
  return [
    toItem(`${name} stored`, 'storage.INTELLIGENT_TIERING.frequent', amount),
    toItem(`${name} monitored for use`, 'monitoring.INTELLIGENT_TIERING', amount),
  ];
}

/** Monthly items, including the stored data of the spec. */
export function listMonthItems(config: FsxLustre): readonly PricedAmount[] {
  const stored = isTiered(config) ? listStoredItems(config, config.storedGiB * GIB) : [];
  return [...listLustreLineItems(config), ...stored];
}

/** One-time items for requests to the capacity storage of Intelligent-Tiering. Assumes no cache hits. */
export function listTransferItems(config: FsxLustre, { read, written }: TransferBytes): readonly PricedAmount[] {
  if (!isTiered(config)) return [];
  const thousands = (bytes: number): number => bytes / REQUEST_BYTES / 1000;
  const item = (what: string): string => `Lustre INTELLIGENT_TIERING, thousand ${what} requests (simulated)`;
  return [
    toItem(item('read'), 'requests.read.INTELLIGENT_TIERING', thousands(read)),
    toItem(item('write'), 'requests.write.INTELLIGENT_TIERING', thousands(written)),
  ];
}
