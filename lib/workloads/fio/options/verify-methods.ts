/** Checksums that verify written data. */
import table from './known-options.json';

/**
 * CPU time for filling and checksumming a byte, nanoseconds. Measured with fio 3.33 and `ioengine=null`, from writes of
 * 64 KiB with and without verification.
 */
export const METHODS = table.checksums;
export type Method = keyof typeof METHODS;

export const METHOD_NAMES = Object.keys(METHODS) as [Method, ...Method[]];

/**
 * Bytes per verify header. All block sizes share the files, and overlapping writes leave only whole units of this size.
 */
export const HEADER_EVERY = 4096;
