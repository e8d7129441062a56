import pc from 'picocolors';
import { Progress, formatProgress } from '../../../lib/cli/text/progress';
import { layout } from '../../../lib/shapes/layout';
import type { Plan } from '../../../lib/shapes/plan';
import type { CallRecord } from '../../../lib/twin/cloud/service';
import { makeFixturePlan } from '../../results/fixture';

const T0 = Date.parse('2026-03-02T09:00:00Z');
/** Two rigs of two cells and three replicates: six trials each, of six seconds. */
const PLAN: Plan = makeFixturePlan({ factors: { target: ['disk', 'memory'], op: ['randread', 'randwrite'] } });
const keys = layout(PLAN.experiment, PLAN.executionId);

function call(action: string, more: Partial<CallRecord> = {}): CallRecord {
  return {
    time: new Date(T0).toISOString(),
    execution: 'e1__r1',
    state: '',
    role: '',
    service: '',
    action,
    input: {},
    ...more,
  };
}

/** The mark of an attempt, as the trial-batch machine puts it. */
function mark(trial: string, name: 'started' | 'ended', status = 'SUCCEEDED', attempt = 1, second = 0): CallRecord {
  const rig = PLAN.trials.find((one) => one.trial === trial)?.rig ?? '';
  const commands = [{ name: 'measure', status, failed: [] }];
  const Body = JSON.stringify(name === 'started' ? { trial, attempt } : { trial, attempt, commands });
  return call('PutObject', {
    time: new Date(T0 + second * 1000).toISOString(),
    execution: `e1__${rig}__1`,
    input: { Bucket: 'b', Key: `${keys.attempt(rig, trial, attempt)}${name}.json`, Body },
  });
}

function progress(plan: Plan = PLAN): Progress {
  return new Progress(plan, T0);
}

/** All lines of a log. */
function logged(on: Progress, calls: readonly CallRecord[]): string[] {
  return calls.map((one) => on.trackCall(one)).filter((line) => line !== null);
}

/** The living lines without colours. */
const lines = (on: Progress, now = T0): string[] => formatProgress(on, now, pc.createColors(false));
/** A trial from one second to another. */
const measured = (trial: string, from: number, to: number): CallRecord[] => [
  mark(trial, 'started', '', 1, from),
  mark(trial, 'ended', 'SUCCEEDED', 1, to),
];
const outcome = (rig: string, second: number): CallRecord =>
  call('PutObject', {
    execution: `e1__${rig}`,
    time: new Date(T0 + second * 1000).toISOString(),
    input: { Key: keys.rigOutcome(rig), Body: '{}' },
  });

describe('phases of a rig', () => {
  it('are logged once each, whatever the number of calls', () => {
    const on = progress();
    const lines = logged(on, [
      call('CreateLaunchTemplate'),
      call('CreateFleet'),
      call('CreateFleet'),
      call('DescribeInstances'),
      call('SendCommand', { execution: 'e1__r1__p__c1__1__0' }),
      call('SendCommand', { execution: 'e1__r1__p__c1__1__0' }),
      mark('t0001', 'started'),
      call('SendCommand', { execution: 'e1__r1__t0001__a1__1__0' }),
      mark('t0001', 'ended'),
      call('UpdateFileSystem', { execution: 'e1__r1__change__1__c1__1__0' }),
      mark('t0002', 'started'),
      call('TerminateInstances', { execution: 'e1__r1__teardown__0' }),
      call('TerminateInstances', { execution: 'e1__r1__teardown__0' }),
      outcome('r1', 60),
    ]);
    expect(lines).toEqual([
      'r1 disk: launching hosts',
      'r1 disk: preparing',
      'r1 trial 1 of 6: disk, op randread, replicate 1',
      'r1 disk: changing',
      'r1 disk: tearing down',
    ]);
  });

  it('stand in the living lines, one a rig at work, with the trial that is measured', () => {
    const on = progress();
    const first = (now = T0): string | undefined => lines(on, now)[0];
    expect(lines(on)).toHaveLength(1);
    on.trackCall(call('CreateFileSystem'));
    expect(first()).toBe('  r1  0/6  creating');
    on.trackCall(call('CreateFleet'));
    expect(first()).toBe('  r1  0/6  launching hosts');
    on.trackCall(call('SendCommand'));
    expect(first()).toBe('  r1  0/6  preparing');
    on.trackCall(mark('t0002', 'started'));
    expect(first(T0 + 2400)).toBe('  r1  0/6  measuring disk, op randwrite, replicate 1, 2s of 6s');
    on.trackCall(mark('t0002', 'ended'));
    expect(first()).toBe('  r1  1/6  measuring');
    on.trackCall(call('CreateFleet', { execution: 'e1__r2' }));
    expect(lines(on).slice(0, 2)).toEqual(['  r1  1/6  measuring', '  r2  0/6  launching hosts']);
    on.trackCall(call('TerminateInstances'));
    expect(first()).toBe('  r1  1/6  tearing down');
    on.trackCall(outcome('r1', 9));
    expect(first()).toBe('  r2  0/6  launching hosts');
  });

  it('names all targets of a rig that measures several', () => {
    const trials = PLAN.trials.map((trial) => ({ ...trial, rig: 'r1' }));
    expect(progress({ ...PLAN, trials }).trackCall(call('CreateFleet'))).toBe('r1 disk, memory: launching hosts');
  });

  it('shows no control characters of a level', () => {
    const on = progress(makeFixturePlan({ factors: { target: ['disk'], x: ['\u001b[2J', 'b'] } }));
    on.trackCall(mark('t0001', 'started'));
    expect(lines(on).join('\n')).not.toContain('\u001b');
  });
});

describe('trials', () => {
  it('are counted when they end, each once, whatever the number of attempts', () => {
    const on = progress();
    const log = logged(on, [
      mark('t0001', 'started'),
      mark('t0001', 'ended', 'LOST'),
      mark('t0001', 'started', '', 2),
      mark('t0001', 'ended', 'SUCCEEDED', 2),
      mark('t0002', 'ended'),
      mark('t0007', 'ended'),
    ]);
    expect(log).toEqual([
      'r1 trial 1 of 6: disk, op randread, replicate 1: failed',
      'r1 trial 1 of 6: disk, op randread, replicate 1',
      'r1 trial 2 of 6: disk, op randwrite, replicate 1',
      'r2 trial 1 of 6: memory, op randread, replicate 1',
    ]);
    expect(lines(on).at(-1)).toContain('███░░░░░░░ 3 of 12 trials, ');
  });

  it.each(['FAILED', 'LOST'])('that ended %s are said not to have succeeded', (status) => {
    expect(progress().trackCall(mark('t0001', 'ended', status))).toMatch(/: failed$/);
  });
});

describe('calls that say nothing', () => {
  it.each([
    ['of another execution', call('CreateFleet', { execution: 'e10__r1' })],
    ['of a rig that the plan does not know', call('CreateFleet', { execution: 'e1__r9' })],
    ['of the experiment itself', call('CreateFleet', { execution: 'e1' })],
    ['that failed', call('CreateFleet', { error: { name: 'Denied', message: 'no' } })],
    ['that failed to leave a mark', { ...mark('t0001', 'ended'), error: { name: 'Denied', message: 'no' } }],
    ['of other objects', call('PutObject', { input: { Key: keys.hosts('r1'), Body: '' } })],
    ['without a key', call('PutObject', { input: {} })],
    ['about a trial of another rig', { ...mark('t0007', 'ended'), execution: 'e1__r1__1' }],
  ])('%s', (_what, one) => {
    const on = progress();
    const before = lines(on);
    expect(on.trackCall(one)).toBeNull();
    expect(lines(on)).toEqual(before);
  });
});

describe('time', () => {
  it('is what the plan models at first: trials, and what rigs take around them', () => {
    // Two rigs of 60 s, 36 s of them trials.
    expect(progress().secondsLeft(T0)).toBe(120);
    expect(progress({ ...PLAN, parallelRigs: 2 }).secondsLeft(T0)).toBe(60);
  });

  it('of one rig is not shared among more that there are not, and in an account is never below the estimate', () => {
    const one = { ...PLAN, parallelRigs: 3, rigs: PLAN.rigs.slice(0, 1), trials: PLAN.trials.slice(0, 6) };
    expect(progress(one).secondsLeft(T0)).toBe(60);
    const on = progress({ ...one, local: false, estimate: { ...PLAN.estimate, seconds: 300 } });
    expect([on.secondsLeft(T0), on.secondsLeft(T0 + 280_000)]).toEqual([300, 60]);
    on.trackCall(call('TerminateInstances'));
    on.trackCall(outcome('r1', 99));
    expect(on.secondsLeft(T0 + 99_000)).toBe(0);
  });

  it('goes by the pace of the trials that have ended, which holds for the rigs that follow', () => {
    const on = progress();
    on.trackCall(call('CreateFleet'));
    for (const one of [...measured('t0001', 10, 22), ...measured('t0002', 22, 34)]) on.trackCall(one);
    // 12 s each in place of 6: 4 trials here and 6 in the second rig, with 24 s around them.
    expect(on.secondsLeft(T0 + 34_000)).toBeCloseTo(4 * 12 + 6 * 12 + 24);
    on.trackCall(mark('t0003', 'started', '', 1, 34));
    expect(on.secondsLeft(T0 + 38_000)).toBeCloseTo(4 * 12 - 4 + 6 * 12 + 24);
    // A trial that takes longer than it should does not eat the time of others.
    expect(on.secondsLeft(T0 + 99_000)).toBeCloseTo(3 * 12 + 6 * 12 + 24);
  });

  it('is over when all rigs are', () => {
    const on = progress();
    for (const { trial } of PLAN.trials) on.trackCall(mark(trial, 'ended'));
    for (const rig of ['r1', 'r2']) on.trackCall(outcome(rig, 99));
    expect(on.secondsLeft(T0 + 99_000)).toBe(0);
  });

  it('stands in the last living line', () => {
    const on = progress();
    expect(lines(on, T0 + 61_400).at(-1)).toBe('  ░░░░░░░░░░ 0 of 12 trials, 1m 1s elapsed, about 2m left, no cost');
  });
});

describe('money', () => {
  const priced = (): Progress => {
    const plan = makeFixturePlan({
      factors: { target: ['disk', 'memory'], op: ['randread'] },
      prices: { disk: 3.6, memory: 100 },
    });
    return progress({ ...plan, rigs: plan.rigs.map((rig) => ({ ...rig, hostsUsdPerHour: 2.4 })) });
  };
  const at = (action: string, second: number) => call(action, { time: new Date(T0 + second * 1000).toISOString() });

  it('is modelled dollars of hosts that run and of storage that stands', () => {
    const on = priced();
    expect(on.usdSoFar(T0 + 1_800_000)).toBe(0);
    // What is being created costs nothing yet: minutes of it would be counted as if all hosts ran.
    on.trackCall(at('CreateFileSystem', 0));
    expect(on.usdSoFar(T0 + 1_800_000)).toBe(0);
    on.trackCall(at('CreateFleet', 1800));
    expect(on.usdSoFar(T0 + 3_600_000)).toBeCloseTo(1.8, 6);
    expect(lines(on, T0 + 3_600_000).at(-1)).toMatch(/, \$1\.80 of \$2\.50 \(estimated\)$/);
    on.trackCall(at('TerminateInstances', 3600));
    expect(on.usdSoFar(T0 + 7_200_000)).toBeCloseTo(1.8 + 1.2, 6);
    on.trackCall(outcome('r1', 5400));
    expect(on.usdSoFar(T0 + 7_200_000)).toBeCloseTo(1.8 + 0.6, 6);
  });

  it('says what is done when all rigs are gone', () => {
    const on = priced();
    on.trackCall(outcome('r1', 1));
    expect(lines(on).at(-1)).toContain('left, $0 of');
    on.trackCall(outcome('r2', 2));
    expect(lines(on).at(-1)).toContain(', verifying cleanup, $0 of');
  });
});
