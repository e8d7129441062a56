import { parseEquivalents, readEquivalents } from '../../../tools/mutants/equivalent';

describe('equivalents', () => {
  it('are reasons by id, and a reason is a sentence', () => {
    const reason = 'The interval only sets the pace of polling.';
    expect([...parseEquivalents(JSON.stringify({ 'a:b:c:d': reason }))]).toEqual([['a:b:c:d', reason]]);
    expect(() => parseEquivalents('{"a:b": "ok", "c:d": ""}')).toThrow(/a:b: say in a sentence.*; c:d: say/);
  });

  it('are readable as they stand in this repository', () => {
    expect(() => readEquivalents(process.cwd())).not.toThrow();
  });
});
