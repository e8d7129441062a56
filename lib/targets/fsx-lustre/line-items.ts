/** What FSx for Lustre costs. https://aws.amazon.com/fsx/lustre/pricing/: by the second, no minimum is stated. */
import type { MovedBytes, PricedAmount } from '../../shapes/price';
import { automaticMetadataIops, readCacheGiB } from './limits';
import {
  type FsxLustre,
  type HardDisk,
  isHardDisk,
  isPersistent,
  isScratch,
  isTiered,
  type Persistent,
  type Tiered,
} from './settings/config';

const OF_STORAGE = { service: 'fsx-lustre', of: 'storage' } as const;

/**
 * Bytes of a request to the storage behind Intelligent-Tiering: AWS says only that blocks are read and written, and
 * that writes are gathered first. Assumed: the layout of FSx has stripes of 1 MiB.
 */
const BLOCK_BYTES = 1024 ** 2;
const GIB = 1024 ** 3;

/** What is provisioned, and paid for by the month. */
export function lineItems(config: FsxLustre): readonly PricedAmount[] {
  if (isTiered(config)) return tiered(config);
  if (isHardDisk(config)) return [hardDisk(config)];
  const { deploymentType, storageGiB: amount } = config;
  if (isScratch(config))
    return [storage(`Lustre ${deploymentType}, ${amount} GiB`, `storage.ssd.${deploymentType}`, amount)];
  const { perUnitMBps } = config;
  const item = `Lustre ${deploymentType} with ${perUnitMBps} MB/s/TiB, ${amount} GiB`;
  const own = storage(item, `storage.ssd.${deploymentType}.${perUnitMBps}`, amount);
  return isPersistent(config) ? [own, ...metadata(config)] : [own];
}

function storage(item: string, dimension: string, amount: number): PricedAmount {
  return { ...OF_STORAGE, item, dimension, amount };
}

/** With a cache each GiB of hard disk has another price. */
function hardDisk({ deploymentType, perUnitMBps, storageGiB: amount, driveCache }: HardDisk): PricedAmount {
  const cached = driveCache === 'READ';
  const disks = cached ? 'HDD and cache' : 'HDD';
  const item = `Lustre ${deploymentType} on ${disks} with ${perUnitMBps} MB/s/TiB, ${amount} GiB`;
  return storage(item, `storage.${cached ? 'hdd_with_ssd_cache' : 'hdd'}.${deploymentType}.${perUnitMBps}`, amount);
}

function metadata({ metadataIops, storageGiB }: Persistent): PricedAmount[] {
  if (typeof metadataIops !== 'number') return [];
  const amount = Math.max(0, metadataIops - automaticMetadataIops(storageGiB));
  const item = `Lustre metadata, ${amount} IOPS above the automatic ones`;
  return [storage(item, 'metadata_iops_above_automatic_default.PERSISTENT_2', amount)];
}

/** No page says that any metadata operations come with Intelligent-Tiering: all are billed. */
function tiered(config: Tiered): PricedAmount[] {
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
export function movedItems(config: FsxLustre, { read, written }: MovedBytes): readonly PricedAmount[] {
  if (!isTiered(config)) return [];
  const thousands = (bytes: number): number => bytes / BLOCK_BYTES / 1000;
  const item = (what: string): string => `Lustre INTELLIGENT_TIERING, thousand requests that ${what} (modelled)`;
  return [
    storage(item('read'), 'requests.read.INTELLIGENT_TIERING', thousands(read)),
    storage(item('write'), 'requests.write.INTELLIGENT_TIERING', thousands(written)),
  ];
}
