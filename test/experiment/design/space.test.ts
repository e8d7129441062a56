import { readPartialCell, describeGroups, findVaryingFactors } from '../../../lib/experiment/design/space';
import { readFactors } from '../../../lib/experiment/language/factors';

const io = [
  { op: 'randread', bs: '1m', depth: 8 },
  { op: 'read', bs: '1m' },
  { op: 'read', bs: '4k' },
];
const { factors } = readFactors({ io, size: [1, 'large'] });
const space = { targets: [{ name: 't', stages: [null] }], workloads: ['w'], factors };
const fault = (factor: string, level: never): string =>
  readPartialCell(space, { [factor]: level }, [])
    .problems.map(({ message }) => message)
    .join('\n');

describe('readPartialCell with an unknown level', () => {
  it('shows the level as written, with the most similar existing level', () => {
    expect(fault('io', { op: 'read', bs: '1m', depth: 8 } as never)).toMatch(
      /^`op=read,bs=1m,depth=8` is not a value of factor `io`; did you mean `op=randread,bs=1m,depth=8`\? Allowed: /,
    );
    expect(fault('io', { op: 'read', bs: '2m' } as never)).toContain('did you mean `op=read,bs=1m`?');
  });

  it('omits the suggestion when the value resembles no existing level', () => {
    expect(fault('io', { color: 'red' } as never)).toMatch(/^`color=red` is not a value of factor `io`; allowed: /);
    expect(fault('size', { color: 'red' } as never)).not.toContain('did you mean');
  });

  it('suggests a similarly spelt level for a plain value', () => {
    expect(fault('size', 'larg' as never)).toContain(
      "'larg' is not a value of factor `size`; did you mean `large`? Allowed: `1`, `large`",
    );
  });
});

const cell = (levels: Record<string, string>) => ({ levels });
const FACTORS = ['target', 'unit', 'bs', 'stage'];

it('describes groups by the factors whose levels differ between groups (describeGroups)', () => {
  const groups = [
    [cell({ target: 't', unit: '1', bs: '4k' }), cell({ target: 't', unit: '1', bs: '64k' })],
    [cell({ target: 't', unit: '2', bs: '64k' }), cell({ target: 't', unit: '2', bs: '4k' })],
  ];
  expect(findVaryingFactors(groups, FACTORS)).toEqual(['unit']);
  expect(describeGroups(groups, FACTORS)).toEqual(['unit 1', 'unit 2']);
});

it('lists all levels of a group, and omits factors that it does not use (describeGroups)', () => {
  const groups = [[cell({ stage: 'a', unit: '1' }), cell({ stage: 'b', unit: '1' })], [cell({ stage: 'c' })]];
  expect(describeGroups(groups, FACTORS)).toEqual(['unit 1, stage a and b', 'stage c']);
});
