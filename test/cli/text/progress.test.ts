import { Progress } from '../../../lib/cli/text/progress';
import { layout } from '../../../lib/shapes/layout';
import type { Plan } from '../../../lib/shapes/plan';
import type { CallRecord } from '../../../lib/twin/cloud/service';
import { planOf } from '../../results/fixture';

const T0 = Date.parse('2026-03-02T09:00:00Z');
/** Two rigs of two cells and three replicates: six trials each, of six seconds. */
const PLAN: Plan = planOf({ factors: { target: ['disk', 'memory'], op: ['randread', 'randwrite'] } });
const [PREPARE] = PLAN.trials[0]?.steps ?? [];
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
function mark(trial: string, name: 'started' | 'ended', status = 'SUCCEEDED', attempt = 1): CallRecord {
  const rig = PLAN.trials.find((one) => one.trial === trial)?.rig ?? '';
  const commands = [{ name: 'measure', status, failed: [] }];
  const Body = JSON.stringify(name === 'started' ? { trial, attempt } : { trial, attempt, commands });
  return call('PutObject', {
    execution: `e1__${rig}__1`,
    input: { Bucket: 'b', Key: `${keys.attempt(rig, trial, attempt)}${name}.json`, Body },
  });
}

function progress(plan: Plan = PLAN): Progress {
  return new Progress(plan, T0);
}

/** All lines of a log. */
function logged(on: Progress, calls: readonly CallRecord[]): string[] {
  return calls.map((one) => on.see(one)).filter((line) => line !== null);
}

describe('phases of a rig', () => {
  it('are logged once each, whatever the number of calls', () => {
    const on = progress();
    const lines = logged(on, [
      call('CreateLaunchTemplate'),
      call('CreateFleet'),
      call('CreateFleet'),
      call('DescribeInstances'),
      call('SendCommand', { execution: 'e1__r1__p1__0' }),
      call('SendCommand', { execution: 'e1__r1__p1__0' }),
      mark('t0001', 'started'),
      call('SendCommand', { execution: 'e1__r1__t0001__a1__1__0' }),
      mark('t0001', 'ended'),
      call('TerminateInstances', { execution: 'e1__r1__teardown__0' }),
      call('TerminateInstances', { execution: 'e1__r1__teardown__0' }),
    ]);
    expect(lines).toEqual([
      'r1 disk: launching hosts',
      'r1 disk: preparing',
      'r1 trial 1 of 6: target=disk op=randread, replicate 1',
      'r1 disk: tearing down',
    ]);
  });

  it('stand in the living lines, one a rig at work, with the trial that is measured', () => {
    const on = progress();
    const first = (): string | undefined => on.lines(T0)[0];
    expect(on.lines(T0)).toHaveLength(1);
    on.see(call('CreateFleet'));
    expect(first()).toBe('  r1  0/6  booting');
    on.see(call('SendCommand'));
    expect(first()).toBe('  r1  0/6  preparing');
    on.see(mark('t0002', 'started'));
    expect(first()).toBe('  r1  0/6  measuring target=disk op=randwrite, replicate 1');
    on.see(mark('t0002', 'ended'));
    expect(first()).toBe('  r1  1/6  measuring');
    on.see(call('CreateFleet', { execution: 'e1__r2' }));
    expect(on.lines(T0).slice(0, 2)).toEqual(['  r1  1/6  measuring', '  r2  0/6  booting']);
    on.see(call('TerminateInstances'));
    expect(first()).toBe('  r1  1/6  deleting');
  });
});

describe('trials', () => {
  it('are counted when they end, each once, whatever the number of attempts', () => {
    const on = progress();
    const lines = logged(on, [
      mark('t0001', 'started'),
      mark('t0001', 'ended', 'LOST'),
      mark('t0001', 'started', '', 2),
      mark('t0001', 'ended', 'SUCCEEDED', 2),
      mark('t0002', 'ended'),
      mark('t0007', 'ended'),
    ]);
    expect(lines).toEqual([
      'r1 trial 1 of 6: target=disk op=randread, replicate 1: did not succeed',
      'r1 trial 1 of 6: target=disk op=randread, replicate 1',
      'r1 trial 2 of 6: target=disk op=randwrite, replicate 1',
      'r2 trial 1 of 6: target=memory op=randread, replicate 1',
    ]);
    expect(on.lines(T0).at(-1)).toMatch(/^ {2}3 of 12 trials, /);
  });

  it.each(['FAILED', 'LOST'])('that ended %s are said not to have succeeded', (status) => {
    expect(progress().see(mark('t0001', 'ended', status))).toMatch(/: did not succeed$/);
  });
});

describe('calls that say nothing', () => {
  it.each([
    ['of another execution', call('CreateFleet', { execution: 'e10.r1' })],
    ['of a rig that the plan does not know', call('CreateFleet', { execution: 'e1__r9' })],
    ['of the experiment itself', call('CreateFleet', { execution: 'e1' })],
    ['that failed', call('CreateFleet', { error: { name: 'Denied', message: 'no' } })],
    ['that failed to leave a mark', { ...mark('t0001', 'ended'), error: { name: 'Denied', message: 'no' } }],
    ['of other objects', call('PutObject', { input: { Key: keys.hosts('r1'), Body: '' } })],
    ['without a key', call('PutObject', { input: {} })],
    ['about a trial of another rig', { ...mark('t0007', 'ended'), execution: 'e1__r1__1' }],
  ])('%s', (_what, one) => {
    const on = progress();
    const before = on.lines(T0);
    expect(on.see(one)).toBeNull();
    expect(on.lines(T0)).toEqual(before);
  });
});

describe('time and money', () => {
  it('are what the plan models for the trials that have not ended', () => {
    const on = progress();
    expect(on.secondsLeft()).toBe(12 * 6);
    on.see(mark('t0001', 'started'));
    expect(on.secondsLeft()).toBe(12 * 6);
    on.see(mark('t0001', 'ended'));
    expect(on.secondsLeft()).toBe(11 * 6);
    for (const { trial } of PLAN.trials) on.see(mark(trial, 'ended'));
    expect(on.secondsLeft()).toBe(0);
  });

  it('count preparations until the first trial, and are shared by rigs that run at once', () => {
    if (PREPARE === undefined) throw new Error('a trial has no command');
    const rigs = PLAN.rigs.map((rig) => ({ ...rig, prepare: [{ ...PREPARE, expectedSeconds: 20 }] }));
    const on = progress({ ...PLAN, rigs });
    expect(on.secondsLeft()).toBe(2 * 20 + 12 * 6);
    on.see(call('CreateFleet'));
    on.see(call('SendCommand'));
    expect(on.secondsLeft()).toBe(2 * 20 + 12 * 6);
    on.see(mark('t0001', 'started'));
    expect(on.secondsLeft()).toBe(20 + 12 * 6);
    expect(progress({ ...PLAN, rigs, parallelRigs: 2 }).secondsLeft()).toBe(20 + 6 * 6);
  });

  it('stand in the last living line', () => {
    const on = progress();
    expect(on.lines(T0 + 61_400).at(-1)).toBe('  0 of 12 trials, 1m 1s passed, about 1m 12s left, no cost');
  });

  it('are modelled dollars of the rigs that have begun', () => {
    const on = progress(
      planOf({ factors: { target: ['disk', 'memory'], op: ['randread'] }, prices: { disk: 3.6, memory: 100 } }),
    );
    expect(on.usdSoFar(T0 + 1_800_000)).toBe(0);
    on.see(call('CreateFleet'));
    expect(on.usdSoFar(T0 + 1_800_000)).toBeCloseTo(1.8, 6);
    expect(on.lines(T0 + 1_800_000).at(-1)).toMatch(/, \$1\.80 so far \(modelled\)$/);
  });
});
