/** Reasons against the result of a job of IOR. */
import { formatBytes, formatSeconds } from '../../shapes/quantity';
import type { Reason } from '../../shapes/verdict';
import type { HostRaw, Reading } from '../contract';
import { wordsOf } from '../tools/mpi-call';
import {
  calledOtherwise,
  hasCache,
  judgeMpiHosts,
  LEAST_PHASE_SECONDS,
  notAsAsked,
  outputOf,
} from '../tools/mpi-reading';
import { callOf } from './argv';
import { calledBy } from './output/job';
import { jobOf } from './output/json';
import { READ } from './read-host';
import type { IorParams } from './schema';

/** All reasons. */
export function judge(reading: Reading, hosts: readonly HostRaw[], params: IorParams): readonly Reason[] {
  return [
    ...judgeMpiHosts(reading, hosts, READ),
    ...hosts.flatMap((raw) => {
      const file = outputOf(raw, READ);
      return file === null || raw.status?.rc !== 0 || reading.windows.length === 0
        ? []
        : judgeJob(reading, raw, file.text, hosts.length, params);
    }),
  ];
}

function judgeJob(
  { observations }: Reading,
  raw: HostRaw,
  output: string,
  hosts: number,
  params: IorParams,
): readonly Reason[] {
  const { ranks, repetitions, blockSize, transferSize, segmentCount, reorderTasks } = params;
  const { host, status } = raw;
  // Hosts that are folders of one machine are one node.
  const nodes = status?.facts['mpiNodes'] === '1' ? 1 : hosts;
  const asked = {
    numTasks: ranks,
    tasksPerNode: ranks / nodes,
    repetitions,
    blockSize,
    transferSize,
    segmentCount,
  };
  const wrong = notAsAsked(host, toWords(jobOf(output)), asked);
  if (wrong.length > 0) return wrong;
  const called = calledBy(wordsOf(callOf(params, nodes), 'ior'));
  const bytes = ranks * blockSize * segmentCount;
  const found = observations.flatMap(({ metric, value }): Reason[] => {
    if (bytes / value >= LEAST_PHASE_SECONDS) return [];
    const text = `${metric}: a repetition was over after ${formatSeconds(bytes / value)}: give more \`segmentCount\``;
    return [{ level: 'suspect', code: 'ShortRun', text, metrics: [metric] }];
  });
  found.push(...calledOtherwise(host, output, READ, called));
  const memory = Number(status?.facts['memBytes'] ?? Number.NaN);
  if (params.direct || !hasCache(raw)) return found;
  if (!params.fsync && !(bytes / nodes > memory)) found.push(unwritten(host, bytes / nodes));
  if ((reorderTasks && nodes > 1) || bytes / nodes > memory) return found;
  const text =
    `${host}: each host read ${formatBytes(bytes / nodes)} that it had written itself, and has ` +
    `${Number.isFinite(memory) ? formatBytes(memory) : 'an unknown amount'} of memory: it may have answered` +
    (reorderTasks
      ? '; all processes are of one host: two hosts or more, or `direct: true`'
      : ' (`reorderTasks: false`)');
  return [...found, { level: 'suspect', code: 'CacheServed', text, metrics: ['read_bandwidth'] }];
}

function unwritten(host: string, bytes: number): Reason {
  const text =
    `${host}: the ${formatBytes(bytes)} of each host fit into its memory, and may not have been on the storage when ` +
    'the time ended (`fsync: false`)';
  return { level: 'suspect', code: 'UnwrittenData', text, metrics: ['write_bandwidth'] };
}

function toWords(job: ReturnType<typeof jobOf>): Readonly<Record<string, number>> | null {
  return job === null ? null : { ...job };
}
