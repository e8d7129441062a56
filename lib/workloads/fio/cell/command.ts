/** The arguments of fio (https://fio.readthedocs.io/en/latest/fio_doc.html), known from the parameters alone. */
import { PERCENTILES } from '../../tools/io-metrics';
import { LATENCY_LOG, hasLatencyLog, seriesLog, STEP_SECONDS } from './series';
import { hasWrites, isMix, MIX_DEFAULT } from '../options/operations';
import { fileSet, optionArguments } from '../options/options';
import { verifyArguments } from './verify';
import { type DataParams, type CellParams, isMetadata, METADATA_OPERATION, type FileOpParams } from '../schema';

/** Files to work on are of this size where a metadata engine needs them: one operation a file. */
const METADATA_FILE_BYTES = 4096;

/**
 * All arguments but those that a host finds out: `--directory`, and for data `--ioengine` and `--direct`.
 * Sizes are bytes and times are seconds or milliseconds, so that no version can read another unit into them.
 */
export function fioArguments(params: CellParams): readonly string[] {
  return [
    `--name=${jobName(params)}`,
    ...(isMetadata(params) ? metadataArguments(params) : dataArguments(params)),
    `--numjobs=${params.numjobs}`,
    // Threads: fio's processes leave its process group, and would outlive it when the group is killed.
    '--thread=1',
    '--group_reporting=1',
    `--percentile_list=${PERCENTILES.map(({ percentile }) => percentile).join(':')}`,
    // By the second, of all jobs in one file of the working directory.
    `--${seriesLog(params).option}=${SERIES_LOG}`,
    ...(hasLatencyLog(params) ? [`--${LATENCY_LOG.option}=${SERIES_LOG}`] : []),
    '--per_job_logs=0',
    `--log_avg_msec=${STEP_SECONDS * 1000}`,
    '--eta=never',
    // json+ holds the histograms, from which alone percentiles over several hosts can be had.
    '--output-format=json+',
  ];
}

/** Where fio puts its log, in its working directory. */
const SERIES_LOG = 'raw/series';

/** A line for a person who wants to run the same by hand. */
export function formatCommand(params: CellParams): string {
  const found = isMetadata(params) ? [] : ['--ioengine=libaio', `--direct=${params.direct === false ? 0 : 1}`];
  // Where a person works there is no folder `raw`.
  const given = fioArguments(params).map((word) => word.replace(`=${SERIES_LOG}`, '=series'));
  const words = ['fio', ...given, ...found, '--directory=FOLDER'];
  return words.map((word) => (/^[\w=.,:/+-]+$/.test(word) ? word : `'${word}'`)).join(' ');
}

/** Files of a cell, as fio names them. */
export function toFilePattern(params: DataParams): string {
  return `f.${fileSet(params)}$jobnum`;
}

function dataArguments(params: DataParams): readonly string[] {
  const { rw, rwmixread, bs, iodepth, size, ramp_time: rampTime, runtime, randseed } = params;
  return [
    // One file for each job, shared by all cells whose data compress alike: fill.sh writes them.
    `--filename_format=${toFilePattern(params)}`,
    `--rw=${rw}`,
    ...(rwmixread === undefined ? [] : [`--rwmixread=${rwmixread}`]),
    ...(bs === undefined ? [] : [`--bs=${bs}`]),
    `--iodepth=${iodepth}`,
    `--size=${size}`,
    '--time_based=1',
    `--runtime=${formatDuration(runtime)}`,
    ...(rampTime === 0 ? [] : [`--ramp_time=${formatDuration(rampTime)}`]),
    // Each call takes other offsets, and blocks may repeat: no two trials are served the same list.
    '--randrepeat=0',
    '--norandommap=1',
    ...(randseed === undefined ? [] : [`--randseed=${randseed}`]),
    '--invalidate=1',
    // Without it versions of fio may write one buffer again and again.
    ...(params.buffer_compress_percentage === undefined ? [] : ['--refill_buffers=1']),
    ...optionArguments(params, { reads: isMix(rw) ? (rwmixread ?? MIX_DEFAULT) : null }),
    ...verifyArguments(params),
    // Percentiles of the whole latency, from handing an I/O over to its end, as the mean is. Metadata engines only know
    // the time to completion.
    '--lat_percentiles=1',
    '--clat_percentiles=0',
    ...(hasWrites(rw) ? ['--end_fsync=1'] : []),
  ];
}

function metadataArguments({ ioengine, nrfiles }: FileOpParams): readonly string[] {
  return [
    '--filename_format=m.$jobnum.$filenum',
    `--ioengine=${ioengine}`,
    `--rw=${METADATA_OPERATION[ioengine]}`,
    `--bs=${METADATA_FILE_BYTES}`,
    `--filesize=${METADATA_FILE_BYTES}`,
    `--nrfiles=${nrfiles}`,
    '--openfiles=1',
    '--fallocate=none',
    // The default, roundrobin, looks through all files that are done before each operation: the more files, the lower
    // the rate, whatever the storage.
    '--file_service_type=sequential',
    ...(ioengine === 'filecreate' ? ['--create_on_open=1'] : []),
  ];
}

function jobName(params: CellParams): string {
  if (isMetadata(params)) return `${params.ioengine}-${params.nrfiles}x${params.numjobs}`;
  return `${params.rw}-${params.bs ?? 'split'}-qd${params.iodepth}x${params.numjobs}`;
}

function formatDuration(seconds: number): string {
  return Number.isInteger(seconds) ? `${seconds}s` : `${Math.round(seconds * 1000)}ms`;
}
