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
} from './settings/config';
import { type LustreMount, mountSchema } from './settings/mount';
import { schema } from './settings/schema';
import { type TransferBytes, type PricedAmount, storageItems } from '../../shapes/price';
import { automaticMetadataIops, readCacheGiB } from './limits';

/** Of Intelligent-Tiering: no price of a month knows what will be asked of the storage behind. */
const BILLED_BY_REQUESTS = 'beside its price of a month requests to the storage behind its cache are billed';

/** `prepare.sh` installs it from the repositories of the image, which others do not have it in. */
const AMAZON_LINUX_ONLY = {
  sure: true,
  why: texts.onlyAmazonLustre,
  source: 'https://docs.aws.amazon.com/fsx/latest/LustreGuide/install-lustre-client.html',
} as const;

/** The kind `fsx-lustre`. */
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
  // What would be stored is no part of what is made.
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

const storage = storageItems('fsx-lustre');

/**
 * Bytes of a request to the storage behind Intelligent-Tiering: AWS says only that blocks are read and written, and
 * that writes are gathered first. Assumed: the layout of FSx has stripes of 1 MiB.
 */
const BLOCK_BYTES = 1024 ** 2;

/** What is provisioned, and paid for by the month. */
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

/** With a cache each GiB of hard disk has another price. */
function hardDiskItem({ deploymentType, perUnitMBps, storageGiB: amount, driveCache }: HardDisk): PricedAmount {
  const cached = driveCache === 'READ';
  const disks = cached ? 'HDD and cache' : 'HDD';
  const item = `Lustre ${deploymentType} on ${disks} with ${perUnitMBps} MB/s/TiB, ${amount} GiB`;
  return storage(item, `storage.${cached ? 'hdd_with_ssd_cache' : 'hdd'}.${deploymentType}.${perUnitMBps}`, amount);
}

function metadataItems({ metadataIops, storageGiB }: Persistent): PricedAmount[] {
  if (typeof metadataIops !== 'number') return [];
  const amount = Math.max(0, metadataIops - automaticMetadataIops(storageGiB));
  const item = `Lustre metadata, ${amount} IOPS above the automatic ones`;
  return [storage(item, 'metadata_iops_above_automatic_default.PERSISTENT_2', amount)];
}

/** No page says that any metadata operations come with Intelligent-Tiering: all are billed. */
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

/** By the month: what is stored on Intelligent-Tiering, all of it in use. */
export function storedItems(config: FsxLustre, bytes: number): readonly PricedAmount[] {
  if (!isTiered(config)) return [];
  const amount = bytes / GIB;
  const name = `Lustre INTELLIGENT_TIERING, ${Number(amount.toFixed(2))} GiB`;
  return [
    storage(`${name} stored`, 'storage.INTELLIGENT_TIERING.frequent', amount),
    storage(`${name} watched for use`, 'monitoring.INTELLIGENT_TIERING', amount),
  ];
}

/** Of a system that holds what a spec says. */
export function monthItems(config: FsxLustre): readonly PricedAmount[] {
  const stored = isTiered(config) ? storedItems(config, config.storedGiB * GIB) : [];
  return [...lineItems(config), ...stored];
}

/** What is paid for once: requests to the storage behind Intelligent-Tiering, as if no cache held anything. */
export function transferItems(config: FsxLustre, { read, written }: TransferBytes): readonly PricedAmount[] {
  if (!isTiered(config)) return [];
  const thousands = (bytes: number): number => bytes / BLOCK_BYTES / 1000;
  const item = (what: string): string => `Lustre INTELLIGENT_TIERING, thousand requests that ${what} (modelled)`;
  return [
    storage(item('read'), 'requests.read.INTELLIGENT_TIERING', thousands(read)),
    storage(item('write'), 'requests.write.INTELLIGENT_TIERING', thousands(written)),
  ];
}
