import pc from 'picocolors';
import { formatProgress, Progress } from '../../../lib/cli/text/progress';
import { layout } from '../../../lib/shapes/layout';
import type { Plan } from '../../../lib/shapes/plan';
import type { CallRecord } from '../../../lib/twin/cloud/service';
import { makeFixturePlan } from '../../results/fixture';

const T0 = Date.parse('2026-03-02T09:00:00Z');
/** Two rigs of two cells and three replicates: six trials each, of six seconds. */
const PLAN: Plan = makeFixturePlan({ factors: { target: ['disk', 'memory'], op: ['randread', 'randwrite'] } });
const keys = layout(PLAN.experiment, PLAN.executionId);

function makeCall(action: string, more: Partial<CallRecord> = {}, second = 0): CallRecord {
  const time = new Date(T0 + second * 1000).toISOString();
  return { time, execution: 'e1__r1', state: '', role: '', service: '', action, input: {}, ...more };
}

/** The mark of an attempt, as the trial-batch machine puts it. */
function makeMark(trial: string, name: 'started' | 'ended', status = 'SUCCEEDED', attempt = 1, second = 0): CallRecord {
  const rig = PLAN.trials.find((one) => one.trial === trial)?.rig ?? '';
  const commands = [{ name: 'measure', status, failed: [] }];
  const Body = JSON.stringify(name === 'started' ? { trial, attempt } : { trial, attempt, commands });
  const input = { Bucket: 'b', Key: `${keys.attempt(rig, trial, attempt)}${name}.json`, Body };
  return makeCall('PutObject', { execution: `e1__${rig}__1`, input }, second);
}
const makeOutcome = (rig: string, second: number): CallRecord =>
  makeCall('PutObject', { execution: `e1__${rig}`, input: { Key: keys.rigOutcome(rig), Body: '{}' } }, second);
const inExecution = (action: string, name: string): CallRecord => makeCall(action, { execution: `e1__r1__${name}` });

/** All lines of a log. */
function track(on: Progress, ...calls: readonly CallRecord[]): string[] {
  return calls.map((one) => on.trackCall(one)).filter((line) => line !== null);
}
const makeProgress = (plan: Plan = PLAN): Progress => new Progress(plan, T0);
/** The living lines without colours. */
const list = (on: Progress, now = T0): string[] => formatProgress(on, now, pc.createColors(false));

describe('Progress: phases of a rig', () => {
  it('logs each phase once for repeated calls', () => {
    const commands = inExecution('SendCommand', 'p__c1__1__0');
    const teardown = inExecution('TerminateInstances', 'teardown__0');
    const before = ['CreateLaunchTemplate', 'CreateFleet', 'CreateFleet', 'DescribeInstances'];
    const trial = [inExecution('SendCommand', 't0001__a1__1__0'), makeMark('t0001', 'ended')];
    const lines = track(
      makeProgress(),
      ...before.map((action) => makeCall(action)),
      commands,
      commands,
      makeMark('t0001', 'started'),
      ...trial,
      inExecution('UpdateFileSystem', 'change__1__c1__1__0'),
      makeMark('t0002', 'started'),
      teardown,
      teardown,
      makeOutcome('r1', 60),
    );
    const phases = ['launching hosts', 'preparing', 'changing', 'tearing down'].map((phase) => `r1 disk: ${phase}`);
    expect(lines).toEqual(phases.toSpliced(2, 0, 'r1 trial 1 of 6: disk, op randread, replicate 1'));
  });

  it('shows one live line per active rig, with the current trial', () => {
    const on = makeProgress();
    expect(list(on)).toHaveLength(1);
    const steps: readonly (readonly [CallRecord, number, readonly string[]])[] = [
      [makeCall('CreateFileSystem'), 0, ['  r1  0/6  creating']],
      [makeCall('CreateFleet'), 0, ['  r1  0/6  launching hosts']],
      [makeCall('SendCommand'), 0, ['  r1  0/6  preparing']],
      [makeMark('t0002', 'started'), 2400, ['  r1  0/6  measuring disk, op randwrite, replicate 1, 2s of 6s']],
      [makeMark('t0002', 'ended'), 0, ['  r1  1/6  measuring']],
      [makeCall('CreateFleet', { execution: 'e1__r2' }), 0, ['  r1  1/6  measuring', '  r2  0/6  launching hosts']],
      [makeCall('TerminateInstances'), 0, ['  r1  1/6  tearing down', '  r2  0/6  launching hosts']],
      [makeOutcome('r1', 9), 0, ['  r2  0/6  launching hosts']],
    ];
    for (const [call, ms, lines] of steps) {
      on.trackCall(call);
      expect(list(on, T0 + ms).slice(0, -1)).toEqual(lines);
    }
  });

  it('names all targets of a rig, without control characters of factor levels', () => {
    const trials = PLAN.trials.map((trial) => ({ ...trial, rig: 'r1' }));
    const all = track(makeProgress({ ...PLAN, trials }), makeCall('CreateFleet'));
    expect(all).toEqual(['r1 disk, memory: launching hosts']);
    const on = makeProgress(makeFixturePlan({ factors: { target: ['disk'], x: ['\u001b[2J', 'b'] } }));
    on.trackCall(makeMark('t0001', 'started'));
    expect(list(on).join('\n')).not.toContain('\u001b');
  });
});

it('counts a trial once when it ends, also after several attempts, and marks failures', () => {
  const on = makeProgress();
  const log = track(
    on,
    makeMark('t0001', 'started'),
    makeMark('t0001', 'ended', 'LOST'),
    makeMark('t0001', 'started', '', 2),
    makeMark('t0001', 'ended', 'SUCCEEDED', 2),
    makeMark('t0002', 'ended', 'FAILED'),
    makeMark('t0007', 'ended'),
  );
  expect(log).toEqual([
    'r1 trial 1 of 6: disk, op randread, replicate 1: failed',
    'r1 trial 1 of 6: disk, op randread, replicate 1',
    'r1 trial 2 of 6: disk, op randwrite, replicate 1: failed',
    'r2 trial 1 of 6: memory, op randread, replicate 1',
  ]);
  expect(list(on).at(-1)).toContain('███░░░░░░░ 3 of 12 trials, ');
});

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
  const before = list(on);
  expect(on.trackCall(one)).toBeNull();
  expect(list(on)).toEqual(before);
});

describe('Progress.secondsLeft', () => {
  it('starts with the modeled time of trials and existing rigs, or with the estimate of an account', () => {
    // Two rigs of 60 s, 36 s of them trials.
    expect(makeProgress().secondsLeft(T0)).toBe(120);
    expect(makeProgress({ ...PLAN, parallelRigs: 2 }).secondsLeft(T0)).toBe(60);
    const one = { ...PLAN, parallelRigs: 3, rigs: PLAN.rigs.slice(0, 1), trials: PLAN.trials.slice(0, 6) };
    expect(makeProgress(one).secondsLeft(T0)).toBe(60);
    const on = makeProgress({ ...one, local: false, estimate: { ...PLAN.estimate, seconds: 300 } });
    expect([on.secondsLeft(T0), on.secondsLeft(T0 + 280_000)]).toEqual([300, 60]);
    track(on, makeCall('TerminateInstances'), makeOutcome('r1', 99));
    expect(on.secondsLeft(T0 + 99_000)).toBe(0);
    expect(list(makeProgress(), T0 + 61_400).at(-1)).toBe(
      '  ░░░░░░░░░░ 0 of 12 trials, 1m 1s elapsed, about 2m left, no cost',
    );
  });

  it('uses the pace of finished trials for all remaining trials, and is 0 when all rigs have ended', () => {
    const on = makeProgress();
    const marks = (trial: string, from: number, to: number): CallRecord[] => [
      makeMark(trial, 'started', '', 1, from),
      makeMark(trial, 'ended', 'SUCCEEDED', 1, to),
    ];
    track(on, makeCall('CreateFleet'), ...marks('t0001', 10, 22), ...marks('t0002', 22, 34));
    // 12 s each in place of 6: 4 trials here and 6 in the second rig, with 24 s around them.
    expect(on.secondsLeft(T0 + 34_000)).toBeCloseTo(4 * 12 + 6 * 12 + 24);
    on.trackCall(makeMark('t0003', 'started', '', 1, 34));
    expect(on.secondsLeft(T0 + 38_000)).toBeCloseTo(4 * 12 - 4 + 6 * 12 + 24);
    // A trial that takes longer than it should does not eat the time of others.
    expect(on.secondsLeft(T0 + 99_000)).toBeCloseTo(3 * 12 + 6 * 12 + 24);
    track(on, ...PLAN.trials.map(({ trial }) => makeMark(trial, 'ended')));
    track(on, makeOutcome('r1', 99), makeOutcome('r2', 99));
    expect(on.secondsLeft(T0 + 99_000)).toBe(0);
  });
});

describe('Progress.usdSoFar', () => {
  const prices = { disk: 3.6, memory: 100 };
  const plan = makeFixturePlan({ factors: { target: ['disk', 'memory'], op: ['randread'] }, prices });
  const makePriced = () => makeProgress({ ...plan, rigs: plan.rigs.map((rig) => ({ ...rig, hostsUsdPerHour: 2.4 })) });

  it('charges running hosts and existing storage at modeled prices', () => {
    const on = makePriced();
    expect(on.usdSoFar(T0 + 1_800_000)).toBe(0);
    // What is being created costs nothing yet: minutes of it would be counted as if all hosts ran.
    on.trackCall(makeCall('CreateFileSystem'));
    expect(on.usdSoFar(T0 + 1_800_000)).toBe(0);
    on.trackCall(makeCall('CreateFleet', {}, 1800));
    expect(on.usdSoFar(T0 + 3_600_000)).toBeCloseTo(1.8, 6);
    expect(list(on, T0 + 3_600_000).at(-1)).toMatch(/, \$1\.80 of \$2\.50 \(estimated\)$/);
    on.trackCall(makeCall('TerminateInstances', {}, 3600));
    expect(on.usdSoFar(T0 + 7_200_000)).toBeCloseTo(1.8 + 1.2, 6);
    on.trackCall(makeOutcome('r1', 5400));
    expect(on.usdSoFar(T0 + 7_200_000)).toBeCloseTo(1.8 + 0.6, 6);
  });

  it('appears with "verifying cleanup" in place of the time left when all rigs are gone', () => {
    const on = makePriced();
    on.trackCall(makeOutcome('r1', 1));
    expect(list(on).at(-1)).toContain('left, $0 of');
    on.trackCall(makeOutcome('r2', 2));
    expect(list(on).at(-1)).toContain(', verifying cleanup, $0 of');
  });
});
