/** The load of databases, as a job file of fio: steps, figures and reasons against a trial. */
import type { OfferedLoad } from '../../shapes/metric';
import type { Reason } from '../../shapes/verdict';
import type { HostFigures, HostRaw, HostReading, ScriptFiles, Step } from '../contract';
import { getRateBounds } from '../fio/options/options';
import * as jobs from '../fio/job-file/workload';
import { LOAD_FOLDER, SCRIPT_VARIABLES } from './fixtures';
import { DATABASE_JOB, toJobFile } from './job-file';
import { DATABASE_METRICS, RATE_METRICS } from './metrics';
import type { LoadParams } from './schema';

/** One call of fio on every host, after the start barrier. Hosts use O_DIRECT if the file system accepts it. */
export function buildLoadSteps(params: LoadParams, files: ScriptFiles): readonly Step[] {
  const variables = {
    ...SCRIPT_VARIABLES,
    FIO_IOENGINE: 'libaio',
    FIO_DIRECT: 'auto',
    FIO_JOB_NAME: LOAD_FOLDER,
  };
  return jobs.measureSteps(toJobFile(params), files, { variables, folder: 'fio/' });
}

/** Database I/Os of one host; null without a rate. */
export function getOfferedLoad({ rate }: LoadParams): OfferedLoad | null {
  if (rate === 'max') return null;
  return { metric: 'iops', operation: DATABASE_JOB, rate, least: getRateBounds({ byChance: true }).least, by: 'rate' };
}

/** Figures of database reads, database writes, both together, and log writes. */
export function readLoadHost(raw: HostRaw, params: LoadParams): HostReading {
  const read = jobs.readHost(raw, toHostJobFile(params, raw));
  const figures = read.figures.map((one) => ({
    ...one,
    operation: toOperation(one.operation),
    values: pickValues(one),
  }));
  const series = (read.series ?? []).map((one) => ({ ...one, operation: toOperation(one.operation) }));
  return { ...read, figures: [...sumFigures(figures), ...figures], series: [...sumSeries(series), ...series] };
}

/** Reasons of a job file. */
export function judgeLoad(hosts: readonly HostRaw[], params: LoadParams): readonly Reason[] {
  return jobs.judge(hosts, toHostJobFile(params, hosts[0]));
}

/** The job file as the host changed it. */
function toHostJobFile(params: LoadParams, host: HostRaw | undefined): ReturnType<typeof toJobFile> {
  return toJobFile(params, host?.status?.facts['direct'] !== '0');
}

/** `db read` of the job file is the operation `db-read`. */
function toOperation(operation: string | null): string | null {
  return operation?.replace(' ', '-') ?? null;
}

function pickValues({ values }: HostFigures): HostFigures['values'] {
  return Object.fromEntries(Object.entries(values).filter(([name]) => Object.hasOwn(DATABASE_METRICS, name)));
}

const isOfDatabase = ({ operation }: { readonly operation: string | null }): boolean =>
  operation === `${DATABASE_JOB}-read` || operation === `${DATABASE_JOB}-write`;

/** Rates of reads plus writes; empty unless both exist. */
function sumFigures(figures: readonly HostFigures[]): readonly HostFigures[] {
  const own = figures.filter(isOfDatabase);
  if (own.length < 2) return [];
  const sum = (of: (one: HostFigures) => number): number => own.reduce((total, one) => total + of(one), 0);
  const values = Object.fromEntries(RATE_METRICS.map((name) => [name, sum((one) => one.values[name] ?? Number.NaN)]));
  return [{ operation: DATABASE_JOB, values, weight: sum(({ weight }) => weight), histograms: {} }];
}

type HostSeries = NonNullable<HostReading['series']>[number];

function sumSeries(series: readonly HostSeries[]): readonly HostSeries[] {
  return RATE_METRICS.flatMap((name) => {
    const [reads, writes] = series.filter((one) => one.metric === name && isOfDatabase(one));
    if (reads === undefined || writes === undefined) return [];
    const length = Math.min(reads.values.length, writes.values.length);
    const values = reads.values.slice(0, length).map((value, index) => value + (writes.values[index] ?? 0));
    return [{ ...reads, operation: DATABASE_JOB, values }];
  });
}
