/** Phases on whole databases: steps, durations and simulated demand. */
import type { StepWork } from '../../shapes/file-operation';
import type { ScriptFiles, Step } from '../contract';
import { type Demand, type DemandedIos, ZERO_IOS } from '../demand';
import { BARRIER_SECONDS, createScriptSteps, START_SECONDS } from '../tools/script-steps';
import { FILL_RATE, MARGIN_SECONDS, SCRIPT_VARIABLES } from './fixtures';
import { type DatabasePhase, getPhaseBytes, type PhaseParams } from './schema';

/** Rate of one host in each phase, bytes per second; copying reads and writes. Assumed. */
const PHASE_RATE: Readonly<Record<DatabasePhase, number>> = { create: 200e6, copy: 100e6, checksum: 400e6 };
/** Bytes per I/O, and I/Os in flight: fio keeps four, dd one. */
const IO_BYTES = 1024 ** 2;
const PHASE_DEPTH: Readonly<Record<DatabasePhase, number>> = { create: 4, copy: 1, checksum: 4 };
/** CPU seconds per I/O: checksums of 1 MiB, or the copy. Measured here with fio 3.33 on tmpfs, at 500 MB/s. */
const CPU_SECONDS_PER_IO = 0.001;

/** Expected seconds of the phases, and of writing databases that no phase creates. */
export function estimatePhases(params: PhaseParams): { readonly layout: number; readonly measured: number } {
  const measured = params.phases.reduce((sum, phase) => sum + getPhaseBytes(phase, params) / PHASE_RATE[phase], 0);
  return { layout: START_SECONDS + getLayoutBytes(params) / PHASE_RATE.create, measured };
}

function getLayoutBytes(params: PhaseParams): number {
  return params.phases.includes('create') ? 0 : getPhaseBytes('create', params);
}

/** One step removes old files and writes missing databases; the next runs the phases from the agreed start time. */
export function buildPhaseSteps(params: PhaseParams, texts: ScriptFiles): readonly Step[] {
  const { role, databases, size, copies, phases } = params;
  const { layout, measured } = estimatePhases(params);
  const limit = Math.ceil((databases * size) / FILL_RATE.least) + 60;
  const variables = {
    ...SCRIPT_VARIABLES,
    DATABASE_PHASES: phases.join(' '),
    DATABASE_COUNT: String(databases),
    DATABASE_BYTES: String(size),
    DATABASE_COPIES: String(copies),
    DATABASE_LIMIT: String(limit),
  };
  const written = phases.reduce((sum, phase) => sum + (phase === 'checksum' ? 0 : getPhaseBytes(phase, params)), 0);
  const work = (writtenBytes: number): StepWork => ({ writtenBytes, operations: {} });
  return createScriptSteps(
    {
      role,
      layout: {
        comment: ['Removes databases of earlier trials, and writes those that no phase creates.'],
        variables,
        files: ['fio/folder.sh', 'files.sh', 'layout.sh'],
        expectedSeconds: layout,
        timeoutSeconds: limit + MARGIN_SECONDS,
        work: work(getLayoutBytes(params)),
      },
      measure: {
        comment: ['Runs the phases, each until its work is done.'],
        variables,
        files: ['shell/settle.sh', 'fio/folder.sh', 'files.sh', 'phases.sh'],
        expectedSeconds: START_SECONDS + measured,
        timeoutSeconds: phases.length * limit + BARRIER_SECONDS + MARGIN_SECONDS,
        work: work(written),
      },
    },
    texts,
  );
}

/** Demand of each phase, for rehearsals. */
export function computePhaseDemand(params: PhaseParams): readonly Demand[] {
  const io: DemandedIos = { count: 1, bytes: IO_BYTES };
  return params.phases.map((phase) => ({
    unit: {
      reads: phase === 'create' ? ZERO_IOS : io,
      writes: phase === 'checksum' ? ZERO_IOS : io,
      sequential: true,
      metadata: {},
      cpuSeconds: CPU_SECONDS_PER_IO,
    },
    threads: 1,
    pace: { loop: 'closed', depth: PHASE_DEPTH[phase] },
    extent: { until: 'done', units: getPhaseBytes(phase, params) / IO_BYTES },
    workingBytes: params.databases * params.size,
    buffered: false,
  }));
}
