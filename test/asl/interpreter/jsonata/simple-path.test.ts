import jsonata from 'jsonata';
import { followPath, NOT_SIMPLE, toSimplePath } from '../../../../lib/asl/interpreter/jsonata/simple-path';
import cases from './simple-path.cases.json';

const of = (source: string) => toSimplePath(jsonata(source).ast());

describe('toSimplePath', () => {
  it('is a variable, then member names', () => {
    expect(of('$states.input.a')).toEqual({ variable: 'states', members: ['input', 'a'] });
    expect(of('$x')).toEqual({ variable: 'x', members: [] });
    expect(of('$x.`a b`')).toEqual({ variable: 'x', members: ['a b'] });
  });

  it.each(cases.notSimple)('is not %s', (source) => {
    expect(of(source)).toBeUndefined();
  });
});

describe('follow', () => {
  it('walks through objects', () => {
    expect(followPath({ a: { b: [1] } }, ['a', 'b'])).toEqual([1]);
    expect(followPath({ a: null }, ['a'])).toBeNull();
    expect(followPath({ a: null }, ['a', 'b'])).toBeUndefined();
    expect(followPath(5, [])).toBe(5);
  });

  it('leaves lists and prototypes to JSONata', () => {
    expect(followPath({ a: [{ b: 1 }] }, ['a', 'b'])).toBe(NOT_SIMPLE);
    expect(followPath({}, ['constructor'])).toBe(NOT_SIMPLE);
  });
});
