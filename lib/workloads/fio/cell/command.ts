/** Builds the arguments of fio from the parameters (https://fio.readthedocs.io/en/latest/fio_doc.html). */
import { PERCENTILES } from '../../tools/io-metrics';
import { LATENCY_LOG, hasLatencyLog, getSeriesLog, SERIES_STEP_SECONDS } from './series';
import { hasWrites, hasReadsAndWrites, DEFAULT_READ_PERCENT } from '../options/operations';
import { getFileSetPrefix, buildOptionArguments } from '../options/options';
import { buildVerifyArguments } from './verify';
import { type DataParams, type CellParams, isMetadata, METADATA_OPERATION, type FileOpParams } from '../schema';

/** Size of each file of the metadata engines, bytes; each operation works on one file. */
const METADATA_FILE_BYTES = 4096;

/**
 * All arguments except those that the host determines: `--directory` and, for data, `--ioengine` and `--direct`. Sizes
 * are in bytes, times in seconds or milliseconds with a unit, so that all versions of fio read them alike.
 */
export function buildFioArguments(params: CellParams): readonly string[] {
  return [
    `--name=${buildJobName(params)}`,
    ...(isMetadata(params) ? buildMetadataArguments(params) : buildDataArguments(params)),
    `--numjobs=${params.numjobs}`,
    // Use threads: processes of fio leave its process group, so they would survive when the group is killed.
    '--thread=1',
    '--group_reporting=1',
    `--percentile_list=${PERCENTILES.map(({ percentile }) => percentile).join(':')}`,
    // Log one line per second; all jobs share one log file in the working directory.
    `--${getSeriesLog(params).option}=${SERIES_LOG}`,
    ...(hasLatencyLog(params) ? [`--${LATENCY_LOG.option}=${SERIES_LOG}`] : []),
    '--per_job_logs=0',
    `--log_avg_msec=${SERIES_STEP_SECONDS * 1000}`,
    '--eta=never',
    // Only json+ contains the histograms that percentiles over several hosts require.
    '--output-format=json+',
  ];
}

/** Prefix of fio's log files, relative to its working directory. */
const SERIES_LOG = 'raw/series';

/** Formats the command line that repeats the measurement by hand. */
export function formatCommand(params: CellParams): string {
  const found = isMetadata(params) ? [] : ['--ioengine=libaio', `--direct=${params.direct === false ? 0 : 1}`];
  // Only hosts have a folder `raw`.
  const given = buildFioArguments(params).map((word) => word.replace(`=${SERIES_LOG}`, '=series'));
  const words = ['fio', ...given, ...found, '--directory=FOLDER'];
  return words.map((word) => (/^[\w=.,:/+-]+$/.test(word) ? word : `'${word}'`)).join(' ');
}

/** Value of `filename_format` for the files of a configuration. */
export function toFilePattern(params: DataParams): string {
  return `f.${getFileSetPrefix(params)}$jobnum`;
}

function buildDataArguments(params: DataParams): readonly string[] {
  const { rw, rwmixread, bs, iodepth, size, ramp_time: rampTime, runtime, randseed } = params;
  return [
    // Each job has one file, which fill.sh writes; configurations with the same kind of data share it.
    `--filename_format=${toFilePattern(params)}`,
    `--rw=${rw}`,
    ...(rwmixread === undefined ? [] : [`--rwmixread=${rwmixread}`]),
    ...(bs === undefined ? [] : [`--bs=${bs}`]),
    `--iodepth=${iodepth}`,
    `--size=${size}`,
    '--time_based=1',
    `--runtime=${formatDuration(runtime)}`,
    ...(rampTime === 0 ? [] : [`--ramp_time=${formatDuration(rampTime)}`]),
    // Each call draws new offsets, with repeats, so no two trials access the same sequence.
    '--randrepeat=0',
    '--norandommap=1',
    ...(randseed === undefined ? [] : [`--randseed=${randseed}`]),
    '--invalidate=1',
    // Without refilling, some versions of fio rewrite one buffer.
    ...(params.buffer_compress_percentage === undefined ? [] : ['--refill_buffers=1']),
    ...buildOptionArguments(params, { reads: hasReadsAndWrites(rw) ? (rwmixread ?? DEFAULT_READ_PERCENT) : null }),
    ...buildVerifyArguments(params),
    // Percentiles of total latency (submission to completion), like the mean. Metadata engines have completion only.
    '--lat_percentiles=1',
    '--clat_percentiles=0',
    ...(hasWrites(rw) ? ['--end_fsync=1'] : []),
  ];
}

function buildMetadataArguments({ ioengine, nrfiles }: FileOpParams): readonly string[] {
  return [
    '--filename_format=m.$jobnum.$filenum',
    `--ioengine=${ioengine}`,
    `--rw=${METADATA_OPERATION[ioengine]}`,
    `--bs=${METADATA_FILE_BYTES}`,
    `--filesize=${METADATA_FILE_BYTES}`,
    `--nrfiles=${nrfiles}`,
    '--openfiles=1',
    '--fallocate=none',
    // The default, roundrobin, scans all finished files before each operation, so more files lower the rate.
    '--file_service_type=sequential',
    ...(ioengine === 'filecreate' ? ['--create_on_open=1'] : []),
  ];
}

function buildJobName(params: CellParams): string {
  if (isMetadata(params)) return `${params.ioengine}-${params.nrfiles}x${params.numjobs}`;
  return `${params.rw}-${params.bs ?? 'split'}-qd${params.iodepth}x${params.numjobs}`;
}

function formatDuration(seconds: number): string {
  return Number.isInteger(seconds) ? `${seconds}s` : `${Math.round(seconds * 1000)}ms`;
}
