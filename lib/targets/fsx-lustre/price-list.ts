/** FSx for Lustre in AWS's price file. */
import type { OfferRow } from '../../shapes/price-list';
import { fsxList } from '../fsx-list';

/** Throughput for each TiB says which deployment type it is: PERSISTENT_1 and _2 have none in common. */
const PERSISTENT: Readonly<Record<string, string>> = {
  50: 'PERSISTENT_1',
  100: 'PERSISTENT_1',
  200: 'PERSISTENT_1',
  125: 'PERSISTENT_2',
  250: 'PERSISTENT_2',
  500: 'PERSISTENT_2',
  1000: 'PERSISTENT_2',
};

/**
 * `Storage` and `Storage.SSD.50` are quoted by third parties from the Price List of 2026-07-14. What has no name that
 * anybody quotes is told by what is sold: of all that Lustre has, only metadata is counted in operations, and only
 * Intelligent-Tiering by throughput alone. HDD is told by storage type and throughput, its cache by neither: where that
 * gives one dimension two prices, it has none.
 */
export const LUSTRE_LIST = fsxList('fsx-lustre', 'Lustre', dimensionsOf);

function dimensionsOf(row: OfferRow): readonly string[] {
  const { usageType, unit } = row;
  if (unit === 'IOPS-Mo') return ['metadata_iops_above_automatic_default.PERSISTENT_2'];
  if (unit === 'MiBps-Mo') return ['throughput.INTELLIGENT_TIERING'];
  if (usageType === 'BackupUsage') return ['backup'];
  if (usageType === 'Storage') return ['storage.ssd.SCRATCH_1', 'storage.ssd.SCRATCH_2'];
  const [, ssd = ''] = /^Storage\.SSD\.(\d+)$/.exec(usageType) ?? [];
  const deployment = PERSISTENT[ssd];
  if (deployment !== undefined) return [`storage.ssd.${deployment}.${ssd}`];
  const throughput = row.attribute('Throughput capacity');
  const hdd = row.attribute('Storage type') === 'HDD' && (throughput === '12' || throughput === '40');
  if (!hdd || !usageType.startsWith('Storage.')) return [];
  return [`storage.${/cache/i.test(usageType) ? 'hdd_with_ssd_cache' : 'hdd'}.PERSISTENT_1.${throughput}`];
}
