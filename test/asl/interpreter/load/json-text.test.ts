import { findJsonFault } from '../../../../lib/asl/interpreter/load/json-text';
import cases from './json-text.cases.json';

describe('findJsonFault', () => {
  it.each(['{}', ' [1, -0.5e+3, "a\\u00e9\\n", true, null] \n', '"ä\u007f"', '{"a": {"a": []}}', '0'])(
    'none in %j',
    (text) => {
      expect(findJsonFault(text)).toBeUndefined();
      expect(() => JSON.parse(text) as unknown).not.toThrow();
    },
  );

  it.each(cases.places as [string, number, number, string][])(
    'in %j at line %i, column %i',
    (text, line, column, what) => {
      expect(findJsonFault(text)).toEqual({ line, column, what });
      expect(() => JSON.parse(text) as unknown).toThrow();
    },
  );

  it('finds what is nested too deep, and never fails itself', () => {
    expect(findJsonFault('['.repeat(1_000) + ']'.repeat(1_000))).toBeUndefined();
    const what = 'nested more than 1000 levels deep';
    expect(findJsonFault('['.repeat(5_000) + ']'.repeat(5_000))).toEqual({ line: 1, column: 1_001, what });
    expect(findJsonFault('{"a":'.repeat(100_000))).toMatchObject({ line: 1, what });
    const beside = Array.from({ length: 2_000 }, () => '[{}]').join(',');
    expect(findJsonFault(`[${beside}]`)).toBeUndefined();
  });

  it('finds a member that stands twice, which JSON.parse lets pass', () => {
    expect(findJsonFault('{\n  "A": 1,\n  "B": 2,\n  "A": 3\n}')).toEqual({
      line: 4,
      column: 3,
      what: 'the member "A" occurs twice in one object',
    });
  });
});
