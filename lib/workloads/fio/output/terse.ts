/**
 * `--output-format=terse`, versions 2 to 5: one line of fields a job
 * (https://fio.readthedocs.io/en/latest/fio_doc.html#terse-output).
 */
import { groupBy } from '../../../shapes/group';
import { contradictions, type Measured } from './consistency';
import type { FioDocument } from './document';
import { Figures } from './figure';
import type { Job } from './job';
import { PERCENTILES, type PercentileMetric } from '../../tools/io-metrics';
import type { Latency } from './latency';

const KIB = 1024;
/** Fields of one direction; version 5 adds the intervals of bandwidth, and five of IOPS. */
const FIELDS = 41;
const FIELDS_5 = 47;
/** Places within a direction; of a latency, the place of its minimum, before maximum and mean. */
const AT = { kib: 0, kibps: 1, iops: 2, runtime: 3, slat: 4, clat: 8, percentiles: 12, lat: 32 } as const;
const PERCENTILE_FIELDS = 20;
const NO_NUMBER = /^-?(?:nan|inf)/i;

/** The jobs of all terse lines, as a document; null where there is no such line. */
export function readTerse(text: string): FioDocument | null {
  const lines = text.split(/[\r\n\uFEFF]+/).filter((line) => /^[2-5];[^;]*;/.test(line));
  const seen = new Set<string>();
  const jobs = withoutSnapshots(lines.map((line) => readOnce(line, seen)).filter((job) => job !== null));
  const version = lines.map((line) => line.split(';', 2)[1] ?? '').find((field) => field.startsWith('fio-'));
  return jobs.length === 0 ? null : { version: version ?? null, writtenMs: null, jobs };
}

/** In which a snapshot (`--status-interval`) has come further than the one before. */
const FURTHER = 1.2;

/**
 * Of jobs that are told of again and again, further each time, the last of each: what they tell is of all their time.
 * Clones of one job have its name, too, and either its time or its bytes.
 */
function withoutSnapshots(jobs: readonly Job[]): Job[] {
  const groups = groupBy(jobs, ({ name, groupId }) => `${groupId} ${name}`);
  return [...groups.values()].flatMap((all) => {
    const told = all.map(({ directions }) => ({
      runtime: Math.max(0, ...directions.map(({ runtimeMs }) => runtimeMs)),
      bytes: directions.reduce((sum, { bytes }) => sum + bytes, 0),
    }));
    const [first] = told;
    const last = told.at(-1);
    if (first === undefined || last === undefined) return all;
    const ahead = (one: typeof first): boolean => one.runtime > FURTHER * first.runtime && one.bytes > first.bytes;
    const clones = told.findIndex(ahead);
    const grows = told.every(({ runtime, bytes }, index) => {
      const before = told[index - clones];
      return before === undefined || (runtime >= before.runtime && bytes >= before.bytes);
    });
    return clones > 0 && all.length % clones === 0 && grows ? all.slice(-clones) : all;
  });
}

/** Notes a line that was there before, as where outputs were appended: clones never have all figures alike. */
function readOnce(line: string, seen: Set<string>): Job | null {
  const job = readLine(line);
  const again = seen.has(line);
  seen.add(line);
  if (job === null || !again) return job;
  return { ...job, faults: [...job.faults, { kind: 'inconsistent', text: 'the same line stands there again' }] };
}

function readLine(line: string): Job | null {
  const fields = line.split(';');
  const terse = Number(fields[0]);
  // Version 2 does not state the version of fio.
  const head = terse === 2 ? 4 : 5;
  const length = terse === 5 ? FIELDS_5 : FIELDS;
  const read = fields.slice(head, head + length);
  const write = fields.slice(head + length, head + 2 * length);
  if (write.length < length || !(read[AT.percentiles] ?? '').includes('%=')) return null;
  const figures = new Figures();
  const measured = [readDirection('read', read, figures), readDirection('write', write, figures)].filter(
    (one) => one !== null,
  );
  if (figures.faults.length === 0) for (const text of contradictions(measured, {})) figures.note('inconsistent', text);
  return {
    name: fields[head - 3] ?? 'job',
    groupId: Number(fields[head - 2]),
    error: Number(fields[head - 1]),
    failedIos: 0,
    startedMs: null,
    steady: false,
    cpu: null,
    options: {},
    globals: {},
    directions: measured.map(({ direction }) => direction),
    faults: figures.faults,
  };
}

function readDirection(operation: 'read' | 'write', fields: readonly string[], figures: Figures): Measured | null {
  const take = (index: number, name: string): number => figures.take(fields[index], `${operation} ${name}`) ?? 0;
  const [kib, iops] = [take(AT.kib, 'KiB'), take(AT.iops, 'iops')];
  if (kib === 0 && iops === 0) return null;
  const [kibps, runtimeMs] = [take(AT.kibps, 'KiB/s'), take(AT.runtime, 'runtime')];
  const [submission, completion, total] = (['slat', 'clat', 'lat'] as const).map((kind) =>
    readLatency(fields, kind, operation, figures),
  );
  const bandwidth = kibps * KIB;
  return {
    direction: {
      operation,
      ios: Math.round((iops * runtimeMs) / 1000),
      shortIos: 0,
      bytes: kib * KIB,
      iops,
      bandwidth,
      runtimeMs,
      latencyMeanUs: (total ?? completion)?.meanUs ?? null,
      percentilesUs: completion?.percentilesUs ?? {},
      percentilesOf: completion === null || completion === undefined ? null : 'clat',
      bins: null,
    },
    countedIos: null,
    bandwidths: { bandwidth },
    submission: submission ?? null,
    completion: completion ?? null,
    total: total ?? null,
  };
}

function readLatency(
  fields: readonly string[],
  kind: 'slat' | 'clat' | 'lat',
  operation: string,
  figures: Figures,
): Latency | null {
  const name = `${operation} ${kind}`;
  const [leastUs, mostUs, mean] = ['minimum', 'maximum', 'mean'].map((what, index) => {
    const field = fields[AT[kind] + index] ?? '';
    return NO_NUMBER.test(field) ? null : figures.take(field, `${what} of ${name}`);
  });
  if (!mean) return null;
  const printed = kind === 'clat' ? readPercentiles(fields, name, figures) : [];
  const percentilesUs: Partial<Record<PercentileMetric, number>> = {};
  for (const { percentile, metric } of PERCENTILES) {
    const pair = printed.find(([percent]) => Math.abs(percent - percentile) < 1e-3);
    if (pair !== undefined) percentilesUs[metric] = pair[1];
  }
  return {
    name,
    count: null,
    meanUs: mean,
    leastUs: leastUs ?? null,
    mostUs: mostUs ?? null,
    percentilesUs,
    printed,
    bins: null,
  };
}

/** Fields such as `99.000000%=238`, ascending; unused ones are `0%=0`. */
function readPercentiles(fields: readonly string[], name: string, figures: Figures): Latency['printed'] {
  return fields.slice(AT.percentiles, AT.percentiles + PERCENTILE_FIELDS).flatMap((field) => {
    const [key = '', value] = field.split('%=');
    const us = figures.take(value, `percentile ${key} of ${name}`);
    return Number(key) > 0 && us !== null ? [[Number(key), us] as const] : [];
  });
}
