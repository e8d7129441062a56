/** FSx for OpenZFS in AWS's price file. */
import { fsxList, ofDeployment } from '../fsx-list';

/**
 * `Storage.SAZ2:SSD` and `Storage.MAZ:…` are quoted by third parties (2026). The types with a standby (HA) are quoted
 * by nobody: they are told by these forms, and have no price where AWS spells them otherwise.
 */
const DEPLOYMENTS: Readonly<Record<string, string>> = {
  SAZ: 'SINGLE_AZ_1',
  SAZ2: 'SINGLE_AZ_2',
  MAZ: 'MULTI_AZ_1',
  SAZ_HA: 'SINGLE_AZ_HA_1',
  SAZ_HA2: 'SINGLE_AZ_HA_2',
};

export const OPENZFS_LIST = fsxList('fsx-openzfs', 'OpenZFS', (row) =>
  row.usageType === 'BackupUsage' ? ['backup'] : ofDeployment(row, (code) => DEPLOYMENTS[code] ?? null),
);
