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

function makeCall(action: string, more: Partial<CallRecord> = {}): CallRecord {
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
function makeMark(trial: string, name: 'started' | 'ended', status = 'SUCCEEDED', attempt = 1, second = 0): CallRecord {
  const rig = PLAN.trials.find((one) => one.trial === trial)?.rig ?? '';
  const commands = [{ name: 'measure', status, failed: [] }];
  const Body = JSON.stringify(name === 'started' ? { trial, attempt } : { trial, attempt, commands });
  return makeCall('PutObject', {
    time: new Date(T0 + second * 1000).toISOString(),
    execution: `e1__${rig}__1`,
    input: { Bucket: 'b', Key: `${keys.attempt(rig, trial, attempt)}${name}.json`, Body },
  });
}

function makeProgress(plan: Plan = PLAN): Progress {
  return new Progress(plan, T0);
}

/** All lines of a log. */
function trackCalls(on: Progress, calls: readonly CallRecord[]): string[] {
  return calls.map((one) => on.trackCall(one)).filter((line) => line !== null);
}

/** The living lines without colours. */
const lines = (on: Progress, now = T0): string[] => formatProgress(on, now, pc.createColors(false));
/** A trial from one second to another. */
const makeMarks = (trial: string, from: number, to: number): CallRecord[] => [
  makeMark(trial, 'started', '', 1, from),
  makeMark(trial, 'ended', 'SUCCEEDED', 1, to),
];
const makeOutcome = (rig: string, second: number): CallRecord =>
  makeCall('PutObject', {
    execution: `e1__${rig}`,
    time: new Date(T0 + second * 1000).toISOString(),
    input: { Key: keys.rigOutcome(rig), Body: '{}' },
  });

describe('Progress: phases of a rig', () => {
  it('logs each phase once for repeated calls', () => {
    const on = makeProgress();
    const lines = trackCalls(on, [
      makeCall('CreateLaunchTemplate'),
      makeCall('CreateFleet'),
      makeCall('CreateFleet'),
      makeCall('DescribeInstances'),
      makeCall('SendCommand', { execution: 'e1__r1__p__c1__1__0' }),
      makeCall('SendCommand', { execution: 'e1__r1__p__c1__1__0' }),
      makeMark('t0001', 'started'),
      makeCall('SendCommand', { execution: 'e1__r1__t0001__a1__1__0' }),
      makeMark('t0001', 'ended'),
      makeCall('UpdateFileSystem', { execution: 'e1__r1__change__1__c1__1__0' }),
      makeMark('t0002', 'started'),
      makeCall('TerminateInstances', { execution: 'e1__r1__teardown__0' }),
      makeCall('TerminateInstances', { execution: 'e1__r1__teardown__0' }),
      makeOutcome('r1', 60),
    ]);
    expect(lines).toEqual([
      'r1 disk: launching hosts',
      'r1 disk: preparing',
      'r1 trial 1 of 6: disk, op randread, replicate 1',
      'r1 disk: changing',
      'r1 disk: tearing down',
    ]);
  });

  it('shows one live line per active rig, with the current trial', () => {
    const on = makeProgress();
    const first = (now = T0): string | undefined => lines(on, now)[0];
    expect(lines(on)).toHaveLength(1);
    on.trackCall(makeCall('CreateFileSystem'));
    expect(first()).toBe('  r1  0/6  creating');
    on.trackCall(makeCall('CreateFleet'));
    expect(first()).toBe('  r1  0/6  launching hosts');
    on.trackCall(makeCall('SendCommand'));
    expect(first()).toBe('  r1  0/6  preparing');
    on.trackCall(makeMark('t0002', 'started'));
    expect(first(T0 + 2400)).toBe('  r1  0/6  measuring disk, op randwrite, replicate 1, 2s of 6s');
    on.trackCall(makeMark('t0002', 'ended'));
    expect(first()).toBe('  r1  1/6  measuring');
    on.trackCall(makeCall('CreateFleet', { execution: 'e1__r2' }));
    expect(lines(on).slice(0, 2)).toEqual(['  r1  1/6  measuring', '  r2  0/6  launching hosts']);
    on.trackCall(makeCall('TerminateInstances'));
    expect(first()).toBe('  r1  1/6  tearing down');
    on.trackCall(makeOutcome('r1', 9));
    expect(first()).toBe('  r2  0/6  launching hosts');
  });

  it('names all targets of a rig that measures several', () => {
    const trials = PLAN.trials.map((trial) => ({ ...trial, rig: 'r1' }));
    expect(makeProgress({ ...PLAN, trials }).trackCall(makeCall('CreateFleet'))).toBe(
      'r1 disk, memory: launching hosts',
    );
  });

  it('removes control characters of factor levels', () => {
    const on = makeProgress(makeFixturePlan({ factors: { target: ['disk'], x: ['\u001b[2J', 'b'] } }));
    on.trackCall(makeMark('t0001', 'started'));
    expect(lines(on).join('\n')).not.toContain('\u001b');
  });
});

describe('Progress: trials', () => {
  it('counts a trial once when it ends, also after several attempts', () => {
    const on = makeProgress();
    const log = trackCalls(on, [
      makeMark('t0001', 'started'),
      makeMark('t0001', 'ended', 'LOST'),
      makeMark('t0001', 'started', '', 2),
      makeMark('t0001', 'ended', 'SUCCEEDED', 2),
      makeMark('t0002', 'ended'),
      makeMark('t0007', 'ended'),
    ]);
    expect(log).toEqual([
      'r1 trial 1 of 6: disk, op randread, replicate 1: failed',
      'r1 trial 1 of 6: disk, op randread, replicate 1',
      'r1 trial 2 of 6: disk, op randwrite, replicate 1',
      'r2 trial 1 of 6: memory, op randread, replicate 1',
    ]);
    expect(lines(on).at(-1)).toContain('███░░░░░░░ 3 of 12 trials, ');
  });

  it.each(['FAILED', 'LOST'])('marks a trial that ended %s as failed', (status) => {
    expect(makeProgress().trackCall(makeMark('t0001', 'ended', status))).toMatch(/: failed$/);
  });
});

describe('Progress: irrelevant calls', () => {
  it.each([
    ['of another execution', makeCall('CreateFleet', { execution: 'e10__r1' })],
    ['of a rig that the plan does not know', makeCall('CreateFleet', { execution: 'e1__r9' })],
    ['of the experiment itself', makeCall('CreateFleet', { execution: 'e1' })],
    ['that failed', makeCall('CreateFleet', { error: { name: 'Denied', message: 'no' } })],
    ['that failed to leave a mark', { ...makeMark('t0001', 'ended'), error: { name: 'Denied', message: 'no' } }],
    ['of other objects', makeCall('PutObject', { input: { Key: keys.hosts('r1'), Body: '' } })],
    ['without a key', makeCall('PutObject', { input: {} })],
    ['about a trial of another rig', { ...makeMark('t0007', 'ended'), execution: 'e1__r1__1' }],
  ])('ignores a call %s', (_what, one) => {
    const on = makeProgress();
    const before = lines(on);
    expect(on.trackCall(one)).toBeNull();
    expect(lines(on)).toEqual(before);
  });
});

describe('Progress.secondsLeft', () => {
  it('starts with the modeled time of trials and rigs, divided by parallelRigs', () => {
    // Two rigs of 60 s, 36 s of them trials.
    expect(makeProgress().secondsLeft(T0)).toBe(120);
    expect(makeProgress({ ...PLAN, parallelRigs: 2 }).secondsLeft(T0)).toBe(60);
  });

  it('divides by existing rigs only, and starts at the estimate of the plan in an account', () => {
    const one = { ...PLAN, parallelRigs: 3, rigs: PLAN.rigs.slice(0, 1), trials: PLAN.trials.slice(0, 6) };
    expect(makeProgress(one).secondsLeft(T0)).toBe(60);
    const on = makeProgress({ ...one, local: false, estimate: { ...PLAN.estimate, seconds: 300 } });
    expect([on.secondsLeft(T0), on.secondsLeft(T0 + 280_000)]).toEqual([300, 60]);
    on.trackCall(makeCall('TerminateInstances'));
    on.trackCall(makeOutcome('r1', 99));
    expect(on.secondsLeft(T0 + 99_000)).toBe(0);
  });

  it('uses the pace of finished trials for all remaining trials', () => {
    const on = makeProgress();
    on.trackCall(makeCall('CreateFleet'));
    for (const one of [...makeMarks('t0001', 10, 22), ...makeMarks('t0002', 22, 34)]) on.trackCall(one);
    // 12 s each in place of 6: 4 trials here and 6 in the second rig, with 24 s around them.
    expect(on.secondsLeft(T0 + 34_000)).toBeCloseTo(4 * 12 + 6 * 12 + 24);
    on.trackCall(makeMark('t0003', 'started', '', 1, 34));
    expect(on.secondsLeft(T0 + 38_000)).toBeCloseTo(4 * 12 - 4 + 6 * 12 + 24);
    // A trial that takes longer than it should does not eat the time of others.
    expect(on.secondsLeft(T0 + 99_000)).toBeCloseTo(3 * 12 + 6 * 12 + 24);
  });

  it('is 0 when all rigs have ended', () => {
    const on = makeProgress();
    for (const { trial } of PLAN.trials) on.trackCall(makeMark(trial, 'ended'));
    for (const rig of ['r1', 'r2']) on.trackCall(makeOutcome(rig, 99));
    expect(on.secondsLeft(T0 + 99_000)).toBe(0);
  });

  it('appears in the last live line with the elapsed time', () => {
    const on = makeProgress();
    expect(lines(on, T0 + 61_400).at(-1)).toBe('  ░░░░░░░░░░ 0 of 12 trials, 1m 1s elapsed, about 2m left, no cost');
  });
});

describe('Progress.usdSoFar', () => {
  const priced = (): Progress => {
    const plan = makeFixturePlan({
      factors: { target: ['disk', 'memory'], op: ['randread'] },
      prices: { disk: 3.6, memory: 100 },
    });
    return makeProgress({ ...plan, rigs: plan.rigs.map((rig) => ({ ...rig, hostsUsdPerHour: 2.4 })) });
  };
  const at = (action: string, second: number) => makeCall(action, { time: new Date(T0 + second * 1000).toISOString() });

  it('charges running hosts and existing storage at modeled prices', () => {
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
    on.trackCall(makeOutcome('r1', 5400));
    expect(on.usdSoFar(T0 + 7_200_000)).toBeCloseTo(1.8 + 0.6, 6);
  });

  it('appears with "verifying cleanup" in place of the time left when all rigs are gone', () => {
    const on = priced();
    on.trackCall(makeOutcome('r1', 1));
    expect(lines(on).at(-1)).toContain('left, $0 of');
    on.trackCall(makeOutcome('r2', 2));
    expect(lines(on).at(-1)).toContain(', verifying cleanup, $0 of');
  });
});
