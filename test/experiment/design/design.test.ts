import { applyDesign, toAssignment, MAX_COMBINATIONS } from '../../../lib/experiment/design/design';
import { readFactors } from '../../../lib/experiment/language/factors';
import type { Problem } from '../../../lib/shapes/problem';
import { type Assignment, getLabel, type Space } from '../../../lib/experiment/design/space';
import { designSchema } from '../../../lib/shapes/spec-schema';
import cases from './design.cases.json';

const space: Space = {
  targets: [
    { name: 'ontap', stages: ['small', 'large'] },
    { name: 'local', stages: [null] },
  ],
  workloads: ['fio'],
  factors: readFactors({
    op: ['read', 'write'],
    io: [
      { bs: '4k', depth: 1 },
      { bs: '4k', depth: 8 },
      { bs: '1m', depth: 1 },
    ],
  }).factors,
};

function told(one: Assignment): string {
  return ['target', 'stage', 'op', 'io'].map((name) => getLabel(one, name) ?? '-').join(' ');
}

function chosen(raw: Record<string, unknown>, within: Space = space) {
  const { assignments, problems } = applyDesign(within, designSchema.parse(raw));
  return { cells: assignments.map(told), problems: problems.map(({ code, path }) => `${path.join('.')} ${code}`) };
}

describe('choose', () => {
  it('crosses everything by default: stages inside their targets, the last factor fastest', () => {
    const { cells } = chosen({});
    expect(cells).toHaveLength(3 * 2 * 3);
    expect(cells.slice(0, 4)).toEqual(cases.crossed);
    expect(cells.at(-1)).toBe('local - write bs=1m,depth=1');
  });

  it('leaves what is not crossed at its first level', () => {
    expect(chosen({ cross: ['op'] }).cells).toEqual([
      'ontap small read bs=4k,depth=1',
      'ontap small write bs=4k,depth=1',
    ]);
    expect(chosen({ cross: ['target', 'stage'] }).cells).toEqual(cases.notCrossed);
    expect(chosen({ cross: [] }).cells).toHaveLength(1);
  });

  it('changes one factor at a time, against the cell of all first levels', () => {
    expect(chosen({ oneAtATime: true }).cells).toEqual(cases.oneAtATime);
  });

  it('excludes by any level that is named, a mapping meaning all levels that hold it', () => {
    const { cells } = chosen({ exclude: [{ target: 'local', op: 'write' }, { io: { bs: '4k' } }] });
    expect(cells).toEqual(cases.kept);
  });

  it('adds cells after excluding, what they do not name at the first level', () => {
    const { cells } = chosen({ cross: [], exclude: [{ op: 'write' }], include: [{ target: 'local', op: 'write' }] });
    expect(cells).toEqual(['ontap small read bs=4k,depth=1', 'local - write bs=4k,depth=1']);
  });

  it.each(
    cases.refusedDesigns as [
      {
        cross?: string[];
        oneAtATime?: boolean;
        exclude?: { target?: string; opp?: string; op?: string }[];
        include?: { io?: { bs: string }; target?: string; stage?: string }[];
      },
      string[],
    ][],
  )('refuses %j', (raw, expected) => {
    expect(chosen(raw)).toEqual({ cells: [], problems: expected });
  });

  it('tells of an exclusion that excludes nothing', () => {
    expect(chosen({ cross: ['op'], exclude: [{ target: 'local' }] }).problems).toEqual([
      'design.exclude.0 NothingExcluded',
    ]);
  });

  it('counts combinations before it makes them', () => {
    const many = readFactors(Object.fromEntries(Array.from({ length: 30 }, (_, n) => [`f${n}`, [1, 2, 3]]))).factors;
    const { assignments, problems } = applyDesign({ ...space, factors: many }, designSchema.parse({}));
    expect(assignments).toEqual([]);
    expect(problems[0]).toMatchObject({ code: 'TooManyCells' });
    expect(problems[0]?.message).toContain(String(MAX_COMBINATIONS));
    expect(applyDesign({ ...space, factors: many }, designSchema.parse({ oneAtATime: true })).assignments).toHaveLength(
      3 + 30 * 2,
    );
  });
});

describe('extra', () => {
  it('takes the first stage of the target that it names', () => {
    const problems: Problem[] = [];
    const assignment = toAssignment(space, { target: 'local' }, [], problems);
    expect(assignment && told(assignment)).toBe('local - read bs=4k,depth=1');
    expect(problems).toEqual([]);
  });
});
