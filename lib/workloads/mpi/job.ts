/** Tools under Open MPI (`workloads/mpi`): one job over all hosts of a role, led by the first. Fixtures and step. */
import type { StepWork } from '../../shapes/file-operation';
import { type Fixture, makeFixtureKey } from '../../shapes/fixture';
import { BUNDLES } from '../../shapes/tool-bundles';
import type { ScriptFiles, Step } from '../contract';
import { renderParts, renderScript } from '../shell';
import { createBundleFixture, createPackageFixture } from '../tool';
import { MPIRUN_ARGS } from './call';

/** Seconds to start and stop all processes of a job. Assumed. */
export const MPI_SECONDS = { startSeconds: 10 };
/** Longest wait for the agreed start time: one minute until that time, and one minute for late hosts. */
const BARRIER_SECONDS = 120;
/** Seconds added to the time limit, for removing files and notifying the other hosts. */
const MARGIN_SECONDS = 1200;
/** Longest time for which the leader waits for all hosts, which may still install packages, seconds. */
const READY_SECONDS = 1800;

const SHELL_SCRIPTS = ['shell/clock.sh', 'shell/host.sh', 'shell/remove.sh', 'shell/status.sh', 'shell/package.sh'];

const MEASURE_FILES = [
  'shell/settle.sh',
  'shell/surroundings.sh',
  'shell/evidence.sh',
  'shell/bundle.sh',
  'shell/lustre.sh',
];

export const MPI_MEASURE_STEP = 'measure';

/** Open MPI, the ssh server for starting processes, and the tool bundle that users upload. */
export function listMpiFixtures(role: string, files: ScriptFiles): readonly Fixture[] {
  const install = createPackageFixture(
    'openmpi',
    [role],
    { seconds: 60, files: ['mpi/mpi.sh', 'mpi/install.sh'] },
    files,
  );
  return [
    install,
    createServerFixture(role, install, files),
    createBundleFixture('ior', BUNDLES.ior.commands, [role], [install.slot], files),
  ];
}

function createServerFixture(role: string, install: Fixture, files: ScriptFiles): Fixture {
  const script = (comment: string, name: string): string =>
    renderScript(
      { comment: [comment], variables: {}, files: [...SHELL_SCRIPTS, 'mpi/mpi.sh', `mpi/${name}.sh`] },
      files,
    );
  const up = script('The ssh server of a rig: one host starts the processes on all hosts through it.', 'server');
  return {
    slot: 'service/mpi',
    key: makeFixtureKey(up),
    roles: [role],
    needs: [install.slot],
    up,
    down: script('Removes the ssh keys of the rig.', 'stop'),
    lasting: {
      ready: script('Succeeds once the leader can start processes on all hosts.', 'ready'),
      readySeconds: READY_SECONDS,
    },
    expectedSeconds: 2,
    timeoutSeconds: READY_SECONDS,
    downSeconds: 60,
    // The server is idle without a job.
    stays: true,
  };
}

export interface MpiJob {
  readonly tool: 'mdtest' | 'ior';
  readonly role: string;
  readonly ranks: number;
  /** Arguments of the tool, with placeholders ({@link MpiPlaceholder}). */
  readonly argv: readonly string[];
  readonly output: string;
  /** Directories in which the processes work, if relevant for the result. */
  readonly directories?: number;
  /** Expected. */
  readonly seconds: number;
  readonly limitSeconds: number;
  readonly work: StepWork;
}

/** The only step. All hosts run it: the first leads the job, the others record their host figures. */
export function createMpiStep(job: MpiJob, files: ScriptFiles): Step {
  const limit = Math.ceil(job.limitSeconds);
  return {
    name: MPI_MEASURE_STEP,
    roles: [job.role],
    script: renderParts(
      {
        comment: [`One job of ${job.tool} over all hosts: the first leads the job, the others record host figures.`],
        variables: {
          MPI_TOOL: job.tool,
          MPI_RANKS: String(job.ranks),
          MPI_ALONE: MPIRUN_ARGS.alone.join('\n'),
          MPI_TOGETHER: MPIRUN_ARGS.together.join('\n'),
          MPI_ARGUMENTS: job.argv.join('\n'),
          MPI_OUTPUT: job.output,
          MPI_LIMIT: String(limit),
          MPI_DIRECTORIES: String(job.directories ?? ''),
        },
        files: [...SHELL_SCRIPTS, ...MEASURE_FILES, 'mpi/mpi.sh', 'mpi/measure.sh'],
      },
      files,
    ),
    barrier: true,
    measures: true,
    expectedSeconds: job.seconds,
    timeoutSeconds: limit + BARRIER_SECONDS + MARGIN_SECONDS,
    idleSeconds: MPI_SECONDS.startSeconds,
    work: job.work,
  };
}
