import {
  EvaluationFault,
  Expression,
  getExpression,
  toPlainJson,
} from '../../../../lib/asl/interpreter/jsonata/expression';
import { makeView } from './views';

const input = { a: { b: 7, list: [1, 2], empty: [], one: [5] }, rows: [{ id: 1 }, { id: 2 }], nothing: null };
const variables = { x: 42, deep: { y: { z: 'end' } }, rows: [{ id: 3 }], f: false };

async function evaluate(source: string): Promise<unknown> {
  return new Expression(source).evaluate(makeView(input, variables));
}

describe('Expression', () => {
  it.each([
    ['$states.input.a.b', 7],
    ['$states.input.a.list', [1, 2]],
    ['$states.input.a.one', [5]],
    ['$states.input.a.empty', []],
    ['$states.input.nothing', null],
    ['$states.input.nothing.more', undefined],
    ['$states.input.a.b.more', undefined],
    ['$states.input.missing', undefined],
    ['$states.input.rows.id', [1, 2]],
    ['$states.context.State.Name', 'here'],
    ['$x', 42],
    ['$f', false],
    ['$deep.y.z', 'end'],
    ['$rows.id', 3],
    ['$missing', undefined],
    ['$missing.member', undefined],
    ['$x + $states.input.a.b', 49],
    ['$states.input.rows[id = 2]', { id: 2 }],
    ['$states.input.rows[id = 9]', undefined],
    ['[$states.input.rows[id = 2]]', [{ id: 2 }]],
    ['{"a": $missing, "b": null}', { b: null }],
    ['\'"\' = "\\""', true],
    ['$uppercase("ab") & $string(1.5)', 'AB1.5'],
    ['[1/0, -1/0]', ['Infinity', '-Infinity']],
    ['0 * -1', 0],
  ])('evaluates %s to %j', async (source, value) => {
    expect(await evaluate(source)).toEqual(value);
  });

  it('evaluates simple paths synchronously, with the result of JSONata', async () => {
    for (const path of ['$states.input.a.list', '$states.input.nothing', '$deep.y', '$x', '$states.input.a.missing']) {
      const simple = new Expression(path).evaluate(makeView(input, variables));
      expect(simple).not.toBeInstanceOf(Promise);
      expect(await evaluate(`(${path})`)).toEqual(simple);
    }
  });

  it('discards a variable bound inside an expression after its evaluation', async () => {
    expect(await evaluate('($x := 1; $x)')).toBe(1);
    expect(await evaluate('$x')).toBe(42);
  });

  it('uses the current value of a variable at each evaluation', async () => {
    const expression = new Expression('$x * 2');
    expect(await expression.evaluate(makeView({}, { x: 2 }))).toBe(4);
    expect(await expression.evaluate(makeView({}, { x: 3 }))).toBe(6);
  });

  it.each([
    ['$nosuch(1)', 'threw an error during evaluation. T1006: Attempted to invoke a non-function'],
    ['$eval("1")', 'threw an error during evaluation. T1006: Attempted to invoke a non-function'],
    ['"a" + 1', 'threw an error during evaluation. T2001: The left side of the "+" operator must evaluate to a number'],
    ['$error("own words")', 'threw an error during evaluation. D3137: own words'],
    ['$parse("{")', expect.stringContaining('threw an error during evaluation. ') as unknown],
    ['function($v){$v}', 'returned an unsupported result type.'],
    ['{"f": $sum}', 'returned an unsupported result type.'],
    ['$deep.constructor', 'returned an unsupported result type.'],
  ])('throws an EvaluationFault for %s', async (source, message) => {
    const failing = Promise.resolve().then(() => evaluate(source));
    await expect(failing).rejects.toThrow(EvaluationFault);
    await expect(failing).rejects.toMatchObject({ message });
  });

  it('returns plain arrays without the extra properties of JSONata sequences', async () => {
    const list = (await evaluate('$states.input.rows.id')) as unknown[];
    expect(Object.getOwnPropertyNames(list)).toEqual(['0', '1', 'length']);
    const nested = (await evaluate('{"ids": $states.input.rows.id[]}')) as { ids: unknown[] };
    expect(Object.getOwnPropertyNames(nested.ids)).toEqual(['0', '1', 'length']);
  });
});

describe('toPlainJson', () => {
  it('returns the same object when it is plain JSON already, also below a list that it must change', () => {
    const rest = { a: [1, { b: null }], c: 'text' };
    expect(toPlainJson(rest)).toBe(rest);
    const marked = Object.assign([1, 2], { sequence: true });
    const clone = toPlainJson({ marked, rest }) as { marked: object; rest: unknown };
    expect(Object.keys(clone.marked)).toEqual(['0', '1']);
    expect(clone.rest).toBe(rest);
  });

  it('replaces NaN by a text, drops undefined members and keeps a member named __proto__', () => {
    expect(toPlainJson([Number.NaN])).toEqual(['NaN']);
    const odd = JSON.parse('{"__proto__": 1, "a": 2}') as object;
    expect(JSON.stringify(toPlainJson(Object.assign(odd, { b: undefined })))).toBe('{"__proto__":1,"a":2}');
  });
});

describe('getExpression', () => {
  it('returns the same compiled expression for the same text, and throws each time for invalid JSONata', () => {
    expect(getExpression('$x * 3')).toBe(getExpression('$x * 3'));
    expect(getExpression('$x * 3')).not.toBe(getExpression('$x * 4'));
    for (const _ of [1, 2]) expect(() => getExpression('$x +')).toThrow('Unexpected end of expression');
  });
});
