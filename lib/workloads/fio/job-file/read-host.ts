/** Output of a job file on one host. */
import type { HostRaw, HostReading } from '../../contract';
import { judgeFile, toHostFigures, parseHost } from '../cell/read-host';
import type { JobFileParams } from '../schema';
import { getJobName, formatOperation } from '../jobs/field';
import { readJobSeries } from './series';
import { computeDuration } from './steps';

/** Figures of each job and direction; job names in an accepted job file are unique. */
export function readHost(raw: HostRaw, params: JobFileParams): HostReading {
  const host = parseHost(raw);
  return {
    source: host.source,
    figures: host.output.runs.flatMap(({ label, directions }) =>
      directions.map((direction) => toHostFigures(direction, formatOperation(getJobName(label), direction.operation))),
    ),
    window: getWindow(raw, host.output.document?.writtenMs ?? null, params),
    series: readJobSeries(host, params, getStartTime(raw)),
    reasons: judgeFile(host),
  };
}

/** From the end of the first warm-up to the end of the last job. */
function getWindow(raw: HostRaw, writtenMs: number | null, params: JobFileParams): HostReading['window'] {
  const { status } = raw;
  if (status === null || writtenMs === null) return null;
  const from = (getStartTime(raw) ?? status.started) + computeDuration(params).warmUp;
  const to = writtenMs / 1000;
  return to > from ? { from, to } : null;
}

/** Start of the first jobs as the script noted it, epoch seconds. */
export function getStartTime({ status }: HostRaw): number | null {
  const began = Number(status?.facts['began'] ?? Number.NaN);
  return Number.isFinite(began) ? began : null;
}
