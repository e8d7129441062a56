import { applyDesign, toAssignment, MAX_COMBINATIONS } from '../../../lib/experiment/design/design';
import { buildSpace } from '../../../lib/experiment/design/expand';
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

function formatLevels(one: Assignment): string {
  return ['target', 'stage', 'op', 'io'].map((name) => getLabel(one, name) ?? '-').join(' ');
}

function listCells(raw: Record<string, unknown>, within: Space = space) {
  const { assignments, problems } = applyDesign(within, designSchema.parse(raw));
  return {
    cells: assignments.map(formatLevels),
    problems: problems.map(({ code, path }) => `${path.join('.')} ${code}`),
  };
}

describe('applyDesign', () => {
  it('crosses all factors by default: stages within their targets, the last factor fastest', () => {
    const { cells } = listCells({});
    expect(cells).toHaveLength(3 * 2 * 3);
    expect(cells.slice(0, 4)).toEqual(cases.crossed);
    expect(cells.at(-1)).toBe('local - write bs=1m,depth=1');
  });

  it('keeps factors outside `cross` at their first level', () => {
    expect(listCells({ cross: ['op'] }).cells).toEqual([
      'ontap small read bs=4k,depth=1',
      'ontap small write bs=4k,depth=1',
    ]);
    expect(listCells({ cross: ['target', 'stage'] }).cells).toEqual(cases.notCrossed);
    expect(listCells({ cross: [] }).cells).toHaveLength(1);
  });

  it('changes one factor at a time from the cell of all first levels with oneAtATime', () => {
    expect(listCells({ oneAtATime: true }).cells).toEqual(cases.oneAtATime);
  });

  it('excludes cells that match all named levels, where a mapping matches every level that contains it', () => {
    const { cells } = listCells({ exclude: [{ target: 'local', op: 'write' }, { io: { bs: '4k' } }] });
    expect(cells).toEqual(cases.kept);
  });

  it('adds `include` cells after exclusion, with unnamed factors at the first level', () => {
    const { cells } = listCells({ cross: [], exclude: [{ op: 'write' }], include: [{ target: 'local', op: 'write' }] });
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
  )('refuses the `design` section %j', (raw, expected) => {
    expect(listCells(raw)).toEqual({ cells: [], problems: expected });
  });

  it('reports NothingExcluded for an exclusion that matches no cell', () => {
    expect(listCells({ cross: ['op'], exclude: [{ target: 'local' }] }).problems).toEqual([
      'design.exclude.0 NothingExcluded',
    ]);
  });

  it('refuses too many combinations (TooManyCells) before it creates them', () => {
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

describe('long lists of candidates', () => {
  /** Five targets with eight values each of a factor that no other uses: 32,768 x 5 combinations, 40 configurations. */
  const letters = ['a', 'b', 'c', 'd', 'e'];
  const factors = Object.fromEntries(letters.map((name) => [`f${name}`, [1, 2, 3, 4, 5, 6, 7, 8]]));
  const spec = {
    targets: Object.fromEntries(letters.map((name) => [name, { kind: 'directory', path: '/x', size: `$f${name}` }])),
    fleet: {},
    workloads: { w: { kind: 'fio' } },
    factors,
  };
  const list = (design: object) => {
    const { assignments, problems } = applyDesign(buildSpace(spec), designSchema.parse(design));
    const own = assignments.map(({ target, levels }) => `${target}${levels.get(`f${target}`)?.label ?? ''}`);
    return { own, codes: problems.map(({ code }) => code) };
  };

  it('crosses each target only with the factors that it uses', () => {
    const { own, codes } = list({});
    expect(codes).toEqual([]);
    expect(own).toEqual(letters.flatMap((name) => [1, 2, 3, 4, 5, 6, 7, 8].map((level) => `${name}${level}`)));
  });

  it('excludes values of a target, not other targets, by a factor that these lack', () => {
    const { own } = list({ exclude: [{ fa: 1 }, { target: 'b', fb: 2 }] });
    expect(own).toHaveLength(38);
    expect(own).not.toContain('a1');
    expect(own).not.toContain('b2');
    expect(list({ exclude: [{ target: 'b', fa: 2 }] }).codes).toEqual(['NothingExcluded']);
  });

  it('counts combinations of shared factors in full', () => {
    const workloads = { w: { kind: 'fio', bs: '$fa', depth: '$fb', jobs: '$fc', rate: '$fd', size: '$fe' } };
    const space = buildSpace({ ...spec, workloads });
    expect(applyDesign(space, designSchema.parse({})).problems).toEqual([
      expect.objectContaining({ code: 'TooManyCells', message: expect.stringContaining(String(5 * 8 ** 5)) as string }),
    ]);
  });
});

describe('toAssignment', () => {
  it('uses the first stage of the named target, and the first levels of other factors', () => {
    const problems: Problem[] = [];
    const assignment = toAssignment(space, { target: 'local' }, [], problems);
    expect(assignment && formatLevels(assignment)).toBe('local - read bs=4k,depth=1');
    expect(problems).toEqual([]);
  });
});
