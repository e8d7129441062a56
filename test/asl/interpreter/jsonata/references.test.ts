import jsonata from 'jsonata';
import { findReferences } from '../../../../lib/asl/interpreter/jsonata/references';
import cases from './references.cases.json';

const findIn = (source: string) => findReferences(jsonata(source).ast());

describe('findReferences', () => {
  it('lists variables and functions in filters, objects and lambdas, and detects lambdas', () => {
    const { names, lambdas } = findIn('$a[$b > 1].{"k": $f($c)} ~> $map(function($v) { $v + $d })');
    expect([...names]).toEqual(expect.arrayContaining(['a', 'b', 'c', 'd', 'f', 'map', 'v']));
    expect(lambdas).toBe(true);
    expect(findIn('$a + 1').lambdas).toBe(false);
  });

  it.each(cases.growing as [string, boolean][])(
    'detects whether %s could use unbounded memory or time: %s',
    (source, grows) => {
      expect(findIn(source).grows).toBe(grows);
    },
  );

  it('lists the members of $states that are read', () => {
    expect([...findIn('$states.input.a & $states.errorOutput.Error').states]).toEqual(['input', 'errorOutput']);
  });

  it.each(cases.fields as [string, string[]][])(
    'lists the field names that do not follow a variable in %s',
    (source, fields) => {
      expect(findIn(source).bareFields).toEqual(fields);
    },
  );
});
