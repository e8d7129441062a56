/** What one host left of a job file. */
import type { HostRaw, HostReading } from '../../contract';
import { figuresOf } from '../output/runs';
import { fileReasons, outputOf, valuesOf } from '../read-host';
import type { JobFileParams } from '../schema';
import { operationName } from './metrics';
import { duration } from './steps';

/** Figures of each job and direction; jobs with one name in several groups are none of a file that was taken. */
export function readHost(raw: HostRaw, params: JobFileParams): HostReading {
  const host = outputOf(raw);
  return {
    source: host.source,
    figures: host.output.runs.flatMap(({ label, directions }) =>
      directions.map((direction) => ({
        operation: operationName(nameOf(label), direction.operation),
        values: valuesOf(figuresOf(direction)),
        weight: direction.ios,
        histograms: direction.bins === null ? {} : { latency: direction.bins },
      })),
    ),
    window: windowOf(raw, host.output.document?.writtenMs ?? null, params),
    reasons: fileReasons(host),
  };
}

/** Name of the job of a run: see `runsOf`. */
export function nameOf(label: string): string {
  return label.slice(0, label.lastIndexOf('/'));
}

/** From the end of the first warm-up to when fio had done with its last job. */
function windowOf(raw: HostRaw, writtenMs: number | null, params: JobFileParams): HostReading['window'] {
  const { status } = raw;
  if (status === null || writtenMs === null) return null;
  const noted = Number(status.facts['began'] ?? Number.NaN);
  const from = (Number.isFinite(noted) ? noted : status.started) + duration(params).warmUp;
  const to = writtenMs / 1000;
  return to > from ? { from, to } : null;
}
