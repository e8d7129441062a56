/** Simulation of S3 Files for rehearsals. Values without a source are assumed, mostly those of EFS. */
import { modelSyncMount, type TargetModel, toSteadyRate } from '../model';
import type { NfsMount } from '../nfs-mount';
import { S3_FILES_HOST_BYTES } from '../s3-files-mount';
import { GIB, MAX_IOPS, WRITE_GIBPS } from './limits';

/** Aggregate reads: AWS names "terabytes per second" for large reads from the bucket, which hosts never reach. */
const READ_GIBPS = { typical: 20, most: 60 } as const;
const LATENCY_US = { read: 600, write: 2700, metadata: 2700 } as const;
/** AWS publishes no rates of file operations. */
const METADATA = { create: 3000, delete: 3000, stat: 20_000, open: 10_000, mkdir: 3000, rmdir: 3000, rename: 3000 };

/** Rates of a whole file system in the slowest Regions. */
export function modelS3Files(mount: Partial<Pick<NfsMount, 'sync'>> = {}): TargetModel {
  return {
    read: toSteadyRate(READ_GIBPS.typical * GIB),
    write: toSteadyRate(WRITE_GIBPS.slowest * GIB),
    readIops: toSteadyRate(MAX_IOPS.read),
    writeIops: toSteadyRate(MAX_IOPS.write),
    latencyUs: LATENCY_US,
    cacheBytes: 0,
    cacheRead: READ_GIBPS.typical * GIB,
    hostBytes: S3_FILES_HOST_BYTES,
    ...modelSyncMount(mount),
    metadata: METADATA,
  };
}

/** Rates of the fastest Regions, so that estimates of billed bytes are never too low. */
export function modelFastestS3Files(mount?: Partial<Pick<NfsMount, 'sync'>>): TargetModel {
  const { most } = READ_GIBPS;
  return {
    ...modelS3Files(mount),
    read: toSteadyRate(most * GIB),
    write: toSteadyRate(WRITE_GIBPS.fastest * GIB),
  };
}
