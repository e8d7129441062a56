/** What rows of the FSx price file have alike. Usage types and attributes of AWS Price List, AmazonFSx. */
import type { ListedPrice, OfferRow, PriceListReader } from '../shapes/price-list';

/** Units of AWS, and of the book; its GB and MBps are GiB and what FSx provisions as MB/s. */
const UNITS: Readonly<Record<string, string>> = {
  'GB-Mo': 'GiB-month',
  'MiBps-Mo': 'MBps-month',
  'IOPS-Mo': 'IOPS-month',
};

/** The rows of one type of file system, as FSx writes it in its file. */
export function fsxList(
  service: string,
  type: string,
  dimensionsOf: (row: OfferRow) => readonly string[],
): PriceListReader {
  return {
    offer: 'AmazonFSx',
    service,
    read: (row) => {
      const unit = UNITS[row.unit];
      return unit === undefined || typeOf(row) !== type.toLowerCase()
        ? []
        : dimensionsOf(row).map((dimension): ListedPrice => ({ dimension, unit, usd: row.usd }));
    },
  };
}

/** `File system type`, or what stands behind `CreateFileSystem:`. */
function typeOf(row: OfferRow): string {
  const [, created = ''] = /^CreateFileSystem:(\w+)$/.exec(row.operation) ?? [];
  return (row.attribute('File system type') || created).toLowerCase();
}

/**
 * Storage on SSD, throughput and disk operations of a deployment type, from usage types like `Storage.MAZ:SSD`,
 * `ThroughputCapacity.MAZ`, `ProvisionedSSDIOPS.MAZ`.
 * @param deploymentOf what the part behind the dot stands for; null where nobody knows
 */
export function ofDeployment(row: OfferRow, deploymentOf: (code: string) => string | null): readonly string[] {
  const [, what = '', code = '', storage] =
    /^(Storage|ThroughputCapacity|Provisioned(?:SSD)?IOPS)\.([A-Za-z0-9_]+)(?::(\w+))?$/.exec(row.usageType) ?? [];
  const deployment = deploymentOf(code);
  if (deployment === null) return [];
  if (what === 'Storage') return storage === 'SSD' && row.unit === 'GB-Mo' ? [`storage.ssd.${deployment}`] : [];
  if (storage !== undefined) return [];
  if (what === 'ThroughputCapacity') return row.unit === 'MiBps-Mo' ? [`throughput.${deployment}`] : [];
  return row.unit === 'IOPS-Mo' ? [`ssd_iops_above_3_per_gib.${deployment}`] : [];
}
