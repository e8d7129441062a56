/** The `mdtest` workload: many processes create, look up, read and remove files, as one MPI job. */
import type { FileOperations } from '../../../shapes/file-operation';
import type { Reason } from '../../../shapes/verdict';
import type { HostRaw } from '../../contract';
import { ZERO_IOS } from '../../demand';
import { judgeServers } from '../../tools/metadata-servers';
import type { MpiDemand, MpiPhase, MpiTool } from '../tool';
import { createMpiWorkload } from '../workload';
import { parseOutput } from './parse';
import { checkParams, checkHosts, type MdtestParams, mdtestSchema } from './schema';
import { parseMdtestJob, MDTEST_LETTERS } from './job-details';

/** Per operation. Assumed. */
const CPU_SECONDS = 10e-6;
/** Share of cacheable lookups that still reach the storage. Assumed. */
const CACHE_MISS_SHARE = 0.1;

/** Storage operations per file, by metric of the phase. */
const PHASE_OPERATIONS: Readonly<Record<string, FileOperations>> = {
  file_create: { create: 1 },
  file_stat: { stat: 1 },
  file_read: { open: 1 },
  file_remove: { delete: 1 },
};
/** Metrics of operations that caches of a host could answer. */
const LOOKUP_METRICS: readonly string[] = ['file_stat', 'file_read'];

export const MDTEST_TOOL: MpiTool<'mdtest', MdtestParams> = {
  kind: 'mdtest',
  summary: 'mdtest: rates at which many processes create, look up, read and remove files, under MPI',
  schema: mdtestSchema,
  unit: 'ops/s',
  phases: [
    { row: 'File creation', metric: 'file_create', words: 'file creates', limit: 'metadataCreates' },
    { row: 'File stat', metric: 'file_stat', words: 'file lookups', limit: null },
    { row: 'File read', metric: 'file_read', words: 'file reads', limit: 'metadataOpens' },
    { row: 'File removal', metric: 'file_remove', words: 'file removes', limit: 'metadataDeletes' },
  ],
  setting: 'filesPerRank',
  dataSetting: 'filesPerRank',
  // 2 ms per operation on idle storage, as over NFS. A published run of 3.2 million files took minutes.
  pace: { ofProcess: 500, least: 2000, leastSeconds: 7200 },
  output: {
    file: 'raw/mdtest.txt',
    letters: MDTEST_LETTERS,
    parse: parseOutput,
    parseJob: parseMdtestJob,
    expectJob: ({ ranks, iterations }, nodes) => ({ tasks: ranks, nodes, iterations }),
  },
  check: checkParams,
  checkHosts,
  argv: buildArguments,
  size: ({ ranks, filesPerRank, iterations, fileSize, ownDirectory }) => {
    const amount = ranks * filesPerRank;
    const files = amount * iterations;
    return {
      repeats: iterations,
      amount,
      units: amount,
      workingBytes: amount * fileSize,
      names: amount + (ownDirectory ? ranks : 1),
      directories: ownDirectory ? ranks : 1,
      work: {
        writtenBytes: files * fileSize,
        operations: { create: files, stat: files, open: files, delete: files },
      },
    };
  },
  demand: computeDemand,
  judgeHosts: (hosts, params) => judgeServers(hosts, { ...params, sampled: true }),
  judgeMemory: judgeCaches,
};

export const mdtest = createMpiWorkload(MDTEST_TOOL);

/** Arguments (`mdtest -h`): files only. The stride `-N` is the number of ranks per host, as ranks fill host by host. */
function buildArguments(params: MdtestParams): readonly string[] {
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
    // `-y`: sync each file after writing.
    ...(fileSize === 0 ? [] : ['-y', '-w', size, '-e', size]),
    '-d',
    'FOLDER',
  ];
}

/** A unit of work is one file. */
function computeDemand({ fileSize, shiftRanks }: MdtestParams, { metric }: MpiPhase): MpiDemand {
  const data = fileSize === 0 ? ZERO_IOS : { count: 1, bytes: fileSize };
  const asks = PHASE_OPERATIONS[metric] ?? {};
  const isOwn = LOOKUP_METRICS.includes(metric) && !shiftRanks;
  return {
    reads: metric === 'file_read' ? data : ZERO_IOS,
    writes: metric === 'file_create' ? data : ZERO_IOS,
    metadata: isOwn
      ? Object.fromEntries(Object.entries(asks).map(([name, count]) => [name, CACHE_MISS_SHARE * count]))
      : asks,
    cpuSeconds: CPU_SECONDS,
    // With shifted ranks, another host reads the files.
    buffered: metric !== 'file_read' || !shiftRanks,
  };
}

function judgeCaches({ host }: HostRaw, nodes: number, { shiftRanks }: MdtestParams): readonly Reason[] {
  if (shiftRanks && nodes > 2) return [];
  if (shiftRanks && nodes === 2) {
    const text =
      `${host}: with two hosts, file_read runs on the host that created the files, since mdtest shifts by one host ` +
      'in each phase. Its caches may have answered. Use three hosts or more';
    return [{ level: 'suspect', code: 'CacheServed', text, metrics: ['file_read'] }];
  }
  const text =
    `${host}: file_stat and file_read ran on hosts that had created the files: host caches may have answered` +
    (shiftRanks ? '. All processes ran on one host: use three hosts or more' : ' (`shiftRanks: false`)');
  return [{ level: 'suspect', code: 'CacheServed', text, metrics: LOOKUP_METRICS }];
}
