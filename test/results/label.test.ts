import { labelsOf, levelWords } from '../../lib/results/label';

const FACTORS = ['op', 'bs', 'target'];

it('names cells by what tells them apart, the target first and bare', () => {
  const cells = [
    { levels: { op: 'read', bs: '4k', target: 'disk' } },
    { levels: { op: 'read', bs: '64k', target: 'memory' } },
  ];
  expect(labelsOf(cells, FACTORS)).toEqual(['disk, bs 4k', 'memory, bs 64k']);
  expect(labelsOf(cells.slice(0, 1), FACTORS)).toEqual(['disk, op read, bs 4k']);
  expect(labelsOf([{ levels: {} }], FACTORS)).toEqual(['the only configuration']);
  expect(levelWords({ bs: '4k' }, FACTORS)).toBe('bs 4k');
});
