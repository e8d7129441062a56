/** The `ior` workload: large transfers of many processes, written and then read, as one MPI job. */
import type { Problem } from '../../../shapes/problem';
import { formatBytes } from '../../../shapes/quantity';
import type { Reason } from '../../../shapes/verdict';
import type { HostRaw } from '../../contract';
import { NONE } from '../../demand';
import type { MpiDemand, MpiPhase, MpiTool } from '../tool';
import { jobOf, parseOutput } from './output';
import { type IorParams, schema } from './schema';
import { LETTERS } from './stated-job';

/** O_DIRECT takes whole blocks: 4 KiB fit all file systems. */
const DIRECT_BYTES = 4096;
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
    jobOf,
    asked: ({ ranks, repetitions, blockSize, transferSize, segmentCount }, nodes) => ({
      numTasks: ranks,
      tasksPerNode: ranks / nodes,
      repetitions,
      blockSize,
      transferSize,
      segmentCount,
    }),
  },
  check,
  checkHosts: (params, hosts) =>
    hosts > 1 || !params.reorderTasks || params.direct
      ? []
      : [
          ownFiles(
            'one host reads what it has written itself, whatever `reorderTasks` says: its memory may answer, unless ' +
              'that is much smaller than what is written. Two hosts or more, or `direct: true`',
          ),
        ],
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

/** `path` is relative to the workload's entry in the spec. */
function check({ transferSize, blockSize, reorderTasks, fsync, direct }: IorParams): readonly Problem[] {
  const found: Problem[] = [];
  if (transferSize === 0 || blockSize === 0 || blockSize % transferSize !== 0) {
    const message =
      `found ${formatBytes(blockSize)} with a \`transferSize\` of ${formatBytes(transferSize)}; allowed: a whole ` +
      'number of transfers, one at least';
    found.push({ severity: 'error', code: 'BadValue', path: ['blockSize'], message });
  }
  if (direct && transferSize % DIRECT_BYTES !== 0) {
    const message = `found ${transferSize} B with \`direct\`; allowed: multiples of ${DIRECT_BYTES} bytes`;
    found.push({ severity: 'error', code: 'BadValue', path: ['transferSize'], message });
  }
  if (!fsync && !direct) {
    const message =
      'what is written may be in the memory of the hosts when the time ends, and `write_bandwidth` be that of their ' +
      'memory. `fsync: true` waits until it is on the storage';
    found.push({ severity: 'advice', code: 'NotWrittenThrough', path: ['fsync'], message });
  }
  const own = 'each host reads what it has written: its memory may answer. `reorderTasks: true` asks another host';
  return reorderTasks || direct ? found : [...found, ownFiles(own)];
}

function ownFiles(message: string): Problem {
  return { severity: 'advice', code: 'OwnFilesRead', path: ['reorderTasks'], message };
}

const WRITE_AND_READ = ['-a', 'POSIX', '-w', '-r', '-g'];
const DATA = ['-o', 'FOLDER/data', '-O', 'summaryFormat=JSON'];

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
    ...WRITE_AND_READ,
    ...flags.flatMap((flag) => (flag === false ? [] : [flag])),
    ...Object.entries(sizes).flatMap(([name, value]) => [name, String(value)]),
    ...DATA,
  ];
}

/** A unit is one transfer. */
function demand({ transferSize, reorderTasks, direct, randomOffset }: IorParams, { row }: MpiPhase): MpiDemand {
  const one = { count: 1, bytes: transferSize };
  return {
    reads: row === WRITE ? NONE : one,
    writes: row === WRITE ? one : NONE,
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
