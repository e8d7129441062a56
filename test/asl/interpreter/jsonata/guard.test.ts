import jsonata from 'jsonata';
import { Expression } from '../../../../lib/asl/interpreter/jsonata/expression';
import { VIEW } from '../../../../lib/asl/interpreter/jsonata/functions';
import { guardEvaluation } from '../../../../lib/asl/interpreter/jsonata/guard';
import { makeView } from './views';
import cases from './guard.cases.json';

/** Evaluates with bounds, so many times, always in the same view. */
async function evaluateGuarded(source: string, steps: number, depth: number, times = 1): Promise<unknown> {
  const compiled = jsonata(source);
  guardEvaluation(compiled, { steps, depth, elements: 1e6 });
  const bindings = { [VIEW]: makeView({}) };
  let result: unknown;
  for (let time = 0; time < times; time++) result = await compiled.evaluate(undefined, bindings);
  return result;
}

describe('guardEvaluation', () => {
  it('allows ordinary recursion and a loop over 5000 elements', async () => {
    const factorial = new Expression('($f := function($n){$n < 2 ? 1 : $n * $f($n - 1)}; $f(20))');
    expect(await factorial.evaluate(makeView({}))).toBe(2_432_902_008_176_640_000);
    const loop = new Expression('$sum($map([1..5000], function($n){$n}))');
    expect(await loop.evaluate(makeView({}))).toBe(12_502_500);
  });

  it('throws a stack error when recursion exceeds the depth limit', async () => {
    const deep = evaluateGuarded('($f := function($n){1 + $f($n)}; $f(0))', 1e6, 100);
    await expect(deep).rejects.toMatchObject({ message: expect.stringContaining('Stack') as unknown });
  });

  it('throws a timeout when endless tail recursion exceeds the step limit', async () => {
    const tail = evaluateGuarded('($f := function($n){$f($n + 1)}; $f(0))', 2_000, 100);
    await expect(tail).rejects.toMatchObject({ message: expect.stringContaining('timeout') as unknown });
  });

  it('resets the depth after each evaluation', async () => {
    expect(await evaluateGuarded('$sum($map([1..5], function($n){$n * 2}))', 1e6, 10, 20)).toBe(30);
  });

  it.each(cases.ends)('throws a limit error for %s', async (source, message) => {
    const numbers = Array.from({ length: 20_000 }, (_, n) => n);
    const failing = Promise.resolve(new Expression(source).evaluate(makeView(numbers)));
    await expect(failing).rejects.toThrow(`threw an error during evaluation: ${message}`);
  });

  it.each(cases.passes as [string, unknown][])('evaluates %s within the limits', async (source, value) => {
    expect(await new Expression(source).evaluate(makeView({}))).toBe(value);
  });

  // Measured on AWS: floci-io/floci#2737.
  it.each<[string, (times: number) => string, number]>([
    ['terms', (times) => `1${'+1'.repeat(times - 1)}`, 100],
    ['parentheses', (times) => `${'('.repeat(times)}1${')'.repeat(times)}`, 99],
    ['lists', (times) => `${'['.repeat(times)}1${']'.repeat(times)}`, 99],
    ['steps of a chain', (times) => `1${'~>$string'.repeat(times)}`, 99],
  ])('accepts as many %s as AWS, and throws a stack overflow for one more', async (_what, source, most) => {
    expect(await new Expression(source(most)).evaluate(makeView({}))).toBeDefined();
    await expect(new Expression(source(most + 1)).evaluate(makeView({}))).rejects.toThrow('Stack overflow error');
    await expect(new Expression(source(200)).evaluate(makeView({}))).rejects.toThrow('rewriting as tail-recursive');
  });

  it('limits recursion in an Expression by default', async () => {
    const deep = new Expression('($f := function($n){1 + $f($n)}; $f(0))');
    await expect(deep.evaluate(makeView({}))).rejects.toThrow('evaluation: Stack overflow error');
  });
});
