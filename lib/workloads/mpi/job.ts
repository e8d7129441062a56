/**
 * Tools under Open MPI: one job over all hosts of a role, led by the first of them. What stands on their hosts, and the
 * step that runs them (`workloads/mpi`).
 */
import type { StepWork } from '../../shapes/file-operation';
import { type Fixture, fixtureKey } from '../../shapes/fixture';
import { BUNDLES } from '../../shapes/tool-bundles';
import type { ScriptFiles, Step } from '../contract';
import { renderParts, renderScript } from '../shell';
import { toBundle, toTool } from '../tool';
import { MPIRUN } from './call';

/** Seconds that all processes of a job take to start and to end. Assumed. */
export const MPI = { startSeconds: 10 };
/** Longest wait for the agreed instant: the barrier's lead of one minute, and as much again for late hosts. */
const BARRIER_SECONDS = 120;
/** Beside the job: what is left of files is removed, hosts are told that it has ended. */
const MARGIN_SECONDS = 1200;
/** Others may install packages for so long, and the leader asks all of them. */
const READY_SECONDS = 1800;

const SHELL = ['shell/clock.sh', 'shell/host.sh', 'shell/remove.sh', 'shell/status.sh', 'shell/package.sh'];

const MEASURE_FILES = ['shell/settle.sh', 'shell/evidence.sh', 'shell/bundle.sh', 'shell/lustre.sh'];

/** The step that measures. */
export const MEASURE = 'measure';

/** Open MPI, the ssh server by which the leader starts processes, and the archive that its user brings. */
export function mpiFixtures(role: string, files: ScriptFiles): readonly Fixture[] {
  const install = toTool('openmpi', [role], { seconds: 60, files: ['mpi/mpi.sh', 'mpi/install.sh'] }, files);
  return [install, server(role, install, files), toBundle('ior', BUNDLES.ior.commands, [role], [install.slot], files)];
}

function server(role: string, install: Fixture, files: ScriptFiles): Fixture {
  const script = (comment: string, name: string): string =>
    renderScript({ comment: [comment], variables: {}, files: [...SHELL, 'mpi/mpi.sh', `mpi/${name}.sh`] }, files);
  const up = script('The ssh server of a rig, by which one host starts processes of all.', 'server');
  return {
    slot: 'service/mpi',
    key: fixtureKey(up),
    roles: [role],
    needs: [install.slot],
    up,
    down: script('Takes the keys of the rig away.', 'stop'),
    lasting: {
      ready: script('Ends well where the leader can start processes.', 'ready'),
      readySeconds: READY_SECONDS,
    },
    expectedSeconds: 2,
    timeoutSeconds: READY_SECONDS,
    downSeconds: 60,
    // It does nothing where no job runs.
    stays: true,
  };
}

/** What a job is. */
export interface MpiJob {
  readonly tool: 'mdtest' | 'ior';
  readonly role: string;
  readonly ranks: number;
  /** Of the tool, with the places of {@link MpiVariable}. */
  readonly argv: readonly string[];
  /** File of its output. */
  readonly output: string;
  /** In how many directories its processes work, where that matters. */
  readonly directories?: number;
  /** Expected length of the job, and that after which it is ended. */
  readonly seconds: number;
  readonly limitSeconds: number;
  readonly work: StepWork;
}

/** The only step: all hosts run it, and all but the first look at themselves. */
export function mpiStep(job: MpiJob, files: ScriptFiles): Step {
  const limit = Math.ceil(job.limitSeconds);
  return {
    name: MEASURE,
    roles: [job.role],
    script: renderParts(
      {
        comment: [`One job of ${job.tool} over all hosts: the first leads it, the others look at themselves.`],
        variables: {
          MPI_TOOL: job.tool,
          MPI_RANKS: String(job.ranks),
          MPI_ALONE: MPIRUN.alone.join('\n'),
          MPI_TOGETHER: MPIRUN.together.join('\n'),
          MPI_ARGUMENTS: job.argv.join('\n'),
          MPI_OUTPUT: job.output,
          MPI_LIMIT: String(limit),
          MPI_DIRECTORIES: String(job.directories ?? ''),
        },
        files: [...SHELL, ...MEASURE_FILES, 'mpi/mpi.sh', 'mpi/measure.sh'],
      },
      files,
    ),
    barrier: true,
    measures: true,
    expectedSeconds: job.seconds,
    timeoutSeconds: limit + BARRIER_SECONDS + MARGIN_SECONDS,
    idleSeconds: MPI.startSeconds,
    work: job.work,
  };
}
