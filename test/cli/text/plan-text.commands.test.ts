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

function commands(raw: object): readonly string[] {
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

describe('calls of tools, as a plan tells them', () => {
  it('are whole: mpirun with its settings, the tool with its arguments', () => {
    const [line, ...others] = commands(cloud({ names: NAMES }));
    expect(others).toEqual([]);
    expect(line).toMatch(/^names: mpirun -np 16 .* --map-by ppr:4:node .* --mca btl tcp,vader,self .* -x TZ mdtest /);
    expect(line).toMatch(/ mdtest -F -v -n 20000 -i 3 -u -N 4 -d FOLDER$/);
  });

  it('are of one machine where all hosts are', () => {
    const here = { targets: { here: { kind: 'directory', path: '.x' } }, fleet: { client: { count: 2 } } };
    const [line] = commands({ ...cloud({ names: NAMES }), ...here });
    expect(line).toMatch(/ --host localhost:16 .* mdtest .* -N 16 -d FOLDER$/);
  });

  it('are few, and none of kinds that do not tell them', () => {
    const names = { ...NAMES, filesPerRank: '$n' };
    const fio = { kind: 'fio', rw: 'randread', bs: '4k', iodepth: 4, size: '1 GiB', runtime: '30s' };
    const lines = commands(cloud({ fio, names }, { n: [1000, 2000, 3000, 4000, 5000] }));
    expect(lines.map((line) => line.slice(0, 17))).toEqual([
      'names: mpirun -np',
      'names: mpirun -np',
      'names: mpirun -np',
      'names: and 2 more',
    ]);
  });
});
