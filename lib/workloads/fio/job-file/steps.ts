/** Duration of a job file, and its measuring step. */
import type { ScriptFiles, Step } from '../../contract';
import type { Duration } from '../../plannable';
import { PERCENTILES } from '../../tools/io-metrics';
import { renderParts } from '../../shell';
import type { JobFileParams } from '../schema';
import { BARRIER_SECONDS, FIO_MEASURE_STEP, FIO_START_SECONDS, MONITOR_SCRIPTS } from '../cell/steps';
import { listFileBytes, getJobFolderName } from './layout';
import { type FileJob, isAppending, readJobFile, groupTurns } from '../jobs/read-job-file';
import { listGlobalLogOptions, addLogs } from './series';

/** Jobs of one turn run concurrently, turns in succession. */
export function computeDuration({ jobFile }: JobFileParams): Duration {
  const { jobs } = readJobFile(jobFile);
  const total = listTurnStarts(jobs).at(-1) ?? 0;
  const warmUp = Math.max(0, ...jobs.filter(({ turn }) => turn === 0).map(({ rampTime }) => rampTime));
  return { total, warmUp, measured: total - warmUp, until: 'time' };
}

/** Seconds from the start of the first turn to the start of each turn, and to the end of the last turn. */
export function listTurnStarts(jobs: readonly FileJob[]): readonly number[] {
  let sum = 0;
  return [
    0,
    ...groupTurns(jobs).map((turn) => {
      sum += Math.max(...turn.map(({ rampTime, runtime }) => rampTime + runtime));
      return sum;
    }),
  ];
}

/**
 * Options that override the job file. Threads, because processes of fio leave its process group and would survive when
 * the group is killed.
 */
export const FORCED_OPTIONS = { thread: '1', invalidate: '1' } as const;

/** Options of every job, so that fsxbench can parse the output and merge it over hosts. */
const listGlobalLines = (params: JobFileParams): readonly string[] => [
  '[global]',
  ...Object.entries(FORCED_OPTIONS).map(([name, value]) => `${name}=${value}`),
  'lat_percentiles=1',
  'clat_percentiles=0',
  `percentile_list=${PERCENTILES.map(({ percentile }) => percentile).join(':')}`,
  ...Object.entries(listGlobalLogOptions(params)).map(([name, value]) => `${name}=${value}`),
];

/** The complete file, except the folder, which the host adds. */
export function renderJobFile(params: JobFileParams): string {
  return `${listGlobalLines(params).join('\n')}\n\n; --- as written, and a log for each job\n${addLogs(params)}`;
}

/** Value of the fact `load`, which states whether jobs have a fixed rate. */
export function getLoopType(jobs: readonly FileJob[]): string {
  const paced = jobs.filter(({ rate }) => rate !== null);
  if (paced.length === 0) return 'closed';
  return paced.length === jobs.length ? 'open' : 'open and closed';
}

/** What another kind that runs a job file changes in the script. */
interface JobScriptChanges {
  /** Variables of `workloads/fio/measure.sh` and `folder.sh`. */
  readonly variables: Readonly<Record<string, string>>;
  /** Prefix of fio's script files among those of the kind. */
  readonly folder: string;
}

/** One call of fio on every host of the role, after the start barrier. */
export function buildMeasureSteps(
  params: JobFileParams,
  files: ScriptFiles,
  { variables, folder }: JobScriptChanges = { variables: {}, folder: '' },
): readonly Step[] {
  const { jobs } = readJobFile(params.jobFile);
  const { total, warmUp, measured } = computeDuration(params);
  const limit = Math.ceil(total * 1.5) + 30;
  const script = renderParts(
    {
      comment: ['Measures a job file of fio. By hand, in a folder with the files: fio --output-format=json+ job.fio'],
      variables: {
        FIO_ARGUMENTS: ['--eta=never', '--output-format=json+'].join('\n'),
        FIO_IOENGINE: 'psync',
        FIO_DIRECT: jobs.some(({ direct }) => direct) ? 'true' : 'false',
        FIO_FILE_SIZES: '',
        FIO_FILE_SET: '',
        FIO_FILE_COUNTS: '',
        FIO_JOB: renderJobFile(params),
        FIO_JOB_NAME: getJobFolderName(params.jobFile),
        FIO_JOB_BYTES: String(listFileBytes(params.jobFile).reduce((sum, bytes) => sum + bytes, 0)),
        FIO_JOB_APPENDS: jobs.some(isAppending) ? '1' : '',
        FIO_LOAD: getLoopType(jobs),
        FIO_RAMP_TIME: String(warmUp),
        FIO_RUNTIME: String(measured),
        FIO_LIMIT: String(limit),
        FIO_READ_BACK: '',
        FIO_READ_BACK_PAUSE: '0',
        FIO_READ_BACK_LIMIT: '0',
        ...variables,
      },
      files: [...MONITOR_SCRIPTS, `${folder}folder.sh`, `${folder}measure.sh`],
    },
    files,
  );
  return [
    {
      name: FIO_MEASURE_STEP,
      roles: [params.role],
      script,
      barrier: true,
      measures: true,
      expectedSeconds: total + FIO_START_SECONDS,
      timeoutSeconds: limit + BARRIER_SECONDS,
    },
  ];
}
