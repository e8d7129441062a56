import { isObject, valueAt, walkValues, withValue, without, toWord } from '../../../../checks/mutants/plant/json';

describe('JSON value', () => {
  const root = { a: [{ b: 1 }, { c: 'x' }], d: null };

  it('is read by path', () => {
    expect(valueAt(root, ['a', 1, 'c'])).toBe('x');
    expect(valueAt(root, ['a', 5, 'c'])).toBeUndefined();
    expect(valueAt(root, [])).toBe(root);
  });

  it('is changed in a clone, while the original remains', () => {
    expect(withValue(root, ['a', 0, 'b'], 2)).toEqual({ a: [{ b: 2 }, { c: 'x' }], d: null });
    expect(without(root, ['a', 0])).toEqual({ a: [{ c: 'x' }], d: null });
    expect(without(root, ['a', 1, 'c'])).toEqual({ a: [{ b: 1 }, {}], d: null });
    expect(root).toEqual({ a: [{ b: 1 }, { c: 'x' }], d: null });
  });

  it('lists all inner values with their paths', () => {
    expect([...walkValues(root)].map(({ path }) => path.join('/'))).toEqual([
      '',
      'a',
      'a/0',
      'a/0/b',
      'a/1',
      'a/1/c',
      'd',
    ]);
  });

  it('is recognized as an object, and formatted as one word', () => {
    expect([{}, [], null, 'a'].map(isObject)).toEqual([true, false, false, false]);
    expect([toWord('a'), toWord(['a']), toWord(undefined)]).toEqual(['a', '["a"]', 'null']);
  });
});
