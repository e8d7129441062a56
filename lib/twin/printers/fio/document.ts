/**
 * JSON output of fio 3.36 (`--output-format=json+`) from figures: keys, order, indents and number formats are those of
 * fio (show_thread_status_json in https://github.com/axboe/fio/blob/fio-3.36/stat.c). Left out: shares of I/Os by depth
 * and by decade of latency, which repeat the histogram, and `disk_util`, as there are no disks.
 */
import { PERCENTILES } from '../../../workloads/tools/io-metrics';

/** A histogram of latencies as fio keeps it. */
export interface LatencyFigures {
  /** The value of each bin, nanoseconds, and its number of I/Os; ascending, without empty bins. */
  readonly bins: readonly (readonly [valueNs: number, count: number])[];
  readonly mean: number;
  readonly stddev: number;
  readonly min: number;
  readonly max: number;
  percentile(percent: number): number;
}

/** One direction of the one entry of `jobs`. */
export interface DirectionFigures {
  readonly ios: number;
  readonly bytes: number;
  readonly runtimeMs: number;
  /** Whole latency, nanoseconds; for engines that only measure completion, such as filecreate: completion latency. */
  readonly whole: LatencyFigures;
  /** The part of the submission; null for such engines. */
  readonly slat: { readonly mean: number; readonly stddev: number; readonly min: number; readonly max: number } | null;
  /** The rate over intervals of half a second, ops/s. */
  readonly intervals: { readonly mean: number; readonly stddev: number; readonly min: number; readonly max: number };
}

export interface DocumentFigures {
  readonly read: DirectionFigures | null;
  readonly write: DirectionFigures | null;
  /** Flushes after writes; null without flushes. */
  readonly sync: { readonly count: number; readonly latency: LatencyFigures } | null;
  /** Percent of the time of the threads. */
  readonly usrCpu: number;
  readonly sysCpu: number;
}

/** The part that depends on the host. */
export interface HostDocument {
  /** Epoch seconds of the end. */
  readonly ended: number;
  /** Epoch seconds of the start, including warm-up. */
  readonly began: number;
  /** Options in addition to the common ones. */
  readonly options: Readonly<Record<string, string>>;
}

export const SIMULATED_FIO_VERSION = 'fio-3.36';

const BYTES_PER_KIB = 1024;
const INTERVAL_MS = 500;
const EMPTY_LATENCY = formatLatency({ min: 0, max: 0, mean: 0, stddev: 0 }, 0);
const EMPTY_DIRECTION = `{
        "io_bytes" : 0,
        "io_kbytes" : 0,
        "bw_bytes" : 0,
        "bw" : 0,
        "iops" : 0.000000,
        "runtime" : 0,
        "total_ios" : 0,
        "short_ios" : 0,
        "drop_ios" : 0,
        "slat_ns" : ${EMPTY_LATENCY},
        "clat_ns" : ${EMPTY_LATENCY},
        "lat_ns" : ${EMPTY_LATENCY},
        "bw_min" : 0,
        "bw_max" : 0,
        "bw_agg" : 0.000000,
        "bw_mean" : 0.000000,
        "bw_dev" : 0.000000,
        "bw_samples" : 0,
        "iops_min" : 0,
        "iops_max" : 0,
        "iops_mean" : 0.000000,
        "iops_stddev" : 0.000000,
        "iops_samples" : 0
      }`;

/** Options for the call, not for the job. */
const CALL_OPTIONS = new Set(['eta', 'output-format']);

/** `job options`, from arguments of a call. */
export function parseOptions(given: readonly string[]): Readonly<Record<string, string>> {
  const named = given.map((argument): [string, string] => {
    const at = argument.indexOf('=');
    return [argument.slice(2, at), argument.slice(at + 1)];
  });
  return Object.fromEntries(named.filter(([name]) => !CALL_OPTIONS.has(name)));
}

/** One entry of `jobs`, without measured values. */
interface PrintedJob {
  readonly name: string;
  readonly groupId: number;
  /** Without dashes. */
  readonly options: Readonly<Record<string, string>>;
  /** I/Os in flight of each thread. */
  readonly depth: number;
}

/** A printer for many hosts with the same jobs: first the figures, then the host's part. @param globals null: none */
export function makeDocumentPrinter(
  jobs: readonly PrintedJob[],
  globals: Readonly<Record<string, string>> | null = null,
): (figures: readonly DocumentFigures[]) => (host: HostDocument) => string {
  const common = jobs.map(({ options }) => formatOptions(options));
  const levels = jobs.map(({ depth }) => formatDepths(depth));
  return (figures) => {
    const tails = jobs.map(({ depth }, index) => {
      const own = figures[index];
      return own === undefined ? '' : formatJobTail(own, depth, levels[index] ?? '');
    });
    return ({ ended, began, options: own }) => {
      const endedMs = Math.round(ended * 1000);
      const entries = jobs.map(({ name, groupId }, index) => {
        const ofHost = globals === null ? formatOptions(own) : '';
        const jobOptions = [common[index] ?? '', ofHost].filter((text) => text !== '').join(',\n');
        return `    {
      "jobname" : "${name}",
      "groupid" : ${groupId},
      "job_start" : ${Math.round(began * 1000)},
      "error" : 0,
      "eta" : 0,
      "elapsed" : ${Math.ceil(ended - began)},
      "job options" : {
${jobOptions}
      },
${tails[index] ?? ''}`;
      });
      const all = globals === null ? '' : `  "global options" : {\n${formatOptions({ ...globals, ...own })}\n  },\n`;
      return `{
  "fio version" : "${SIMULATED_FIO_VERSION}",
  "timestamp" : ${Math.floor(ended)},
  "timestamp_ms" : ${endedMs},
  "time" : "${formatCtime(endedMs)}",
${all}  "jobs" : [
${entries.join(',\n')}
  ]
}
`;
    };
  };
}

/** From the first direction to the end. */
function formatJobTail(figures: DocumentFigures, depth: number, levels: string): string {
  const { read, write, sync, usrCpu, sysCpu } = figures;
  const flushes =
    sync === null ? EMPTY_LATENCY : formatLatency(sync.latency, sync.count, formatDistribution(sync.latency));
  return `      "read" : ${read === null ? EMPTY_DIRECTION : formatDirection(read)},
      "write" : ${write === null ? EMPTY_DIRECTION : formatDirection(write)},
      "trim" : ${EMPTY_DIRECTION},
      "sync" : {
        "total_ios" : 0,
        "lat_ns" : ${flushes}
      },
      "job_runtime" : ${Math.max(read?.runtimeMs ?? 0, write?.runtimeMs ?? 0)},
      "usr_cpu" : ${usrCpu.toFixed(6)},
      "sys_cpu" : ${sysCpu.toFixed(6)},
      ${levels}
      "latency_depth" : ${depth},
      "latency_target" : 0,
      "latency_percentile" : 100.000000,
      "latency_window" : 0
    }`;
}

function formatDirection({ ios, bytes, runtimeMs, slat, whole, intervals }: DirectionFigures): string {
  const rate = ios === 0 ? 0 : (ios * 1000) / runtimeMs;
  const kib = bytes / ios / BYTES_PER_KIB;
  const samples = Math.max(1, Math.floor(runtimeMs / INTERVAL_MS));
  // Percentiles and bins are those of the whole latency, as requested.
  const distributed = formatLatency(whole, ios, formatDistribution(whole));
  const completion =
    slat === null
      ? distributed
      : formatLatency(
          {
            min: Math.max(0, whole.min - slat.min),
            max: whole.max,
            mean: whole.mean - slat.mean,
            stddev: whole.stddev,
          },
          ios,
        );
  return `{
        "io_bytes" : ${bytes},
        "io_kbytes" : ${Math.floor(bytes / BYTES_PER_KIB)},
        "bw_bytes" : ${Math.floor((bytes * 1000) / runtimeMs)},
        "bw" : ${Math.floor((bytes * 1000) / runtimeMs / BYTES_PER_KIB)},
        "iops" : ${rate.toFixed(6)},
        "runtime" : ${runtimeMs},
        "total_ios" : ${ios},
        "short_ios" : 0,
        "drop_ios" : 0,
        "slat_ns" : ${slat === null ? EMPTY_LATENCY : formatLatency(slat, ios)},
        "clat_ns" : ${completion},
        "lat_ns" : ${slat === null ? EMPTY_LATENCY : distributed},
        "bw_min" : ${Math.floor(intervals.min * kib)},
        "bw_max" : ${Math.ceil(intervals.max * kib)},
        "bw_agg" : 100.000000,
        "bw_mean" : ${(intervals.mean * kib).toFixed(6)},
        "bw_dev" : ${(intervals.stddev * kib).toFixed(6)},
        "bw_samples" : ${samples},
        "iops_min" : ${Math.floor(intervals.min)},
        "iops_max" : ${Math.ceil(intervals.max)},
        "iops_mean" : ${intervals.mean.toFixed(6)},
        "iops_stddev" : ${intervals.stddev.toFixed(6)},
        "iops_samples" : ${samples}
      }`;
}

function formatLatency(
  figures: { readonly min: number; readonly max: number; readonly mean: number; readonly stddev: number },
  count: number,
  more = '',
): string {
  return `{
          "min" : ${Math.floor(figures.min)},
          "max" : ${Math.ceil(figures.max)},
          "mean" : ${figures.mean.toFixed(6)},
          "stddev" : ${figures.stddev.toFixed(6)},
          "N" : ${count}${more}
        }`;
}

function formatDistribution(figures: LatencyFigures): string {
  const percentiles = PERCENTILES.map(
    ({ percentile }) => `            "${percentile.toFixed(6)}" : ${figures.percentile(percentile)}`,
  );
  const bins = figures.bins.map(([value, count]) => `            "${value}" : ${count}`);
  return `,
          "percentile" : {
${percentiles.join(',\n')}
          },
          "bins" : {
${bins.join(',\n')}
          }`;
}

/** The observed depths: a closed loop is always full. */
function formatDepths(depth: number): string {
  const names = ['1', '2', '4', '8', '16', '32', '>=64'];
  const full = names[Math.min(names.length - 1, Math.floor(Math.log2(depth)))];
  const levels = names.map((name) => `        "${name}" : ${name === full ? '100.000000' : '0.000000'}`);
  return `"iodepth_level" : {
${levels.join(',\n')}
      },`;
}

function formatOptions(options: Readonly<Record<string, string>>): string {
  return Object.entries(options)
    .map(([name, value]) => `        ${JSON.stringify(name)} : ${JSON.stringify(value)}`)
    .join(',\n');
}

/** Like ctime(3), in UTC: `Sat Nov 21 07:40:34 2026`. */
function formatCtime(milliseconds: number): string {
  const text = new Date(milliseconds).toUTCString();
  const day = text.charAt(5) === '0' ? ` ${text.charAt(6)}` : text.slice(5, 7);
  return `${text.slice(0, 3)} ${text.slice(8, 11)} ${day} ${text.slice(17, 25)} ${text.slice(12, 16)}`;
}
