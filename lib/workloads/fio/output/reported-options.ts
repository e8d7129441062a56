/** Details of a run from its printed options: the requested values, which may differ from what the host did. */
import type { RunDetails } from '../../../shapes/tool-result';
import { parseSize } from '../options/values';
import { resolveDirect, BUFFERED_BY_DEFAULT } from '../options/direct';
import { isSynchronous } from '../options/engine';
import { findFlushFault, readFlushing, isFlushBound } from '../options/flushes';
import { isOpenLoop, canPause } from '../options/pacing-options';
import type { Direction } from './direction';
import { type OptionPair, listOptions, METADATA_ENGINE, getOption } from './job';
import { listDoubts } from './problems/doubts';
import { listLoadRemarks } from './problems/runtime';
import { findReadBack, hasVerify, isWriteOnly } from './problems/verify';
import type { Run } from './runs';

/** Null if the run prints no options. @param run with figures */
export function describeRun(run: Run): RunDetails | null {
  const { jobs, directions } = run;
  const [first] = jobs;
  const lines = first === undefined ? [] : listOptions(first);
  if (first === undefined || lines.length === 0) return null;
  const option = (name: string): string | null => getOption(first, name);
  const isSet = (name: string): boolean => option(name) !== null && option(name) !== '0';
  const count = Math.max(jobs.length, parseCount(option('numjobs')) ?? 1);
  const requested = parseCount(option('iodepth')) ?? 1;
  const engine = option('ioengine');
  // fio's default engine depends on the system; that of Windows keeps many I/Os in flight.
  const depth = engine !== null && isSynchronous(engine) ? 1 : requested;
  const metadata = METADATA_ENGINE.test(engine ?? '');
  const verified = findReadBack(run) !== null && isWriteOnly(first);
  const load = directions.filter(({ operation }) => !verified || operation !== 'read');
  const { direct, why } = resolveDirect(lines, engine);
  const size = parseSize(option('size') ?? option('filesize') ?? '');
  // All jobs share the files of `filename`.
  const workingBytes = size === null ? null : size * (option('filename') === null ? count : 1);
  const write = load.find(({ operation }) => operation === 'write' || operation === 'mixed');
  const flushes = write === undefined ? null : findFlushFault(option, write, depth * count);
  // Fewer flushes than required are still those of the writes.
  const uncommitted = flushes?.isMissing === false && write?.commits ? flushes.text : null;
  const subject = { run, load, option, threads: count, depth: requested, direct, workingBytes };
  return {
    options: Object.fromEntries(mergeDirect(lines, direct)),
    seconds: Math.max(...load.map(({ runtimeMs }) => runtimeMs)) / 1000,
    // Reads of a mix may include verification, which takes longer than the mix.
    inFlight: metadata || isOpenLoop(option) || (load.length > 1 && hasVerify(first)) ? null : depth * count,
    ...(canPause(option) ? { pauses: true as const } : {}),
    direct: metadata ? null : direct,
    ...(direct || metadata || why === BUFFERED_BY_DEFAULT ? {} : { directReason: why }),
    workingBytes,
    flushed: ['end_fsync', 'fsync', 'fdatasync', 'sync', 'fsync_on_close'].some(isSet),
    ...(flushes === null && isDurable(load, option, size ?? 0) ? { durable: true as const } : {}),
    ...(uncommitted === null ? {} : { uncommitted: true as const }),
    doubts: metadata ? [] : [...(uncommitted === null ? [] : [{ text: uncommitted }]), ...listDoubts(subject)],
    readBack: verified,
    remarks: listLoadRemarks(run),
  };
}

const DEFAULT_BLOCK_SIZE = '4k';

function isDurable(
  [write, other]: readonly Direction[],
  option: (name: string) => string | null,
  fileBytes: number,
): boolean {
  const flushing = readFlushing(option);
  if (flushing === null || write?.operation !== 'write' || other !== undefined) return false;
  const blockBytes = parseSize(option('bs') ?? DEFAULT_BLOCK_SIZE) ?? Infinity;
  return write.commits !== null && isFlushBound(flushing, blockBytes, fileBytes);
}

/** Replaces `direct` and `buffered` by one resolved `direct`. */
function mergeDirect(lines: readonly OptionPair[], direct: boolean): readonly OptionPair[] {
  const isOfBoth = ([name]: OptionPair): boolean => name === 'direct' || name === 'buffered';
  const others = lines.filter((line) => !isOfBoth(line));
  return lines.some(isOfBoth) ? [...others, ['direct', direct ? '1' : '0']] : others;
}

function parseCount(text: string | null): number | null {
  const value = Number(text ?? Number.NaN);
  return Number.isInteger(value) && value > 0 ? value : null;
}
