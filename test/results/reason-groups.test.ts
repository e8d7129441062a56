import { groupReasons, findRemedy } from '../../lib/results/reason-groups';
import { summarize } from '../../lib/results/summary';
import type { Reason } from '../../lib/shapes/verdict';
import { execution } from './fixture';

const suspect = (code: string, text = code): Reason => ({ level: 'suspect', code, text });
const of = (reasons: (trial: number) => readonly Reason[]) => groupReasons(summarize(execution({ reasons })));

describe('against', () => {
  it('tells each reason once, the commonest first, with its trials', () => {
    const groups = of((trial) =>
      trial <= 5 ? [suspect('HostBusy', `busy ${trial}`), ...(trial === 2 ? [suspect('CpuStolen')] : [])] : [],
    );
    expect(groups.map(({ code, verdict, trials }) => [code, verdict, trials.length])).toEqual([
      ['HostBusy', 'SUSPECT', 5],
      ['CpuStolen', 'SUSPECT', 1],
    ]);
    expect(groups[0]?.text).toBe('busy 1');
    expect(groups[0]?.remedy).toContain('Stop other processes');
  });

  it('is empty where every trial is VALID, whatever the notes', () => {
    expect(of(() => [])).toEqual([]);
    expect(of(() => [{ level: 'note', code: 'Retried', text: '' }])).toEqual([]);
  });

  it('keeps apart what counts all the same and what does not', () => {
    const groups = of((trial) => (trial === 1 ? [suspect('Unsteady'), suspect('HostBusy')] : [suspect('Unsteady')]));
    expect(groups.map(({ code, counts, trials }) => [code, counts, trials.length])).toEqual([
      ['Unsteady', true, 23],
      ['Unsteady', false, 1],
      ['HostBusy', false, 1],
    ]);
  });

  it('says of no metric that it does not count where it does', () => {
    const late: Reason = { level: 'suspect', code: 'RateNotReached', text: 'x', metrics: ['latency_p99'] };
    expect(of((trial) => (trial === 1 ? [late] : [])).map(({ counts, but }) => [counts, but])).toEqual([[true, []]]);
  });

  it('says of which metrics trials do not count', () => {
    const cached: Reason = { level: 'suspect', code: 'CacheServed', text: 'x', metrics: ['stat', 'read'] };
    const groups = of((trial) => (trial === 1 ? [cached] : trial === 2 ? [cached, suspect('HostBusy')] : []));
    expect(groups.map(({ code, counts, but }) => [code, counts, but])).toEqual([
      ['CacheServed', true, ['stat', 'read']],
      ['CacheServed', false, []],
      ['HostBusy', false, []],
    ]);
  });

  it('tells of rounds that a rig was stopped in', () => {
    const groups = of((trial) => (trial === 24 ? [{ level: 'not-run', code: 'BudgetReached', text: '' }] : []));
    expect(groups.map(({ code, counts, trials }) => [code, counts, trials.map(({ trial }) => trial)])).toEqual([
      ['RoundNotFinished', false, ['t0021', 't0022', 't0023']],
      ['BudgetReached', false, ['t0024']],
    ]);
  });

  it('counts a trial once that says the same of two hosts', () => {
    expect(of((trial) => (trial === 1 ? [suspect('HostBusy', 'a'), suspect('HostBusy', 'b')] : []))).toMatchObject([
      { code: 'HostBusy', trials: [{ trial: 't0001' }] },
    ]);
  });
});

it('knows what to do about reasons of trials and of rigs, and says nothing where nothing is to be done', () => {
  expect(findRemedy('DeadlineReached')).toContain('Raise `limits.maxHours`');
  expect(findRemedy('EndNotRecorded')).toBeNull();
  expect(findRemedy('NobodyKnows')).toBeNull();
  expect(findRemedy('toString')).toBeNull();
});

it('advises nobody to accept what is accepted', () => {
  const accept = { codes: ['HostBusy' as const], isExploratory: true };
  const given = execution({ reasons: () => [suspect('HostBusy')] });
  const remedies = (plan: typeof given.plan) => groupReasons(summarize({ ...given, plan })).map(({ remedy }) => remedy);
  expect(remedies(given.plan)).toEqual([
    'Stop other processes, and start again; or count such trials: --accept HostBusy.',
  ]);
  expect(remedies({ ...given.plan, accept })).toEqual(['Stop other processes, and start again.']);
});

it('offers to accept all that still excludes, and only where that is enough', () => {
  const reasons = (trial: number): readonly Reason[] =>
    trial === 1 ? [suspect('HostBusy'), suspect('CacheServed')] : [suspect('HostBusy'), suspect('DeviceShared')];
  const given = execution({ reasons });
  const offers = (codes?: readonly string[], own = given): readonly (string | undefined)[] => {
    const plan = codes === undefined ? own.plan : { ...own.plan, accept: { codes, isExploratory: true } };
    const all = groupReasons(summarize({ ...own, plan }));
    return all.map(({ code, remedy }) => [code, / --accept (\S+)\.$/.exec(remedy ?? '')?.[1]].join(' '));
  };
  const both = 'HostBusy,DeviceShared';
  expect(offers()).toEqual([`HostBusy ${both}`, `DeviceShared ${both}`, 'CacheServed ']);
  expect(offers(['HostBusy'])).toEqual(['HostBusy ', `DeviceShared ${both}`, 'CacheServed ']);
  expect(offers([], execution({ reasons: () => reasons(1) }))).toEqual(['HostBusy ', 'CacheServed ']);
});
