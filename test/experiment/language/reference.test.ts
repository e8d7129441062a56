import { readFactors } from '../../../lib/experiment/language/factors';
import { findOrigin, parseReference, listReferences, fillReferences } from '../../../lib/experiment/language/reference';
import cases from './reference.cases.json';

const { factors } = readFactors({
  bs: ['4k', '64k'],
  io: [
    { bs: '8k', depth: 4 },
    { bs: '9k', depth: 5 },
  ],
});
const makeLevels = (index: number) =>
  new Map(factors.flatMap(({ name, levels }) => (levels[index] === undefined ? [] : [[name, levels[index]] as const])));

describe('parseReference', () => {
  it.each([
    ['$bs', { factor: 'bs', field: undefined }],
    ['$io.depth', { factor: 'io', field: 'depth' }],
    ['$$bs', undefined],
    ['x$bs', undefined],
    ['$bs/x', undefined],
    ['$5', undefined],
    ['$', undefined],
    [5, undefined],
  ])('parses %p as %p', (value, expected) => {
    expect(parseReference(value)).toEqual(expected);
  });
});

describe('fillReferences', () => {
  it('replaces references at any depth, to whole levels and to their settings, and unescapes `$$`', () => {
    const written = { a: '$bs', b: ['$io.depth', { c: '$io' }], d: '$$bs', e: 'bs', f: '$no', g: null };
    expect(fillReferences(written, makeLevels(1))).toEqual({
      a: '64k',
      b: [5, { c: { bs: '9k', depth: 5 } }],
      d: '$bs',
      e: 'bs',
      f: undefined,
      g: null,
    });
  });
});

describe('listReferences', () => {
  it('lists references with their paths', () => {
    const found = listReferences({ a: ['x', '$bs'], b: { c: '$io.bs' } }, ['top']);
    expect(found.map(({ path, reference }) => `${path.join('.')} ${reference.factor}`)).toEqual([
      'top.a.1 bs',
      'top.b.c io',
    ]);
  });
});

describe('findOrigin', () => {
  const written = { blockSize: '$bs', depth: '$io.depth', io: '$io', plain: { deep: 1 } };

  it.each(cases.places as [string[], (string | number)[]][])(
    'finds for the setting %j the place in the spec %j',
    (path, expected) => {
      expect(findOrigin(written, ['workloads', 'w'], path, makeLevels(1))).toEqual(expected);
    },
  );
});
