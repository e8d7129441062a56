import { MPI_MEASURE_STEP, listMpiFixtures, createMpiStep } from '../../../lib/workloads/mpi/job';
import { joinScript } from '../../../lib/workloads/shell';
import { scriptFiles } from '../script-hosts';

const FILES = scriptFiles('mdtest');

describe('listMpiFixtures', () => {
  it('lists Open MPI first, then the SSH service and the tool bundle that need it', () => {
    const fixtures = listMpiFixtures('node', FILES);
    expect(fixtures.map(({ slot, roles, needs, stays }) => [slot, roles, needs, stays])).toEqual([
      ['tool/openmpi', ['node'], [], true],
      ['service/mpi', ['node'], ['tool/openmpi'], true],
      ['tool/ior', ['node'], ['tool/openmpi'], true],
    ]);
    expect(fixtures[1]?.lasting?.ready).toContain('ssh-keyscan');
    // A key by which a host is known as a server, and another one that may log in, shown to whoever connects.
    expect(fixtures[1]?.up).toMatch(/^HostKey \$folder\/host\nBanner \$folder\/key\.pub$/m);
    expect(fixtures[1]?.lasting?.ready).toContain('PreferredAuthentications=none');
  });
});

describe('createMpiStep', () => {
  it('creates one measured step for all hosts, with a time limit below its timeout', () => {
    const step = createMpiStep(
      {
        tool: 'mdtest',
        role: 'node',
        ranks: 8,
        argv: ['-F', "-d it's"],
        output: 'raw/mdtest.txt',
        seconds: 30,
        limitSeconds: 99.5,
        work: { writtenBytes: 0, operations: {} },
      },
      FILES,
    );
    expect(step).toMatchObject({
      name: MPI_MEASURE_STEP,
      roles: ['node'],
      barrier: true,
      measures: true,
      expectedSeconds: 30,
    });
    expect(step.timeoutSeconds).toBe(100 + 120 + 1200);
    const text = joinScript(step.script);
    expect(text).toContain("export MPI_LIMIT='100'");
    expect(text).toContain(`export MPI_ARGUMENTS='-F\n-d it'\\''s'`);
  });
});
