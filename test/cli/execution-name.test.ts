import { executionName } from '../../lib/cli/execution-name';

describe('executionName', () => {
  it('takes a name that fits, or makes one from the time', () => {
    expect(executionName('my-run_1', 0)).toBe('my-run_1');
    expect(executionName(undefined, Date.UTC(2026, 0, 31, 23, 59, 58, 999))).toBe('20260131-235958');
  });

  it.each(['', 'a.b', 'a b', 'x'.repeat(49)])('refuses %p', (name) => {
    expect(() => executionName(name, 0)).toThrow('allowed: 1 to 48 of the characters');
  });
});
