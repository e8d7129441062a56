/** Checksums that verify written data, and those that prove nothing. */
import { createValueError } from '../../fields';
import table from './known-options.json';

/**
 * CPU time for filling and checksumming a byte, nanoseconds. Measured with fio 3.33 and `ioengine=null`, from writes of
 * 64 KiB with and without verification.
 */
export const CHECKSUM_NANOSECONDS = table.checksums;
export type ChecksumMethod = keyof typeof CHECKSUM_NANOSECONDS;

export const CHECKSUM_METHODS = Object.keys(CHECKSUM_NANOSECONDS) as [ChecksumMethod, ...ChecksumMethod[]];

/** A fault of fio that lets damaged data pass; null if there is none. @param version `fio-3.33`; null if unknown */
export function findWeakVerify(method: string, version: string | null) {
  return findVersionFault(`verify=${method.replace(/:.*/, '')}`, version);
}

/** A fault of this version of fio; null if it has none. @param fault its name in the table */
export function findVersionFault(fault: string, version: string | null) {
  const [own] = Object.entries(table.faults).filter(([name]) => name === fault);
  const fixedIn = own?.[1].fixedIn ?? null;
  return own === undefined || (fixedIn !== null && toNumber(version) >= toNumber(fixedIn)) ? null : own[1];
}

function toNumber(version: string | null): number {
  const [, major = 0, minor = 0] = /(\d+)\.(\d+)/.exec(version ?? '') ?? [];
  return 1000 * Number(major) + Number(minor);
}

/** Why a method is refused whatever the version of fio, and what to use; empty if it has no fault. */
export function explainWeakVerify(method: string): readonly string[] {
  const weak = findWeakVerify(method, null);
  return weak === null ? [] : [weak.does, 'use crc32c'];
}

export function explainUnknownChecksum(issue: { readonly input?: unknown }): string {
  return [createValueError(CHECKSUM_METHODS.join(', '))(issue), ...explainWeakVerify(String(issue.input))].join('; ');
}

/** Bytes per verify header. All block sizes share files; overlapping writes leave only whole units of this size. */
export const BYTES_PER_HEADER = 4096;
