/** Checks beyond the schema: settings that contradict each other, or that measure something unexpected. */
import type { Problem } from '../../../shapes/problem';
import { formatBytes, formatSeconds } from '../../../shapes/quantity';
import { readSplit } from '../options/block-split';
import { COMPRESSION_NOTE } from '../options/data-reduction';
import { isSynchronous } from '../options/engine';
import { findFlushConflict } from '../options/flushes';
import { hasWrites, hasReadsAndWrites, isRandom } from '../options/operations';
import {
  getPrerequisite,
  OPTION_NAMES,
  type OptionName,
  type Options,
  getSetting,
  getReduction,
} from '../options/options';
import { isOpenLoop, findRateConflict } from '../options/pacing-options';
import { BYTES_PER_HEADER } from '../options/verify-methods';
import { type CellParams, type DataParams, isMetadata } from '../schema';
import { isCellFlushBound } from './flushes';
import { computeReadBackBytes, computeReadBackSeconds } from './verify';

const FIO_DOC = 'https://fio.readthedocs.io/en/latest/fio_doc.html';
const OPEN_DOC = 'https://man7.org/linux/man-pages/man2/open.2.html';
const getOptionUrl = (option: string): string => `${FIO_DOC}#cmdoption-arg-${option.replaceAll('_', '-')}`;

/** Smallest logical block of a disk, bytes. */
const SECTOR_BYTES = 512;
/** fio averages rates over half seconds, and the spread needs at least two such samples. */
const MIN_SECONDS = 1;

/** Lists problems; paths are relative to the workload's entry in the spec. */
export function checkParams(params: CellParams): readonly Problem[] {
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
  if (rwmixread !== undefined && !hasReadsAndWrites(rw)) {
    error('MixNeeded', 'rwmixread', `rw: ${rw} has no mix; rwmixread is allowed with randrw and rw`, FIO_DOC);
  }
  const [setting, blocks] = listBlockSizes(params);
  const odd = blocks.find((bs) => bs < SECTOR_BYTES || (direct !== false && bs % SECTOR_BYTES !== 0));
  if (odd !== undefined) {
    const why = `O_DIRECT transfers whole sectors; use multiples of ${SECTOR_BYTES} bytes`;
    error('BlockNotAligned', setting, `blocks of ${formatBytes(odd)} are not possible; ${why}`, OPEN_DOC);
  }
  const largest = Math.max(...blocks);
  if (size < largest) {
    const sizes = `a file of ${formatBytes(size)} cannot hold a block of ${formatBytes(largest)}`;
    error('SizeBelowBlock', 'size', `${sizes}; use at least one block, and far more for random I/O`, FIO_DOC);
  }
  if (ioengine !== 'auto' && isSynchronous(ioengine) && iodepth > 1) {
    const why = `ioengine ${ioengine} keeps one I/O in flight per job, so fio ignores iodepth`;
    const allowed = `iodepth: 1 (and numjobs: ${iodepth}), or ioengine libaio or io_uring`;
    error('DepthNeedsAsyncEngine', 'iodepth', `${why}; allowed: ${allowed}`, FIO_DOC);
  }
  if (runtime < MIN_SECONDS) {
    const short = `${formatSeconds(runtime)} is too short`;
    const why = 'fio averages over half seconds';
    error('RuntimeTooShort', 'runtime', `${short}: ${why}; allowed: at least ${MIN_SECONDS}s`, FIO_DOC);
  }
  return found;
}

/** I/O sizes in bytes, and the name of the setting that sets them. */
function listBlockSizes({ bs, bssplit }: DataParams): readonly [string, readonly number[]] {
  const split = bssplit === undefined ? null : readSplit(bssplit);
  return split === null ? ['bs', [bs ?? 0]] : ['bssplit', [...split.read, ...split.write].map(({ bytes }) => bytes)];
}

/** Options for the content of write buffers. Each option refills the buffer at every write, so two of them conflict. */
const CONTENT_OPTIONS: readonly OptionName[] = ['refill_buffers', 'buffer_compress_percentage', 'verify'];

/** Problems of one option, given the rest of its configuration. */
function checkOption(name: OptionName, params: DataParams): readonly Problem[] {
  if (params[name] === undefined) return [];
  const { rw } = params;
  const found: Pick<Problem, 'code' | 'message'>[] = [];
  const need = getPrerequisite(name);
  if (need === 'writes' && !hasWrites(rw))
    found.push({
      code: 'NeedsWrites',
      message: `${name} needs writes, and rw: ${rw} only reads; leave it out, or change rw`,
    });
  if (need === 'random' && !isRandom(rw))
    found.push({
      code: 'NeedsRandom',
      message: `${name} needs random I/O, and rw: ${rw} is sequential; use randread, randwrite or randrw`,
    });
  for (const find of [findRateConflict, findFlushConflict]) {
    const conflict = find((option) => getSetting(params, option));
    if (conflict?.option === name) found.push({ code: conflict.code, message: conflict.message });
  }
  const other = CONTENT_OPTIONS.slice(CONTENT_OPTIONS.indexOf(name) + 1).find((one) => params[one] !== undefined);
  if (CONTENT_OPTIONS.includes(name) && other !== undefined)
    found.push({ code: 'ContentTwice', message: `${other} already refills each write buffer; leave ${name} out` });
  if (name === 'verify') found.push(...checkVerify(params));
  return found.map((one) => ({ severity: 'error', path: [name], source: getOptionUrl(name), ...one }));
}

function checkVerify(params: DataParams): readonly Pick<Problem, 'code' | 'message'>[] {
  const { bs, bssplit, direct } = params;
  const split = bssplit === undefined ? null : readSplit(bssplit);
  const odd = (split?.write.map(({ bytes }) => bytes) ?? [bs ?? 0]).find((bytes) => bytes % BYTES_PER_HEADER !== 0);
  const each = formatBytes(BYTES_PER_HEADER);
  const blocks =
    `verify stores a checksum in every ${each}; found blocks of ${formatBytes(odd ?? 0)}, allowed: ` +
    `multiples of ${each}`;
  const memory = 'with direct: false verify reads back host memory, not the storage; leave direct or verify out';
  return [
    ...(odd === undefined ? [] : [{ code: 'VerifyBlocks', message: blocks }]),
    ...(direct === false ? [{ code: 'VerifyBuffered', message: memory }] : []),
  ];
}

function listAdvice(params: DataParams): readonly Problem[] {
  const { direct, size, numjobs, ramp_time: rampTime, iodepth, random_distribution: distribution } = params;
  const thin = getReduction(params);
  const found: Problem[] = [];
  const advise = (
    name: string,
    { code, message }: Pick<Problem, 'code' | 'message'>,
    source = getOptionUrl(name),
  ): void => {
    found.push({ severity: 'advice', code, path: [name], message, source });
  };
  if (direct === false && !isCellFlushBound(params)) {
    const set = `the file set (${formatBytes(size * numjobs)} per host)`;
    const message = `buffered I/O measures host memory if ${set} fits in memory; direct: auto measures the storage`;
    advise('direct', { code: 'BufferedIo', message }, OPEN_DOC);
  }
  if (direct === 'auto' && (params.fsync ?? params.fdatasync) !== undefined) {
    const message =
      'direct: auto uses O_DIRECT; fio by default uses the page cache, as most logs and databases do, where flushing ' +
      'several writes at once gains more. Set direct: false or true';
    advise('direct', { code: 'DirectFlushes', message });
  }
  if (rampTime === 0) {
    const message =
      'without warm-up the first I/Os count, although they are slower or faster than the rest; set a few seconds ' +
      '(default 10s)';
    advise('ramp_time', { code: 'NoWarmUp', message });
  }
  if (hasFixedRate(params) && iodepth === 1) {
    const message =
      'with iodepth: 1 a late I/O delays the next, and latencies exclude that wait; use e.g. iodepth: 32, so that ' +
      'I/Os start on time';
    const name = params.rate_iops === undefined ? 'rate' : 'rate_iops';
    advise(name, { code: 'RateWithoutDepth', message }, getOptionUrl('rate_iops'));
  }
  if (distribution !== undefined && isRandom(params.rw)) advise('random_distribution', adviseHotSet(distribution));
  if (params.verify !== undefined) {
    const seconds = formatSeconds(Math.round(computeReadBackSeconds(params).expected));
    const message =
      `after each trial each host reads back ${formatBytes(computeReadBackBytes(params))} (about ${seconds}). ` +
      'The checksums cost CPU time, which may limit the write rate. Lost writes over older valid blocks go unnoticed';
    advise('verify', { code: 'VerifyAfter', message });
  }
  if (thin !== null) advise('buffer_compress_percentage', adviseReduction(thin));
  return found;
}

/** Whether the configuration has a fixed rate (open loop). */
export function hasFixedRate(options: Options): boolean {
  return isOpenLoop((name) => getSetting(options, name));
}

/** Advice on compressible or repetitive data. @param clause from `findReduction` */
export function adviseReduction(clause: string): { readonly code: string; readonly message: string } {
  const message = `${clause}${COMPRESSION_NOTE} may exceed the rate of its disks; leave it out to measure the disks`;
  return { code: 'CompressibleData', message };
}

/** Advice on offsets that are not evenly distributed. */
export function adviseHotSet(distribution: string): { readonly code: string; readonly message: string } {
  const message = `${distribution} repeats some blocks, so the result includes caches of the storage`;
  return { code: 'HotSet', message };
}
