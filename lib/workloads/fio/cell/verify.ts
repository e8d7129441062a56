/**
 * Configurations that verify data: the measured call writes blocks with their offset and a checksum, and a second call
 * of fio reads the files back afterwards. fio's built-in verification would run during a time-based trial, or never
 * (https://fio.readthedocs.io/en/latest/fio_doc.html#verification).
 */
import type { DataParams } from '../schema';
import { BYTES_PER_HEADER, CHECKSUM_NANOSECONDS } from '../options/verify-methods';

/** Block size for filling files and reading them back, bytes. */
const READ_BACK_BLOCK = 1024 ** 2;
/** Read-back rate of one host, bytes/s: planned rate, and minimum rate before the step times out. */
const READ_BACK_RATE = { expected: 200e6, least: 10e6 };
/** Seconds to wait before reading back, as other hosts may still measure. */
export const READ_BACK_PAUSE_SECONDS = 3;
/** I/Os in flight per job while reading back. */
export const READ_BACK_DEPTH = 4;

/** Without `verify_state_save=0`, fio would leave state files in the trial's folder. */
const HEADER_ARGS = [`--verify_interval=${BYTES_PER_HEADER}`, '--verify_state_save=0'];

/** Further options of the measured call besides `verify`; empty without `verify`. */
export function buildVerifyArguments({ verify, iodepth }: DataParams): readonly string[] {
  if (verify === undefined) return [];
  // Concurrent writes of one block would leave undefined content.
  return [...HEADER_ARGS, '--do_verify=0', ...(iodepth > 1 ? ['--serialize_overlap=1'] : [])];
}

/** Arguments of the call that reads back, without folder, engine and O_DIRECT; empty without `verify`. */
export function buildReadBackArguments(params: DataParams, files: string): readonly string[] {
  if (params.verify === undefined) return [];
  return [
    '--name=readback',
    `--filename_format=${files}`,
    '--rw=read',
    `--bs=${READ_BACK_BLOCK}`,
    `--iodepth=${READ_BACK_DEPTH}`,
    `--size=${getFileBytes(params)}`,
    `--numjobs=${params.numjobs}`,
    '--thread=1',
    '--group_reporting=1',
    '--invalidate=1',
    `--verify=${params.verify}`,
    ...HEADER_ARGS,
    '--eta=never',
    '--output-format=json',
  ];
}

/** File size in whole blocks, as fill.sh writes it. */
function getFileBytes({ size }: DataParams): number {
  return Math.ceil(size / READ_BACK_BLOCK) * READ_BACK_BLOCK;
}

/** Bytes that a host reads back; 0 without `verify`. */
export function computeReadBackBytes(params: DataParams): number {
  return params.verify === undefined ? 0 : params.numjobs * getFileBytes(params);
}

/** Number of read-back I/Os, and bytes per I/O. */
export function computeReadBackIos(params: DataParams): { readonly count: number; readonly bytes: number } {
  return { count: computeReadBackBytes(params) / READ_BACK_BLOCK, bytes: READ_BACK_BLOCK };
}

/** Expected seconds of reading back, and its timeout; 0 without `verify`. */
export function computeReadBackSeconds(params: DataParams): { readonly expected: number; readonly limit: number } {
  const bytes = computeReadBackBytes(params);
  if (bytes === 0) return { expected: 0, limit: 0 };
  return {
    expected: READ_BACK_PAUSE_SECONDS + bytes / READ_BACK_RATE.expected,
    limit: Math.ceil(bytes / READ_BACK_RATE.least) + 60,
  };
}

/** Extra CPU seconds of a write with checksums. */
export function computeChecksumSeconds({ verify }: Pick<DataParams, 'verify' | 'kind'>, bytes: number): number {
  return verify === undefined ? 0 : (CHECKSUM_NANOSECONDS[verify] * bytes) / 1e9;
}
