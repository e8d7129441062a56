/** Simulated fio output for a job file: all concurrent jobs have one latency, and each keeps its own depth full. */
import { mapLevels, toHostFacts, type SimulatedFlow, type SimulatedPerformance, type OutputPrinter } from '../contract';
import { listDirections } from '../../../workloads/fio/options/operations';
import { FIO_OUTPUT_FILE } from '../../../workloads/fio/cell/read-host';
import { countFlushes, readFlushing } from '../../../workloads/fio/options/flushes';
import type { JobFileParams } from '../../../workloads/fio/schema';
import { getIoBytes, getJobReadShare } from '../../../workloads/fio/job-file/demand';
import { listFileBytes } from '../../../workloads/fio/job-file/layout';
import { type FileJob, readJobFile } from '../../../workloads/fio/jobs/read-job-file';
import {
  getLogFile,
  listGlobalLogOptions,
  listJobLogOptions,
  logsLatency,
  pickStepSeconds,
} from '../../../workloads/fio/job-file/series';
import { computeDuration, getLoopType, listTurnStarts } from '../../../workloads/fio/job-file/steps';
import { type DirectionFigures, type DocumentFigures, makeDocumentPrinter, SIMULATED_FIO_VERSION } from './document';
import { buildFlushLatency, toDirectionFigures, formatLatencyLog, formatSeries } from './latency';

export function makeJobFilePrinter(params: JobFileParams): OutputPrinter {
  const { jobs } = readJobFile(params.jobFile);
  const { warmUp, measured, total } = computeDuration(params);
  const begins = listTurnStarts(jobs);
  const logTexts = (job: FileJob, performance: SimulatedPerformance, began: number): readonly [string, string][] => {
    const flows = toFlows(job, performance, countMaxInFlight(job, jobs));
    const log = { step: pickStepSeconds(params), fromMs: (began + (begins[job.turn] ?? 0) + job.rampTime) * 1000 };
    return [
      [getLogFile(job), formatSeries(flows, job.runtime, toKib(job), log)],
      ...(logsLatency(job)
        ? [[getLogFile(job, 'lat'), formatLatencyLog(flows, job.runtime, log)] as [string, string]]
        : []),
    ];
  };
  const print = makeDocumentPrinter(
    jobs.map((job) => ({
      name: job.name,
      groupId: job.turn,
      options: { ...Object.fromEntries(job.options), ...Object.fromEntries(listJobLogOptions(job)) },
      depth: job.iodepth,
    })),
    { percentile_list: '50:95:99:99.9', lat_percentiles: '1', ...listGlobalLogOptions(params) },
  );
  const printed = new WeakMap<SimulatedPerformance, ReturnType<typeof print>>();
  const bytes = listFileBytes(params.jobFile).reduce((sum, one) => sum + one, 0);
  return (performance, host) => {
    const text =
      printed.get(performance) ??
      print(jobs.map((job) => toFigures(job, getPhase(job, performance), countMaxInFlight(job, jobs))));
    printed.set(performance, text);
    return {
      tool: 'fio',
      version: SIMULATED_FIO_VERSION,
      argv: ['fio', '--eta=never', '--output-format=json+', 'raw/job.fio'],
      files: {
        [FIO_OUTPUT_FILE]: text({ began: host.began, ended: host.began + total, options: { directory: host.folder } }),
        ...Object.fromEntries(jobs.flatMap((job) => logTexts(job, getPhase(job, performance), host.began))),
      },
      facts: {
        warmUpSeconds: String(warmUp),
        measureSeconds: String(measured),
        fileBytes: String(bytes),
        unwrittenBytes: '0',
        load: getLoopType(jobs),
        ioengine: 'job file',
        direct: jobs.every(({ direct }) => direct) ? '1' : '0',
        directReason: 'the job file says so',
        ...toHostFacts(host),
      },
    };
  };
}

/** KiB of an I/O of each direction. */
function toKib(job: FileJob): ReturnType<typeof getIoBytes> {
  const { read, write } = getIoBytes(job);
  return { read: read / 1024, write: write / 1024 };
}

/** Maximum I/Os in flight in the turn of a job. */
function countMaxInFlight({ turn }: FileJob, jobs: readonly FileJob[]): number {
  return jobs.reduce((sum, job) => sum + (job.turn === turn ? job.iodepth * job.numjobs : 0), 0);
}

function getPhase({ turn }: FileJob, performance: SimulatedPerformance): SimulatedPerformance {
  return performance.phases?.[turn] ?? performance;
}

function toFigures(job: FileJob, performance: SimulatedPerformance, slots: number): DocumentFigures {
  const runtimeMs = Math.max(1, Math.round(job.runtime * 1000));
  const { read, write } = toFlows(job, performance, slots);
  const cpu = { usrCpu: performance.cpu.user * 100, sysCpu: performance.cpu.system * 100 };
  const bytes = getIoBytes(job);
  const figures = (flow: SimulatedFlow | null, size: number): DirectionFigures | null =>
    flow === null ? null : toDirectionFigures(flow, null, size, runtimeMs, false);
  const written = figures(write, bytes.write);
  const flushing = readFlushing((name) => job.options.get(name));
  return {
    read: figures(read, bytes.read),
    write: written,
    sync: buildFlushLatency(performance.operations['flush'], written, flushing),
    ...cpu,
  };
}

function toFlows(
  job: FileJob,
  performance: SimulatedPerformance,
  slots: number,
): { readonly read: SimulatedFlow | null; readonly write: SimulatedFlow | null } {
  const reads = getJobReadShare(job);
  const parts: readonly JobDirection[] = [
    { direction: 'read', share: reads, slots },
    { direction: 'write', share: 1 - reads, slots },
  ];
  const own = parts.filter(({ direction }) => listDirections(job.rw).includes(direction));
  // Reads and writes of a mix share the I/Os in flight, and keep their ratio.
  const heldUs = own.reduce((sum, part) => sum + part.share * computeHeldUs(job, performance, part), 0);
  const flow = (of: JobDirection['direction']): SimulatedFlow | null => {
    const part = own.find(({ direction }) => direction === of);
    return part === undefined ? null : computeFlow(job, performance, part, heldUs);
  };
  return { read: flow('read'), write: flow('write') };
}

/** A direction of a job: its share of the I/Os, and the maximum in flight in its turn. */
interface JobDirection {
  readonly direction: 'read' | 'write';
  readonly share: number;
  readonly slots: number;
}

function pickFlow({ operations, units }: SimulatedPerformance, { direction }: JobDirection): SimulatedFlow {
  return operations[direction] ?? operations['read'] ?? operations['write'] ?? units;
}

/** At a rate that the storage cannot sustain, fio waits for a free slot, and times I/O from then. */
function capLatency(us: number, rate: FileJob['rate'], flow: SimulatedFlow, { share, slots }: JobDirection): number {
  const room = rate === null || flow.rate === 0 ? Infinity : (share * slots * 1e6) / flow.rate;
  return Math.max(1, Math.min(us, room));
}

/** Time that an I/O keeps its slot, with its share of flushes. */
function computeHeldUs({ rate, options }: FileJob, performance: SimulatedPerformance, part: JobDirection): number {
  const flow = pickFlow(performance, part);
  const flushes = part.direction === 'write' ? countFlushes((name) => options.get(name)) : 0;
  return capLatency(flow.latencyUs, rate, flow, part) + flushes * (performance.operations['flush']?.latencyUs ?? 0);
}

/**
 * By Little's law, from the I/Os in flight of the job, limited by its rate.
 * @param heldUs mean time that an I/O of the job keeps its slot
 */
function computeFlow(
  { iodepth, numjobs, rate }: FileJob,
  performance: SimulatedPerformance,
  part: JobDirection,
  heldUs: number,
): SimulatedFlow {
  const flow = pickFlow(performance, part);
  const timed = (us: number): number => capLatency(us, rate, flow, part);
  const latencyUs = timed(flow.latencyUs);
  const most = (rate?.iops[part.direction] ?? Infinity) * numjobs;
  const mean = Math.min(most, (part.share * iodepth * numjobs * 1e6) / heldUs);
  const scale = flow.rate > 0 ? mean / flow.rate : 0;
  const { stddev, min, max } = flow.intervals;
  return {
    rate: mean,
    latencyUs,
    spread: flow.spread,
    ...mapLevels(flow, (level) => ({ rate: level.rate * scale, latencyUs: timed(level.latencyUs) })),
    intervals: { mean, stddev: stddev * scale, min: min * scale, max: max * scale },
  };
}
