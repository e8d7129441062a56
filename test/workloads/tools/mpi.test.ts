import { mpiTools } from '../../../lib/workloads/tools/mpi';

describe('mpiTools', () => {
  it('puts the launcher first, keys of its hosts and the tool on top of it', () => {
    expect(mpiTools('ior', 'node').map(({ slot, roles, needs, stays }) => [slot, roles, needs, stays])).toEqual([
      ['tool/openmpi', ['node'], [], true],
      ['host/mpi-keys', ['node'], ['tool/openmpi'], true],
      ['tool/ior', ['node'], ['tool/openmpi'], true],
    ]);
  });
});
