/** Reasons against the result of a job of mdtest. */
import { formatSeconds } from '../../shapes/quantity';
import type { Reason } from '../../shapes/verdict';
import type { HostRaw, Reading } from '../contract';
import { fewServers } from '../tools/metadata-servers';
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
import { calledBy, jobOf } from './output/job';
import type { MdtestParams } from './schema';
import { READ } from './read-host';

/** Metrics that the memory of a host could answer. */
const LOOKS = ['file_stat', 'file_read'];

/** All reasons. */
export function judge(reading: Reading, hosts: readonly HostRaw[], params: MdtestParams): readonly Reason[] {
  return [
    ...judgeMpiHosts(reading, hosts, READ),
    ...fewServers(hosts, { ...params, sampled: true }),
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
  params: MdtestParams,
): readonly Reason[] {
  const { ranks, iterations, filesPerRank, shiftRanks } = params;
  const { host, status } = raw;
  // Hosts that are folders of one machine are one node.
  const nodes = status?.facts['mpiNodes'] === '1' ? 1 : hosts;
  const wrong = notAsAsked(host, toWords(jobOf(output)), { tasks: ranks, nodes, iterations });
  if (wrong.length > 0) return wrong;
  const called = calledBy(wordsOf(callOf(params, nodes), 'mdtest'));
  const short = observations.flatMap(({ metric, value }): readonly Reason[] => {
    const seconds = (ranks * filesPerRank) / value;
    if (seconds >= LEAST_PHASE_SECONDS) return [];
    const text = `${metric}: a phase was over after ${formatSeconds(seconds)}: give more \`filesPerRank\``;
    return [{ level: 'suspect', code: 'ShortRun', text, metrics: [metric] }];
  });
  const found = [...short, ...calledOtherwise(host, output, READ, called)];
  if (!hasCache(raw)) return found;
  if (shiftRanks && nodes > 2) return found;
  if (shiftRanks && nodes === 2) {
    const text =
      `${host}: of two hosts file_read is asked of the one that made the files, since mdtest goes one host further ` +
      'with every phase: its memory may have answered. Three hosts and more have no such phase';
    return [...found, { level: 'suspect', code: 'CacheServed', text, metrics: ['file_read'] }];
  }
  const said =
    `${host}: file_stat and file_read were asked of hosts that had made the files: their memory may have answered` +
    (shiftRanks
      ? ', since all processes are of one host: three hosts or more have others to ask'
      : ' (`shiftRanks: false`)');
  return [...found, { level: 'suspect', code: 'CacheServed', text: said, metrics: LOOKS }];
}

function toWords(job: ReturnType<typeof jobOf>): Readonly<Record<string, number>> | null {
  return job === null ? null : { ...job };
}
