/** Output of `database` in a rehearsal: of fio for a load, of phases.sh for phases. Marked as simulated. */
import { DATABASE_JOB, toJobFile } from '../../workloads/database/job-file';
import { type DatabaseOutput, PHASES_RESULT } from '../../workloads/database/parse';
import { type DatabaseParams, getPhaseBytes, hasPhases, type PhaseParams } from '../../workloads/database/schema';
import { getOutputFile } from '../../workloads/tools/script-result';
import { toHostFacts, type SimulatedHost, type SimulatedPerformance, type OutputPrinter } from './contract';
import { SIMULATED_FIO_VERSION } from './fio/document';
import { makeJobFilePrinter } from './fio/job-files';

const FACTS = { ioengine: 'libaio', direct: '1', directReason: 'simulated' };

export function makeDatabasePrinter(params: DatabaseParams): OutputPrinter {
  if (hasPhases(params)) return makePhasesPrinter(params);
  const print = makeJobFilePrinter(toJobFile(params));
  return (performance, host) => {
    const printed = print(performance, { ...host, folder: `${host.folder}/database/${DATABASE_JOB}` });
    return { ...printed, facts: { ...printed.facts, ...FACTS } };
  };
}

function makePhasesPrinter(params: PhaseParams): OutputPrinter {
  return (performance, host) => ({
    tool: 'fio',
    version: SIMULATED_FIO_VERSION,
    argv: ['fio', '--rw=write', '--verify=crc32c'],
    files: { [getOutputFile(PHASES_RESULT)]: `${JSON.stringify(makeOutput(params, performance, host))}\n` },
    facts: { ...FACTS, ...toHostFacts(host) },
  });
}

/** Direct I/O: a sync after it takes one more round trip. */
function makeOutput(params: PhaseParams, performance: SimulatedPerformance, { began }: SimulatedHost): DatabaseOutput {
  let start = began;
  const phases = params.phases.map((phase, index) => {
    const { seconds, operations } = performance.phases?.[index] ?? performance;
    const syncSeconds = phase === 'checksum' ? 0 : (operations['write']?.latencyUs ?? 0) / 1e6;
    const one = { phase, began: start, ended: start + seconds + syncSeconds, seconds, syncSeconds };
    start = one.ended;
    return { ...one, bytes: getPhaseBytes(phase, params) };
  });
  return {
    tool: 'database',
    version: 1,
    fio: SIMULATED_FIO_VERSION,
    asked: { databases: params.databases, bytes: params.size, copies: params.copies },
    phases,
    mismatches: [],
  };
}
