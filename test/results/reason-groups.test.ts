import { groupReasons, findRemedy } from '../../lib/results/reason-groups';
import { summarize } from '../../lib/results/summary';
import type { Reason } from '../../lib/shapes/verdict';
import { execution } from './fixture';

const makeSuspect = (code: string, text = code): Reason => ({ level: 'suspect', code, text });
const groupTrials = (reasons: (trial: number) => readonly Reason[]) => groupReasons(summarize(execution({ reasons })));

describe('groupReasons', () => {
  it('lists each reason once with its trials, the most frequent first', () => {
    const groups = groupTrials((trial) =>
      trial <= 5 ? [makeSuspect('HostBusy', `busy ${trial}`), ...(trial === 2 ? [makeSuspect('CpuStolen')] : [])] : [],
    );
    expect(groups.map(({ code, verdict, trials }) => [code, verdict, trials.length])).toEqual([
      ['HostBusy', 'SUSPECT', 5],
      ['CpuStolen', 'SUSPECT', 1],
    ]);
    expect(groups[0]?.text).toBe('busy 1');
    expect(groups[0]?.remedy).toContain('Stop other processes');
  });

  it('returns no group when every trial is VALID, even with notes', () => {
    expect(groupTrials(() => [])).toEqual([]);
    expect(groupTrials(() => [{ level: 'note', code: 'Retried', text: '' }])).toEqual([]);
  });

  it('separates trials that count despite the reason from trials that do not', () => {
    const groups = groupTrials((trial) =>
      trial === 1 ? [makeSuspect('Unsteady'), makeSuspect('HostBusy')] : [makeSuspect('Unsteady')],
    );
    expect(groups.map(({ code, counts, trials }) => [code, counts, trials.length])).toEqual([
      ['Unsteady', true, 23],
      ['Unsteady', false, 1],
      ['HostBusy', false, 1],
    ]);
  });

  it('lists no excluded metric for RateNotReached, as the metric counts despite it', () => {
    const late: Reason = { level: 'suspect', code: 'RateNotReached', text: 'x', metrics: ['latency_p99'] };
    expect(groupTrials((trial) => (trial === 1 ? [late] : [])).map(({ counts, but }) => [counts, but])).toEqual([
      [true, []],
    ]);
  });

  it('lists the metrics that the reason excludes', () => {
    const cached: Reason = { level: 'suspect', code: 'CacheServed', text: 'x', metrics: ['stat', 'read'] };
    const groups = groupTrials((trial) =>
      trial === 1 ? [cached] : trial === 2 ? [cached, makeSuspect('HostBusy')] : [],
    );
    expect(groups.map(({ code, counts, but }) => [code, counts, but])).toEqual([
      ['CacheServed', true, ['stat', 'read']],
      ['CacheServed', false, []],
      ['HostBusy', false, []],
    ]);
  });

  it('adds RoundNotFinished for trials of the round in which a rig stopped', () => {
    const groups = groupTrials((trial) =>
      trial === 24 ? [{ level: 'not-run', code: 'BudgetReached', text: '' }] : [],
    );
    expect(groups.map(({ code, counts, trials }) => [code, counts, trials.map(({ trial }) => trial)])).toEqual([
      ['RoundNotFinished', false, ['t0021', 't0022', 't0023']],
      ['BudgetReached', false, ['t0024']],
    ]);
  });

  it('counts a trial once when two hosts have the same reason', () => {
    expect(
      groupTrials((trial) => (trial === 1 ? [makeSuspect('HostBusy', 'a'), makeSuspect('HostBusy', 'b')] : [])),
    ).toMatchObject([{ code: 'HostBusy', trials: [{ trial: 't0001' }] }]);
  });
});

it('finds the remedy of a reason, or null for reasons without one and unknown codes', () => {
  expect(findRemedy('DeadlineReached')).toContain('Raise `limits.maxHours`');
  expect(findRemedy('EndNotRecorded')).toBeNull();
  expect(findRemedy('NobodyKnows')).toBeNull();
  expect(findRemedy('toString')).toBeNull();
});

it('omits the advice to accept a reason that is already accepted', () => {
  const accept = { codes: ['HostBusy' as const], isExploratory: true };
  const given = execution({ reasons: () => [makeSuspect('HostBusy')] });
  const listRemedies = (plan: typeof given.plan) =>
    groupReasons(summarize({ ...given, plan })).map(({ remedy }) => remedy);
  expect(listRemedies(given.plan)).toEqual([
    'Stop other processes, and start again; or count such trials: `npx fsxbench report FOLDER --accept HostBusy`.',
  ]);
  expect(listRemedies({ ...given.plan, accept })).toEqual(['Stop other processes, and start again.']);
});

it('offers --accept with all reasons that still exclude trials, when accepting them is enough', () => {
  const reasons = (trial: number): readonly Reason[] =>
    trial === 1
      ? [makeSuspect('HostBusy'), makeSuspect('CacheServed')]
      : [makeSuspect('HostBusy'), makeSuspect('DeviceShared')];
  const given = execution({ reasons });
  const listOffers = (codes?: readonly string[], own = given): readonly (string | undefined)[] => {
    const plan = codes === undefined ? own.plan : { ...own.plan, accept: { codes, isExploratory: true } };
    const all = groupReasons(summarize({ ...own, plan }));
    return all.map(({ code, remedy }) => [code, / --accept (\S+)`\.$/.exec(remedy ?? '')?.[1]].join(' '));
  };
  const both = 'HostBusy,DeviceShared';
  expect(listOffers()).toEqual([`HostBusy ${both}`, `DeviceShared ${both}`, 'CacheServed ']);
  expect(listOffers(['HostBusy'])).toEqual(['HostBusy ', `DeviceShared ${both}`, 'CacheServed ']);
  expect(listOffers([], execution({ reasons: () => reasons(1) }))).toEqual(['HostBusy ', 'CacheServed ']);
});
