/**
 * Metadata IOPS of PERSISTENT_2 file systems.
 * https://docs.aws.amazon.com/fsx/latest/LustreGuide/managing-metadata-performance.html
 * https://docs.aws.amazon.com/fsx/latest/APIReference/API_CreateFileSystemLustreMetadataConfiguration.html
 */
import { constraintError } from '../../constraint';
import { badRequest } from '../errors';

/** Values below the step. */
const SMALL = [1500, 3000, 6000];
const STEP = 12_000;
const BOUNDS = { min: 1500, max: 192_000 } as const;

/** What AUTOMATIC gives to a capacity in GiB: 12,000 for each 24,000 GiB from 48,000 on. First source, table. */
export function automaticMetadataIops(capacity: number): number {
  if (capacity <= 1200) return 1500;
  if (capacity <= 2400) return 3000;
  if (capacity <= 9600) return 6000;
  if (capacity < 48_000) return STEP;
  return Math.min(BOUNDS.max, STEP * Math.floor(capacity / 24_000));
}

/** @throws ServiceError where it is missing or cannot be provisioned */
export function requireMetadataIops(iops: number | undefined): number {
  if (iops === undefined) throw badRequest('Metadata Iops are required in USER_PROVISIONED mode');
  if (iops < BOUNDS.min || iops > BOUNDS.max) {
    const rule = `Member must be ${BOUNDS.min} to ${BOUNDS.max}`;
    throw constraintError('metadataConfiguration.iops', rule, iops);
  }
  if (SMALL.includes(iops) || iops % STEP === 0) return iops;
  throw badRequest(`Metadata Iops ${iops} are not valid; allowed are 1500, 3000, 6000, 12000 and multiples of 12000`);
}

/** Of Intelligent-Tiering: 6000 or 12000, USER_PROVISIONED. Second source. @throws ServiceError BadRequest */
export function requireTieredIops(mode: string, iops: number | undefined): number {
  if (mode === 'USER_PROVISIONED' && (iops === 6000 || iops === 12_000)) return iops;
  const found = iops === undefined ? mode : `${mode} ${iops}`;
  throw badRequest(`Metadata of INTELLIGENT_TIERING must be USER_PROVISIONED with 6000 or 12000 Iops, not ${found}`);
}
