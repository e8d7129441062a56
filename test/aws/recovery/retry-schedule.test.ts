import type { ExecutionState, ExecutionStatus } from '../../../lib/aws/executions';
import { judgeOrphan, getRetryPause } from '../../../lib/aws/recovery/retry-schedule';
import { T0 } from '../account';

const NOW = T0 / 1000;

function makeState(name: string, status: ExecutionStatus, endedAt: number | null = T0): ExecutionState {
  return { name, status, startedAt: T0 - 7_200_000, endedAt: status === 'RUNNING' ? null : endedAt };
}

describe('judgeOrphan', () => {
  const FINE = { now: NOW, startedAt: null, execution: makeState('exec', 'FAILED', T0 - 8_000_000), guardians: [] };
  const OVER = 'its execution has ended without a guardian';
  const ALONE = 'it runs without a guardian';
  const began = (ago: number): ExecutionState => ({ ...makeState('exec', 'RUNNING'), startedAt: T0 - 1000 * ago });
  const RUNS = { execution: began(7200) };
  /** The first guardian. @param ago seconds since its end */
  const guardian = (status: ExecutionStatus, ago = 0): ExecutionState => makeState('exec', status, T0 - 1000 * ago);
  const recovery = (status: ExecutionStatus): ExecutionState => makeState('exec__recover__1', status);
  const LONG_AGO = T0 / 1000;

  it.each<[string | null, string, Partial<Parameters<typeof judgeOrphan>[0]>]>([
    [null, 'the execution and its guardian run', { ...RUNS, guardians: [guardian('RUNNING')] }],
    [ALONE, 'the execution runs and its guardian has failed', { ...RUNS, guardians: [guardian('FAILED', LONG_AGO)] }],
    [null, 'its guardian failed 9 s ago', { ...RUNS, guardians: [guardian('FAILED', 9)] }],
    [ALONE, 'the execution has run for 900 s without a guardian', { execution: began(900) }],
    [null, 'the execution began 899 s ago', { execution: began(899) }],
    [null, 'it was admitted 899 s ago and cannot be described yet', { execution: null, startedAt: NOW - 899 }],
    [OVER, 'it was admitted 900 s ago and does not exist', { execution: null, startedAt: NOW - 900 }],
    [null, 'a guardian runs', { guardians: [guardian('RUNNING')] }],
    [null, 'a recovery runs after a failed guardian', { guardians: [guardian('FAILED'), recovery('RUNNING')] }],
    [OVER, 'it ended without a guardian', {}],
    [OVER, 'it does not exist and has no guardian', { execution: null }],
    [null, 'its guardian ended 899 s ago', { guardians: [guardian('FAILED', 899)] }],
    [OVER, 'its guardian ended 900 s ago', { guardians: [guardian('FAILED', 900)] }],
    [OVER, 'its guardian succeeded 900 s ago but resources exist', { guardians: [guardian('SUCCEEDED', 900)] }],
    [
      null,
      'the last guardian failed just now, an earlier one long ago',
      { guardians: [guardian('FAILED', LONG_AGO), recovery('FAILED')] },
    ],
  ])('returns %j when %s', (why, _what, facts) => {
    expect(judgeOrphan({ ...FINE, ...facts })).toBe(why);
  });
});

describe('getRetryPause', () => {
  it.each([
    [0, 900],
    [8, 900],
    [9, 3600],
    [32, 3600],
    [33, 86_400],
    [999, 86_400],
  ])('returns for %i recoveries a pause of %i s', (recoveries, seconds) => {
    const names = recoveries === 0 ? ['exec'] : ['exec', 'exec__recover__1', `exec__recover__${recoveries}`];
    const found = names.map((name) => makeState(name, 'FAILED'));
    expect(getRetryPause(found)).toBe(seconds);
    const over = (ago: number): string | null =>
      judgeOrphan({ now: NOW + ago, startedAt: null, execution: null, guardians: found }, getRetryPause(found));
    expect([over(seconds - 1), over(seconds)]).toEqual([null, 'its execution has ended without a guardian']);
  });

  it('is ignored by judgeOrphan for an experiment that runs without a guardian', () => {
    const facts = { now: NOW + 900, startedAt: null, execution: makeState('exec', 'RUNNING'), guardians: [] };
    expect(judgeOrphan(facts, 86_400)).toBe('it runs without a guardian');
  });
});
