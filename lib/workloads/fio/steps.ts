/** The host scripts of the `fio` workload, and how long they take. */
import type { Duration, Step, LaidOut, ScriptFiles } from '../contract';
import { renderScript } from '../shell';
import { byHand, fioArguments } from './command';
import { type DataParams, FILE_OPERATION, type FioParams, isMetadata } from './schema';

/** Seconds that fio and the script need beside warm-up and measurement. */
const START_SECONDS = 1;
/** Longest wait for the agreed instant: the barrier's lead of one minute, and as much again for late hosts. */
const BARRIER_SECONDS = 120;
/** Files are filled in blocks of this size, and so are whole blocks long. */
const FILL_BLOCK = 1024 ** 2;
/** Rates to plan with, bytes/s and files/s of one host: expected, and so slow that something hangs. */
const FILL = { expected: 200e6, least: 10e6 };
const FILES = { expected: 2000, least: 50 };

const SHELL = ['shell/clock.sh', 'shell/host.sh', 'shell/status.sh'];
/** What watches the machine while it measures, and makes it forget what was before. */
const WATCH = [...SHELL, 'shell/evidence.sh', 'shell/settle.sh'];

/** The step that measures. */
export const MEASURE = 'measure';
/** Lays out, before a trial that deletes files, the files. */
export const LAYOUT = 'layout';

/** Metadata engines end with their files: a guess. */
export function duration(params: FioParams): Duration {
  if (!isMetadata(params)) {
    const { ramp_time: warmUp, runtime: measured } = params;
    return { total: warmUp + measured, warmUp, measured, until: 'time' };
  }
  const once = (params.nrfiles * params.numjobs) / FILES.expected;
  const measured = Math.max(1, once);
  return { total: measured + (params.ioengine === 'filedelete' ? once : 0), warmUp: 0, measured, until: 'done' };
}

/** Install once on all roles; then one file set a role, from which all cells of the rig read and write. */
export function prepareSteps(cells: readonly FioParams[], files: ScriptFiles): readonly Step[] {
  const roles = [...new Set(cells.map(({ role }) => role))];
  if (roles.length === 0) return [];
  const install: Step = {
    name: 'install',
    roles,
    script: renderScript(
      {
        comment: ['Makes fio available.'],
        variables: {},
        files: [...SHELL, 'shell/package.sh', 'install.sh'],
      },
      files,
    ),
    barrier: false,
    expectedSeconds: 2,
    timeoutSeconds: 1800,
  };
  // Engines that create or delete files work on none that were there before: no fleet has to wait for nothing.
  const filled = cells.filter((cell) => !isMetadata(cell) || cell.ioengine === 'filestat');
  const fills = [...new Set(filled.map(({ role }) => role))].map((role) =>
    fillStep(
      roles.length === 1 ? 'fill' : `fill-${role}`,
      role,
      filled.filter((cell) => cell.role === role),
      files,
    ),
  );
  return [install, ...fills];
}

/** What {@link prepareSteps} writes: for each role and job number the largest file of any cell. */
export function laidOut(cells: readonly FioParams[]): readonly LaidOut[] {
  return [...new Set(cells.map(({ role }) => role))].map((role) => {
    const sizes = fileSizes(dataOf(cells.filter((cell) => cell.role === role)));
    return { role, hostBytes: sum(sizes), setting: 'size' };
  });
}

function dataOf(cells: readonly FioParams[]): readonly DataParams[] {
  return cells.filter((cell) => !isMetadata(cell));
}

/** Bytes of each job's file, in whole blocks. */
function fileSizes(data: readonly DataParams[]): readonly number[] {
  return largest(data.map(({ numjobs, size }) => ({ numjobs, amount: Math.ceil(size / FILL_BLOCK) * FILL_BLOCK })));
}

function fillStep(name: string, role: string, cells: readonly FioParams[], files: ScriptFiles): Step {
  const data = dataOf(cells);
  const stats = cells.filter(isMetadata).filter(({ ioengine }) => ioengine === 'filestat');
  const sizes = fileSizes(data);
  const counts = largest(stats.map((cell) => ({ numjobs: cell.numjobs, amount: cell.nrfiles })));
  const bytes = sum(sizes);
  const fillLimit = Math.ceil(bytes / FILL.least) + 60;
  return {
    name,
    roles: [role],
    script: renderScript(
      {
        comment: ['Writes the files that all cells of this rig share.'],
        variables: {
          FIO_FILE_SIZES: sizes.join(' '),
          FIO_STAT_FILES: counts.join(' '),
          FIO_IOENGINES: [...new Set(data.map(({ ioengine }) => ioengine))].join(' '),
          FIO_LIMIT: String(fillLimit),
        },
        files: [...SHELL, 'folder.sh', 'fill.sh'],
      },
      files,
    ),
    barrier: false,
    expectedSeconds: 2 + bytes / FILL.expected + sum(counts) / FILES.expected,
    timeoutSeconds: fillLimit + 60 + Math.ceil(sum(counts) / FILES.least),
    work: { writtenBytes: bytes, operations: { create: sum(counts) } },
  };
}

/** One call of fio on every host of the role, at the agreed instant. */
export function measureSteps(params: FioParams, files: ScriptFiles): readonly Step[] {
  const { warmUp, measured } = duration(params);
  const planned = warmUp + measured;
  const perJob = Array.from({ length: params.numjobs }, () => (isMetadata(params) ? params.nrfiles : params.size)).join(
    ' ',
  );
  const limit = isMetadata(params)
    ? Math.ceil((params.nrfiles * params.numjobs) / FILES.least) + 60
    : Math.ceil(planned * 1.5) + 30;
  const script = renderScript(
    {
      comment: ['By hand, in a FOLDER with written files f.0, f.1 and so on:', byHand(params)],
      variables: {
        FIO_ARGUMENTS: fioArguments(params).join('\n'),
        FIO_IOENGINE: params.ioengine,
        FIO_DIRECT: isMetadata(params) ? 'false' : String(params.direct),
        FIO_FILE_SIZES: isMetadata(params) ? '' : perJob,
        FIO_FILE_COUNTS: isMetadata(params) ? perJob : '',
        FIO_RAMP_TIME: String(warmUp),
        FIO_RUNTIME: isMetadata(params) ? '' : String(measured),
        FIO_LIMIT: String(limit),
      },
      files: [...WATCH, 'folder.sh', 'measure.sh'],
    },
    files,
  );
  return [
    ...layoutSteps(params, perJob, files),
    {
      name: MEASURE,
      roles: [params.role],
      script,
      barrier: true,
      measures: true,
      expectedSeconds: planned + START_SECONDS,
      timeoutSeconds: limit + BARRIER_SECONDS,
      ...(isMetadata(params)
        ? {
            work: {
              writtenBytes: 0,
              operations: { [FILE_OPERATION[params.ioengine]]: params.nrfiles * params.numjobs },
            },
          }
        : {}),
    },
  ];
}

/** Files to delete, anew for each trial, apart from the measurement: it may take minutes. */
function layoutSteps(params: FioParams, perJob: string, files: ScriptFiles): readonly Step[] {
  if (!isMetadata(params) || params.ioengine !== 'filedelete') return [];
  const count = params.nrfiles * params.numjobs;
  const script = renderScript(
    {
      comment: ['Lays out what the next measurement works on.'],
      variables: { FIO_IOENGINE: params.ioengine, FIO_FILE_COUNTS: perJob },
      files: [...SHELL, 'folder.sh', 'layout.sh'],
    },
    files,
  );
  const expectedSeconds = START_SECONDS + count / FILES.expected;
  const timeoutSeconds = Math.ceil(count / FILES.least) + 60;
  const work = { writtenBytes: 0, operations: { create: count } };
  return [{ name: LAYOUT, roles: [params.role], script, barrier: false, expectedSeconds, timeoutSeconds, work }];
}

/** For each job number the largest amount of any cell that has such a job. */
function largest(cells: readonly { readonly numjobs: number; readonly amount: number }[]): readonly number[] {
  const count = Math.max(0, ...cells.map(({ numjobs }) => numjobs));
  return Array.from({ length: count }, (_, number) =>
    Math.max(...cells.filter(({ numjobs }) => numjobs > number).map(({ amount }) => amount)),
  );
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
