import { readSpecObject } from '../../../../lib/experiment/reading/read';
import { FAKE, rawSpec } from '../../fake-kinds';
import { fioOf, lustreSpec, persistent } from '../../real-spec';

function adviceOn(changes: Record<string, unknown>): string[] {
  const { spec, problems } = readSpecObject(rawSpec(changes), FAKE);
  expect(spec).toBeDefined();
  return problems.map(({ severity, code, path }) => `${severity} ${path.join('.')} ${code}`);
}

describe('advise', () => {
  it('says nothing about a sound spec', () => {
    expect(adviceOn({})).toEqual([]);
  });

  it.each([
    [{ design: { replicates: 1 }, decide: undefined }, 'design.replicates OneReplicate'],
    [{ design: { order: 'asWritten' } }, 'design.order OrderAsWritten'],
    [{ design: { blocks: 2 } }, 'design.blocks SameDisk'],
    [{ limits: { parallelRigs: 2 } }, 'limits.parallelRigs RigsDisturb'],
    [{ decide: { metric: 'rate', prefer: 'cheapest' } }, 'decide.prefer NoThreshold'],
    [{ decide: { metric: 'rate', prefer: 'lowest' } }, 'decide.prefer WorstPreferred'],
    [{ decide: { metric: 'delay', prefer: 'highest' } }, 'decide.prefer WorstPreferred'],
    [{ decide: { metric: 'rate', atMost: '5 MB/s' } }, 'decide.atMost WorstAllowed'],
    [{ decide: { metric: 'delay', atLeast: '5ms' } }, 'decide.atLeast WorstAllowed'],
    [{ design: { cross: ['mode'] } }, 'factors.size UnusedLevel'],
    [{ fleet: { client: {}, spare: {} } }, 'fleet.spare UnusedRole'],
  ])('advises on %j', (changes, expected) => {
    expect(adviceOn(changes)).toEqual([`advice ${expected}`]);
  });

  it('does not miss a threshold where a condition is required', () => {
    const criteria = { quick: { metric: 'delay', atMost: '5ms' } };
    expect(adviceOn({ criteria, decide: { metric: 'rate', prefer: 'cheapest', require: ['quick'] } })).toEqual([]);
  });

  it.each([1, 2])('warns of %d trials of each cell, which cannot decide', (replicates) => {
    const { problems } = readSpecObject(rawSpec({ design: { replicates } }), FAKE);
    expect(problems).toEqual([
      expect.objectContaining({ severity: 'warning', code: 'TooFewReplicates', path: ['design', 'replicates'] }),
    ]);
    expect(problems[0]?.message).toContain(
      'an answer needs two that count of each cell, and finds differences of the size of the spread from ten on.',
    );
    expect(adviceOn({ design: { replicates: 3 } })).toEqual([]);
  });

  it('does not take two blocks of something in AWS for one disk, nor two replicates by blocks for one', () => {
    const cloud = { targets: { far: { kind: 'cloud' } }, fleet: { client: { instanceType: 'c5n.large' } } };
    expect(adviceOn({ ...cloud, design: { replicates: 1, blocks: 3 }, limits: { parallelRigs: 2 } })).toEqual([]);
  });
});

describe('levels that cannot be the answer', () => {
  const about = (changes: Record<string, unknown>): string[] =>
    readSpecObject(lustreSpec({ factors: { bs: ['4k', '1m'] }, ...changes })).problems.flatMap((problem) =>
      problem.code === 'CannotAnswer' ? [`${problem.severity} ${problem.path.join('.')}: ${problem.message}`] : [],
    );
  const targets = { a: persistent(), b: persistent({ perUnitMBps: 250 }), c: persistent({ perUnitMBps: 500 }) };
  const workloads = { fio: { ...fioOf('1 GiB'), bs: '$bs' } };
  const decide = { metric: 'bandwidth', where: { bs: '1m' } };

  it('are told where one factor varies at a time', () => {
    expect(about({ targets, workloads, decide, design: { oneAtATime: true } })).toEqual([
      expect.stringMatching(
        /^warning design\.oneAtATime: no cell of target `b`, `c` has the levels of `decide\.where`/,
      ),
    ]);
    const where = { bs: '4k' };
    expect(about({ targets, workloads, decide: { ...decide, where }, design: { oneAtATime: true } })).toEqual([]);
  });

  it('are told where some cells are excluded', () => {
    const exclude = [{ target: 'b', bs: '1m' }];
    expect(about({ targets, workloads, decide, design: { exclude } })).toEqual([
      expect.stringMatching(/^warning design\.exclude: no cell of target `b` has/),
    ]);
    expect(about({ targets, workloads, decide, design: { exclude: [{ target: 'b', bs: '4k' }] } })).toEqual([]);
  });

  it('are not those that were decided, nor stages of other targets', () => {
    const stages = { s: { storageGiB: 1200 }, l: { storageGiB: 2400 } };
    const staged = { a: persistent(), b: persistent({ stages }) };
    const where = { bs: '1m', target: 'a' };
    expect(about({ targets: staged, workloads, decide: { ...decide, where } })).toEqual([]);
    expect(about({ targets, workloads, decide })).toEqual([]);
  });
});
