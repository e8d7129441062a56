import { EvaluationFault, toPlainJson } from '../../../../lib/asl/interpreter/jsonata/expression';

describe('toPlainJson', () => {
  it('returns the same object when it is plain JSON already', () => {
    const value = { a: [1, { b: null }], c: 'text' };
    expect(toPlainJson(value)).toBe(value);
  });

  it('clones lists that have the extra properties of JSONata sequences, and keeps other objects', () => {
    const marked = Object.assign([1, 2], { sequence: true });
    const rest = { kept: true };
    const copy = toPlainJson({ marked, rest }) as { marked: unknown; rest: unknown };
    expect(Object.keys(copy.marked as object)).toEqual(['0', '1']);
    expect(copy.rest).toBe(rest);
  });

  it('replaces Infinity, -Infinity and NaN by texts, and -0 by 0', () => {
    expect(toPlainJson([Infinity, -Infinity, Number.NaN, -0])).toEqual(['Infinity', '-Infinity', 'NaN', 0]);
  });

  it('drops undefined members and keeps a member named __proto__', () => {
    const odd = JSON.parse('{"__proto__": 1, "a": 2}') as Record<string, unknown>;
    const copy = toPlainJson({ ...odd, b: undefined, list: [undefined] }) as object;
    expect(Object.keys(copy)).toEqual(['__proto__', 'a', 'list'].filter((key) => key in copy));
    expect(JSON.stringify(toPlainJson(Object.assign(odd, { b: undefined })))).toBe('{"__proto__":1,"a":2}');
  });

  it('throws an EvaluationFault for a function at any depth', () => {
    expect(() => toPlainJson({ a: [() => 1] })).toThrow(EvaluationFault);
    expect(() => toPlainJson({ _jsonata_lambda: true })).toThrow(EvaluationFault);
  });
});
