/** The `fio` workload with a job file. Figures of jobs are never summed. */
import { groupBy, sumAll } from '../../../shapes/collections';
import { formatSeconds } from '../../../shapes/quantity';
import { type LimitedRates, type IoDirection, READ_AND_WRITE } from '../../../shapes/metric';
import type { Problem } from '../../../shapes/problem';
import type { OperationMetrics } from '../../plannable';
import { adviseHotSet, adviseReduction } from '../cell/check-params';
import { isCellFlushBound } from '../cell/flushes';
import { pickMetrics } from '../cell/metrics';
import { toLineProblem, formatOperation } from '../jobs/field';
import { type FileJob, readJobFile, getReduction, groupTurns } from '../jobs/read-job-file';
import { listDirections, isRandom } from '../options/operations';
import { readsOneFile } from '../output/problems/doubts';
import type { JobFileParams } from '../schema';
import { toCell } from './judge';
import { describeSeries } from './series';

export { computeDemand as demand, getOfferedLoad as load } from './demand';
export { judgeHosts as judge } from './judge';
export { readHost } from './read-host';
export { computeDuration as duration, buildMeasureSteps as measureSteps } from './steps';

const OPEN_DOC = 'https://man7.org/linux/man-pages/man2/open.2.html';

/** Lists problems; paths are relative to the workload's entry in the spec. */
export function checkParams({ jobFile }: JobFileParams): readonly Problem[] {
  const { jobs, notes, unknown } = readJobFile(jobFile);
  const path = ['jobFile'];
  const advice = (of: readonly FileJob[], { code, message }: Pick<Problem, 'code' | 'message'>): Problem => {
    const names = of.map(({ name }) => `[${name}]`).join(', ');
    return { severity: 'advice', code, path, message: `${names} ${message}`, textLine: of[0]?.line ?? 1 };
  };
  const isServed = (job: FileJob): boolean => !job.direct && !isCellFlushBound(toCell(job, job.runtime));
  const served = jobs.filter(isServed);
  const buffered = served.map(({ name, directReason }) => `[${name}] ${directReason}`);
  const message = 'buffered I/O measures host memory if the files fit in memory; direct=1 measures the storage';
  return [
    ...unknown.map((one): Problem => ({ severity: 'warning', code: 'UnknownOption', path, ...toLineProblem(one) })),
    ...notes.map((note): Problem => ({ severity: 'advice', code: 'JobFileLine', path, ...toLineProblem(note) })),
    ...adviseSharedFiles(jobs).map((one) => advice(...one)),
    ...jobs.filter(({ options }) => !options.has('runtime')).map((job) => advice([job], adviseRuntime(job))),
    ...jobs.flatMap((job) => {
      const distribution = job.options.get('random_distribution') ?? 'random';
      return distribution === 'random' || !isRandom(job.rw) ? [] : [advice([job], adviseHotSet(distribution))];
    }),
    ...[...groupBy(jobs, getReduction)].flatMap(([clause, of]) =>
      clause === null ? [] : [advice(of, adviseReduction(clause))],
    ),
    ...(buffered.length === 0
      ? []
      : [
          {
            severity: 'advice' as const,
            code: 'BufferedIo',
            path,
            message: `${buffered.join('; ')}: ${message}`,
            source: OPEN_DOC,
            textLine: served[0]?.line ?? 1,
          },
        ]),
  ];
}

type Advice = readonly [of: readonly FileJob[], about: Pick<Problem, 'code' | 'message'>];

/** Jobs of one turn that read the same blocks in order. */
function adviseSharedFiles(jobs: readonly FileJob[]): readonly Advice[] {
  const readers = jobs.filter(({ options }) => readsOneFile((name) => options.get(name)));
  const groups = groupBy(readers, ({ turn, options }) => `${turn} ${options.get('filename') ?? ''}`);
  return [...groups.values()].flatMap((of): readonly Advice[] => {
    const count = sumAll(of.map(({ numjobs }) => numjobs));
    const message =
      `${count} jobs read one file in order: caches serve all but the first; use one file per job, or ` +
      'offset_increment';
    return count > 1 ? [[of, { code: 'JobFileLine', message }]] : [];
  });
}

function adviseRuntime({ runtime }: FileJob): Pick<Problem, 'code' | 'message'> {
  const planned = `planned for at most ${formatSeconds(runtime)}, as on slow storage`;
  const message = `ends with its size: ${planned}; set runtime to plan a shorter time`;
  return { code: 'JobFileLine', message };
}

/** Metrics of the reads and of the writes of each job. */
export function listJobMetrics(params: JobFileParams): readonly OperationMetrics[] {
  return readJobFile(params.jobFile).jobs.flatMap((job) => {
    const series = describeSeries(job, params);
    return listDirections(job.rw).map((direction): OperationMetrics => {
      const metrics = pickMetrics(direction, (name) => job.options.get(name));
      return { operation: formatOperation(job.name, direction), metrics, series };
    });
  });
}

/** Concurrent jobs share the provisioned rates; jobs of different turns do not. */
export function listLimits({ jobFile }: JobFileParams): readonly LimitedRates[] {
  return groupTurns(readJobFile(jobFile).jobs).flatMap((jobs): readonly LimitedRates[] => {
    const random = jobs.filter(({ rw }) => isRandom(rw));
    const [of, ofRandom] = [listOperations(jobs), listOperations(random)];
    const bytes = { metric: 'bandwidth', limit: 'bandwidth', moves: listByteLimits(jobs) } as const;
    const counted = { metric: 'iops', limit: 'iops' } as const;
    if (random.length === jobs.length) return [{ of, bytes, operations: counted }];
    // Small sequential requests are merged into few large ones, so only random ones count as operations.
    const all: LimitedRates = { of, bytes, operations: { metric: 'iops', limit: null } };
    return random.length === 0 ? [all] : [{ of: ofRandom, bytes: null, operations: counted }, all];
  });
}

function listOperations(jobs: readonly FileJob[]): readonly string[] {
  return jobs.flatMap(({ name, rw }) => listDirections(rw).map((direction) => formatOperation(name, direction)));
}

function listByteLimits(jobs: readonly FileJob[]): Readonly<Record<string, IoDirection>> {
  return Object.fromEntries(
    jobs.flatMap(({ name, rw }) =>
      listDirections(rw).map((direction) => [formatOperation(name, direction), READ_AND_WRITE[direction]]),
    ),
  );
}
