/** Checksums by which cells verify what they have written. */
import table from './known-options.json';

/**
 * Processor time of filling and checksumming a byte, nanoseconds: measured with fio 3.33 and `ioengine=null`, writes of
 * 64 KiB with and without.
 */
export const METHODS = table.checksums;
export type Method = keyof typeof METHODS;

export const METHOD_NAMES = Object.keys(METHODS) as [Method, ...Method[]];

/** Bytes with a header of their own: cells of all block sizes share files, and overlapping writes leave whole ones. */
export const HEADER_EVERY = 4096;
