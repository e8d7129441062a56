import { listBaseNotes, findBase, makeLabels, describeLevels } from '../../lib/results/label';

const FACTORS = ['op', 'bs', 'target'];

it('labels cells by the levels that differ, with the target first and without its factor name', () => {
  const cells = [
    { levels: { op: 'read', bs: '4k', target: 'disk' } },
    { levels: { op: 'read', bs: '64k', target: 'memory' } },
  ];
  expect(makeLabels(cells, FACTORS)).toEqual(['disk, bs 4k', 'memory, bs 64k']);
  expect(makeLabels(cells.slice(0, 1), FACTORS)).toEqual(['disk, op read, bs 4k']);
  expect(makeLabels([{ levels: {} }], FACTORS)).toEqual(['the only configuration']);
  expect(makeLabels([{ levels: {}, target: 'disk' }], [])).toEqual(['disk']);
  expect(describeLevels({ bs: '4k' }, FACTORS)).toBe('bs 4k');
});

describe('labels of cells that vary around a base cell', () => {
  const names = ['target', 'vers', 'sync', 'disk', 'workers'];
  const base = { target: 'zfs', vers: '4.2', sync: 'true', disk: 'auto', workers: '1' };
  const cells = [
    base,
    { target: 'ebs', workers: '1' },
    { ...base, vers: '3' },
    { ...base, sync: 'false' },
    { ...base, disk: '960' },
    { ...base, workers: '8' },
    { ...base, sync: 'false', workers: '8' },
  ].map((levels) => ({ levels }));

  it('names each cell by its differences from the base', () => {
    const labels = ['base', 'ebs', 'vers 3', 'sync false', 'disk 960', 'workers 8', 'sync false, workers 8'];
    expect(makeLabels(cells, names)).toEqual(labels);
    expect(listBaseNotes(cells, names)).toEqual([
      'base = zfs, vers 4.2, sync true, disk auto, workers 1. Other names list only differences from the base.',
    ]);
  });

  it('uses the same labels for a subset of the cells', () => {
    const some = cells.filter(({ levels }) => levels.workers === '8');
    expect(makeLabels(some, names, cells)).toEqual(['workers 8', 'sync false, workers 8']);
  });

  it('finds no base when all levels are crossed, or only 3 factors are considered', () => {
    const two = [0, 1];
    const crossed = two.flatMap((a) =>
      two.flatMap((b) => two.flatMap((c) => two.map((d) => ({ levels: { a, b, c, d } })))),
    );
    const texts = crossed.map(({ levels: { a, b, c, d } }) => ({
      levels: { a: `${a}`, b: `${b}`, c: `${c}`, d: `${d}` },
    }));
    expect(findBase(texts, ['a', 'b', 'c', 'd'])).toBeNull();
    expect(makeLabels(texts, ['a', 'b', 'c', 'd'])[0]).toBe('a 0, b 0, c 0, d 0');
    expect(findBase(cells, ['target', 'vers', 'sync'])).toBeNull();
    expect(listBaseNotes(texts, ['a', 'b', 'c', 'd'])).toEqual([]);
  });

  it('uses full labels when a level is called "base"', () => {
    const clash = [...cells, { levels: { target: 'base', workers: '1' } }];
    expect(makeLabels(clash, names)[1]).toBe('ebs, workers 1');
  });
});
