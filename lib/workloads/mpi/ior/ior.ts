/** The `ior` workload: many processes write and then read in large transfers, as one MPI job. */
import { formatBytes } from '../../../shapes/quantity';
import type { Reason } from '../../../shapes/verdict';
import { mayCache } from '../../host-memory';
import type { HostRaw } from '../../contract';
import { ZERO_IOS } from '../../demand';
import type { MpiDemand, MpiPhase, MpiTool } from '../tool';
import { createMpiWorkload } from '../workload';
import { parseIorJob, parseOutput } from './parse';
import { checkParams, checkHosts, type IorParams, iorSchema } from './schema';
import { IOR_LETTERS } from './job-details';

/** Per transfer. Assumed. */
const CPU_SECONDS = 100e-6;

const WRITE_PHASE = 'write';

export const IOR_TOOL: MpiTool<'ior', IorParams> = {
  kind: 'ior',
  summary: 'ior: bandwidth of many processes that write and read in large transfers, under MPI',
  schema: iorSchema,
  unit: 'bytes/s',
  phases: [
    { row: WRITE_PHASE, metric: 'write_bandwidth', words: 'write bandwidth', limit: 'bandwidth', moves: 'written' },
    { row: 'read', metric: 'read_bandwidth', words: 'read bandwidth', limit: 'bandwidth', moves: 'read' },
  ],
  setting: 'segmentCount',
  dataSetting: 'blockSize',
  pace: { ofProcess: 500e6, least: 50e6, leastSeconds: 3600 },
  output: {
    file: 'raw/ior.json',
    letters: IOR_LETTERS,
    parse: parseOutput,
    parseJob: parseIorJob,
    expectJob: ({ ranks, repetitions, blockSize, transferSize, segmentCount }, nodes) => ({
      numTasks: ranks,
      tasksPerNode: ranks / nodes,
      repetitions,
      blockSize,
      transferSize,
      segmentCount,
    }),
  },
  check: checkParams,
  checkHosts,
  argv: buildArguments,
  size: ({ ranks, blockSize, segmentCount, transferSize, repetitions, filePerProc }) => {
    const amount = ranks * blockSize * segmentCount;
    const bytes = repetitions * amount;
    return {
      repeats: repetitions,
      amount,
      units: amount / Math.max(1, transferSize),
      workingBytes: amount,
      names: filePerProc ? ranks : 1,
      work: {
        writtenBytes: bytes,
        reads: { bytes, workingBytes: amount },
        operations: { create: repetitions * (filePerProc ? ranks : 1) },
      },
    };
  },
  demand: computeDemand,
  judgeMemory: judgeCaches,
};

export const ior = createMpiWorkload(IOR_TOOL);

const PHASE_ARGUMENTS = ['-a', 'POSIX', '-w', '-r', '-g'];
const DATA_ARGUMENTS = ['-o', 'FOLDER/data', '-O', 'summaryFormat=JSON'];

/**
 * Arguments of IOR (user guide, Command line options): POSIX, writes then reads, with barriers between processes
 * (`-g`). With `-C`, each host reads what the next host wrote.
 */
function buildArguments(params: IorParams): readonly string[] {
  const { filePerProc, fsync, reorderTasks, direct, randomOffset } = params;
  const { repetitions, transferSize, blockSize, segmentCount } = params;
  const flags = [filePerProc && '-F', fsync && '-e', reorderTasks && '-C', direct && 'DIRECT', randomOffset && '-z'];
  const sizes = { '-i': repetitions, '-t': transferSize, '-b': blockSize, '-s': segmentCount };
  return [
    ...PHASE_ARGUMENTS,
    ...flags.flatMap((flag) => (flag === false ? [] : [flag])),
    ...Object.entries(sizes).flatMap(([name, value]) => [name, String(value)]),
    ...DATA_ARGUMENTS,
  ];
}

/** A unit of work is one transfer. */
function computeDemand({ transferSize, reorderTasks, direct, randomOffset }: IorParams, { row }: MpiPhase): MpiDemand {
  const one = { count: 1, bytes: transferSize };
  return {
    reads: row === WRITE_PHASE ? ZERO_IOS : one,
    writes: row === WRITE_PHASE ? one : ZERO_IOS,
    sequential: !randomOffset,
    metadata: {},
    cpuSeconds: CPU_SECONDS,
    // With `reorderTasks`, each host reads what another host wrote, which is not in its own page cache.
    buffered: !direct && (row === WRITE_PHASE || !reorderTasks),
  };
}

function judgeCaches({ host, status }: HostRaw, nodes: number, params: IorParams): readonly Reason[] {
  const { ranks, blockSize, segmentCount, reorderTasks, fsync, direct } = params;
  const memory = Number(status?.facts['memBytes'] ?? Number.NaN);
  const ofNode = (ranks * blockSize * segmentCount) / nodes;
  if (direct) return [];
  const found: Reason[] = [];
  if (!fsync && !(ofNode > memory)) {
    const text =
      `${host}: the ${formatBytes(ofNode)} of each host fit in its memory and may not have reached the storage ` +
      'when the write phase ended (`fsync: false`)';
    found.push({ level: 'suspect', code: 'UnwrittenData', text, metrics: ['write_bandwidth'] });
  }
  if ((reorderTasks && nodes > 1) || !mayCache(ofNode, memory)) return found;
  const text =
    `${host}: each host read ${formatBytes(ofNode)} that it had written, so its page cache may have served it ` +
    `(${Number.isFinite(memory) ? formatBytes(memory) : 'an unknown amount'} of memory)` +
    (reorderTasks
      ? '. All processes ran on one host: use two hosts or more, or `direct: true`'
      : ' (`reorderTasks: false`)');
  return [...found, { level: 'suspect', code: 'CacheServed', text, metrics: ['read_bandwidth'] }];
}
