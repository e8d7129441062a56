/**
 * `--output-format=terse`, versions 2 to 5: one line of fields a job
 * (https://fio.readthedocs.io/en/latest/fio_doc.html#terse-output).
 */
import type { FioDocument } from './document';
import { type Direction, type Job, PERCENTILES, type PercentileMetric } from './job';

const KIB = 1024;
/** Fields of one direction; version 5 adds the intervals of bandwidth, and five of IOPS. */
const FIELDS = 41;
const FIELDS_5 = 47;
/** Places within a direction. */
const AT = { kib: 0, kibps: 1, iops: 2, runtime: 3, clatMean: 10, percentiles: 12, latMean: 34 } as const;
const PERCENTILE_FIELDS = 20;

/** The jobs of all terse lines, as a document; null where there is no such line. */
export function readTerse(text: string): FioDocument | null {
  const lines = text.split(/[\r\n\uFEFF]+/).filter((line) => /^[2-5];[^;]*;/.test(line));
  const jobs = lines.map(readLine).filter((job) => job !== null);
  const version = lines.map((line) => line.split(';')[1] ?? '').find((field) => field.startsWith('fio-'));
  return jobs.length === 0 ? null : { version: version ?? null, writtenMs: null, jobs };
}

function readLine(line: string): Job | null {
  const fields = line.split(';');
  const terse = Number(fields[0]);
  // Version 2 does not state the version of fio.
  const head = terse === 2 ? 4 : 5;
  const length = terse === 5 ? FIELDS_5 : FIELDS;
  const read = fields.slice(head, head + length);
  const write = fields.slice(head + length, head + 2 * length);
  if (write.length < length || !/%=/.test(read[AT.percentiles] ?? '')) return null;
  return {
    name: fields[head - 3] ?? 'job',
    groupId: Number(fields[head - 2]),
    error: Number(fields[head - 1]),
    failedIos: 0,
    startedMs: null,
    steady: false,
    options: {},
    directions: [readDirection('read', read), readDirection('write', write)].filter((direction) => direction !== null),
  };
}

function readDirection(operation: 'read' | 'write', fields: readonly string[]): Direction | null {
  const at = (index: number): number => Number(fields[index]);
  if (at(AT.kib) === 0 && at(AT.iops) === 0) return null;
  const mean = at(AT.latMean) || at(AT.clatMean);
  return {
    operation,
    ios: Math.round((at(AT.iops) * at(AT.runtime)) / 1000),
    bytes: at(AT.kib) * KIB,
    iops: at(AT.iops),
    bandwidth: at(AT.kibps) * KIB,
    runtimeMs: at(AT.runtime),
    latencyMeanUs: mean > 0 ? mean : null,
    percentilesUs: mean > 0 ? percentiles(fields.slice(AT.percentiles, AT.percentiles + PERCENTILE_FIELDS)) : {},
    bins: null,
    rate: null,
  };
}

/** Fields such as `99.000000%=238`; unused ones are `0%=0`. */
function percentiles(fields: readonly string[]): Partial<Record<PercentileMetric, number>> {
  const pairs = fields.map((field) => field.split('%='));
  const found: Partial<Record<PercentileMetric, number>> = {};
  for (const { percentile, metric } of PERCENTILES) {
    const pair = pairs.find(([key]) => Math.abs(Number(key) - percentile) < 1e-3);
    if (pair?.[1] !== undefined) found[metric] = Number(pair[1]);
  }
  return found;
}
