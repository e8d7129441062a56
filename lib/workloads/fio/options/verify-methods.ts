/** Checksums by which cells verify what they have written. */

/**
 * Processor time of filling and checksumming a byte, nanoseconds: measured with fio 3.33 and `ioengine=null`, writes of
 * 64 KiB with and without.
 */
export const METHODS = {
  crc32c: 0.31,
  xxhash: 0.52,
  sha1: 1.5,
  md5: 1.65,
  sha512: 1.97,
  crc64: 2.4,
  crc32: 2.68,
  sha256: 3.11,
} as const;
export type Method = keyof typeof METHODS;

export const METHOD_NAMES = Object.keys(METHODS) as [Method, ...Method[]];

/** Bytes with a header of their own: cells of all block sizes share files, and overlapping writes leave whole ones. */
export const HEADER_EVERY = 4096;
