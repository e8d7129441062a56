/**
 * What fio would print of a job file, from a model that has one latency for all jobs that run at once: each keeps its
 * own depth full at that latency. Marked as simulated.
 */
import type { ModelledFlow, ModelledPerformance, ModelledPrinter } from '../../modelled';
import { type DirectionFigures, type DocumentFigures, documentPrinter, MODELLED_VERSION } from '../modelled/document';
import { directionOf, hostFacts } from '../modelled/modelled';
import { directionsIn } from '../options/operations';
import { OUTPUT_FILE } from '../read-host';
import type { JobFileParams } from '../schema';
import { bytesOf, readsOf } from './demand';
import { fileBytes } from './layout';
import { type FileJob, readJobFile } from './read';
import { duration, loadOf } from './steps';

/** Prints for many hosts. */
export function printer(params: JobFileParams): ModelledPrinter {
  const { jobs } = readJobFile(params.jobFile);
  const { warmUp, measured, total } = duration(params);
  const print = documentPrinter(
    jobs.map((job) => ({
      name: job.name,
      groupId: job.turn,
      options: Object.fromEntries(job.options),
      depth: job.iodepth,
    })),
    { percentile_list: '50:95:99:99.9', lat_percentiles: '1' },
  );
  const told = new WeakMap<ModelledPerformance, ReturnType<typeof print>>();
  const bytes = fileBytes(params.jobFile).reduce((sum, one) => sum + one, 0);
  return (performance, host) => {
    const tell =
      told.get(performance) ?? print(jobs.map((job) => figuresOf(job, performance.phases?.[job.turn] ?? performance)));
    told.set(performance, tell);
    return {
      tool: 'fio',
      version: MODELLED_VERSION,
      argv: ['fio', '--eta=never', '--output-format=json+', 'raw/job.fio'],
      files: {
        [OUTPUT_FILE]: tell({ began: host.began, ended: host.began + total, options: { directory: host.folder } }),
      },
      facts: {
        warmUpSeconds: String(warmUp),
        measureSeconds: String(measured),
        fileBytes: String(bytes),
        unwrittenBytes: '0',
        load: loadOf(jobs),
        ioengine: 'job file',
        direct: jobs.every(({ direct }) => direct) ? '1' : '0',
        directReason: 'the job file says so',
        ...hostFacts(host),
      },
    };
  };
}

function figuresOf(job: FileJob, performance: ModelledPerformance): DocumentFigures {
  const runtimeMs = Math.max(1, Math.round(job.runtime * 1000));
  const reads = readsOf(job);
  const figures = (direction: 'read' | 'write', share: number): DirectionFigures | null =>
    directionsIn(job.rw).includes(direction)
      ? directionOf(flowOf(job, performance, direction, share), null, bytesOf(job), runtimeMs, false)
      : null;
  return {
    read: figures('read', reads),
    write: figures('write', 1 - reads),
    usrCpu: performance.cpu.user * 100,
    sysCpu: performance.cpu.system * 100,
  };
}

/** By Little's law, from the latency of the model and what the job has in flight. */
function flowOf(
  { iodepth, numjobs }: FileJob,
  { operations, units }: ModelledPerformance,
  direction: 'read' | 'write',
  share: number,
): ModelledFlow {
  const flow = operations[direction] ?? operations['read'] ?? operations['write'] ?? units;
  const mean = (share * iodepth * numjobs * 1e6) / Math.max(1, flow.latencyUs);
  const scale = flow.rate > 0 ? mean / flow.rate : 0;
  const { stddev, min, max } = flow.intervals;
  return {
    rate: mean,
    latencyUs: flow.latencyUs,
    spread: flow.spread,
    intervals: { mean, stddev: stddev * scale, min: min * scale, max: max * scale },
  };
}
