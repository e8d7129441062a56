/** From the raw files of one attempt to observations of each host and of all of them together. */
import type { BareObservation } from '../../shapes/observation';
import type { Reason } from '../../shapes/verdict';
import type { HostRaw, Reading, Window } from '../contract';
import type { FioDocument } from './output/document';
import type { Direction } from './output/direction';
import { type FioOutput, readOutput } from './output/parse';
import { byOperation, figuresOf } from './output/runs';
import { type FioParams, isMetadata } from './schema';

/** The stage that measures, and the file in which it leaves fio's standard output. */
export const MEASURE = 'measure';
export const OUTPUT_FILE = 'raw/fio.json';

/** What one host left, read. */
export interface HostOutput {
  readonly raw: HostRaw;
  readonly source: string | null;
  readonly output: FioOutput;
  readonly directions: readonly Direction[];
}

/** Findings that leave a result standing, in doubt. */
const SUSPECT = ['FailedIos', 'ErrorLines', 'Contradiction'];

/** What was read last of a list of hosts: it is read for its figures, and once more to be judged. */
const outputsOf = new WeakMap<readonly HostRaw[], readonly HostOutput[]>();

/** Reads the measuring stage of every host. */
export function readHosts(hosts: readonly HostRaw[]): readonly HostOutput[] {
  const known = outputsOf.get(hosts);
  if (known !== undefined) return known;
  const outputs = hosts
    .filter(({ command }) => command === MEASURE)
    .map((raw) => {
      const file = raw.files.find(({ name }) => name === OUTPUT_FILE);
      const output = readOutput(file?.text ?? '');
      const directions = byOperation(output.runs.flatMap((run) => run.directions));
      return { raw, source: file?.source ?? null, output, directions };
    });
  outputsOf.set(hosts, outputs);
  return outputs;
}

/** Observations, windows and problems of single files. */
export function read(hosts: readonly HostRaw[], params: FioParams): Reading {
  const outputs = readHosts(hosts);
  const reasons = outputs.flatMap(fileReasons);
  const observations: BareObservation[] = [];
  for (const { raw, source, directions } of outputs) {
    const { host } = raw;
    for (const { metric, operation, statistic, unit, value } of directions.flatMap(figuresOf))
      observations.push({ metric, operation, statistic, unit, value, host, source: source ?? '' });
  }
  // A sum over fewer hosts than were asked is no result of the fleet.
  const whole = outputs.length > 0 && outputs.every(({ directions }) => directions.length > 0);
  if (whole) {
    const merged = byOperation(outputs.flatMap(({ directions }) => directions));
    observations.push(...merged.flatMap(figuresOf).map((figure) => aggregated(figure, outputs)));
    reasons.push(...unmerged(merged, outputs));
  }
  const windows = outputs.map((host) => windowOf(host, params)).filter((window) => window !== null);
  return { observations, windows, reasons };
}

function aggregated(figure: Omit<BareObservation, 'host' | 'source'>, outputs: readonly HostOutput[]): BareObservation {
  const [first] = outputs;
  // The folder of the attempt: the figure comes from the files of all hosts in it.
  const folder = (first?.source ?? '').replace(/[^/]+\/[^/]+\/raw\/[^/]+$/, '');
  return { ...figure, host: 'aggregate', source: outputs.length === 1 ? (first?.source ?? '') : folder };
}

/** Percentiles come from histograms or not at all. */
function unmerged(merged: readonly Direction[], outputs: readonly HostOutput[]): readonly Reason[] {
  if (outputs.length === 1 || merged.every(({ bins, latencyMeanUs }) => bins !== null || latencyMeanUs === null))
    return [];
  const without = outputs.filter(({ directions }) => directions.some(({ bins }) => bins === null));
  const names = without.map(({ raw }) => raw.host).join(', ');
  const text = `no percentiles over all hosts: ${names} left no histogram (json+), and percentiles cannot be averaged`;
  return [{ level: 'note', code: 'PercentilesNotMerged', text }];
}

function fileReasons({ raw, source, output }: HostOutput): readonly Reason[] {
  if (raw.status === null) {
    const text = `${raw.host} left no readable status.json: its script was killed, or its results were lost`;
    return [{ level: 'invalid', code: 'StatusMissing', text }];
  }
  if (source === null) {
    // Where the script failed, the verdict already says why there is nothing.
    const text = `${raw.host} left no ${OUTPUT_FILE}`;
    return raw.status.rc === 0 ? [{ level: 'invalid', code: 'NoResult', text }] : [];
  }
  const reasons: Reason[] = [];
  for (const { code, text } of output.findings) {
    // Those that depend on what was asked are for the judge, which knows.
    if (code === 'ShortRun' || code === 'ZeroIo' || (code === 'NoResult' && raw.status.rc !== 0)) continue;
    const suspect = SUSPECT.includes(code);
    reasons.push({ level: suspect ? 'suspect' : 'invalid', code, text: `${raw.host}: ${text}` });
  }
  return reasons;
}

/** The time in which the counted I/Os were made: all clocks are those of the host. */
function windowOf({ raw, output, directions }: HostOutput, params: FioParams): Window | null {
  const runtime = Math.max(0, ...directions.map(({ runtimeMs }) => runtimeMs)) / 1000;
  if (runtime === 0 || output.document === null) return null;
  const warmUp = isMetadata(params) ? 0 : params.warmUp;
  // The instant at which the jobs went on, as the script noted it; else what fio says.
  const noted = Number(raw.status?.facts['began'] ?? Number.NaN);
  const from = Number.isFinite(noted) ? noted + warmUp : began(output.document, warmUp, runtime);
  const start = from ?? raw.status?.started ?? null;
  return start === null ? null : { host: raw.host, from: start, to: start + runtime };
}

/** `job_start` (3.36 and newer) is when the warm-up began; older versions only say when they wrote the result. */
function began({ jobs, writtenMs }: FioDocument, warmUp: number, runtime: number): number | null {
  const starts = jobs.map(({ startedMs }) => startedMs).filter((start) => start !== null);
  const first = starts.reduce((least, start) => Math.min(least, start), Infinity);
  if (starts.length > 0) return first / 1000 + warmUp;
  return writtenMs === null ? null : writtenMs / 1000 - runtime;
}
