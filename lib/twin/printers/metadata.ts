/** Output of the program of `metadata` in a rehearsal. Marked as simulated. */
import { type MetadataOutput, type MetadataPhase, METADATA_RESULT } from '../../workloads/metadata/parse';
import type { MetadataParams } from '../../workloads/metadata/schema';
import { PAUSE_SECONDS } from '../../workloads/metadata/steps';
import { getOutputFile } from '../../workloads/tools/script-result';
import { toHostFacts, type SimulatedHost, type SimulatedPerformance, type OutputPrinter } from './contract';

/** Python of Amazon Linux 2023. */
const PYTHON_VERSION = 'Python 3.9.16';
/** Relative difference between the end times of processes. Assumed. */
const END_TIME_SPREAD = 0.02;

export function makeMetadataPrinter(params: MetadataParams): OutputPrinter {
  return (performance, host) => ({
    tool: 'python3',
    version: PYTHON_VERSION,
    argv: ['python3', '-', ...params.operations],
    files: { [getOutputFile(METADATA_RESULT)]: `${JSON.stringify(formatProgramOutput(params, performance, host))}\n` },
    facts: toHostFacts(host),
  });
}

function formatProgramOutput(
  params: MetadataParams,
  performance: SimulatedPerformance,
  host: SimulatedHost,
): MetadataOutput {
  const { ranks, filesPerRank, runtime, operations, ownDirectory, shiftRanks } = params;
  const own = Array.from({ length: ranks }, (_, rank) => rank).filter((rank) => rank % host.hosts === host.index);
  const flows = performance.phases ?? [performance];
  let [made, dirs] = [0, 0];
  const phases = operations.map((operation, index): MetadataPhase => {
    const start = host.began - host.lateSeconds + index * (runtime + PAUSE_SECONDS);
    const atWork = operation === 'list' && !ownDirectory ? 1 : own.length;
    const rate = (flows[index]?.units.rate ?? 0) / atWork;
    const most = {
      mkdir: filesPerRank,
      create: filesPerRank,
      rmdir: dirs,
      // A host lists each directory of other hosts once: see workloads/metadata/program.py.
      list: (ownDirectory ? (shiftRanks ? Math.max(1, host.hosts - 1) : host.hosts) : ranks) * (made + dirs),
    };
    const done = Math.floor(Math.min(rate * runtime, operation in most ? most[operation as keyof typeof most] : made));
    if (operation === 'create') made = done;
    if (operation === 'mkdir') dirs = done;
    const seconds = Math.min(runtime, done / rate);
    const ended = (number: number): number =>
      start + seconds * (1 - (END_TIME_SPREAD * (own.length - 1 - number)) / Math.max(1, own.length - 1));
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
    tool: 'metadata',
    version: 1,
    python: PYTHON_VERSION,
    requested: { ranks, hosts: host.hosts, filesPerRank, runtime, shifted: shiftRanks, ownDirectory },
    phases,
  };
}
