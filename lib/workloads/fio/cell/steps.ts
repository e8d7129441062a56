/** Host scripts of the `fio` workload, and their durations. */
import type { Step, ScriptFiles } from '../../contract';
import type { Duration } from '../../plannable';
import { renderParts } from '../../shell';
import { hasFixedRate } from './check-params';
import { getFileSetPrefix } from '../options/options';
import { formatCommand, toFilePattern, buildFioArguments } from './command';
import { FILE_OPERATION, type CellParams, isMetadata } from '../schema';
import { READ_BACK_PAUSE_SECONDS, buildReadBackArguments, computeReadBackSeconds } from './verify';

/** Seconds that fio and the script need besides warm-up and measurement. */
export const FIO_START_SECONDS = 1;
/** Longest wait at the start barrier: one minute until the agreed start time, and one minute for late hosts. */
export const BARRIER_SECONDS = 120;
/** File creation rate of one host, files/s: planned rate, and minimum rate before the step times out. */
export const FILE_CREATION_RATE = { expected: 2000, least: 50 };

/** Shell files that every script includes. */
export const SHELL_SCRIPTS = ['shell/clock.sh', 'shell/host.sh', 'shell/remove.sh', 'shell/status.sh'];
/** Shell files that drop the caches before the measurement and monitor the host during it. */
export const MONITOR_SCRIPTS = [...SHELL_SCRIPTS, 'shell/surroundings.sh', 'shell/evidence.sh', 'shell/settle.sh'];

/** Files that a host creates concurrently, in `fio_make_files` of `workloads/fio/folder.sh`. */
export const PARALLEL_CREATES = 16;

export const FIO_MEASURE_STEP = 'measure';
/** Name of the step that creates files before a trial that deletes them. */
export const FIO_LAYOUT_STEP = 'layout';

/** Duration of a trial; an estimate for metadata engines, which stop when all files are done. */
export function estimateDuration(params: CellParams): Duration {
  if (!isMetadata(params)) {
    const { ramp_time: warmUp, runtime: measured } = params;
    return { total: warmUp + measured + computeReadBackSeconds(params).expected, warmUp, measured, until: 'time' };
  }
  const once = (params.nrfiles * params.numjobs) / FILE_CREATION_RATE.expected;
  const measured = Math.max(1, once);
  return { total: measured + (params.ioengine === 'filedelete' ? once : 0), warmUp: 0, measured, until: 'done' };
}

/** One call of fio on every host of the role, after the start barrier. */
export function buildMeasureSteps(params: CellParams, files: ScriptFiles): readonly Step[] {
  const { warmUp, measured } = estimateDuration(params);
  const planned = warmUp + measured;
  const back = isMetadata(params) ? { expected: 0, limit: 0 } : computeReadBackSeconds(params);
  const perJob = Array.from({ length: params.numjobs }, () => (isMetadata(params) ? params.nrfiles : params.size)).join(
    ' ',
  );
  const limit = isMetadata(params)
    ? Math.ceil((params.nrfiles * params.numjobs) / FILE_CREATION_RATE.least) + 60
    : Math.ceil(planned * 1.5) + 30;
  const own = isMetadata(params) ? '' : getFileSetPrefix(params);
  const script = renderParts(
    {
      comment: [`By hand, if FOLDER has the files f.${own}0, f.${own}1 and so on:`, formatCommand(params)],
      variables: {
        FIO_ARGUMENTS: buildFioArguments(params).join('\n'),
        FIO_IOENGINE: params.ioengine,
        FIO_DIRECT: isMetadata(params) ? 'false' : String(params.direct),
        FIO_FILE_SIZES: isMetadata(params) ? '' : perJob,
        FIO_FILE_SET: own,
        FIO_FILE_COUNTS: isMetadata(params) ? perJob : '',
        FIO_LOAD: !isMetadata(params) && hasFixedRate(params) ? 'open' : 'closed',
        FIO_RAMP_TIME: String(warmUp),
        FIO_RUNTIME: isMetadata(params) ? '' : String(measured),
        FIO_LIMIT: String(limit),
        FIO_READ_BACK: isMetadata(params) ? '' : buildReadBackArguments(params, toFilePattern(params)).join('\n'),
        FIO_READ_BACK_PAUSE: String(READ_BACK_PAUSE_SECONDS),
        FIO_READ_BACK_LIMIT: String(back.limit),
      },
      files: [...MONITOR_SCRIPTS, 'folder.sh', 'measure.sh'],
    },
    files,
  );
  return [
    ...buildLayoutSteps(params, perJob, files),
    {
      name: FIO_MEASURE_STEP,
      roles: [params.role],
      script,
      barrier: true,
      measures: true,
      expectedSeconds: planned + FIO_START_SECONDS + back.expected,
      timeoutSeconds: limit + BARRIER_SECONDS + back.limit,
      ...(isMetadata(params)
        ? {
            work: {
              writtenBytes: 0,
              operations: { [FILE_OPERATION[params.ioengine]]: params.nrfiles * params.numjobs },
              inFlight: params.numjobs,
            },
          }
        : {}),
    },
  ];
}

/** Creates the files to delete before each trial, in a separate step: it may take minutes. */
function buildLayoutSteps(params: CellParams, perJob: string, files: ScriptFiles): readonly Step[] {
  if (!isMetadata(params) || params.ioengine !== 'filedelete') return [];
  const count = params.nrfiles * params.numjobs;
  const script = renderParts(
    {
      comment: ['Creates the files for the next measurement.'],
      variables: { FIO_IOENGINE: params.ioengine, FIO_FILE_COUNTS: perJob },
      files: [...SHELL_SCRIPTS, 'folder.sh', 'layout.sh'],
    },
    files,
  );
  const expectedSeconds = FIO_START_SECONDS + count / FILE_CREATION_RATE.expected;
  const timeoutSeconds = Math.ceil(count / FILE_CREATION_RATE.least) + 60;
  const work = { writtenBytes: 0, operations: { create: count }, inFlight: PARALLEL_CREATES };
  return [
    { name: FIO_LAYOUT_STEP, roles: [params.role], script, barrier: false, expectedSeconds, timeoutSeconds, work },
  ];
}
