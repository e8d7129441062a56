/**
 * Content of the written data. Storage with compression or deduplication stores fewer bytes than fio counts. By
 * default, fio's data is random and scrambled, so it neither compresses nor repeats
 * (https://fio.readthedocs.io/en/latest/fio_doc.html#buffers-and-memory).
 */
import type { Reason } from '../../../shapes/verdict';
import { isSet } from './pacing-options';

/** Returns an option by its canonical name in `known-options.ts`; null if unset. */
type GetOption = (name: string) => string | null | undefined;

/** Describes compressible or repetitive data as a clause; null if no option causes it. */
export function findReduction(option: GetOption): string | null {
  if (isSet(option('zero_buffers'))) return 'all writes are zeros (zero_buffers)';
  if ((option('buffer_pattern') ?? null) !== null) return 'all writes repeat one pattern (buffer_pattern)';
  const [compressed, repeated] = [toInt(option('buffer_compress_percentage')), toInt(option('dedupe_percentage'))];
  if (compressed > 0) return `${compressed}% of the data is compressible (buffer_compress_percentage)`;
  if (repeated > 0) return `${repeated}% of the blocks are duplicates (dedupe_percentage)`;
  const kept =
    option('scramble_buffers') === '0' && !isSet(option('refill_buffers')) && (option('verify') ?? '0') === '0';
  return kept ? 'all writes repeat the same buffers (scramble_buffers=0)' : null;
}

function toInt(value: string | null | undefined): number {
  return Number.parseInt(value ?? '', 10) || 0;
}

/** Hosts count bytes before the storage compresses them. */
export const COMPRESSION_NOTE = '; fsxbench counts bytes before compression, so compressing storage';

/** Builds a note from a clause of {@link findReduction}. */
export function judgeReduction(clause: string | null): readonly Reason[] {
  if (clause === null) return [];
  const text = `${clause}${COMPRESSION_NOTE} may exceed the rate of its disks, and the provisioned rate`;
  return [{ level: 'note', code: 'CompressibleData', text }];
}
