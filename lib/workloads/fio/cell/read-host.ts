/** Reads the output of fio on one host. */
import type { Reason } from '../../../shapes/verdict';
import type { HostFigures, HostRaw, HostReading } from '../../contract';
import type { FioDocument } from '../output/document';
import type { Direction } from '../output/direction';
import { type FioOutput, readOutput } from '../output/parse';
import { mergeByOperation, toFigures } from '../output/runs';
import { type CellParams, isMetadata } from '../schema';
import { LATENCY_LOG, readLatencies, getSeriesLog, parseSeries, SERIES_STEP_SECONDS } from './series';

/** File with fio's standard output in the measuring step. */
export const FIO_OUTPUT_FILE = 'raw/fio.json';

export interface HostOutput {
  readonly raw: HostRaw;
  readonly source: string | null;
  readonly output: FioOutput;
  readonly directions: readonly Direction[];
}

/** Findings that make a result SUSPECT; all other findings make it INVALID. */
const SUSPECT_CODES = ['FailedIos', 'ErrorLines'];

/** Cache, because reading and judging both need the parsed output. */
const outputCache = new WeakMap<HostRaw, HostOutput>();

export function parseHost(raw: HostRaw): HostOutput {
  const known = outputCache.get(raw);
  if (known !== undefined) return known;
  const file = raw.files.find(({ name }) => name === FIO_OUTPUT_FILE);
  const output = readOutput(file?.text ?? '');
  const directions = mergeByOperation(output.runs.flatMap((run) => run.directions));
  const parsed = { raw, source: file?.source ?? null, output, directions };
  outputCache.set(raw, parsed);
  return parsed;
}

export function readHost(raw: HostRaw, params: CellParams): HostReading {
  const host = parseHost(raw);
  const window = getWindow(host, params);
  return {
    source: host.source,
    figures: host.directions.map((direction) => toHostFigures(direction, direction.operation)),
    window,
    series: readHostSeries(host, params, window),
    reasons: judgeFile(host),
  };
}

/** Figures of one direction by metric, and histograms by metric family. */
export function toHostFigures(direction: Direction, operation: string): HostFigures {
  const { bins, commits, ios } = direction;
  const families = { latency: bins, sync_latency: commits?.bins ?? null };
  return {
    operation,
    values: Object.fromEntries(toFigures(direction).map(({ metric, value }) => [metric, value])),
    weight: ios,
    histograms: Object.fromEntries(Object.entries(families).flatMap(([of, all]) => (all === null ? [] : [[of, all]]))),
  };
}

function readHostSeries(
  { raw, directions }: HostOutput,
  params: CellParams,
  window: HostReading['window'],
): NonNullable<HostReading['series']> {
  if (window === null) return [];
  const textOf = (log: string): string => raw.files.find(({ name }) => name === log)?.text ?? '';
  const { from, to } = window;
  const seconds = to - from;
  const operations = directions.map(({ operation }) => operation);
  const steps = { fromMs: 0, step: SERIES_STEP_SECONDS, seconds };
  return [
    ...parseSeries(textOf(getSeriesLog(params).file), params, { from, seconds }, operations),
    ...readLatencies(textOf(LATENCY_LOG.file), steps, operations, { from, step: SERIES_STEP_SECONDS }),
  ];
}

/** Measured seconds of the longest direction. */
export function getMeasuredSeconds(directions: readonly Direction[]): number {
  return Math.max(0, ...directions.map(({ runtimeMs }) => runtimeMs)) / 1000;
}

/** Problems of the output file itself. */
export function judgeFile({ raw, source, output }: HostOutput): readonly Reason[] {
  if (raw.status === null) {
    const text = `${raw.host} has no readable status.json: its script was killed, or its results were lost`;
    return [{ level: 'invalid', code: 'StatusMissing', text }];
  }
  if (source === null) {
    // If the script failed, another reason explains the missing output.
    const text = `${raw.host} left no ${FIO_OUTPUT_FILE}`;
    return raw.status.rc === 0 ? [{ level: 'invalid', code: 'NoResult', text }] : [];
  }
  const reasons: Reason[] = [];
  for (const { code, text } of output.findings) {
    // The judge handles findings that depend on the configuration.
    if (['ShortRun', 'LongRun', 'ZeroIo'].includes(code) || (code === 'NoResult' && raw.status.rc !== 0)) continue;
    const suspect = SUSPECT_CODES.includes(code);
    reasons.push({ level: suspect ? 'suspect' : 'invalid', code, text: `${raw.host}: ${text}` });
  }
  return reasons;
}

/** Measurement window, by the host's clock. */
function getWindow({ raw, output, directions }: HostOutput, params: CellParams): HostReading['window'] {
  const runtime = getMeasuredSeconds(directions);
  if (runtime === 0 || output.document === null) return null;
  const warmUp = isMetadata(params) ? 0 : params.ramp_time;
  // Start of the jobs: noted by the script, or else printed by fio.
  const noted = Number(raw.status?.facts['began'] ?? Number.NaN);
  const from = Number.isFinite(noted) ? noted + warmUp : findStart(output.document, warmUp, runtime);
  const start = from ?? raw.status?.started ?? null;
  return start === null ? null : { from: start, to: start + runtime };
}

/** fio 3.36 or later prints `job_start`, the warm-up's start; older versions only the time of writing the result. */
function findStart({ jobs, writtenMs }: FioDocument, warmUp: number, runtime: number): number | null {
  const starts = jobs.map(({ startedMs }) => startedMs).filter((start) => start !== null);
  const first = starts.reduce((least, start) => Math.min(least, start), Infinity);
  if (starts.length > 0) return first / 1000 + warmUp;
  return writtenMs === null ? null : writtenMs / 1000 - runtime;
}
