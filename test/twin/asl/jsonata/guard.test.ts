import jsonata from 'jsonata';
import { Expression } from '../../../../lib/twin/asl/jsonata/expression';
import { VIEW } from '../../../../lib/twin/asl/jsonata/functions';
import { guardRecursion } from '../../../../lib/twin/asl/jsonata/guard';
import { viewOf } from './views';

/** Evaluates with bounds, so many times, always in the same view. */
async function guarded(source: string, steps: number, depth: number, times = 1): Promise<unknown> {
  const compiled = jsonata(source);
  guardRecursion(compiled, { steps, depth });
  const bindings = { [VIEW]: viewOf({}) };
  let result: unknown;
  for (let time = 0; time < times; time++) result = await compiled.evaluate(undefined, bindings);
  return result;
}

describe('guardRecursion', () => {
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

  it('guards every expression that makes functions', async () => {
    const deep = new Expression('($f := function($n){1 + $f($n)}; $f(0))');
    await expect(deep.evaluate(viewOf({}))).rejects.toThrow('U1001: Stack overflow error');
  });
});
