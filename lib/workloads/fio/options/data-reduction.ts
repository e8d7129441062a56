/**
 * What data are written: storage that compresses, or finds what repeats, has less to store than bytes are counted. What
 * nothing says is random and scrambled, and neither compresses nor repeats
 * (https://fio.readthedocs.io/en/latest/fio_doc.html#buffers-and-memory).
 */
import type { Reason } from '../../../shapes/verdict';

/** An option, by the one name that it has in `known-options.ts`; null where it is not set. */
type GetOption = (name: string) => string | null | undefined;

/** Of what is written what compresses or repeats, as a clause; null where nothing says so. */
export function findReduction(option: GetOption): string | null {
  if (isSet(option('zero_buffers'))) return 'all that is written is zeros (zero_buffers)';
  if ((option('buffer_pattern') ?? null) !== null) return 'one pattern is written again and again (buffer_pattern)';
  const [compressed, repeated] = [toInt(option('buffer_compress_percentage')), toInt(option('dedupe_percentage'))];
  if (compressed > 0) return `${compressed} % of the data compress away (buffer_compress_percentage)`;
  if (repeated > 0) return `${repeated} % of the blocks are as others (dedupe_percentage)`;
  const kept =
    option('scramble_buffers') === '0' && !isSet(option('refill_buffers')) && (option('verify') ?? '0') === '0';
  return kept ? 'the same buffers are written again and again (scramble_buffers=0)' : null;
}

function isSet(value: string | null | undefined): boolean {
  return (value ?? '0') !== '0';
}

function toInt(value: string | null | undefined): number {
  return Number.parseInt(value ?? '', 10) || 0;
}

/** Bytes are counted by hosts, before storage compresses anything. */
export const COUNTED_BEFORE = ', and bytes count as they were before: storage that compresses';

/** For {@link findReduction} of a trial. */
export function judgeReduction(clause: string | null): readonly Reason[] {
  if (clause === null) return [];
  const text = `${clause}${COUNTED_BEFORE} may give more than its disks can, and than what is paid for`;
  return [{ level: 'note', code: 'CompressibleData', text }];
}
