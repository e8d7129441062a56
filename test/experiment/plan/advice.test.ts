import { KINDS } from '../../../lib/experiment/kinds';
import { warnEarlyTimeouts, adviseShortTrials } from '../../../lib/experiment/plan/advice';
import { planSound } from '../real-spec';
import cases from './advice.cases.json';

interface Question {
  readonly workloads: Readonly<Record<string, object>>;
  readonly more?: object;
  readonly hosts?: number;
}

/** Of a Lustre with 1,500 metadata operations a second, code and path and text. */
async function listAdvice({ workloads, more = {}, hosts = 4 }: Question): Promise<readonly (readonly string[])[]> {
  const scratch = { kind: 'fsx-lustre', deploymentType: 'PERSISTENT_2', storageGiB: 1200, perUnitMBps: 250 };
  const { plan, advice } = await planSound(
    {
      experiment: 'x',
      targets: { scratch: { ...scratch, metadataIops: 1500 } },
      fleet: { client: { count: hosts, instanceType: 'c5n.large' } },
      workloads,
      ...more,
    },
    { startedAt: Date.UTC(2026, 10, 22) },
  );
  const found = adviseShortTrials(plan, plan.spec, KINDS);
  for (const one of found) expect(advice).toContainEqual(expect.objectContaining({ message: one.message }));
  return found.map(({ code, path, message }) => [code, path.join('.'), message]);
}
const listCodes = async (asked: Question) => (await listAdvice(asked)).map(([code, path]) => [code, path]);
const mdtest = (filesPerRank: number, more: object = {}) => ({
  kind: 'mdtest',
  ranksPerHost: 4,
  filesPerRank,
  shiftRanks: true,
  ...more,
});

describe('adviseShortTrials', () => {
  it('advises on mdtest phases of milliseconds (ShortPhases) and on trials too short for server metrics', async () => {
    expect(await listAdvice({ workloads: { names: mdtest(10) } })).toEqual([
      [
        'ShortPhases',
        'workloads.names.filesPerRank',
        expect.stringMatching(/^its \d+ phases are estimated at about \d+ms each on.*Raise `filesPerRank` about \d+×/),
      ],
      [
        'TooShortForServers',
        'workloads.names',
        expect.stringMatching(
          /^its trials are estimated at \d+s on `scratch`\..*servers show rates alone\. Increase the work/,
        ),
      ],
    ]);
  });

  it('advises once per workload, for its shortest cell', async () => {
    const files = { factors: { n: [10, 20, 40_000] }, design: { replicates: 3 } };
    expect(await listCodes({ workloads: { names: mdtest(0, { filesPerRank: '$n' }) }, more: files })).toHaveLength(2);
  });

  it('returns no advice for trials that last long enough', async () => {
    expect(await listCodes({ workloads: { names: mdtest(20_000) } })).toEqual([]);
  });

  it('limits TooShortForServers to workloads that measure metadata only', async () => {
    const data = { kind: 'fio', rw: 'randread', bs: '4k', iodepth: 4, size: '1 GiB', runtime: '30s' };
    expect(await listCodes({ workloads: { data } })).toEqual([]);
    const metadata = { kind: 'metadata', ranks: 16, runtime: '20s' };
    expect(await listCodes({ workloads: { metadata } })).toEqual([['TooShortForServers', 'workloads.metadata']]);
  });
});

describe('warnEarlyTimeouts', () => {
  const cells = [
    { cellId: 'a', workload: 'copy', target: 'slow' },
    { cellId: 'b', workload: 'copy', target: 'slow' },
  ];
  const makeTrial = (cell: string, expectedSeconds: number) => ({
    cell,
    steps: [{ name: 'measure', expectedSeconds, timeoutSeconds: 330 }],
  });

  it('warns once per workload and target, with the longest expected time above the timeout', () => {
    const [problem, ...more] = warnEarlyTimeouts({
      cells,
      trials: [makeTrial('a', 331), makeTrial('b', 660), makeTrial('b', 660)],
    });
    expect(more).toEqual([]);
    expect(problem).toEqual(cases.givenUpEarly);
  });

  it('returns no warning when a step is expected to end exactly at its timeout', () => {
    expect(warnEarlyTimeouts({ cells, trials: [makeTrial('a', 330)] })).toEqual([]);
  });
});
