import { formatCommands } from '../../../lib/cli/text/plan-text';
import { makePlan } from '../../../lib/experiment/plan/make-plan';
import { readSpecObject } from '../../../lib/experiment/reading/read-spec';
import { readScripts } from '../../../lib/aws/scripts';
import { buildPriceBook } from '../../../lib/pricing/aws';
import type { ScriptFiles } from '../../../lib/workloads/contract';

let scripts: ScriptFiles = {};
beforeAll(async () => {
  scripts = await readScripts('workloads');
});

function listCommands(raw: object): readonly string[] {
  const { spec, problems } = readSpecObject(raw);
  if (spec === undefined) throw new Error(JSON.stringify(problems));
  const prices = buildPriceBook('us-east-1');
  const planned = makePlan(spec, { executionId: 'e1', stack: 's', startedAt: Date.UTC(2026, 10, 22), scripts, prices });
  if (!planned.ok) throw new Error(JSON.stringify(planned.problems));
  return formatCommands(planned.plan);
}
const NAMES = { kind: 'mdtest', ranks: 16, filesPerRank: 20_000, shiftRanks: true };
const cloud = (workloads: object, factors: object = {}): object => ({
  experiment: 'x',
  factors,
  targets: { fs: { kind: 'fsx-lustre', deploymentType: 'PERSISTENT_2', storageGiB: 1200, perUnitMBps: 250 } },
  fleet: { client: { count: 4, instanceType: 'c5n.large' } },
  workloads,
});

describe('formatCommands', () => {
  it('prints the whole mpirun command with the arguments of mdtest', () => {
    const [line, ...others] = listCommands(cloud({ names: NAMES }));
    expect(others).toEqual([]);
    expect(line).toMatch(/^names: mpirun -np 16 .* --map-by ppr:4:node .* --mca btl tcp,vader,self .* -x TZ mdtest /);
    expect(line).toMatch(/ mdtest -F -v -n 20000 -i 3 -u -N 4 -d FOLDER$/);
  });

  it('uses localhost only when all hosts are on one machine', () => {
    const here = { targets: { here: { kind: 'directory', path: '.x' } }, fleet: { client: { count: 2 } } };
    const [line] = listCommands({ ...cloud({ names: NAMES }), ...here });
    expect(line).toMatch(/ --host localhost:16 .* mdtest .* -N 16 -d FOLDER$/);
  });

  it('prints at most three commands of a workload, and none for fio', () => {
    const names = { ...NAMES, filesPerRank: '$n' };
    const fio = { kind: 'fio', rw: 'randread', bs: '4k', iodepth: 4, size: '1 GiB', runtime: '30s' };
    const lines = listCommands(cloud({ fio, names }, { n: [1000, 2000, 3000, 4000, 5000] }));
    expect(lines.map((line) => line.slice(0, 17))).toEqual([
      'names: mpirun -np',
      'names: mpirun -np',
      'names: mpirun -np',
      'names: and 2 more',
    ]);
  });
});
