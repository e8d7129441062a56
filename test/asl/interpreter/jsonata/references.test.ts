import jsonata from 'jsonata';
import { findReferences } from '../../../../lib/asl/interpreter/jsonata/references';
import cases from './references.cases.json';

const of = (source: string) => findReferences(jsonata(source).ast());

describe('references', () => {
  it('finds variables and functions, wherever they stand', () => {
    const { names, lambdas } = of('$a[$b > 1].{"k": $f($c)} ~> $map(function($v) { $v + $d })');
    expect([...names]).toEqual(expect.arrayContaining(['a', 'b', 'c', 'd', 'f', 'map', 'v']));
    expect(lambdas).toBe(true);
    expect(of('$a + 1').lambdas).toBe(false);
  });

  it.each(cases.growing as [string, boolean][])('knows whether %s may grow', (source, grows) => {
    expect(of(source).grows).toBe(grows);
  });

  it('finds what is read of $states', () => {
    expect([...of('$states.input.a & $states.errorOutput.Error').states]).toEqual(['input', 'errorOutput']);
  });

  it.each(cases.fields as [string, string[]][])('fields without a document in %s', (source, fields) => {
    expect(of(source).bareFields).toEqual(fields);
  });
});
