/** Checksums that verify written data. */
import table from './known-options.json';

/**
 * CPU time for filling and checksumming a byte, nanoseconds. Measured with fio 3.33 and `ioengine=null`, from writes of
 * 64 KiB with and without verification.
 */
export const CHECKSUM_NANOSECONDS = table.checksums;
export type ChecksumMethod = keyof typeof CHECKSUM_NANOSECONDS;

export const CHECKSUM_METHODS = Object.keys(CHECKSUM_NANOSECONDS) as [ChecksumMethod, ...ChecksumMethod[]];

/** Bytes per verify header. All block sizes share files; overlapping writes leave only whole units of this size. */
export const BYTES_PER_HEADER = 4096;
