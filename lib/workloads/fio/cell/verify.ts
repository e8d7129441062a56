/**
 * Cells that verify: what is measured writes blocks that carry their place and a checksum, and when it is over a second
 * call of fio reads the files back. fio's own order would not do: it verifies in the midst of a trial that ends by its
 * time, or never (https://fio.readthedocs.io/en/latest/fio_doc.html#verification).
 */
import type { DataParams } from '../schema';
import { HEADER_EVERY, METHODS } from '../options/verify-methods';

/** Files are filled, and read back, in blocks of this size. */
const READ_BLOCK = 1024 ** 2;
/** Rates to plan with, bytes/s of one host: expected, and so slow that something hangs. */
const READ_RATE = { expected: 200e6, least: 10e6 };
/** Other hosts may still measure. */
export const PAUSE_SECONDS = 3;
/** I/Os in flight of each job that reads back. */
export const READ_BACK_DEPTH = 4;

/** Without the second, fio would leave files of its state in the folder of the trial. */
const HEADER_ARGS = [`--verify_interval=${HEADER_EVERY}`, '--verify_state_save=0'];

/** Options of what is measured, beside `verify` itself; none where nothing is verified. */
export function verifyArguments({ verify, iodepth }: DataParams): readonly string[] {
  if (verify === undefined) return [];
  // Two writes of one block must not be in flight at once: nobody could say what it has then.
  return [...HEADER_ARGS, '--do_verify=0', ...(iodepth > 1 ? ['--serialize_overlap=1'] : [])];
}

/** Arguments of the call that reads back, but for folder, engine and O_DIRECT; none where nothing is verified. */
export function readBackArguments(params: DataParams, files: string): readonly string[] {
  if (params.verify === undefined) return [];
  return [
    '--name=readback',
    `--filename_format=${files}`,
    '--rw=read',
    `--bs=${READ_BLOCK}`,
    `--iodepth=${READ_BACK_DEPTH}`,
    `--size=${fileBytes(params)}`,
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

/** Whole blocks, as files are filled. */
function fileBytes({ size }: DataParams): number {
  return Math.ceil(size / READ_BLOCK) * READ_BLOCK;
}

/** What a host reads back; 0 where nothing is verified. */
export function readBackBytes(params: DataParams): number {
  return params.verify === undefined ? 0 : params.numjobs * fileBytes(params);
}

/** I/Os of it, and bytes of each. */
export function readBackIos(params: DataParams): { readonly count: number; readonly bytes: number } {
  return { count: readBackBytes(params) / READ_BLOCK, bytes: READ_BLOCK };
}

/** Seconds that it is expected to take, and after which it hangs; 0 where nothing is verified. */
export function readBackSeconds(params: DataParams): { readonly expected: number; readonly limit: number } {
  const bytes = readBackBytes(params);
  if (bytes === 0) return { expected: 0, limit: 0 };
  return { expected: PAUSE_SECONDS + bytes / READ_RATE.expected, limit: Math.ceil(bytes / READ_RATE.least) + 60 };
}

/** Processor time of a write beside what any takes, seconds. */
export function checksumSeconds({ verify }: Pick<DataParams, 'verify' | 'kind'>, bytes: number): number {
  return verify === undefined ? 0 : (METHODS[verify] * bytes) / 1e9;
}
