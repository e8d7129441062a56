import { readSpecObject } from '../../lib/experiment/read';
import { FAKE, rawSpec } from './fake-kinds';

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
    [{ design: { replicates: 1 } }, 'design.replicates OneReplicate'],
    [{ design: { order: 'asWritten' } }, 'design.order OrderAsWritten'],
    [{ design: { blocks: 2 } }, 'design.blocks SameDisk'],
    [{ limits: { parallelRigs: 2 } }, 'limits.parallelRigs RigsDisturb'],
    [{ decide: { metric: 'rate', prefer: 'cheapest' } }, 'decide.prefer NoThreshold'],
    [{ decide: { metric: 'rate', prefer: 'lowest' } }, 'decide.prefer WorstPreferred'],
    [{ decide: { metric: 'delay', prefer: 'highest' } }, 'decide.prefer WorstPreferred'],
    [{ decide: { metric: 'rate', atMost: 5 } }, 'decide.atMost WorstAllowed'],
    [{ decide: { metric: 'delay', atLeast: 5 } }, 'decide.atLeast WorstAllowed'],
    [{ design: { cross: ['mode'] } }, 'factors.size UnusedLevel'],
    [{ fleet: { client: {}, spare: {} } }, 'fleet.spare UnusedRole'],
  ])('advises on %j', (changes, expected) => {
    expect(adviceOn(changes)).toEqual([`advice ${expected}`]);
  });

  it('does not take two blocks of something in AWS for one disk, nor two replicates by blocks for one', () => {
    const cloud = { targets: { far: { kind: 'cloud' } }, fleet: { client: { instanceType: 'c5n.large' } } };
    expect(adviceOn({ ...cloud, design: { replicates: 1, blocks: 2 }, limits: { parallelRigs: 2 } })).toEqual([]);
  });
});
