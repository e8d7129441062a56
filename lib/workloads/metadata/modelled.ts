/** `metadata` in rehearsals: what its phases ask of the storage, and what it would print. Marked as simulated. */
import { type Demand, NONE } from '../demand';
import type { ModelledHost, ModelledPerformance, ModelledPrinter, ModelledTool } from '../modelled';
import { factsOf, type OperationName } from './operations';
import { type MetadataOutput, OUTPUT_FILE, type Phase, TOOL } from './output';
import type { MetadataParams } from './schema';
import { LAYOUT, MEASURE, PAUSE_SECONDS } from './steps';

/** Of Amazon Linux 2023. */
const VERSION = 'Python 3.9.16';
/** Processor time of one operation: 98,700 creates a second of one process in memory, measured on a busy machine. */
const OPERATION_SECONDS = 10e-6;
/** Processes end this much apart, relative. Assumed. */
const SPREAD = 0.02;

/** For the `modelled` member of the workload. */
export const modelled: ModelledTool<MetadataParams> = { demand, printer };

function demand({ operations, runtime, ranks }: MetadataParams): Readonly<Record<string, readonly Demand[]>> {
  const phase = (name: OperationName, index: number): Demand => ({
    ofAll: true,
    unit: {
      reads: NONE,
      writes: NONE,
      sequential: false,
      metadata: factsOf(name).asks,
      cpuSeconds: OPERATION_SECONDS,
    },
    threads: ranks,
    pace: { loop: 'closed', depth: 1 },
    extent: { until: 'time', warmUpSeconds: 0, measuredSeconds: runtime },
    workingBytes: 0,
    buffered: false,
    ...(index === 0 ? {} : { pauseSeconds: PAUSE_SECONDS }),
  });
  const made: Demand = { ...phase('mkdir', 0), extent: { until: 'done', units: ranks } };
  return { [LAYOUT]: [made], [MEASURE]: operations.map((name, index) => phase(name, index)) };
}

function printer(params: MetadataParams): ModelledPrinter {
  return (performance, host) => ({
    tool: 'python3',
    version: VERSION,
    argv: ['python3', '-', ...params.operations],
    files: { [OUTPUT_FILE]: `${JSON.stringify(outputOf(params, performance, host))}\n` },
    facts: {
      memBytes: String(host.memoryBytes),
      ...(host.barrier ? { began: host.began.toFixed(6), lateSeconds: host.lateSeconds.toFixed(6) } : {}),
    },
  });
}

function outputOf(params: MetadataParams, performance: ModelledPerformance, host: ModelledHost): MetadataOutput {
  const { ranks, filesPerRank, runtime, operations, ownDirectory, shiftRanks } = params;
  const own = Array.from({ length: ranks }, (_, rank) => rank).filter((rank) => rank % host.hosts === host.index);
  const flows = performance.phases ?? [performance];
  let [made, dirs] = [0, 0];
  const phases = operations.map((operation, index): Phase => {
    const start = host.began - host.lateSeconds + index * (runtime + PAUSE_SECONDS);
    const atWork = operation === 'list' && !ownDirectory ? 1 : own.length;
    const rate = (flows[index]?.units.rate ?? 0) / atWork;
    const most = {
      mkdir: filesPerRank,
      create: filesPerRank,
      rmdir: dirs,
      // A host lists each directory of others once: see workloads/metadata/program.sh.
      list: (ownDirectory ? (shiftRanks ? Math.max(1, host.hosts - 1) : host.hosts) : ranks) * (made + dirs),
    };
    const done = Math.floor(Math.min(rate * runtime, operation in most ? most[operation as keyof typeof most] : made));
    if (operation === 'create') made = done;
    if (operation === 'mkdir') dirs = done;
    const seconds = Math.min(runtime, done / rate);
    const ended = (number: number): number =>
      start + seconds * (1 - (SPREAD * (own.length - 1 - number)) / Math.max(1, own.length - 1));
    return {
      operation,
      start,
      forgot: true,
      ranks: own.map((rank, number) => {
        const idle = number >= atWork;
        return { rank, began: start, ended: idle ? start : ended(number), done: idle ? 0 : done, error: null };
      }),
    };
  });
  return {
    tool: TOOL,
    version: 1,
    python: VERSION,
    asked: { ranks, hosts: host.hosts, filesPerRank, runtime, shifted: shiftRanks, ownDirectory },
    phases,
  };
}
