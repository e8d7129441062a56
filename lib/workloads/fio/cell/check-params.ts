/**
 * Rules beyond the schema: settings that contradict each other, and settings that measure something else than one
 * thinks.
 */
import type { Problem } from '../../../shapes/problem';
import { formatBytes, formatSeconds } from '../../../shapes/quantity';
import { readSplit } from '../options/block-split';
import { COUNTED_BEFORE } from '../options/data-reduction';
import { isSynchronous } from '../options/engine';
import { findFlushConflict } from '../options/flushes';
import { hasWrites, isMix, isRandom } from '../options/operations';
import { getNeed, OPTION_NAMES, type OptionName, type Options, getSetting, getReduction } from '../options/options';
import { isOpenLoop, findRateConflict } from '../options/pacing-options';
import { HEADER_EVERY } from '../options/verify-methods';
import { type CellParams, type DataParams, isMetadata } from '../schema';
import { isCellFlushBound } from './flushes';
import { readBackBytes, readBackSeconds } from './verify';

const FIO_DOC = 'https://fio.readthedocs.io/en/latest/fio_doc.html';
const OPEN_DOC = 'https://man7.org/linux/man-pages/man2/open.2.html';
const getUrl = (option: string): string => `${FIO_DOC}#cmdoption-arg-${option.replaceAll('_', '-')}`;

/** Logical blocks of disks are 512 bytes at least. */
const SECTOR = 512;
/** fio averages rates over half seconds: fewer than two say nothing of the spread. */
const MIN_SECONDS = 1;

/** Findings with paths relative to the workload's entry. */
export function check(params: CellParams): readonly Problem[] {
  if (isMetadata(params)) return [];
  return [
    ...listContradictions(params),
    ...OPTION_NAMES.flatMap((name) => checkOption(name, params)),
    ...listAdvice(params),
  ];
}

function listContradictions(params: DataParams): readonly Problem[] {
  const { rw, rwmixread, iodepth, ioengine, size, direct, runtime } = params;
  const found: Problem[] = [];
  const error = (code: string, name: string, message: string, source: string): void => {
    found.push({ severity: 'error', code, path: [name], message, source });
  };
  if (rwmixread !== undefined && !isMix(rw)) {
    error('MixNeeded', 'rwmixread', `rw: ${rw} mixes nothing; allowed with randrw and rw`, FIO_DOC);
  }
  const [setting, blocks] = listBlockSizes(params);
  const odd = blocks.find((bs) => bs < SECTOR || (direct !== false && bs % SECTOR !== 0));
  if (odd !== undefined) {
    const why = `O_DIRECT moves whole sectors, so blocks are multiples of ${SECTOR} bytes`;
    error('BlockNotAligned', setting, `blocks of ${formatBytes(odd)} are not possible: ${why}`, OPEN_DOC);
  }
  const largest = Math.max(...blocks);
  if (size < largest) {
    const sizes = `a file of ${formatBytes(size)} has no room for a block of ${formatBytes(largest)}`;
    error('SizeBelowBlock', 'size', `${sizes}; give at least one block, and much more for random I/O`, FIO_DOC);
  }
  if (ioengine !== 'auto' && isSynchronous(ioengine) && iodepth > 1) {
    const why = `ioengine ${ioengine} has one I/O in flight for each job, so fio ignores iodepth`;
    const allowed = `iodepth: 1 (and numjobs: ${iodepth}), or ioengine libaio or io_uring`;
    error('DepthNeedsAsyncEngine', 'iodepth', `${why}; allowed: ${allowed}`, FIO_DOC);
  }
  if (runtime < MIN_SECONDS) {
    const short = `${formatSeconds(runtime)} is too short`;
    const why = 'fio averages over half seconds';
    error('RuntimeTooShort', 'runtime', `${short}: ${why}; allowed: ${MIN_SECONDS}s and more`, FIO_DOC);
  }
  return found;
}

/** Sizes of I/Os, and the setting that says them. */
function listBlockSizes({ bs, bssplit }: DataParams): readonly [string, readonly number[]] {
  const split = bssplit === undefined ? null : readSplit(bssplit);
  return split === null ? ['bs', [bs ?? 0]] : ['bssplit', [...split.read, ...split.write].map(({ bytes }) => bytes)];
}

/** Options that fill what is written: each does by itself what the others would. */
const CONTENT_OPTIONS: readonly OptionName[] = ['refill_buffers', 'buffer_compress_percentage', 'verify'];

/** What is wrong with one option, given the rest of the cell. */
function checkOption(name: OptionName, params: DataParams): readonly Problem[] {
  if (params[name] === undefined) return [];
  const { rw } = params;
  const found: Pick<Problem, 'code' | 'message'>[] = [];
  const need = getNeed(name);
  if (need === 'writes' && !hasWrites(rw))
    found.push({
      code: 'NeedsWrites',
      message: `rw: ${rw} writes nothing, so ${name} has no meaning; leave it out, or write`,
    });
  if (need === 'random' && !isRandom(rw))
    found.push({
      code: 'NeedsRandom',
      message: `rw: ${rw} takes offsets in order; ${name} goes with randread, randwrite, randrw`,
    });
  for (const find of [findRateConflict, findFlushConflict]) {
    const conflict = find((option) => getSetting(params, option));
    if (conflict?.option === name) found.push({ code: conflict.code, message: conflict.message });
  }
  const other = CONTENT_OPTIONS.slice(CONTENT_OPTIONS.indexOf(name) + 1).find((one) => params[one] !== undefined);
  if (CONTENT_OPTIONS.includes(name) && other !== undefined)
    found.push({ code: 'ContentTwice', message: `${other} fills each write anew by itself; leave ${name} out` });
  if (name === 'verify') found.push(...checkVerify(params));
  return found.map((one) => ({ severity: 'error', path: [name], source: getUrl(name), ...one }));
}

function checkVerify(params: DataParams): readonly Pick<Problem, 'code' | 'message'>[] {
  const { bs, bssplit, direct } = params;
  const split = bssplit === undefined ? null : readSplit(bssplit);
  const odd = (split?.write.map(({ bytes }) => bytes) ?? [bs ?? 0]).find((bytes) => bytes % HEADER_EVERY !== 0);
  const each = formatBytes(HEADER_EVERY);
  const blocks =
    `with verify each ${each} carry a checksum of their own; found blocks of ${formatBytes(odd ?? 0)}, allowed: ` +
    `multiples of ${each}`;
  const memory = 'with direct: false what is read back is in the memory of the host; leave direct or verify out';
  return [
    ...(odd === undefined ? [] : [{ code: 'VerifyBlocks', message: blocks }]),
    ...(direct === false ? [{ code: 'VerifyBuffered', message: memory }] : []),
  ];
}

function listAdvice(params: DataParams): readonly Problem[] {
  const { direct, size, numjobs, ramp_time: rampTime, iodepth, random_distribution: distribution } = params;
  const thin = getReduction(params);
  const found: Problem[] = [];
  const advise = (name: string, { code, message }: Pick<Problem, 'code' | 'message'>, source = getUrl(name)): void => {
    found.push({ severity: 'advice', code, path: [name], message, source });
  };
  if (direct === false && !isCellFlushBound(params)) {
    const set = `the file set of ${formatBytes(size * numjobs)} a host`;
    const message = `buffered I/O measures memory where ${set} fits into it; direct: auto measures the storage`;
    advise('direct', { code: 'BufferedIo', message }, OPEN_DOC);
  }
  if (direct === 'auto' && (params.fsync ?? params.fdatasync) !== undefined) {
    const message =
      'O_DIRECT is used, as direct: auto says; fio by itself would write through memory, as most logs and databases ' +
      'do, and flushes of several writes gain more there. Say direct: false or true';
    advise('direct', { code: 'DirectFlushes', message });
  }
  if (rampTime === 0) {
    const message =
      'without warm-up the first I/Os count, which are slower or faster than the rest; a few seconds are better ' +
      '(10s where nothing is said)';
    advise('ramp_time', { code: 'NoWarmUp', message });
  }
  if (isPaced(params) && iodepth === 1) {
    const message =
      'with iodepth: 1 an I/O that is late holds up the next, and no latency has that wait; iodepth: 32, e.g., ' +
      'lets I/Os begin on time while others are in flight';
    const name = params.rate_iops === undefined ? 'rate' : 'rate_iops';
    advise(name, { code: 'RateWithoutDepth', message }, getUrl('rate_iops'));
  }
  if (distribution !== undefined && isRandom(params.rw)) advise('random_distribution', adviseHotSet(distribution));
  if (params.verify !== undefined) {
    const seconds = formatSeconds(Math.round(readBackSeconds(params).expected));
    const message =
      `after each trial each host reads back ${formatBytes(readBackBytes(params))}, some ${seconds}; writes are ` +
      'filled and checksummed by the host, so that it may be the host that ends their rate. A write that never ' +
      'arrived, over an older sound block, is not found';
    advise('verify', { code: 'VerifyAfter', message });
  }
  if (thin !== null) advise('buffer_compress_percentage', adviseReduction(thin));
  return found;
}

/** A rate is asked, whatever the storage answers. */
export function isPaced(options: Options): boolean {
  return isOpenLoop((name) => getSetting(options, name));
}

/** Advice on data that compress or repeat. @param clause as `findReduction` gives it */
export function adviseReduction(clause: string): { readonly code: string; readonly message: string } {
  const message = `${clause}${COUNTED_BEFORE} may give more than its disks can; leave it out to measure these`;
  return { code: 'CompressibleData', message };
}

/** Advice on offsets that are not spread evenly. */
export function adviseHotSet(distribution: string): { readonly code: string; readonly message: string } {
  const message = `${distribution} goes to some blocks again and again: caches of the storage are in what is measured`;
  return { code: 'HotSet', message };
}
