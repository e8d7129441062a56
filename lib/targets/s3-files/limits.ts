/** Rates of S3 Files from AWS's performance page. */

export const PERFORMANCE_URL = 'https://docs.aws.amazon.com/AmazonS3/latest/userguide/s3-files-performance.html';

export const GIB = 1024 ** 3;

/** IOPS of a file system. */
export const MAX_IOPS = { read: 250_000, write: 50_000 } as const;
/** GiB/s that a file system writes: by Region, 1 to 5. */
export const WRITE_GIBPS = { slowest: 1, fastest: 5 } as const;
/** Buckets of an account: S3 guide, Bucket quotas. */
export const MAX_BUCKETS = 10_000;
