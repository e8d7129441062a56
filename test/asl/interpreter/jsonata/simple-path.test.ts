import jsonata from 'jsonata';
import { followPath, NOT_SIMPLE, toSimplePath } from '../../../../lib/asl/interpreter/jsonata/simple-path';
import cases from './simple-path.cases.json';

const parsePath = (source: string) => toSimplePath(jsonata(source).ast());

describe('toSimplePath', () => {
  it('returns a variable and the member names that follow it', () => {
    expect(parsePath('$states.input.a')).toEqual({ variable: 'states', members: ['input', 'a'] });
    expect(parsePath('$x')).toEqual({ variable: 'x', members: [] });
    expect(parsePath('$x.`a b`')).toEqual({ variable: 'x', members: ['a b'] });
  });

  it.each(cases.notSimple)('returns undefined for %s', (source) => {
    expect(parsePath(source)).toBeUndefined();
  });
});

describe('followPath', () => {
  it('returns the member at a path, or undefined when it is missing', () => {
    expect(followPath({ a: { b: [1] } }, ['a', 'b'])).toEqual([1]);
    expect(followPath({ a: null }, ['a'])).toBeNull();
    expect(followPath({ a: null }, ['a', 'b'])).toBeUndefined();
    expect(followPath(5, [])).toBe(5);
  });

  it('returns NOT_SIMPLE for lists and prototype members', () => {
    expect(followPath({ a: [{ b: 1 }] }, ['a', 'b'])).toBe(NOT_SIMPLE);
    expect(followPath({}, ['constructor'])).toBe(NOT_SIMPLE);
  });
});
