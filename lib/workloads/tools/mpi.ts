/** What tools under Open MPI find on their hosts: it, and the archive of the tool that its user brings. */
import type { FixtureSketch } from '../sketch';

/** Seconds: of all processes of a job to start and to end; of packages; of an archive. Assumed. */
export const MPI = { startSeconds: 10, installSeconds: 60, unpackSeconds: 10 };
/** For packages, from repositories that may be slow or busy. */
const INSTALL_SECONDS = 1800;

/** The two tools, and the keys by which the processes of a job reach each other's hosts. */
export function mpiTools(name: string, role: string): readonly FixtureSketch[] {
  const one = (slot: string, needs: readonly string[], expectedSeconds: number): FixtureSketch => ({
    slot,
    what: { slot },
    roles: [role],
    needs,
    expectedSeconds,
    timeoutSeconds: INSTALL_SECONDS,
    downSeconds: 1,
    stays: true,
  });
  return [
    one('tool/openmpi', [], MPI.installSeconds),
    one('host/mpi-keys', ['tool/openmpi'], 1),
    one(`tool/${name}`, ['tool/openmpi'], MPI.unpackSeconds),
  ];
}
