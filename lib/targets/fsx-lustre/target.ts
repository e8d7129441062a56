/** Amazon FSx for Lustre: scratch and persistent, on SSD, hard disks and Intelligent-Tiering. */
import texts from '../messages.json';
import type { FsxTarget } from '../contract';
import { GIB } from '../fsx-shared';
import { change, getDataLayout } from './change';
import { check } from './check';
import { toConfig, requests } from './requests';
import { DURATIONS } from './durations';
import { getProvisioned, model } from './model';
import { diffMount, mount } from './mount';
import { quotas } from './quotas';
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
import { type LustreMount, mountSchema } from './mount-settings';
import { schema } from './schema';
import { type TransferBytes, type PricedAmount, makeStorageItems } from '../../shapes/price';
import { automaticMetadataIops, readCacheGiB } from './limits';

/** With Intelligent-Tiering, requests to the capacity storage are billed too. */
const BILLED_BY_REQUESTS = 'AWS also bills requests to the storage behind its cache';

/** `prepare.sh` installs it from the repositories of the image, which only Amazon Linux has. */
const AMAZON_LINUX_ONLY = {
  sure: true,
  why: texts.onlyAmazonLustre,
  source: 'https://docs.aws.amazon.com/fsx/latest/LustreGuide/install-lustre-client.html',
} as const;

export const fsxLustre: FsxTarget<'LUSTRE', FsxLustre, LustreMount> = {
  kind: 'fsx-lustre',
  summary: 'Amazon FSx for Lustre: scratch and persistent, on SSD, hard disks and Intelligent-Tiering.',
  local: false,
  fileSystemType: 'LUSTRE',
  schema,
  mountSchema,
  check,
  requests,
  toConfig,
  change,
  efa: hasEfa,
  checkImage: (image) => (image === 'al2023' ? undefined : AMAZON_LINUX_ONLY),
  userData: () => '',
  mount: (config, options, place) => mount(config, mountSchema.parse(options), place),
  getDataLayout,
  diffMount: (_config, mount, kernel) => diffMount(mount, kernel),
  traits: { closesEarly: true },
  getProvisioned,
  // Stored data is not a setting of the created file system.
  identity: (config) => {
    const { storedGiB: _, ...own } = { storedGiB: 0, ...config };
    return own;
  },
  remarks: (config) => (isTiered(config) ? [BILLED_BY_REQUESTS] : []),
  capacityBytes: (config) => (isTiered(config) ? null : config.storageGiB * GIB),
  quotas,
  lineItems,
  usage: { stored: storedItems, moved: transferItems, perMonth: monthItems },
  model,
  durations: DURATIONS,
  teardownSeconds: () => DURATIONS.delete.seconds,
};

const storage = makeStorageItems('fsx-lustre');

/**
 * Bytes of a request to the capacity storage of Intelligent-Tiering. AWS documents only that it reads and writes
 * blocks, and buffers writes. Assumed: the stripe size of the FSx layout, 1 MiB.
 */
const BLOCK_BYTES = 1024 ** 2;

/** Provisioned items, billed by the month. */
export function lineItems(config: FsxLustre): readonly PricedAmount[] {
  if (isTiered(config)) return tieredItems(config);
  if (isHardDisk(config)) return [hardDiskItem(config)];
  const { deploymentType, storageGiB: amount } = config;
  if (isScratch(config))
    return [storage(`Lustre ${deploymentType}, ${amount} GiB`, `storage.ssd.${deploymentType}`, amount)];
  const { perUnitMBps } = config;
  const item = `Lustre ${deploymentType} with ${perUnitMBps} MB/s/TiB, ${amount} GiB`;
  const own = storage(item, `storage.ssd.${deploymentType}.${perUnitMBps}`, amount);
  return isPersistent(config) ? [own, ...metadataItems(config)] : [own];
}

/** A cache changes the price of each GiB of hard disk. */
function hardDiskItem({ deploymentType, perUnitMBps, storageGiB: amount, driveCache }: HardDisk): PricedAmount {
  const cached = driveCache === 'READ';
  const disks = cached ? 'HDD and cache' : 'HDD';
  const item = `Lustre ${deploymentType} on ${disks} with ${perUnitMBps} MB/s/TiB, ${amount} GiB`;
  return storage(item, `storage.${cached ? 'hdd_with_ssd_cache' : 'hdd'}.${deploymentType}.${perUnitMBps}`, amount);
}

function metadataItems({ metadataIops, storageGiB }: Persistent): PricedAmount[] {
  if (typeof metadataIops !== 'number') return [];
  const amount = Math.max(0, metadataIops - automaticMetadataIops(storageGiB));
  const item = `Lustre metadata, ${amount} IOPS above the automatic number`;
  return [storage(item, 'metadata_iops_above_automatic_default.PERSISTENT_2', amount)];
}

/** AWS documents no free metadata IOPS for Intelligent-Tiering, so all are billed. */
function tieredItems(config: TieredConfig): PricedAmount[] {
  const { throughputMBps, metadataIops } = config;
  const cache = readCacheGiB(config);
  const name = 'Lustre INTELLIGENT_TIERING';
  return [
    storage(`${name}, ${throughputMBps} MB/s`, 'throughput.INTELLIGENT_TIERING', throughputMBps),
    storage(`${name}, ${cache} GiB of read cache`, 'ssd_read_cache.INTELLIGENT_TIERING', cache),
    storage(
      `${name}, ${metadataIops} metadata IOPS`,
      'metadata_iops_above_automatic_default.PERSISTENT_2',
      metadataIops,
    ),
  ];
}

/** Monthly, data stored on Intelligent-Tiering, all of it in use. */
export function storedItems(config: FsxLustre, bytes: number): readonly PricedAmount[] {
  if (!isTiered(config)) return [];
  const amount = bytes / GIB;
  const name = `Lustre INTELLIGENT_TIERING, ${Number(amount.toFixed(2))} GiB`;
  return [
    storage(`${name} stored`, 'storage.INTELLIGENT_TIERING.frequent', amount),
    storage(`${name} monitored for use`, 'monitoring.INTELLIGENT_TIERING', amount),
  ];
}

/** Monthly with the stored data of the spec. */
export function monthItems(config: FsxLustre): readonly PricedAmount[] {
  const stored = isTiered(config) ? storedItems(config, config.storedGiB * GIB) : [];
  return [...lineItems(config), ...stored];
}

/** Once, requests to the capacity storage of Intelligent-Tiering, without cache hits. */
export function transferItems(config: FsxLustre, { read, written }: TransferBytes): readonly PricedAmount[] {
  if (!isTiered(config)) return [];
  const thousands = (bytes: number): number => bytes / BLOCK_BYTES / 1000;
  const item = (what: string): string => `Lustre INTELLIGENT_TIERING, thousand ${what} requests (simulated)`;
  return [
    storage(item('read'), 'requests.read.INTELLIGENT_TIERING', thousands(read)),
    storage(item('write'), 'requests.write.INTELLIGENT_TIERING', thousands(written)),
  ];
}
