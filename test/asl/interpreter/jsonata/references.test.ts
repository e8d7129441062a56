import jsonata from 'jsonata';
import { references } from '../../../../lib/asl/interpreter/jsonata/references';

const of = (source: string) => references(jsonata(source).ast());

describe('references', () => {
  it('finds variables and functions, wherever they stand', () => {
    const { names, lambdas } = of('$a[$b > 1].{"k": $f($c)} ~> $map(function($v) { $v + $d })');
    expect([...names]).toEqual(expect.arrayContaining(['a', 'b', 'c', 'd', 'f', 'map', 'v']));
    expect(lambdas).toBe(true);
    expect(of('$a + 1').lambdas).toBe(false);
  });

  it.each([
    ['function($x){$x}', true],
    ['[1..$n]', true],
    ['$pad($a, 5)', true],
    ['$a.($b)', true],
    ['$a.b.$c', true],
    ['$append(?, 1)', true],
    ['$a.b.(c + 1)', false],
    ['$a.($ + 1)', false],
    ['$a[b = $c].d & $string($e)', false],
  ])('knows whether %s may grow', (source, grows) => {
    expect(of(source).grows).toBe(grows);
  });

  it('finds what is read of $states', () => {
    expect([...of('$states.input.a & $states.errorOutput.Error').states]).toEqual(['input', 'errorOutput']);
  });

  it.each([
    ['states.input', ['states']],
    ['a + $b', ['a']],
    ['$f(x)', ['x']],
    ['$c ? y : 1', ['y']],
    ['[z]', ['z']],
    ['($t := q; $t)', ['q']],
    ['-n', ['n']],
    ['$x[a = 1]', []],
    ['$x.a.(b + c)', []],
    ['$x^(price)', []],
    ['$map($x, function($v) { $v.a })', []],
    ['{"a": $b}', []],
    ["[1..3].('a')", []],
    ['$x ~> |a|{"b": 1}|', []],
  ])('fields without a document in %s', (source, fields) => {
    expect(of(source).bareFields).toEqual(fields);
  });
});
