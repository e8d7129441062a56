import { findJsonFault } from '../../../../lib/asl/interpreter/load/json-text';
import cases from './json-text.cases.json';

describe('findJsonFault', () => {
  it.each(['{}', ' [1, -0.5e+3, "a\\u00e9\\n", true, null] \n', '"ä\u007f"', '{"a": {"a": []}}', '0'])(
    'returns undefined for the valid JSON %j',
    (text) => {
      expect(findJsonFault(text)).toBeUndefined();
      expect(() => JSON.parse(text) as unknown).not.toThrow();
    },
  );

  it.each(cases.places as [string, number, number, string][])(
    'finds the fault in %j at line %i, column %i',
    (text, line, column, what) => {
      expect(findJsonFault(text)).toEqual({ line, column, what });
      expect(() => JSON.parse(text) as unknown).toThrow();
    },
  );

  it('reports nesting deeper than 1000 levels', () => {
    expect(findJsonFault('['.repeat(1_000) + ']'.repeat(1_000))).toBeUndefined();
    const what = 'nested more than 1000 levels deep';
    expect(findJsonFault('['.repeat(5_000) + ']'.repeat(5_000))).toEqual({ line: 1, column: 1_001, what });
    expect(findJsonFault('{"a":'.repeat(100_000))).toMatchObject({ line: 1, what });
    const siblings = Array.from({ length: 2_000 }, () => '[{}]').join(',');
    expect(findJsonFault(`[${siblings}]`)).toBeUndefined();
  });

  it('reports a duplicate member, which JSON.parse accepts', () => {
    expect(findJsonFault('{\n  "A": 1,\n  "B": 2,\n  "A": 3\n}')).toEqual({
      line: 4,
      column: 3,
      what: 'the member "A" occurs twice in one object',
    });
  });
});
