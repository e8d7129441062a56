/** Prices of the resources in a ledger, by their actual properties and not by those of the plan. */
import type { LineItem, PricedLines } from '../../../shapes/line-item';
import { priceMachineGroups, priceRootVolumes } from '../../../pricing/hosts';
import { adjustToShortestMonth, priceMonthlyAmounts } from '../../../pricing/months';
import type { PriceBook } from '../../../shapes/price';
import { identifyDisk, identifyTarget } from '../../../targets/registry';
import { SECRET_PRICE } from '../../../targets/secret';
import type { BilledResource, BilledDisk } from '../../cloud/resource-store';
import type { BilledInterval } from '../../ledger';

/** The cost of one interval, or its dimensions that are missing in the price book. */
export interface PricedInterval {
  readonly interval: BilledInterval;
  readonly lines: readonly LineItem[];
  readonly usd: number;
  readonly unknown: readonly string[];
}

/** Prices one interval with a number of stored bytes, as if these had existed from its start. */
export function priceInterval(interval: BilledInterval, book: PriceBook, bytes = 0): PricedInterval {
  const seconds = (interval.until - interval.from) / 1000;
  const { lines, unknown } = priceResource(
    interval.what,
    seconds,
    adjustToShortestMonth(book, interval.from, interval.until),
    bytes,
  );
  return { interval, lines, unknown, usd: lines.reduce((sum, line) => sum + line.usd, 0) };
}

function priceResource(what: BilledResource, seconds: number, book: PriceBook, bytes: number): PricedLines {
  switch (what.kind) {
    case 'ec2:instance': {
      const { instanceType, system = 'linux' } = what;
      const { lines, unknown } = priceMachineGroups([{ instanceType, system, count: 1 }], seconds, book);
      // Without a count, so that equal lines of all hosts become one.
      const named = lines.map((line) => ({ ...line, item: removeHostCount(line.item, instanceType) }));
      return { lines: named, unknown };
    }
    case 'ec2:volume':
      return what.root ? priceRootVolume(what.disk, seconds, book) : priceDisk(what.disk, seconds, book);
    case 'efs:file-system':
      return priceFileSystem(what.configuration, 'EFS', seconds, book, bytes);
    case 's3files:file-system':
      return priceFileSystem(what.configuration, 'S3 Files', seconds, book, bytes);
    case 'fsx:file-system':
      return priceFileSystem(what.configuration, what.configuration.FileSystemType ?? 'no type', seconds, book, bytes);
    case 'secretsmanager:secret':
      return priceMonthlyAmounts([SECRET_PRICE], seconds, book);
    // The content of a backup is not simulated; a rehearsal only reports that there is one.
    case 'fsx:backup':
      return { lines: [], unknown: [`backup of ${what.fileSystemId}`] };
  }
}

/** No volume has a price. */
function priceFileSystem(
  fileSystem: object,
  type: string,
  seconds: number,
  book: PriceBook,
  bytes: number,
): PricedLines {
  const found = identifyTarget({ fileSystem, volumes: [] });
  if (found === undefined) return { lines: [], unknown: [`file system of ${type}`] };
  const { target, config } = found;
  return priceMonthlyAmounts(
    [...target.prices.lineItems(config), ...(target.prices.usage?.stored?.(config, bytes) ?? [])],
    seconds,
    book,
  );
}

function removeHostCount(item: string, instanceType: string): string {
  return `hosts, ${item.startsWith(instanceType) ? item.replace(/, 1 host$/, '') : item.replace(/, .*$/, '')}`;
}

function priceRootVolume({ VolumeSize = 0 }: BilledDisk, seconds: number, book: PriceBook): PricedLines {
  const { lines, unknown } = priceRootVolumes(1, VolumeSize, seconds, book);
  return { lines: lines.map((line) => ({ ...line, item: 'hosts, root volumes' })), unknown };
}

function priceDisk(
  { VolumeType, VolumeSize, Iops, Throughput }: BilledDisk,
  seconds: number,
  book: PriceBook,
): PricedLines {
  if (VolumeType === undefined || VolumeSize === undefined) return { lines: [], unknown: ['disk of no type or size'] };
  const found = identifyDisk({ VolumeType, VolumeSize, Iops, Throughput });
  return found === undefined
    ? { lines: [], unknown: [`disk of type ${VolumeType}`] }
    : priceMonthlyAmounts(found.target.prices.lineItems(found.config), seconds, book);
}
