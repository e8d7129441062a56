/** Host scripts of the `metadata` workload, and their durations. */
import type { StepWork } from '../../shapes/file-operation';
import type { Fixture } from '../../shapes/fixture';
import type { TargetContext, ScriptFiles, Step } from '../contract';
import type { Duration } from '../plannable';
import { createPackageFixture } from '../tool';
import { BARRIER_SECONDS, createScriptSteps, SHELL_SCRIPTS, START_SECONDS } from '../tools/script-steps';
import type { MetadataParams } from './schema';

/**
 * Pause between two operations, seconds: processes exchange their numbers of files, and hosts drop their caches.
 * Assumed; `LateStart` reports processes that need longer.
 */
export const PAUSE_SECONDS = 4;
/** Minimum rates of one host, for time limits: directories created, and files removed, per second. */
const MIN_MKDIR_RATE = 15;
const MIN_REMOVE_RATE = 50;

/** Installs only the interpreter, as the program is part of the script. */
export function listFixtures({ role }: MetadataParams, { files }: Pick<TargetContext, 'files'>): readonly Fixture[] {
  return [createPackageFixture('python3', [role], { seconds: 2, files: ['install.sh'] }, files)];
}

/** Exact, as each operation has a fixed time slot. */
export function computeDuration({ operations, runtime }: MetadataParams): Duration {
  const measured = operations.length * runtime + (operations.length - 1) * PAUSE_SECONDS;
  return { total: measured + START_SECONDS, warmUp: 0, measured, until: 'done' };
}

/** One step creates a directory for each process; the next runs all operations from the agreed start time. */
export function buildTrialSteps(params: MetadataParams, files: ScriptFiles): readonly Step[] {
  const { role, ranks, filesPerRank, runtime, operations, ownDirectory, shiftRanks } = params;
  const { measured } = computeDuration(params);
  const variables = {
    METADATA_RANKS: String(ranks),
    METADATA_FILES: String(filesPerRank),
    METADATA_RUNTIME: String(runtime),
    METADATA_PAUSE: String(PAUSE_SECONDS),
    METADATA_OPERATIONS: operations.join(' '),
    METADATA_OWN_DIRECTORY: ownDirectory ? '1' : '',
    METADATA_SHIFT: shiftRanks ? '1' : '',
  };
  const directories: StepWork = { ofAll: true, writtenBytes: 0, operations: { mkdir: ranks }, inFlight: 1 };
  // Worst case: one host removes all created files.
  const removing = (ranks * filesPerRank) / MIN_REMOVE_RATE;
  return createScriptSteps(
    {
      role,
      shell: [...SHELL_SCRIPTS, 'shell/lustre.sh'],
      layout: {
        comment: ['Creates the folders for the processes of this host.'],
        variables,
        files: ['folder.sh', 'layout.sh'],
        expectedSeconds: START_SECONDS,
        timeoutSeconds: Math.ceil(ranks / MIN_MKDIR_RATE + Math.min(removing, 3600)) + 120,
        work: directories,
      },
      measure: {
        comment: ['Each process runs all operations in succession, synchronized by the clock.'],
        variables,
        files: ['folder.sh', 'program.py', 'measure.sh'],
        expectedSeconds: measured + START_SECONDS,
        timeoutSeconds: Math.ceil(measured + BARRIER_SECONDS + 120 + Math.min(removing, 3600)),
      },
    },
    files,
  );
}
