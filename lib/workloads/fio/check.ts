/**
 * Rules beyond the schema: settings that contradict each other, and settings that measure something else than one
 * thinks.
 */
import type { Problem } from '../../shapes/problem';
import { formatBytes, formatSeconds } from '../../shapes/quantity';
import { readSplit } from './options/block-split';
import { checkOptions } from './options/check';
import { type DataParams, type CellParams, isMetadata } from './schema';

const FIO = 'https://fio.readthedocs.io/en/latest/fio_doc.html';
const OPEN = 'https://man7.org/linux/man-pages/man2/open.2.html';

/** Logical blocks of disks are 512 bytes at least. */
const SECTOR = 512;
/** fio averages rates over half seconds: fewer than two say nothing of the spread. */
const LEAST_SECONDS = 1;

/** Findings with paths relative to the workload's entry. */
export function check(params: CellParams): readonly Problem[] {
  return isMetadata(params) ? [] : [...contradictions(params), ...checkOptions(params), ...advice(params)];
}

function contradictions(params: DataParams): readonly Problem[] {
  const { rw, rwmixread, iodepth, ioengine, size, direct, runtime } = params;
  const found: Problem[] = [];
  const error = (code: string, name: string, message: string, source: string): void => {
    found.push({ severity: 'error', code, path: [name], message, source });
  };
  if (rwmixread !== undefined && rw !== 'randrw' && rw !== 'rw') {
    error('MixNeeded', 'rwmixread', `rw: ${rw} mixes nothing; allowed with randrw and rw`, FIO);
  }
  const [setting, blocks] = blocksOf(params);
  const odd = blocks.find((bs) => bs < SECTOR || (direct !== false && bs % SECTOR !== 0));
  if (odd !== undefined) {
    const why = `O_DIRECT moves whole sectors, so blocks are multiples of ${SECTOR} bytes`;
    error('BlockNotAligned', setting, `blocks of ${formatBytes(odd)} are not possible: ${why}`, OPEN);
  }
  const largest = Math.max(...blocks);
  if (size < largest) {
    const sizes = `a file of ${formatBytes(size)} has no room for a block of ${formatBytes(largest)}`;
    error('SizeBelowBlock', 'size', `${sizes}; give at least one block, and much more for random I/O`, FIO);
  }
  if (ioengine === 'psync' && iodepth > 1) {
    const why = 'ioengine psync has one I/O in flight for each job, so fio ignores iodepth';
    const allowed = `iodepth: 1 (and numjobs: ${iodepth}), or ioengine libaio or io_uring`;
    error('DepthNeedsAsyncEngine', 'iodepth', `${why}; allowed: ${allowed}`, FIO);
  }
  if (runtime < LEAST_SECONDS) {
    const short = `${formatSeconds(runtime)} is too short`;
    const why = 'fio averages over half seconds';
    error('RuntimeTooShort', 'runtime', `${short}: ${why}; allowed: ${LEAST_SECONDS}s and more`, FIO);
  }
  return found;
}

/** Sizes of I/Os, and the setting that says them. */
function blocksOf({ bs, bssplit }: DataParams): readonly [string, readonly number[]] {
  const split = bssplit === undefined ? null : readSplit(bssplit);
  return split === null ? ['bs', [bs ?? 0]] : ['bssplit', [...split.read, ...split.write].map(({ bytes }) => bytes)];
}

function advice(params: DataParams): readonly Problem[] {
  const { direct, size, numjobs, ramp_time: rampTime } = params;
  const found: Problem[] = [];
  if (direct === false) {
    const set = `the file set of ${formatBytes(size * numjobs)} a host`;
    const message = `buffered I/O measures memory where ${set} fits into it; direct: auto measures the storage`;
    found.push({ severity: 'advice', code: 'BufferedIo', path: ['direct'], message, source: OPEN });
  }
  if (rampTime === 0) {
    const message =
      'without warm-up the first I/Os count, which are slower or faster than the rest; a few seconds are better ' +
      '(10s where nothing is said)';
    found.push({
      severity: 'advice',
      code: 'NoWarmUp',
      path: ['ramp_time'],
      message,
      source: `${FIO}#cmdoption-arg-ramp-time`,
    });
  }
  return found;
}
