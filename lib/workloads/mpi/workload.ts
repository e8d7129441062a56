/** Builds a workload from an {@link MpiTool}. */
import { MIN_PHASE_SECONDS } from '../../shapes/tool-result';
import { groupBy } from '../../shapes/collections';
import type { KnownWorkload } from '../contract';
import type { StoredData } from '../plannable';
import type { Demand } from '../demand';
import { MPI_MEASURE_STEP, MPI_SECONDS, listMpiFixtures, createMpiStep } from './job';
import { checkEvenRanks, setHostCount } from './ranks';
import { judgeMpiJob, readMpiHost } from './job-result';
import {
  buildToolCall,
  listLimits,
  listMetrics,
  type MpiKind,
  type MpiParams,
  type MpiPhase,
  type MpiTool,
} from './tool';

export function createMpiWorkload<K extends MpiKind, P extends MpiParams>(tool: MpiTool<K, P>): KnownWorkload<K, P> {
  const { kind, summary, schema, phases, setting, output } = tool;
  const metrics = listMetrics(tool);
  return {
    kind,
    summary,
    schema,
    metrics,
    factWords: {},
    needs: { oneTree: true, oneJob: true, bundle: 'ior' },
    listMetrics: () => [{ operation: null, metrics: Object.keys(metrics) }],
    roles: ({ role }) => [{ role, mounts: true, measures: true }],
    check: (params) => tool.check(params),
    hosts: {
      setCount: setHostCount,
      check: (params, hosts) => [...checkEvenRanks(params.ranks, hosts), ...tool.checkHosts(params, hosts)],
    },
    tool: { command: (params, hosts) => buildToolCall(tool, params, hosts) },
    duration: (params) => {
      const measured = estimateSeconds(tool, params);
      const count = phases.length * tool.size(params).repeats;
      return {
        total: MPI_SECONDS.startSeconds + measured,
        warmUp: 0,
        measured,
        until: 'done',
        phases: { count, leastSeconds: MIN_PHASE_SECONDS, setting },
      };
    },
    traffic: { listStoredData: (cells) => listStoredData(tool, cells), limits: () => listLimits(tool) },
    fixtures: ({ role }, { files }) => listMpiFixtures(role, files),
    script: (params, files) => {
      const { ranks, role } = params;
      const { repeats, amount, directories, work } = tool.size(params);
      const { least, leastSeconds } = tool.pace;
      const step = {
        tool: kind,
        role,
        ranks,
        argv: tool.argv(params),
        output: output.file,
        ...(directories === undefined ? {} : { directories }),
        seconds: MPI_SECONDS.startSeconds + estimateSeconds(tool, params),
        limitSeconds: Math.max(leastSeconds, (phases.length * repeats * amount) / least),
        work: { ofAll: true as const, ...work, inFlight: ranks },
      };
      return [createMpiStep(step, files)];
    },
    parse: (text) => output.parse(text),
    readHost: (raw) => readMpiHost(raw, output, metrics),
    judge: (reading, hosts, params) => judgeMpiJob(tool, reading, hosts, params),
    demand: (params) => ({
      [MPI_MEASURE_STEP]: phases.map((phase, index) => computeDemand(tool, params, phase, index === 0)),
    }),
  };
}

/** Data of the largest trial. Each iteration removes the data of the one before. */
function listStoredData<P extends MpiParams>(tool: MpiTool<MpiKind, P>, cells: readonly P[]): readonly StoredData[] {
  const { dataSetting: setting } = tool;
  return [...groupBy(cells, ({ role }) => role)].map(([role, its]) => {
    const sizes = its.map((params) => tool.size(params));
    const bytes = Math.max(...sizes.map((one) => one.workingBytes));
    const count = Math.max(...sizes.map((one) => one.names));
    return { role, parts: [bytes], setting, names: { count, setting }, ofTrial: true };
  });
}

/** Assumes that processes do not slow each other down. */
function estimateSeconds<P extends MpiParams>(tool: MpiTool<MpiKind, P>, params: P): number {
  const { repeats, amount } = tool.size(params);
  return Math.max(1, (tool.phases.length * repeats * (amount / params.ranks)) / tool.pace.ofProcess);
}

/** All iterations of a phase are simulated as one. */
function computeDemand<P extends MpiParams>(
  tool: MpiTool<MpiKind, P>,
  params: P,
  phase: MpiPhase,
  isFirst: boolean,
): Demand {
  const { repeats, units, workingBytes } = tool.size(params);
  const { buffered, sequential = false, ...unit } = tool.demand(params, phase);
  return {
    ofAll: true,
    unit: { ...unit, sequential },
    threads: params.ranks,
    pace: { loop: 'closed', depth: 1 },
    extent: { until: 'done', units: repeats * units },
    workingBytes,
    buffered,
    ...(isFirst ? { pauseSeconds: MPI_SECONDS.startSeconds } : {}),
  };
}
