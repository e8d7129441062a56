import { compareValue, evaluate } from '../../../checks/cases/expressions';

const RUN = { way: 'Look 0, Report 120', calls: [{ state: 'Look', at: 0 }], error: undefined };

describe('evaluate', () => {
  it.each([
    ["calls[state = 'Look'].at", 0],
    ["calls[state = 'Send']", []],
    ['error', []],
    ['$count(calls)', 1],
    ['$shift(way, 60)', 'Look 60, Report 180'],
    ['$iso(60)', '2026-01-01T00:01:00.000Z'],
    // Misspelt names, which would give nothing.
    ['call.at', 'no value named call'],
    ['$count(cals)', 'no value named cals'],
    ['[calls.at, ways]', 'no value named ways'],
    ['calls[', 'the error Expected "]" before end of expression'],
  ])('returns for %s the value, or why it has none: %j', async (expression, value) => {
    expect(await evaluate(expression, RUN)).toEqual(value);
  });
});

describe('compareValue', () => {
  it('returns nothing for equal values, else the expression and both', async () => {
    expect(await compareValue('calls.state', RUN, 'Look')).toBeUndefined();
    expect(await compareValue('calls.state', RUN, 'Send')).toBe('calls.state: found "Look", expected "Send"');
  });
});
