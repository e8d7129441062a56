/** Whether what a job moved are the blocks that its options name. */
import { sizeOf } from '../options/values';
import type { Measured } from './consistency';
import type { Operation } from './direction';

/** fio counts I/Os and bytes at other moments: what was in flight may stand in one of them only. */
const NEAR = 0.05;
/** With these an I/O is of another size than `bs` says. */
const OTHER_SIZES: readonly string[] = [
  'bssplit',
  'bsrange',
  'blocksize_range',
  'bs_is_seq_rand',
  'bs_unaligned',
  'blocksize_unaligned',
  'read_iolog',
  'replay_scale',
  'num_range',
  'kb_base',
  'profile',
];

type Option = (name: string) => string | null;

/** @returns one text for each direction whose bytes are not its I/Os of its block size; of short I/Os others tell */
export function otherBlocks(measured: readonly Measured[], option: Option): readonly string[] {
  const inFlight = Number(option('iodepth') ?? 1) || 1;
  const found = measured.flatMap(({ direction: { operation, bytes, shortIos, bandwidth }, countedIos: ios }) => {
    const text = blockSizeOf(option, operation);
    const size = sizeOf(text ?? '');
    // Engines of metadata move nothing.
    if (size === null || size === 0 || bandwidth === null || bytes === 0 || !ios || shortIos > 0) return [];
    if (Math.abs(bytes - size * ios) <= NEAR * size * ios + inFlight * size) return [];
    return [
      `${operation} moved ${Number((bytes / ios).toPrecision(6))} bytes in each I/O, and \`bs\` is ${text ?? ''}`,
    ];
  });
  return found.length > 0 && OTHER_SIZES.some((name) => option(name) !== null) ? [] : found;
}

/** Of `4k,64k,4k` the one of the direction: reads, writes, trims; the last one holds for those behind it. */
function blockSizeOf(option: Option, operation: Operation): string | null {
  const parts = (option('bs') ?? option('blocksize') ?? '').split(',');
  const at = ['read', 'write', 'trim'].indexOf(operation);
  if (at === -1) return parts.length === 1 ? (parts[0] ?? null) : null;
  return parts[Math.min(at, parts.length - 1)] ?? null;
}
