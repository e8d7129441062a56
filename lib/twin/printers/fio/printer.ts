/** fio output in a rehearsal: for a configuration, or for a job file. Marked as simulated. */
import { hasFixedRate } from '../../../workloads/fio/cell/check-params';
import { toFilePattern, buildFioArguments } from '../../../workloads/fio/cell/command';
import { getIoBytes } from '../../../workloads/fio/cell/demand';
import { READ_BACK_FILE } from '../../../workloads/fio/cell/judge';
import { readFlushing } from '../../../workloads/fio/options/flushes';
import { getSetting } from '../../../workloads/fio/options/options';
import { FIO_OUTPUT_FILE } from '../../../workloads/fio/cell/read-host';
import { LATENCY_LOG, hasLatencyLog, getSeriesLog } from '../../../workloads/fio/cell/series';
import { READ_BACK_DEPTH, buildReadBackArguments, computeReadBackIos } from '../../../workloads/fio/cell/verify';
import {
  getBlockBytes,
  type CellParams,
  type DataParams,
  FILE_OPERATION,
  type FioParams,
  isJobFile,
  isMetadata,
} from '../../../workloads/fio/schema';
import { mapLevels, toHostFacts, type SimulatedFlow, type SimulatedPerformance, type OutputPrinter } from '../contract';
import {
  type DirectionFigures,
  type DocumentFigures,
  type HostDocument,
  makeDocumentPrinter,
  SIMULATED_FIO_VERSION,
  parseOptions,
} from './document';
import { makeJobFilePrinter } from './job-files';
import { buildFlushLatency, toDirectionFigures, formatLatencyLog, formatSeries } from './latency';

/** Bytes that a metadata operation counts as: `bs` of its call. */
const METADATA_BYTES = 4096;

export function makeFioPrinter(params: FioParams): OutputPrinter {
  return isJobFile(params) ? makeJobFilePrinter(params) : makeCellPrinter(params);
}

function makeCellPrinter(params: CellParams): OutputPrinter {
  const metadata = isMetadata(params);
  const found = pickEngine(params);
  const given = [
    ...buildFioArguments(params),
    ...(metadata ? [] : [`--ioengine=${found.ioengine}`, `--direct=${found.direct}`]),
  ];
  const options = parseOptions(given);
  const job = { name: options['name'] ?? 'job', groupId: 0, options, depth: metadata ? 1 : params.iodepth };
  const print = makeDocumentPrinter([job]);
  const common = toEngineFacts(params, found);
  // The log has KiB/s for data, and the number of file operations.
  const unit = metadata ? 1 : getBlockBytes(params) / 1024;
  const units = { read: unit, write: unit };
  const printed = new WeakMap<SimulatedPerformance, ReturnType<typeof print>>();
  const tell = (performance: SimulatedPerformance): ReturnType<typeof print> => {
    const text = printed.get(performance) ?? print([toFigures(params, performance)]);
    printed.set(performance, text);
    return text;
  };
  const log = getSeriesLog(params);
  const readBack = metadata ? null : makeReadBackPrinter(params, toFilePattern(params));
  const logs = new WeakMap<SimulatedPerformance, Readonly<Record<string, string>>>();
  const logged = (performance: SimulatedPerformance): Readonly<Record<string, string>> => {
    const flows = toFlows(params, performance);
    const text = logs.get(performance) ?? {
      [log.file]: formatSeries(flows, performance.seconds, units),
      ...(hasLatencyLog(params) ? { [LATENCY_LOG.file]: formatLatencyLog(flows, performance.seconds) } : {}),
    };
    logs.set(performance, text);
    return text;
  };
  return (all, host) => {
    // Verification after the measurement is a separate phase.
    const [performance = all, after] = all.phases ?? [all];
    const directory = metadata ? `${host.folder}/fio/${params.ioengine}` : `${host.folder}/fio`;
    const own = { ...(host.barrier ? { exec_prerun: 'bash --norc start.sh' } : {}), directory };
    const ended = host.began + (metadata ? 0 : params.ramp_time) + performance.seconds;
    return {
      tool: 'fio',
      version: SIMULATED_FIO_VERSION,
      argv: ['fio', ...given, ...Object.entries(own).map(([name, value]) => `--${name}=${value}`)],
      files: {
        [FIO_OUTPUT_FILE]: tell(performance)({ began: host.began, ended, options: own }),
        ...logged(performance),
        ...(after === undefined || readBack === null
          ? {}
          : readBack(after, { began: ended, ended: ended + after.seconds, options: { directory } })),
      },
      facts: {
        ...common,
        ...(after === undefined ? {} : { readBackSeconds: after.seconds.toFixed(6) }),
        ...toHostFacts(host),
      },
    };
  };
}

function toFigures(params: CellParams, performance: SimulatedPerformance): DocumentFigures {
  const metadata = isMetadata(params);
  const [readBytes, writeBytes] = metadata ? [METADATA_BYTES, METADATA_BYTES] : getIoBytes(params);
  const ios = metadata ? params.nrfiles * params.numjobs : null;
  const runtimeMs = Math.max(1, Math.round(performance.seconds * 1000));
  const { read, write } = toFlows(params, performance);
  const figures = (flow: SimulatedFlow | null, bytes: number): DirectionFigures | null =>
    flow === null ? null : toDirectionFigures(flow, ios, bytes, runtimeMs, metadata);
  const written = figures(write, writeBytes);
  const flushing = metadata ? null : readFlushing((name) => getSetting(params, name));
  return {
    read: figures(read, readBytes),
    write: written,
    sync: buildFlushLatency(performance.operations['flush'], written, flushing),
    usrCpu: performance.cpu.user * 100,
    sysCpu: performance.cpu.system * 100,
  };
}

/** The I/O engine that a host would find: simulated ones have every engine, and O_DIRECT. */
function pickEngine(params: CellParams): {
  readonly ioengine: string;
  readonly direct: '0' | '1';
  readonly why: string;
} {
  if (isMetadata(params)) return { ioengine: params.ioengine, direct: '0', why: 'metadata engines move no data' };
  const ioengine = params.ioengine === 'auto' ? 'libaio' : params.ioengine;
  return params.direct === false
    ? { ioengine, direct: '0', why: 'the spec asks for buffered I/O' }
    : { ioengine, direct: '1', why: 'modelled' };
}

function toEngineFacts(params: CellParams, found: ReturnType<typeof pickEngine>): Readonly<Record<string, string>> {
  const load = !isMetadata(params) && hasFixedRate(params) ? 'open' : 'closed';
  const common = { load, ioengine: found.ioengine, direct: found.direct, directReason: found.why };
  if (isMetadata(params)) return { warmUpSeconds: '0', ...common };
  return {
    warmUpSeconds: String(params.ramp_time),
    measureSeconds: String(params.runtime),
    fileBytes: String(params.numjobs * params.size),
    unwrittenBytes: '0',
    ...common,
  };
}

/** Metadata engines print their operations as the direction in which they work. */
function toFlows(
  params: CellParams,
  { operations }: SimulatedPerformance,
): { readonly read: SimulatedFlow | null; readonly write: SimulatedFlow | null } {
  if (!isMetadata(params)) {
    const { read = null, write = null } = operations;
    return { read: capLatency(read, params), write: capLatency(write, params) };
  }
  const flow = operations[FILE_OPERATION[params.ioengine]] ?? null;
  return params.ioengine === 'filestat' ? { read: flow, write: null } : { read: null, write: flow };
}

/** At a rate that the storage cannot sustain, fio waits for a free slot, and times the I/O from then. */
function capLatency(flow: SimulatedFlow | null, params: DataParams): SimulatedFlow | null {
  if (flow === null || !hasFixedRate(params) || flow.rate === 0) return flow;
  const most = (params.iodepth * params.numjobs * 1e6) / flow.rate;
  const timed = ({ latencyUs }: Pick<SimulatedFlow, 'latencyUs'>) => ({ latencyUs: Math.min(latencyUs, most) });
  return { ...flow, ...timed(flow), ...mapLevels(flow, timed) };
}

/** Files by name; none without verification. */
function makeReadBackPrinter(
  params: DataParams,
  names: string,
): (performance: SimulatedPerformance, host: HostDocument) => Readonly<Record<string, string>> {
  const options = parseOptions(buildReadBackArguments(params, names));
  const { count, bytes } = computeReadBackIos(params);
  if (count === 0) return () => ({});
  const print = makeDocumentPrinter([{ name: 'readback', groupId: 0, options, depth: READ_BACK_DEPTH }]);
  return ({ operations, seconds, units, cpu }, host) => {
    const flow: SimulatedFlow = operations['read'] ?? units;
    const runtimeMs = Math.max(1, Math.round(seconds * 1000));
    const figures = { read: toDirectionFigures(flow, count, bytes, runtimeMs, false), write: null, sync: null };
    const text = print([{ ...figures, usrCpu: cpu.user * 100, sysCpu: cpu.system * 100 }])(host);
    return { [READ_BACK_FILE]: text };
  };
}
