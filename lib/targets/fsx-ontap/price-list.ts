/** FSx for ONTAP in AWS's price file. */
import { fsxList, ofDeployment } from '../fsx-list';

/**
 * Usage types of Tokyo as third parties quote them from the Price List of 2026-09-14: first generation
 * `Storage.MAZ:SSD`, `Storage.SAZ_2N:SSD`, second `Storage.MAZ2:SSD`, `Storage.SAZ_2N2:SSD`, and throughput likewise.
 * Disk operations of the second generation have rows of their own, whose names nobody quotes: taken by the same form.
 */
const DEPLOYMENTS: Readonly<Record<string, string>> = {
  MAZ: 'MULTI_AZ_1',
  SAZ_2N: 'SINGLE_AZ_1',
  MAZ2: 'MULTI_AZ_2',
  SAZ_2N2: 'SINGLE_AZ_2',
};

export const ONTAP_LIST = fsxList('fsx-ontap', 'ONTAP', (row) =>
  ofDeployment(row, (code) => DEPLOYMENTS[code] ?? null),
);
