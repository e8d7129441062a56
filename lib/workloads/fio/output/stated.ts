/** What a run of fio says of itself by its options: as it was asked for, whatever the host made of it. */
import type { Stated } from '../../../shapes/tool-result';
import { directOf, NOTHING_SAID } from '../options/direct';
import { type Job, optionOf } from './job';
import { sizeOf } from './problems/problems';
import { readBack } from './problems/verify';
import type { Run } from './runs';

/** Engines that have one I/O in flight for each job, whatever `iodepth` says; psync is what fio takes by itself. */
const SYNCHRONOUS = /^(sync|psync|vsync|pvsync2?|mmap|(file|dir)(create|stat|delete))$/;
/** I/Os come by the clock then, and their latency may hold time in which they waited for their turn. */
const PACED = ['rate', 'rate_iops', 'rate_process', 'thinktime'];
/** More options than anybody wants to read say nothing new. */
const SHOWN = ['rw', 'readwrite', 'bs', 'iodepth', 'numjobs', 'ioengine', 'direct', 'size', 'runtime', 'rwmixread'];

/** Null where it prints no options. @param run with figures */
export function statedBy(run: Run): Stated | null {
  const { jobs, directions } = run;
  const [first] = jobs;
  if (first === undefined || Object.keys({ ...first.globals, ...first.options }).length === 0) return null;
  const option = (name: string): string | null => optionOf(first, name);
  const isSet = (name: string): boolean => option(name) !== null && option(name) !== '0';
  const count = Math.max(jobs.length, whole(option('numjobs')) ?? 1);
  const asked = whole(option('iodepth')) ?? 1;
  const depth = SYNCHRONOUS.test(option('ioengine') ?? 'psync') ? 1 : asked;
  // Which engine fio takes by itself is its system's business: Windows has one that keeps many in flight.
  const unknown = PACED.some((name) => option(name) !== null) || (option('ioengine') === null && asked > 1);
  const verified = readBack(run) !== null;
  const load = directions.filter(({ operation }) => !verified || operation !== 'read');
  const { direct, why } = directOf(linesOf(first), option('ioengine'));
  const size = sizeOf(option('size') ?? option('filesize') ?? '');
  return {
    options: Object.fromEntries(SHOWN.flatMap((name) => (option(name) === null ? [] : [[name, option(name) ?? '']]))),
    seconds: Math.max(...load.map(({ runtimeMs }) => runtimeMs)) / 1000,
    inFlight: unknown ? null : depth * count,
    direct,
    ...(direct || why === NOTHING_SAID ? {} : { directReason: why }),
    // One name is one file for all jobs.
    workingBytes: size === null ? null : size * (option('filename') === null ? count : 1),
    flushed: ['end_fsync', 'fsync', 'fdatasync', 'sync', 'fsync_on_close'].some(isSet),
    zeros: isSet('zero_buffers') || option('buffer_compress_percentage') === '100',
    readBack: verified,
  };
}

/** In the order in which fio takes them: it prints options of a job as it read them, but for one that is said twice. */
function linesOf({ globals, options }: Job): readonly (readonly [string, string])[] {
  return [...Object.entries(globals), ...Object.entries(options)].map(([name, value]) => [name, String(value)]);
}

function whole(text: string | null): number | null {
  const value = Number(text ?? Number.NaN);
  return Number.isInteger(value) && value > 0 ? value : null;
}
