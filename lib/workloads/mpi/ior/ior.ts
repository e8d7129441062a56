/** The `ior` workload: large transfers of many processes, written and then read, as one MPI job. */
import { formatBytes } from '../../../shapes/quantity';
import type { Reason } from '../../../shapes/verdict';
import type { HostRaw } from '../../contract';
import { NO_IOS } from '../../demand';
import type { MpiDemand, MpiPhase, MpiTool } from '../tool';
import { parseIorJob, parseOutput } from './output';
import { check, checkHosts, type IorParams, schema } from './schema';
import { LETTERS } from './job-details';

/** Processor time of one transfer. Assumed. */
const CPU_SECONDS = 100e-6;

const WRITE = 'write';

export const IOR: MpiTool<'ior', IorParams> = {
  kind: 'ior',
  summary: 'ior: how many bytes a second many processes write and read in large transfers, under MPI',
  schema,
  unit: 'bytes/s',
  phases: [
    { row: WRITE, metric: 'write_bandwidth', words: 'write bandwidth', limit: 'bandwidth', moves: 'written' },
    { row: 'read', metric: 'read_bandwidth', words: 'read bandwidth', limit: 'bandwidth', moves: 'read' },
  ],
  setting: 'segmentCount',
  pace: { ofProcess: 500e6, least: 50e6, leastSeconds: 3600 },
  output: {
    file: 'raw/ior.json',
    letters: LETTERS,
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
  check,
  checkHosts,
  argv,
  size: ({ ranks, blockSize, segmentCount, transferSize, repetitions, filePerProc }) => {
    const amount = ranks * blockSize * segmentCount;
    const bytes = repetitions * amount;
    return {
      repeats: repetitions,
      amount,
      units: amount / Math.max(1, transferSize),
      workingBytes: amount,
      work: {
        writtenBytes: bytes,
        reads: { bytes, workingBytes: amount },
        operations: { create: repetitions * (filePerProc ? ranks : 1) },
      },
    };
  },
  demand,
  judgeMemory,
};

const PHASE_ARGS = ['-a', 'POSIX', '-w', '-r', '-g'];
const DATA_ARGS = ['-o', 'FOLDER/data', '-O', 'summaryFormat=JSON'];

/**
 * Of IOR (user guide, Command line options): POSIX, written and then read, processes in step (`-g`); what is read was
 * written on the next host (`-C`, which is one host further by default).
 */
function argv(params: IorParams): readonly string[] {
  const { filePerProc, fsync, reorderTasks, direct, randomOffset } = params;
  const { repetitions, transferSize, blockSize, segmentCount } = params;
  const flags = [filePerProc && '-F', fsync && '-e', reorderTasks && '-C', direct && 'DIRECT', randomOffset && '-z'];
  const sizes = { '-i': repetitions, '-t': transferSize, '-b': blockSize, '-s': segmentCount };
  return [
    ...PHASE_ARGS,
    ...flags.flatMap((flag) => (flag === false ? [] : [flag])),
    ...Object.entries(sizes).flatMap(([name, value]) => [name, String(value)]),
    ...DATA_ARGS,
  ];
}

/** A unit is one transfer. */
function demand({ transferSize, reorderTasks, direct, randomOffset }: IorParams, { row }: MpiPhase): MpiDemand {
  const one = { count: 1, bytes: transferSize };
  return {
    reads: row === WRITE ? NO_IOS : one,
    writes: row === WRITE ? one : NO_IOS,
    sequential: !randomOffset,
    metadata: {},
    cpuSeconds: CPU_SECONDS,
    // Another host reads what one has written: no memory of hosts knows it.
    buffered: !direct && (row === WRITE || !reorderTasks),
  };
}

function judgeMemory({ host, status }: HostRaw, nodes: number, params: IorParams): readonly Reason[] {
  const { ranks, blockSize, segmentCount, reorderTasks, fsync, direct } = params;
  const memory = Number(status?.facts['memBytes'] ?? Number.NaN);
  const ofNode = (ranks * blockSize * segmentCount) / nodes;
  if (direct || ofNode > memory) return [];
  const found: Reason[] = [];
  if (!fsync) {
    const text =
      `${host}: the ${formatBytes(ofNode)} of each host fit into its memory, and may not have been on the storage ` +
      'when the time ended (`fsync: false`)';
    found.push({ level: 'suspect', code: 'UnwrittenData', text, metrics: ['write_bandwidth'] });
  }
  if (reorderTasks && nodes > 1) return found;
  const text =
    `${host}: each host read ${formatBytes(ofNode)} that it had written itself, and has ` +
    `${Number.isFinite(memory) ? formatBytes(memory) : 'an unknown amount'} of memory: it may have answered` +
    (reorderTasks
      ? '; all processes are of one host: two hosts or more, or `direct: true`'
      : ' (`reorderTasks: false`)');
  return [...found, { level: 'suspect', code: 'CacheServed', text, metrics: ['read_bandwidth'] }];
}
