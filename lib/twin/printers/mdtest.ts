/** What mdtest would print in a rehearsal. Marked as simulated. */
import { callOf } from '../../workloads/mdtest/argv';
import { PHASES } from '../../workloads/mdtest/demand';
import { OUTPUT_FILE } from '../../workloads/mdtest/read-host';
import type { MdtestParams } from '../../workloads/mdtest/schema';
import { wordsOf } from '../../workloads/tools/mpi-call';
import type { ModelledHost, ModelledPerformance, ModelledPrinter } from './contract';

/** What repetitions differ by, relative: their deviation. Assumed. */
const SPREAD = 0.02;
const VERSION = '4.0.0';

/** As the leader calls it: the others call nothing. */
function called(params: MdtestParams, { hosts, folder }: ModelledHost): readonly string[] {
  return callOf(params, hosts, `${folder}/mdtest`);
}

/** For the registry. */
export function printer(params: MdtestParams): ModelledPrinter {
  return (performance, host) => ({
    tool: 'mdtest',
    version: VERSION,
    argv: host.index === 0 ? called(params, host) : [],
    files: host.index === 0 ? { [OUTPUT_FILE]: printed(params, performance, host) } : {},
    facts: {
      memBytes: String(host.memoryBytes),
      mpiNodes: String(host.hosts),
      ...(host.barrier ? { lateSeconds: host.lateSeconds.toFixed(6) } : {}),
    },
  });
}

function printed(params: MdtestParams, { phases = [] }: ModelledPerformance, host: ModelledHost): string {
  const { ranks, iterations, filesPerRank } = params;
  const { hosts } = host;
  const rows = PHASES.map(({ row }, index) => {
    const mean = hosts * (phases[index]?.units.rate ?? 0);
    const deviation = iterations === 1 ? 0 : SPREAD * mean;
    return [row.padEnd(28), mean + deviation, mean - deviation, mean, deviation]
      .map((cell) => (typeof cell === 'string' ? cell : cell.toFixed(3).padStart(14)))
      .join(' ');
  });
  return [
    '-- started at 01/01/2000 00:00:00 --',
    '',
    `mdtest-${VERSION} was launched with ${ranks} total task(s) on ${hosts} node(s)`,
    `Command line used: mdtest ${wordsOf(called(params, host), 'mdtest').join(' ')}`,
    '',
    `${ranks} tasks, ${ranks * filesPerRank} files`,
    '',
    `SUMMARY rate: (of ${iterations} iterations)`,
    '   Operation                     Max            Min           Mean        Std Dev',
    '   ---------                     ---            ---           ----        -------',
    ...rows.map((row) => `   ${row}`),
    '-- finished at 01/01/2000 00:00:00 --',
    '',
  ].join('\n');
}
