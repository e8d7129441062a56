import type { ExecutionState, ExecutionStatus } from '../../../lib/aws/executions';
import { judgeOrphan, getRetryPause } from '../../../lib/aws/recovery/retry-schedule';
import { T0 } from '../account';

const NOW = T0 / 1000;

function ended(name: string, status: ExecutionStatus, endedAt: number | null = T0): ExecutionState {
  return { name, status, startedAt: T0 - 7_200_000, endedAt: status === 'RUNNING' ? null : endedAt };
}

describe('orphaned', () => {
  const FINE = { now: NOW, startedAt: null, execution: ended('exec', 'FAILED', T0 - 8_000_000), guardians: [] };
  const OVER = 'its execution has ended without a guardian';
  const ALONE = 'it runs without a guardian';
  const began = (secondsAgo: number): ExecutionState => ({
    name: 'exec',
    status: 'RUNNING',
    startedAt: T0 - 1000 * secondsAgo,
    endedAt: null,
  });
  it.each<[string, Partial<Parameters<typeof judgeOrphan>[0]>, string | null]>([
    ['the execution runs beside its guardian', { execution: began(7200), guardians: [ended('exec', 'RUNNING')] }, null],
    [
      'the execution runs, and its guardian died',
      { execution: began(7200), guardians: [ended('exec', 'FAILED', 0)] },
      ALONE,
    ],
    ['its guardian died just now', { execution: began(7200), guardians: [ended('exec', 'FAILED', T0 - 9000)] }, null],
    ['the execution runs and never had a guardian', { execution: began(900) }, ALONE],
    ['the execution began just now', { execution: began(899) }, null],
    ['it was admitted just now, and cannot be seen yet', { execution: null, startedAt: NOW - 899 }, null],
    ['it was admitted, and is not there', { execution: null, startedAt: NOW - 900 }, OVER],
    ['a guardian runs', { guardians: [ended('exec', 'RUNNING')] }, null],
    [
      'a recovery runs after a failed guardian',
      { guardians: [ended('exec', 'FAILED'), ended('exec__recover__1', 'RUNNING')] },
      null,
    ],
    ['it ended and never had a guardian', {}, OVER],
    ['it is not known, and has no guardian', { execution: null }, OVER],
    ['its guardian ended 899 s ago', { guardians: [ended('exec', 'FAILED', T0 - 899_000)] }, null],
    ['its guardian ended 900 s ago', { guardians: [ended('exec', 'FAILED', T0 - 900_000)] }, OVER],
    ['its guardian succeeded 900 s ago, and yet', { guardians: [ended('exec', 'SUCCEEDED', T0 - 900_000)] }, OVER],
    [
      'only the last guardian counts',
      { guardians: [ended('exec', 'FAILED', 0), ended('exec__recover__1', 'FAILED')] },
      null,
    ],
  ])('%s', (_what, facts, why) => {
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
  ])('%i recoveries: %i s', (recoveries, seconds) => {
    const names = recoveries === 0 ? ['exec'] : ['exec', 'exec__recover__1', `exec__recover__${recoveries}`];
    const found = names.map((name) => ended(name, 'FAILED'));
    expect(getRetryPause(found)).toBe(seconds);
    const over = (ago: number): string | null =>
      judgeOrphan({ now: NOW + ago, startedAt: null, execution: null, guardians: found }, getRetryPause(found));
    expect([over(seconds - 1), over(seconds)]).toEqual([null, 'its execution has ended without a guardian']);
  });

  it('is not kept where an experiment runs unguarded', () => {
    const facts = { now: NOW + 900, startedAt: null, execution: ended('exec', 'RUNNING'), guardians: [] };
    expect(judgeOrphan(facts, 86_400)).toBe('it runs without a guardian');
  });
});
