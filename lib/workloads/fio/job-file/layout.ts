/** Files of a job file. They are written before the measurement, so that reads never access unwritten extents. */
import { makeFixtureKey } from '../../../shapes/fixture';
import { type FileJob, isAppending, readJobFile } from '../jobs/read-job-file';
import { parseSize } from '../options/values';

/** Options that determine the files of a job and their content. */
const FILE_OPTIONS = [
  'filename',
  'filename_format',
  'unique_filename',
  'nrfiles',
  'openfiles',
  'filesize',
  'size',
  'offset',
  'offset_increment',
  'numjobs',
  'buffer_compress_percentage',
  'buffer_compress_chunk',
  'dedupe_percentage',
  'dedupe_mode',
] as const;

/** Block sizes, largest first: a file must consist of whole blocks. */
const BLOCK_SIZES = [1024 ** 2, 4096, 512, 1];

/** Name of the folder with a job file's files; derived from the job file's text. */
export function getJobFolderName(text: string): string {
  return makeFixtureKey(text);
}

/** Renders a job file that writes all files of another job file, one job after another. */
export function renderLayout(text: string): string {
  return [
    '[global]',
    'rw=write',
    'ioengine=psync',
    'fallocate=none',
    'refill_buffers=1',
    'end_fsync=1',
    'thread=1',
    ...readJobFile(text).jobs.flatMap((job) => [
      '',
      `[${job.name}]`,
      'stonewall',
      `bs=${pickBlockSize(job)}`,
      ...listFileOptions(job),
    ]),
  ].join('\n');
}

/** Files to which trials append are removed before each: the smallest ones are written. */
function listFileOptions(job: FileJob): readonly string[] {
  const { options } = job;
  if (isAppending(job)) return ['size=4k'];
  return FILE_OPTIONS.flatMap((name) => {
    const value = options.get(name);
    return value === undefined ? [] : [`${name}=${value}`];
  });
}

function pickBlockSize(job: FileJob): number {
  const { size, options } = job;
  if (isAppending(job)) return 4096;
  const each = size / Math.max(1, Number(options.get('nrfiles') ?? 1));
  // With `filesize`, each file has that size, or one from a range.
  const own = (options.get('filesize') ?? '').split('-').flatMap((text) => parseSize(text.trim()) ?? []);
  return BLOCK_SIZES.find((block) => [each, ...own].every((bytes) => bytes >= block && bytes % block === 0)) ?? 1;
}

/** Total bytes of the files of each job and its clones. */
export function listFileBytes(text: string): readonly number[] {
  return readJobFile(text).jobs.map(({ size, numjobs }) => size * numjobs);
}
