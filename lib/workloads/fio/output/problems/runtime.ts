/** Whether a run lasted as long as requested, what ended it, and what changed its load. */
import { formatSeconds } from '../../../../shapes/quantity';
import { isSet } from '../../options/pacing-options';
import { parseTime, parseSize } from '../../options/values';
import { countInFlight } from '../direction';
import { getOption } from '../job';
import { countThreads, type Run } from '../runs';
import { hasVerify } from './verify';

/** For shorter runs, fio's start-up and the first I/Os dominate the figures. */
const MIN_RUNTIME_MS = 1000;
/** A run outside these shares of its `runtime` is another measurement. */
export const RUNTIME_SHARES = { least: 0.95, most: 1.1 };
/** Limits for bytes moved ÷ job size. Below: the run was stopped; above: something other than the size ended it. */
const DONE_SHARES = { least: 0.8, most: 1.05 };

/** Options with which fio changes or ends the load during the measurement. */
const LOAD_CHANGING_OPTIONS: readonly (readonly [options: readonly string[], what: string])[] = [
  [['latency_target'], 'fio searches for the queue depth that keeps this latency, so the figures mix several depths'],
  [['iodepth_low'], 'the queue drains before fio refills it'],
  [['rate_min', 'rate_iops_min'], 'fio stops a job whose rate falls below this value'],
  [['flow'], 'fio holds jobs back to keep their rates in proportion'],
];
const RATE_OPTIONS = [
  ['rate_iops', 'rate'],
  'fio set this rate: IOPS and bandwidth are the load, only latencies are results',
] as const;

type RuntimeFault = { readonly code: 'ShortRun' | 'LongRun'; readonly text: string };

/** Null if the run was neither too short nor too long, as far as known. @param run with its clones and clients */
export function checkRuntime(run: Run): RuntimeFault | null {
  const { label, jobs, directions } = run;
  if (directions.length === 0) return null;
  const runtime = getMeasuredMs(run);
  // `latency_target` starts the figures anew for each window.
  if (isSet(readOption(run, 'latency_target'))) return null;
  if (runtime < MIN_RUNTIME_MS)
    return { code: 'ShortRun', text: `job ${label} ran for only ${runtime} ms: too short for a rate` };
  const requested = readRuntime(run);
  if (requested === null || jobs[0]?.steady === true) return null;
  const lasted = `job ${label} ran for ${formatSeconds(runtime / 1000)} of the ${formatSeconds(requested)} requested`;
  if (runtime > RUNTIME_SHARES.most * requested * 1000)
    return { code: 'LongRun', text: `${lasted}: its last I/Os took too long, or fio was stopped` };
  if (runtime >= RUNTIME_SHARES.least * requested * 1000) return null;
  const done = computeShareDone(run);
  if (isTimed(run) || (done !== null && done < DONE_SHARES.least)) return { code: 'ShortRun', text: lasted };
  // fio does not print a `time_based` without a value.
  if (done === null || done <= DONE_SHARES.most) return null;
  const text = `${lasted}, and moved ${done.toPrecision(3)} times its size: something other than its size ended it`;
  return { code: 'ShortRun', text };
}

/** Remarks on the load that do not question any figure. @param isPaced whether it reached its requested rate, if any */
export function listLoadRemarks(run: Run, isPaced: boolean): readonly string[] {
  const requested = readRuntime(run);
  const seconds = getMeasuredMs(run) / 1000;
  const searches = isSet(readOption(run, 'latency_target'));
  const early =
    !searches && requested !== null && seconds < RUNTIME_SHARES.least * requested && checkRuntime(run) === null;
  const ended = `the run ended after ${formatSeconds(seconds)} of the requested ${formatSeconds(requested ?? 0)}`;
  const flying = countInFlight(run.directions);
  const inFlight = flying > 0 ? ` (${flying.toPrecision(3)} I/Os were in flight on average)` : '';
  return [
    ...[...LOAD_CHANGING_OPTIONS, ...(isPaced ? [RATE_OPTIONS] : [])].flatMap(([options, what]) => {
      const name = options.find((one) => isSet(readOption(run, one)));
      return name === undefined ? [] : [`${name}=${readOption(run, name) ?? ''}: ${what}${inFlight}`];
    }),
    ...(early ? [`${ended}: its size was done or its rate steady; \`size\` ends jobs without \`time_based\``] : []),
  ];
}

function getMeasuredMs({ directions }: Run): number {
  return Math.max(0, ...directions.map(({ runtimeMs }) => runtimeMs));
}

function readOption({ jobs: [first] }: Run, name: string): string | null {
  return first === undefined ? null : getOption(first, name);
}

/** Requested seconds; null if none are set. */
function readRuntime(run: Run): number | null {
  return parseTime((readOption(run, 'runtime') ?? readOption(run, 'timeout') ?? '').trim()) || null;
}

function isTimed(run: Run): boolean {
  return ![null, '0'].includes(readOption(run, 'time_based'));
}

/** Bytes moved ÷ (size × loops), over all clones; null if unknown. */
function computeShareDone(run: Run): number | null {
  const size = parseSize(readOption(run, 'io_size') ?? readOption(run, 'size') ?? '');
  // Verifying reads, and trims before writes, are not part of the size.
  const isMore = run.jobs.some(hasVerify) || /trim/.test(readOption(run, 'rw') ?? readOption(run, 'readwrite') ?? '');
  if (size === null || size === 0 || isMore) return null;
  const bytes = run.directions.reduce((sum, direction) => sum + direction.bytes, 0);
  return bytes / (size * countThreads(run) * (Number(readOption(run, 'loops') ?? 1) || 1));
}
