import { execute, START } from '../execute';
import cases from './wait.cases.json';

const runWait = async (fields: object, input: unknown = {}) => {
  const execution = await execute({ W: { Type: 'Wait', End: true, ...fields } }, { input });
  return { execution, waited: ((execution.stopDate ?? 0) - START) / 1000 };
};

describe('Wait', () => {
  it('waits for Seconds given as a number or an expression', async () => {
    expect((await runWait({ Seconds: 0 })).waited).toBe(0);
    expect((await runWait({ Seconds: 7 })).waited).toBe(7);
    expect((await runWait({ Seconds: '{% $states.input.n %}' }, { n: 86_400 })).waited).toBe(86_400);
  });

  it('waits until Timestamp, and continues immediately when it is in the past', async () => {
    expect((await runWait({ Timestamp: '2026-01-01T01:00:00+00:30' })).waited).toBe(1_800);
    expect((await runWait({ Timestamp: '{% $states.input %}' }, '2016-03-14T01:59:00Z')).waited).toBe(0);
  });

  it('returns the value of its Output expression', async () => {
    expect((await runWait({ Seconds: 1, Output: '{% $states.input.n + 1 %}' }, { n: 1 })).execution.output).toBe(2);
  });

  it('fails with States.Runtime when Timestamp is too far in the future', async () => {
    const { execution } = await runWait({ Timestamp: '{% $states.input %}' }, '2100-01-01T00:00:00Z');
    expect(await execution.done).toEqual({
      status: 'FAILED',
      error: 'States.Runtime',
      cause: 'Wait state delay is too long.',
    });
  });

  it.each(cases.fails as [Record<string, string>, string][])(
    'fails with States.QueryEvaluationError for %j',
    async (fields, cause) => {
      const { execution } = await runWait(fields);
      expect(execution.error).toBe('States.QueryEvaluationError');
      expect(execution.cause).toContain(cause);
    },
  );
});
