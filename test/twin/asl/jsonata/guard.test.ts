import { Expression } from '../../../../lib/twin/asl/jsonata/expression';
import { viewOf } from './views';

describe('guardRecursion', () => {
  it('lets ordinary recursion and large loops pass', async () => {
    const factorial = new Expression('($f := function($n){$n < 2 ? 1 : $n * $f($n - 1)}; $f(50))');
    expect(await factorial.evaluate(viewOf({}))).toBeCloseTo(3.0414093201713376e64);
    const loop = new Expression('$sum($map([1..20000], function($n){$n}))');
    expect(await loop.evaluate(viewOf({}))).toBe(200_010_000);
  });

  it('ends recursion without end, also by tail calls', async () => {
    const deep = new Expression('($f := function($n){1 + $f($n)}; $f(0))');
    await expect(deep.evaluate(viewOf({}))).rejects.toThrow('U1001: Stack overflow error');
    const tail = new Expression('($f := function($n){$f($n + 1)}; $f(0))');
    await expect(tail.evaluate(viewOf({}))).rejects.toThrow('U1001: Expression evaluation timeout');
  });
});
