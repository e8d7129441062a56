/** How long a job file takes, and the step that measures it. */
import type { Duration, ScriptFiles, Step } from '../../contract';
import { PERCENTILES } from '../../tools/io-metrics';
import { renderParts } from '../../shell';
import type { JobFileParams } from '../schema';
import { BARRIER_SECONDS, MEASURE, START_SECONDS, WATCH } from '../steps';
import { fileBytes, jobFileName } from './layout';
import { type FileJob, readJobFile, turnsOf } from './read';

/** Jobs of a turn run at once, turns one after the other. */
export function duration({ jobFile }: JobFileParams): Duration {
  const turns = turnsOf(readJobFile(jobFile).jobs);
  const longest = (seconds: (job: FileJob) => number) => (turn: readonly FileJob[]) => Math.max(...turn.map(seconds));
  const total = turns.map(longest(({ rampTime, runtime }) => rampTime + runtime)).reduce((sum, one) => sum + one, 0);
  const warmUp = turns.slice(0, 1).map(longest(({ rampTime }) => rampTime))[0] ?? 0;
  return { total, warmUp, measured: total - warmUp, until: 'time' };
}

/** Options that every job has: how results are told, so that they can be read and added up over hosts. */
const OURS = [
  '[global]',
  // Threads: fio's processes leave its process group, and would outlive it when the group is killed.
  'thread=1',
  'invalidate=1',
  'lat_percentiles=1',
  'clat_percentiles=0',
  `percentile_list=${PERCENTILES.map(({ percentile }) => percentile).join(':')}`,
].join('\n');

/** The whole file but for its folder, which a host knows. */
export function executedText({ jobFile }: JobFileParams): string {
  return `${OURS}\n\n; --- as written\n${readJobFile(jobFile).text}`;
}

/** What the fact `load` says: whether I/Os are due at a rate. */
export function loadOf(jobs: readonly FileJob[]): string {
  const paced = jobs.filter(({ options }) => options.has('rate') || options.has('rate_iops'));
  if (paced.length === 0) return 'closed';
  return paced.length === jobs.length ? 'open' : 'open and closed';
}

/** One call of fio on every host of the role, at the agreed instant. */
export function measureSteps(params: JobFileParams, files: ScriptFiles): readonly Step[] {
  const { jobs } = readJobFile(params.jobFile);
  const { total, warmUp, measured } = duration(params);
  const limit = Math.ceil(total * 1.5) + 30;
  const script = renderParts(
    {
      comment: ['Measures a job file of fio. By hand: fio --output-format=json+ job.fio, in a folder with its files.'],
      variables: {
        FIO_ARGUMENTS: ['--eta=never', '--output-format=json+'].join('\n'),
        FIO_IOENGINE: 'psync',
        FIO_DIRECT: jobs.some(({ direct }) => direct) ? 'true' : 'false',
        FIO_FILE_SIZES: '',
        FIO_FILE_COUNTS: '',
        FIO_JOB: executedText(params),
        FIO_JOB_NAME: jobFileName(params.jobFile),
        FIO_JOB_BYTES: String(fileBytes(params.jobFile).reduce((sum, bytes) => sum + bytes, 0)),
        FIO_LOAD: loadOf(jobs),
        FIO_RAMP_TIME: String(warmUp),
        FIO_RUNTIME: String(measured),
        FIO_LIMIT: String(limit),
      },
      files: [...WATCH, 'folder.sh', 'measure.sh'],
    },
    files,
  );
  return [
    {
      name: MEASURE,
      roles: [params.role],
      script,
      barrier: true,
      measures: true,
      expectedSeconds: total + START_SECONDS,
      timeoutSeconds: limit + BARRIER_SECONDS,
    },
  ];
}
