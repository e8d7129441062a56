import { parseCode } from '../../../checks/machines/template';
import { usesOf } from '../../../checks/machines/uses';

/** Uses of an expression, strings left out, as short texts. */
function uses(code: string): string[] {
  const parsed = parseCode(code);
  if ('error' in parsed) throw new Error(parsed.error);
  return usesOf(parsed.ast).flatMap((use) => {
    if (use.kind === 'string') return [];
    if (use.kind === 'states') return [`$states.${use.path.join('.')}`];
    if (use.kind === 'context') return [`context ${use.text}`];
    return [use.kind === 'function' ? `$${use.name}()` : `$${use.name}`];
  });
}

describe('usesOf', () => {
  it.each<[string, string[]]>([
    ['$a + $b.c.d', ['$a', '$b']],
    ['$states.input.x.y', ['$states.input.x.y']],
    ['$states.result[0].phases', ['$states.result']],
    ['$states', ['$states.']],
    ["$count($rigs[status = 'FAILED'])", ['$count()', '$rigs']],
    ['$rigs[status = $wanted].rig', ['$rigs', '$wanted']],
    ['$rigs[$.id = 3]', ['$rigs']],
    ['$x ? $y : [$z, {"a": $w}]', ['$x', '$y', '$z', '$w']],
    ['-$x', ['$x']],
    ['$xs^(>size, $y)', ['$xs', '$y']],
    ['$xs.(a + $b)', ['$xs', '$b']],
    ['$xs{name: $sum(size)}', ['$xs', '$sum()']],
    ['$x ~> $uppercase', ['$x', '$uppercase']],
    ['$x ~> |$|{"a": $b}|', ['$x', '$b']],
    ['$f(?, $x)', ['$f()', '$x']],
    ['$xs@$one[$one.a = $b]', ['$xs', '$b']],
    ['$xs#$i.{"at": $i}', ['$xs']],
  ])('%s', (code, expected) => {
    expect(uses(code)).toEqual(expected);
  });

  it('knows local names: what a block binds, what a function is given', () => {
    expect(uses('($a := $b; $c := $a; $c + $a)')).toEqual(['$b']);
    expect(uses('($a; $a := 1)')).toEqual(['$a']);
    expect(uses('$map($xs, function($v, $i) { $v.a & $i & $other })')).toEqual(['$map()', '$xs', '$other']);
    expect(uses('($f := function($n) { $n < 2 ? 1 : $n * $f($n - 1) }; $f(3))')).toEqual([]);
    expect(uses('$map($xs, function($v) { $v }) & $v')).toContain('$v');
  });

  it('sees fields and $ that have no item to belong to', () => {
    expect(uses('status = 1')).toEqual(['context status']);
    expect(uses('$.status')).toEqual(['context $']);
    expect(uses('$map($xs, function($v) { $ })')).toContain('context $');
    expect(uses('$xs[$$.a = 1]')).toContain('context $$');
  });

  it('gives strings too', () => {
    const parsed = parseCode("[{'Key': 'fsxbench:rig'}]");
    expect('ast' in parsed && usesOf(parsed.ast)).toEqual([
      { kind: 'string', text: 'Key' },
      { kind: 'string', text: 'fsxbench:rig' },
    ]);
  });
});
