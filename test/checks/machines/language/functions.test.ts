import { found } from '../machines';

const output = (text: string): string[] => found({ A: { Type: 'Pass', Output: text, End: true } });

describe('unknown-function', () => {
  it.each(['$eval', '$randomSeeded', '$toISO', '$states'])('finds %s', (name) => {
    expect(output(`{% ${name}('1') %}`)).toEqual([expect.stringContaining(`there is no function ${name}`)]);
  });

  it('knows those of JSONata, those of Step Functions, and those of the expression itself', () => {
    expect(output("{% $base64encode($string($millis())) & $uuid() & $hash('a', 'SHA-256') %}")).toEqual([]);
    expect(output('{% ($double := function($n) { 2 * $n }; $map([1, 2], $double)) %}')).toEqual([]);
    expect(output('{% $map($states.input, $string) %}')).toEqual([]);
  });
});
