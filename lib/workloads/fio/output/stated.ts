/** What a run of fio says of itself by its options: as it was asked for, whatever the host made of it. */
import type { Stated } from '../../../shapes/tool-result';
import { sizeOf } from '../options/values';
import { directOf, NOTHING_SAID } from '../options/direct';
import { isSynchronous } from '../options/engine';
import { readFlushing, waitsOften } from '../options/flushes';
import { isClocked, pauses } from '../options/paces';
import type { Direction } from './direction';
import { type Line, listOptions, METADATA_ENGINE, optionOf } from './job';
import { listDoubts } from './problems/doubts';
import { listLoadRemarks } from './problems/runtime';
import { readBack } from './problems/verify';
import type { Run } from './runs';

/** Null where it prints no options. @param run with figures */
export function statedBy(run: Run): Stated | null {
  const { jobs, directions } = run;
  const [first] = jobs;
  const lines = first === undefined ? [] : listOptions(first);
  if (first === undefined || lines.length === 0) return null;
  const option = (name: string): string | null => optionOf(first, name);
  const isSet = (name: string): boolean => option(name) !== null && option(name) !== '0';
  const count = Math.max(jobs.length, whole(option('numjobs')) ?? 1);
  const asked = whole(option('iodepth')) ?? 1;
  const engine = option('ioengine');
  // Which engine fio takes by itself is its system's business: Windows has one that keeps many in flight.
  const depth = engine !== null && isSynchronous(engine) ? 1 : asked;
  const metadata = METADATA_ENGINE.test(engine ?? '');
  const verified = readBack(run) !== null;
  const load = directions.filter(({ operation }) => !verified || operation !== 'read');
  const { direct, why } = directOf(lines, engine);
  const size = sizeOf(option('size') ?? option('filesize') ?? '');
  // One name is one file for all jobs.
  const workingBytes = size === null ? null : size * (option('filename') === null ? count : 1);
  const subject = { run, load, option, threads: count, depth: asked, direct, workingBytes };
  return {
    options: Object.fromEntries(optionsOf(lines, direct)),
    seconds: Math.max(...load.map(({ runtimeMs }) => runtimeMs)) / 1000,
    inFlight: metadata || isClocked(option) ? null : depth * count,
    ...(pauses(option) ? { pauses: true as const } : {}),
    direct: metadata ? null : direct,
    ...(direct || metadata || why === NOTHING_SAID ? {} : { directReason: why }),
    workingBytes,
    flushed: ['end_fsync', 'fsync', 'fdatasync', 'sync', 'fsync_on_close'].some(isSet),
    ...(isDurable(load, option, size ?? 0) ? { durable: true as const } : {}),
    doubts: metadata ? [] : listDoubts(subject),
    readBack: verified,
    remarks: listLoadRemarks(run),
  };
}

/** fio's own block size. */
const BLOCK = '4k';
/** Of the flushes that its writes ask for, those that were counted: the last may be missing. */
const COUNTED = 0.98;

function isDurable(
  [write, other]: readonly Direction[],
  option: (name: string) => string | null,
  fileBytes: number,
): boolean {
  const flushing = readFlushing(option);
  if (flushing === null || write?.operation !== 'write' || other !== undefined) return false;
  const count = write.commits?.count ?? 0;
  return (
    count >= (COUNTED * write.ios) / flushing.every &&
    waitsOften(flushing, sizeOf(option('bs') ?? BLOCK) ?? Infinity, fileBytes)
  );
}

/** Of `direct` and `buffered` what came of them. */
function optionsOf(lines: readonly Line[], direct: boolean): readonly Line[] {
  const isOfBoth = ([name]: Line): boolean => name === 'direct' || name === 'buffered';
  const others = lines.filter((line) => !isOfBoth(line));
  return lines.some(isOfBoth) ? [...others, ['direct', direct ? '1' : '0']] : others;
}

function whole(text: string | null): number | null {
  const value = Number(text ?? Number.NaN);
  return Number.isInteger(value) && value > 0 ? value : null;
}
