import { toTrialStatuses, findExternalCells, narrowLevels, UNFINISHED } from '../../lib/results/trial-status';
import type { Reason, TrialRow } from '../../lib/shapes/verdict';
import { toVerdict } from '../../lib/shapes/verdict';
import { execution } from './fixture';
import cases from './trial-status.cases.json';

const { plan, rows } = execution({ factors: { target: ['disk'], bs: ['4k', '64k'] } });

/** Trials t0001 and t0002 are round 1, and so on. */
function listExclusions(reasons: Readonly<Record<string, Reason>>, rounds: Readonly<Record<string, number>> = {}) {
  const changed = rows.map((row): TrialRow => {
    const reason = reasons[row.trial];
    return reason === undefined ? row : { ...row, reasons: [reason], verdict: toVerdict([reason]) };
  });
  const planned = plan.trials.map((trial) => ({ ...trial, round: rounds[trial.trial] ?? trial.round }));
  const found = toTrialStatuses(planned, changed);
  return [...found.values()].map(({ out }) => out);
}
/** The status of the first trial with these reasons. */
const getStatus = (...reasons: readonly Reason[]) =>
  toTrialStatuses(plan.trials, [{ ...rows[0]!, verdict: toVerdict(reasons), reasons }]).get('t0001');
const makeSuspect = (code: string, metrics?: readonly string[]): Reason => ({
  level: 'suspect',
  code,
  text: 'x',
  ...(metrics === undefined ? {} : { metrics }),
});
const makeNotRun = (code: string): Reason => ({ level: 'not-run', code, text: 'x' });

it('counts VALID trials, and SUSPECT ones whose only reason is their result (Straggler)', () => {
  const reasons = { t0001: makeSuspect('Straggler'), t0004: makeSuspect('CacheServed') };
  expect(listExclusions(reasons)).toEqual([null, null, null, 'CacheServed', null, null]);
  expect(getStatus(makeSuspect('Straggler'))).toMatchObject({ out: null, despite: ['Straggler'] });
});

it('excludes only the metrics that a reason names, and counts the rest of the trial', () => {
  const quick = makeSuspect('ShortRun', ['stat']);
  const cached = makeSuspect('CacheServed', ['stat', 'read']);
  const both = getStatus(quick, cached);
  expect(both).toMatchObject({ out: null, lost: null, verdict: 'SUSPECT', despite: [] });
  expect([...(both?.outOf ?? [])]).toEqual([
    ['stat', { code: 'ShortRun', lost: null }],
    ['read', { code: 'CacheServed', lost: null }],
  ]);
  // Nothing else is wrong with it: what is left of its cell by that metric is a selection.
  expect(getStatus(quick)?.outOf?.get('stat')).toEqual({ code: 'ShortRun', lost: 'quick' });
  // Where all of the trial is out, nobody asks for single metrics.
  const busy = makeSuspect('HostBusy');
  expect(getStatus(quick, busy)).toMatchObject({ out: 'HostBusy' });
  expect(getStatus(quick, busy)?.outOf).toBeUndefined();
});

it('counts metrics with RateNotReached or UnevenIterations, and marks latencies as lower bounds', () => {
  const late = makeSuspect('RateNotReached', ['latency_p99']);
  const found = getStatus(late, makeSuspect('UnevenIterations', ['write_bandwidth']));
  expect(found).toMatchObject({
    out: null,
    lost: null,
    despite: ['RateNotReached', 'UnevenIterations'],
    floors: ['latency_p99'],
  });
  expect(found?.outOf).toBeUndefined();
});

it('excludes for the worst reason, never for one that is only about the result (Unsteady)', () => {
  const reasons = cases.reasons as Reason[];
  expect(getStatus(...reasons)?.out).toBe('NoOverlap');
  expect(getStatus(...reasons.slice(0, 2))?.out).toBe('HostBusy');
});

it('returns the reason that still excludes a trial when others are accepted', () => {
  const reasons = ['HostBusy', 'DeviceShared'].map((code) => makeSuspect(code));
  const all = [{ ...rows[0]!, verdict: 'SUSPECT' as const, reasons }];
  const getExclusion = (accepted: readonly string[]) =>
    toTrialStatuses(plan.trials, all, new Set(), accepted).get('t0001')?.out;
  expect([getExclusion([]), getExclusion(['HostBusy']), getExclusion(['HostBusy', 'DeviceShared'])]).toEqual([
    'HostBusy',
    'DeviceShared',
    null,
  ]);
});

it('excludes the round in which a rig was stopped, so that cells stay balanced', () => {
  expect(listExclusions({ t0006: makeNotRun('BudgetReached') })).toEqual([
    null,
    null,
    null,
    null,
    UNFINISHED,
    'BudgetReached',
  ]);
  expect(
    listExclusions({ t0006: makeNotRun('RigFailed'), t0005: { level: 'invalid', code: 'HostLost', text: '' } }),
  ).toEqual(cases.leavesOutRound);
});

it('keeps rounds in which one target instance failed (TargetFailed) or a trial was not needed (OutsideBracket)', () => {
  for (const code of ['TargetFailed', 'OutsideBracket'])
    expect(listExclusions({ t0006: makeNotRun(code) })).toEqual([null, null, null, null, null, code]);
});

it('excludes, with a trial that did not run, only trials with its round number', () => {
  const later = { t0005: 4, t0006: 4 };
  expect(listExclusions({ t0006: makeNotRun('DeadlineReached') }, later)[4]).toBe(UNFINISHED);
  expect(listExclusions({ t0006: makeNotRun('DeadlineReached') }, { t0006: 4 })[4]).toBeNull();
});

it('includes the rig in the name of a target instance (r1/c1)', () => {
  expect(toTrialStatuses(plan.trials, rows).get('t0001')).toMatchObject({ copy: 'r1/c1', period: 1, lost: null });
});

it('sets lost to slow (LongRun, ToolFailed), quick (ShortRun) or null (HostBusy) by reason codes', () => {
  const split = (codes: string) => codes.split(' ');
  const losses = {
    quick: ['ShortRun'],
    // What fails may fail because it is slow; what is slow is missed, whatever made it so.
    slow: [
      ...split('LongRun EndedLate WritebackPending'),
      ...split('ToolFailed JobFailed FailedIos HostLost HostFailed StatusMissing NoResult'),
      'ShortRun LongRun Unsteady',
      'ShortRun JobFailed',
      'LongRun HostBusy',
      'HostFailed TimedOut',
      'ToolFailed HostBusy',
    ],
    // What is quick counts only where it would have counted; what the host or others did has nothing to do with it.
    null: [
      ...split('Unsteady ClockSkew ConcurrentCommands CpuStolen HostBusy CacheServed WrongFixture'),
      'ShortRun HostBusy',
      'LongRun WrongFixture',
    ],
  };
  for (const [lost, all] of Object.entries(losses))
    for (const codes of all)
      expect([codes, `${getStatus(...split(codes).map((code) => makeSuspect(code)))?.lost}`]).toEqual([codes, lost]);
  expect(toTrialStatuses(plan.trials, [{ ...rows[0]!, verdict: 'NOT_RUN' }]).get('t0001')?.lost).toBeNull();
});

it('sets lost to slow for a counted trial with an attempt lost during its measurement (AttemptLost)', () => {
  const note: Reason = { level: 'note', code: 'AttemptLost', text: 'x' };
  expect(getStatus(note)).toMatchObject({ out: null, lost: 'slow' });
});

it('treats local folders and storage owned by others as existing storage (given)', () => {
  const [cell] = plan.cells;
  const others = { ...plan, local: false, cells: [{ ...cell!, foreign: true as const }] };
  expect(findExternalCells(others)).toEqual(new Set([cell!.cellId]));
  expect(findExternalCells({ ...others, cells: [cell!] })).toEqual(new Set());
  expect(findExternalCells({ ...others, cells: [cell!], local: true })).toEqual(new Set([cell!.cellId]));
  expect(toTrialStatuses(plan.trials, rows, findExternalCells({ ...plan, local: true })).get('t0001')?.given).toBe(
    true,
  );
  expect(toTrialStatuses(plan.trials, rows).get('t0001')).not.toHaveProperty('given');
});

it('applies the lower level of an operation (RateStep) to it and to the sum over operations only', () => {
  const makeStep = (operation: string | null, lowerLevel: number): Reason => {
    return { level: 'suspect', code: 'RateStep', text: 'x', lowerLevel, operation };
  };
  const findLevel = (wanted: string | null, ...reasons: Reason[]) => {
    const own = getStatus(...reasons);
    return own === undefined ? null : narrowLevels(own, wanted).lowerLevel;
  };
  const both = [makeStep('read', 0.7), makeStep('write', 0.3)];
  expect(['read', 'write', 'trim', null].map((one) => findLevel(one, ...both))).toEqual([0.7, 0.3, undefined, 0.3]);
  expect(findLevel('read', makeStep('write', 0.3), makeStep(null, 0.5))).toBe(0.5);
});
