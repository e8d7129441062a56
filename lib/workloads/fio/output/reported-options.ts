/** Details of a run from its printed options: the requested values, which may differ from what the host did. */
import type { RunDetails } from '../../../shapes/tool-result';
import { parseSize } from '../options/values';
import { resolveDirect, BUFFERED_BY_DEFAULT } from '../options/direct';
import { findEngine, isMetadataEngine, isSynchronous } from '../options/engine';
import { findFlushFault, readFlushing, isFlushBound } from '../options/flushes';
import { isOpenLoop } from '../options/pacing-options';
import type { Direction } from './direction';
import { type OptionPair, listOptions, getOption } from './job';
import { listDoubts, listThinPercentiles } from './problems/doubts';
import { listLoadRemarks } from './problems/runtime';
import { findReadBack, mixesVerification } from './problems/verify';
import { countThreads, type Run } from './runs';

/** Options of a run, with one resolved `direct`; null if it prints none. */
export function readStatedOptions({ jobs: [first] }: Run): RunDetails['options'] | null {
  const lines = first === undefined ? [] : listOptions(first);
  if (first === undefined || first.unstated !== null || lines.length === 0) return null;
  return Object.fromEntries(mergeDirect(lines, resolveDirect(lines, getOption(first, 'ioengine')).direct));
}

/** Null if the run prints no options. @param run with figures @param hasDisks whether the output names disks */
export function describeRun(run: Run, hasDisks = true): RunDetails | null {
  const { jobs, directions } = run;
  const [first] = jobs;
  const options = readStatedOptions(run);
  if (first === undefined || options === null) return null;
  const lines = listOptions(first);
  const option = (name: string): string | null => getOption(first, name);
  const isSet = (name: string): boolean => option(name) !== null && option(name) !== '0';
  const threads = countThreads(run);
  const requested = parseCount(option('iodepth')) ?? 1;
  const name = option('ioengine');
  const engine = findEngine(name);
  // fio's default engine depends on the system; that of Windows keeps many I/Os in flight.
  const depth = name !== null && isSynchronous(name) ? 1 : requested;
  const metadata = isMetadataEngine(name);
  const verified = findReadBack(run) !== null;
  const load = directions.filter(({ operation }) => !verified || operation !== 'read');
  const { direct, why } = resolveDirect(lines, name);
  const size = getJobBytes(option);
  // All jobs share the files of `filename`; clients may have others.
  const names = new Set(jobs.map((job) => getOption(job, 'filename')));
  const workingBytes = size === null ? null : size * (option('filename') === null ? threads : names.size);
  const write = load.find(({ operation }) => operation === 'write' || operation === 'mixed');
  const flushes = write === undefined ? null : findFlushFault(option, write, depth * threads);
  // Fewer flushes than required are still those of the writes.
  const uncommitted = flushes?.isMissing === false && write?.commits ? flushes.text : null;
  const isLocal = hasDisks || /(?:^|:)\/dev\//.test(option('filename') ?? '') || option('disk_util') === '0';
  const isRemote = engine?.reaches === 'files' && !isLocal;
  const doubts = metadata
    ? []
    : listDoubts({
        run,
        load,
        option,
        threads,
        depth: requested,
        slots: depth * threads,
        direct,
        workingBytes,
        isRemote,
      });
  const isPaced = !doubts.some(({ code }) => code === 'rate');
  return {
    options,
    seconds: Math.max(...load.map(({ runtimeMs }) => runtimeMs)) / 1000,
    inFlight: metadata || isOpenLoop(option) || mixesVerification(run) ? null : depth * threads,
    direct: metadata || (engine === null && !direct) ? null : direct,
    ...(direct || metadata || why === BUFFERED_BY_DEFAULT ? {} : { directReason: why }),
    workingBytes,
    flushed: ['end_fsync', 'fsync', 'fdatasync', 'sync', 'fsync_on_close'].some(isSet),
    ...(flushes === null && isDurable(load, option, size ?? 0) ? { durable: true as const } : {}),
    ...(uncommitted === null ? {} : { uncommitted: true as const }),
    doubts: [...(uncommitted === null ? [] : [{ code: 'flushes', text: uncommitted }]), ...doubts],
    readBack: verified,
    remarks: [
      ...listLoadRemarks(run, isPaced),
      ...(metadata ? [] : listThinRemarks(load, doubts)),
      ...(engine === null
        ? [`ioengine=${name ?? ''} is unknown: whether memory of the host served it is unknown`]
        : []),
      ...(name === 'rbd' ? ['ioengine=rbd: the cache of librbd (`rbd_cache`) may have served it'] : []),
    ],
  };
}

/** Thin percentiles that are no doubt. */
function listThinRemarks(load: readonly Direction[], doubts: RunDetails['doubts']): readonly string[] {
  return doubts.some(({ code }) => code === 'few') ? [] : listThinPercentiles(load);
}

/** Bytes of the files of one job; null for a share of a file, or a range. `filesize` is that of each file. */
function getJobBytes(option: (name: string) => string | null): number | null {
  const size = option('size');
  if (size !== null) return parseSize(size);
  const each = parseSize(option('filesize') ?? '');
  return each === null ? null : each * (parseCount(option('nrfiles')) ?? 1);
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
