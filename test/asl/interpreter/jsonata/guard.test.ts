import jsonata from 'jsonata';
import { Expression } from '../../../../lib/asl/interpreter/jsonata/expression';
import { VIEW } from '../../../../lib/asl/interpreter/jsonata/functions';
import { guardEvaluation } from '../../../../lib/asl/interpreter/jsonata/guard';
import { viewOf } from './views';
import cases from './guard.cases.json';

/** Evaluates with bounds, so many times, always in the same view. */
async function guarded(source: string, steps: number, depth: number, times = 1): Promise<unknown> {
  const compiled = jsonata(source);
  guardEvaluation(compiled, { steps, depth, elements: 1e6 });
  const bindings = { [VIEW]: viewOf({}) };
  let result: unknown;
  for (let time = 0; time < times; time++) result = await compiled.evaluate(undefined, bindings);
  return result;
}

describe('guardEvaluation', () => {
  it('lets ordinary recursion and large loops pass', async () => {
    const factorial = new Expression('($f := function($n){$n < 2 ? 1 : $n * $f($n - 1)}; $f(50))');
    expect(await factorial.evaluate(viewOf({}))).toBeCloseTo(3.0414093201713376e64);
    const loop = new Expression('$sum($map([1..5000], function($n){$n}))');
    expect(await loop.evaluate(viewOf({}))).toBe(12_502_500);
  });

  it('ends what goes too deep', async () => {
    const deep = guarded('($f := function($n){1 + $f($n)}; $f(0))', 1e6, 100);
    await expect(deep).rejects.toMatchObject({ code: 'U1001', message: expect.stringContaining('Stack') as unknown });
  });

  it('ends what takes too long, as tail calls without end do', async () => {
    const tail = guarded('($f := function($n){$f($n + 1)}; $f(0))', 2_000, 100);
    await expect(tail).rejects.toMatchObject({ code: 'U1001', message: expect.stringContaining('timeout') as unknown });
  });

  it('comes back to depth 0 after each evaluation', async () => {
    expect(await guarded('$sum($map([1..5], function($n){$n * 2}))', 1e6, 10, 20)).toBe(30);
  });

  it.each(cases.ends)('ends %s', async (source, message) => {
    const numbers = Array.from({ length: 20_000 }, (_, n) => n);
    const failing = Promise.resolve(new Expression(source).evaluate(viewOf(numbers)));
    await expect(failing).rejects.toThrow(`U1001: ${message}`);
  });

  it('lets a value pass that is large and within the limit', async () => {
    expect(await new Expression("$length($pad('', 6900000))").evaluate(viewOf({}))).toBe(6_900_000);
    expect(await new Expression('$count([1..500000])').evaluate(viewOf({}))).toBe(500_000);
  });

  it('guards every expression that makes functions', async () => {
    const deep = new Expression('($f := function($n){1 + $f($n)}; $f(0))');
    await expect(deep.evaluate(viewOf({}))).rejects.toThrow('U1001: Stack overflow error');
  });
});
