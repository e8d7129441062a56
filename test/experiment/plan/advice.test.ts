import { readScripts } from '../../../lib/aws/scripts';
import { KINDS } from '../../../lib/experiment/kinds';
import { warnEarlyTimeouts, adviseShortTrials } from '../../../lib/experiment/plan/advice';
import type { ScriptFiles } from '../../../lib/workloads/contract';
import { soundReal } from '../real-spec';
import cases from './advice.cases.json';

let scripts: ScriptFiles = {};
beforeAll(async () => {
  scripts = await readScripts('workloads');
});

interface Asked {
  readonly workloads: Readonly<Record<string, object>>;
  readonly more?: object;
  readonly hosts?: number;
}

/** Of a Lustre with 1,500 metadata operations a second, code and path and text. */
function advised({ workloads, more = {}, hosts = 4 }: Asked): readonly (readonly string[])[] {
  const scratch = { kind: 'fsx-lustre', deploymentType: 'PERSISTENT_2', storageGiB: 1200, perUnitMBps: 250 };
  const { plan, advice } = soundReal(
    {
      experiment: 'x',
      targets: { scratch: { ...scratch, metadataIops: 1500 } },
      fleet: { client: { count: hosts, instanceType: 'c5n.large' } },
      workloads,
      ...more,
    },
    scripts,
    { startedAt: Date.UTC(2026, 10, 22) },
  );
  const found = adviseShortTrials(plan, plan.spec, KINDS);
  for (const one of found) expect(advice).toContainEqual(expect.objectContaining({ message: one.message }));
  return found.map(({ code, path, message }) => [code, path.join('.'), message]);
}
const codes = (asked: Asked) => advised(asked).map(([code, path]) => [code, path]);
const mdtest = (filesPerRank: number, more: object = {}) => ({
  kind: 'mdtest',
  ranksPerHost: 4,
  filesPerRank,
  shiftRanks: true,
  ...more,
});

describe('trials that are modelled to be over too soon', () => {
  it('have phases that end at once, and nothing of servers', () => {
    expect(advised({ workloads: { names: mdtest(10) } })).toEqual([
      [
        'ShortPhases',
        'workloads.names.filesPerRank',
        expect.stringMatching(/^its \d+ phases are estimated at about \d+ms each on.*Raise `filesPerRank` about \d+×/),
      ],
      [
        'TooShortForServers',
        'workloads.names',
        expect.stringMatching(/^its trials are estimated at \d+s on `scratch`\..*figures only\. Increase the work/),
      ],
    ]);
  });

  it('are told once for a workload, of its shortest cell', () => {
    const files = { factors: { n: [10, 20, 40_000] }, design: { replicates: 3 } };
    expect(codes({ workloads: { names: mdtest(0, { filesPerRank: '$n' }) }, more: files })).toHaveLength(2);
  });

  it('are none that last long enough', () => {
    expect(codes({ workloads: { names: mdtest(20_000) } })).toEqual([]);
  });

  it('are so for servers only where nothing but metadata is measured', () => {
    const data = { kind: 'fio', rw: 'randread', bs: '4k', iodepth: 4, size: '1 GiB', runtime: '30s' };
    expect(codes({ workloads: { data } })).toEqual([]);
    const metadata = { kind: 'metadata', ranks: 16, runtime: '20s' };
    expect(codes({ workloads: { metadata } })).toEqual([['TooShortForServers', 'workloads.metadata']]);
  });
});

describe('a trial that is given up before it is modelled to end', () => {
  const cells = [
    { cellId: 'a', workload: 'copy', target: 'slow' },
    { cellId: 'b', workload: 'copy', target: 'slow' },
  ];
  const of = (cell: string, expectedSeconds: number) => ({
    cell,
    steps: [{ name: 'measure', expectedSeconds, timeoutSeconds: 330 }],
  });

  it('is warned of once for a workload on a target, with the longest', () => {
    const [problem, ...more] = warnEarlyTimeouts({ cells, trials: [of('a', 331), of('b', 660), of('b', 660)] });
    expect(more).toEqual([]);
    expect(problem).toEqual(cases.givenUpEarly);
  });

  it('is none that ends in its time', () => {
    expect(warnEarlyTimeouts({ cells, trials: [of('a', 330)] })).toEqual([]);
  });
});
