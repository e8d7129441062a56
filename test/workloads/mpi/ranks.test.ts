import { MDTEST_TOOL } from '../../../lib/workloads/mpi/mdtest/mdtest';
import { checkEvenRanks, setHostCount } from '../../../lib/workloads/mpi/ranks';

describe('checkEvenRanks', () => {
  it.each([
    [8, 4, []],
    [4, 4, []],
    [1, 1, []],
    [2, 4, ['found 2; allowed: multiples of 4, so that each host has the same number of processes, or `ranksPerHost`']],
    [9, 4, ['found 9; allowed: multiples of 4, so that each host has the same number of processes, or `ranksPerHost`']],
  ])('returns for %d processes on %d hosts the messages %j', (ranks, hosts, messages) =>
    expect(checkEvenRanks(ranks, hosts).map(({ message }) => message)).toEqual(messages),
  );
});

describe('number of processes (ranks or ranksPerHost)', () => {
  const read = (given: object) => MDTEST_TOOL.schema.safeParse({ kind: 'mdtest', filesPerRank: 1000, ...given });
  const messages = (given: object) => read(given).error?.issues.map(({ path, message }) => [path.join('.'), message]);

  it('multiplies ranksPerHost by the number of hosts', () => {
    const params = MDTEST_TOOL.schema.parse({ kind: 'mdtest', filesPerRank: 1000, ranksPerHost: 4 });
    expect(setHostCount(params, 16)).toEqual(
      MDTEST_TOOL.schema.parse({ kind: 'mdtest', filesPerRank: 1000, ranks: 64 }),
    );
    expect(setHostCount({ ranks: 8 }, 16)).toEqual({ ranks: 8 });
  });

  it('requires exactly one of ranks and ranksPerHost', () => {
    expect(read({ ranks: 8 }).success).toBe(true);
    expect(messages({})).toEqual([
      ['ranks', 'is missing; allowed: `ranks` (processes of all hosts together) or `ranksPerHost`'],
    ]);
    expect(messages({ ranks: 8, ranksPerHost: 4 })).toEqual([
      ['ranksPerHost', 'conflicts with `ranks`; allowed: one of them'],
    ]);
  });
});
