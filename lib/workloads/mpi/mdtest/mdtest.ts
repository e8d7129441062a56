/** The `mdtest` workload: files made, looked up, read and removed by many processes, as one MPI job. */
import type { FileOperations } from '../../../shapes/file-operation';
import type { Reason } from '../../../shapes/verdict';
import type { HostRaw } from '../../contract';
import { NO_IOS } from '../../demand';
import { judgeServers } from '../../tools/metadata-servers';
import type { MpiDemand, MpiPhase, MpiTool } from '../tool';
import { parseOutput } from './output';
import { check, checkHosts, type MdtestParams, schema } from './schema';
import { parseMdtestJob, LETTERS } from './job-details';

/** Processor time of one operation. Assumed. */
const CPU_SECONDS = 10e-6;
/** Of lookups that the memory of the host could answer, those that ask the storage all the same. Assumed. */
const CACHE_MISS_SHARE = 0.1;

/** What phases ask of the storage for a file. */
const PHASE_OPERATIONS: Readonly<Record<string, FileOperations>> = {
  file_create: { create: 1 },
  file_stat: { stat: 1 },
  file_read: { open: 1 },
  file_remove: { delete: 1 },
};
/** Metrics that the memory of a host could answer. */
const LOOKUP_METRICS: readonly string[] = ['file_stat', 'file_read'];

export const MDTEST: MpiTool<'mdtest', MdtestParams> = {
  kind: 'mdtest',
  summary: 'mdtest: how many files a second many processes make, look up, read and remove, under MPI',
  schema,
  unit: 'ops/s',
  phases: [
    { row: 'File creation', metric: 'file_create', words: 'file creates', limit: 'metadataCreates' },
    { row: 'File stat', metric: 'file_stat', words: 'file lookups', limit: null },
    { row: 'File read', metric: 'file_read', words: 'file reads', limit: 'metadataOpens' },
    { row: 'File removal', metric: 'file_remove', words: 'file removes', limit: 'metadataDeletes' },
  ],
  setting: 'filesPerRank',
  // An operation of 2 ms where the storage is idle, as over NFS. A published run of 3.2 million files took minutes.
  pace: { ofProcess: 500, least: 2000, leastSeconds: 7200 },
  output: {
    file: 'raw/mdtest.txt',
    letters: LETTERS,
    parse: parseOutput,
    parseJob: parseMdtestJob,
    expectJob: ({ ranks, iterations }, nodes) => ({ tasks: ranks, nodes, iterations }),
  },
  check,
  checkHosts,
  argv,
  size: ({ ranks, filesPerRank, iterations, fileSize, ownDirectory }) => {
    const amount = ranks * filesPerRank;
    const files = amount * iterations;
    return {
      repeats: iterations,
      amount,
      units: amount,
      workingBytes: amount * fileSize,
      directories: ownDirectory ? ranks : 1,
      work: {
        writtenBytes: files * fileSize,
        operations: { create: files, stat: files, open: files, delete: files },
      },
    };
  },
  demand,
  judgeHosts: (hosts, params) => judgeServers(hosts, { ...params, sampled: true }),
  judgeMemory,
};

/**
 * Of mdtest (its `-h`): only files, so many of each process, all phases so often; the stride of `-N` is the processes
 * of a host, since they fill one host after the other.
 */
function argv(params: MdtestParams): readonly string[] {
  const { filesPerRank, iterations, ownDirectory, shiftRanks, fileSize } = params;
  const size = String(fileSize);
  return [
    '-F',
    '-v',
    '-n',
    String(filesPerRank),
    '-i',
    String(iterations),
    ...(ownDirectory ? ['-u'] : []),
    ...(shiftRanks ? ['-N', 'RANKS_OF_A_HOST'] : []),
    // What is written is on the storage when a create has ended (`-y`).
    ...(fileSize === 0 ? [] : ['-y', '-w', size, '-e', size]),
    '-d',
    'FOLDER',
  ];
}

/** A unit is a file. */
function demand({ fileSize, shiftRanks }: MdtestParams, { metric }: MpiPhase): MpiDemand {
  const data = fileSize === 0 ? NO_IOS : { count: 1, bytes: fileSize };
  const asks = PHASE_OPERATIONS[metric] ?? {};
  const isOwn = LOOKUP_METRICS.includes(metric) && !shiftRanks;
  return {
    reads: metric === 'file_read' ? data : NO_IOS,
    writes: metric === 'file_create' ? data : NO_IOS,
    metadata: isOwn
      ? Object.fromEntries(Object.entries(asks).map(([name, count]) => [name, CACHE_MISS_SHARE * count]))
      : asks,
    cpuSeconds: CPU_SECONDS,
    // Another host reads what one has made.
    buffered: metric !== 'file_read' || !shiftRanks,
  };
}

function judgeMemory({ host }: HostRaw, nodes: number, { shiftRanks }: MdtestParams): readonly Reason[] {
  if (shiftRanks && nodes > 2) return [];
  if (shiftRanks && nodes === 2) {
    const text =
      `${host}: of two hosts file_read is asked of the one that made the files, since mdtest goes one host further ` +
      'with every phase: its memory may have answered. Three hosts and more have no such phase';
    return [{ level: 'suspect', code: 'CacheServed', text, metrics: ['file_read'] }];
  }
  const text =
    `${host}: file_stat and file_read were asked of hosts that had made the files: their memory may have answered` +
    (shiftRanks
      ? ', since all processes are of one host: three hosts or more have others to ask'
      : ' (`shiftRanks: false`)');
  return [{ level: 'suspect', code: 'CacheServed', text, metrics: LOOKUP_METRICS }];
}
