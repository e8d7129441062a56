/** Output of tools under MPI in a rehearsal. Marked as simulated. */
import { DIRECT_FLAG, getToolArgs } from '../../workloads/mpi/call';
import { IOR_TOOL } from '../../workloads/mpi/ior/ior';
import type { IorParams } from '../../workloads/mpi/ior/schema';
import { MDTEST_TOOL } from '../../workloads/mpi/mdtest/mdtest';
import type { MdtestParams } from '../../workloads/mpi/mdtest/schema';
import { buildToolCall, type MpiKind, type MpiParams, type MpiTool } from '../../workloads/mpi/tool';
import type { OutputPrinter } from './contract';

/** Relative deviation of repetitions. Assumed. */
const REPETITION_DEVIATION = 0.02;
const TOOL_VERSION = '4.0.0';
const BYTES_PER_MIB = 1024 ** 2;

/** A job: its call, and the result of each phase. */
interface PrinterInput<P> {
  readonly params: P;
  readonly hosts: number;
  /** Arguments of the tool. */
  readonly words: readonly string[];
  /** In units of {@link MpiTool.unit}. */
  readonly phases: readonly { readonly row: string; readonly mean: number; readonly deviation: number }[];
}

export const makeIorPrinter = makeMpiPrinter(IOR_TOOL, printIor);
export const makeMdtestPrinter = makeMpiPrinter(MDTEST_TOOL, printMdtest);

/** The leader runs the tool and prints; all other hosts only report about themselves. */
function makeMpiPrinter<P extends MpiParams>(tool: MpiTool<MpiKind, P>, print: (job: PrinterInput<P>) => string) {
  return (params: P): OutputPrinter =>
    ({ phases = [] }, { index, hosts, folder, memoryBytes, barrier, lateSeconds, spareSeconds = 0 }) => {
      const leads = index === 0;
      const argv = leads
        ? buildToolCall(tool, params, hosts, { FOLDER: `${folder}/${tool.kind}`, DIRECT: DIRECT_FLAG })
        : [];
      const { amount, units, repeats } = tool.size(params);
      const printed = (): string =>
        print({
          params,
          hosts,
          words: getToolArgs(argv, tool.kind),
          phases: tool.phases.map(({ row }, at) => {
            const mean = hosts * (phases[at]?.units.rate ?? 0) * (amount / units);
            return { row, mean, deviation: repeats === 1 ? 0 : REPETITION_DEVIATION * mean };
          }),
        });
      return {
        tool: tool.kind,
        version: TOOL_VERSION,
        argv,
        files: leads ? { [tool.output.file]: printed() } : {},
        facts: {
          memBytes: String(memoryBytes),
          mpiNodes: String(hosts),
          ...(barrier ? { lateSeconds: lateSeconds.toFixed(6), spareSeconds: spareSeconds.toFixed(6) } : {}),
        },
      };
    };
}

function printIor({ params, hosts, words, phases }: PrinterInput<IorParams>): string {
  const { ranks, repetitions, blockSize, transferSize, segmentCount } = params;
  const filePerProc = Number(params.filePerProc);
  const reorderTasks = Number(params.reorderTasks);
  const summary = phases.map(({ row, mean, deviation }) => ({
    operation: row,
    API: 'POSIX',
    TestID: 0,
    numTasks: ranks,
    tasksPerNode: ranks / hosts,
    repetitions,
    filePerProc,
    reorderTasks,
    segmentCount,
    blockSize,
    transferSize,
    bwMaxMIB: (mean + deviation) / BYTES_PER_MIB,
    bwMinMIB: (mean - deviation) / BYTES_PER_MIB,
    bwMeanMIB: mean / BYTES_PER_MIB,
    bwStdMIB: deviation / BYTES_PER_MIB,
  }));
  const Parameters = {
    nodes: hosts,
    filePerProc,
    fsync: Number(params.fsync),
    reorderTasks,
    randomOffset: Number(params.randomOffset),
  };
  const head = `{"Version":"${TOOL_VERSION}",\n"Command line":${JSON.stringify(['ior', ...words].join(' '))},\n`;
  return `${head}${JSON.stringify({ tests: [{ TestID: 0, Parameters }], summary }).slice(1)}\n`;
}

function printMdtest({ params, hosts, words, phases }: PrinterInput<MdtestParams>): string {
  const { ranks, iterations, filesPerRank } = params;
  const rows = phases.map(({ row, mean, deviation }) => {
    const cells = [mean + deviation, mean - deviation, mean, deviation].map((cell) => cell.toFixed(3).padStart(14));
    return `   ${[row.padEnd(28), ...cells].join(' ')}`;
  });
  return [
    `mdtest-${TOOL_VERSION} was launched with ${ranks} total task(s) on ${hosts} node(s)`,
    `Command line used: mdtest ${words.join(' ')}`,
    '',
    `${ranks} tasks, ${ranks * filesPerRank} files`,
    '',
    `SUMMARY rate: (of ${iterations} iterations)`,
    '   Operation                     Max            Min           Mean        Std Dev',
    '   ---------                     ---            ---           ----        -------',
    ...rows,
    '-- finished at 01/01/2000 00:00:00 --',
    '',
  ].join('\n');
}
