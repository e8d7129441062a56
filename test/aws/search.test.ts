import { decideTrial } from '../../lib/aws/search';
import { layout } from '../../lib/shapes/layout';
import type { TrialItem } from '../../lib/shapes/documents';
import { type Reason, toVerdict } from '../../lib/shapes/verdict';
import { ID, type TestAccount } from './account';
import { admitExecution, formatSpec } from './admissions';
import { expectRefusal } from './answers';

const keys = layout('disks', ID);
const SPEC = formatSpec(
  'ramp_time: 0s, runtime: 10s, rate_iops: $rate',
  'factors: { rate: [100, 200, 300] }',
  'criteria: { quick: { metric: latency_mean, atMost: 2ms } }',
  'design: { replicates: 2, search: { factor: rate }, seed: a }',
);

/** The first three trials are levels 200, 100 and 300 of the first replicate. */
const start = (input: object = {}) => admitExecution(SPEC, input);
const decide = (account: TestAccount, trial: string) =>
  decideTrial({ executionId: ID, experiment: 'disks', rig: 'r1', trial }, account.context({ local: true }));

/** Row and observations of the first trial, as `parseTrial` writes them. */
async function putResult(
  account: TestAccount,
  [first]: readonly TrialItem[],
  latencyUs: number,
  reasons: readonly Reason[] = [],
): Promise<void> {
  const { trial, rig, block, stage, cell, replicate } = first!.trial;
  const row = {
    trial,
    rig,
    block,
    stage,
    cell,
    replicate,
    attempt: 1,
    attempts: 1,
    verdict: toVerdict(reasons),
    reasons,
  };
  const times = { started: null, ended: null, facts: {}, simulated: false };
  await account.put(keys.row(trial), JSON.stringify({ ...row, ...times }));
  const figure = { scope: 'aggregate', metric: 'latency_mean', operation: 'read', statistic: 'mean', unit: 'us' };
  await account.put(keys.observations(trial), `${JSON.stringify({ ...figure, value: latencyUs, source: 'x' })}\n`);
}

it('runs the middle level first, and skips as OutsideBracket a level that cannot change the result', async () => {
  const { account, trials } = await start();
  expect(trials.slice(0, 3).map(({ levels }) => levels['rate'])).toEqual(['200', '100', '300']);
  expect(await decide(account, 't0001')).toEqual({ run: true, code: null, text: '' });
  await putResult(account, trials, 1500);
  expect(await decide(account, 't0002')).toEqual({
    run: false,
    code: 'OutsideBracket',
    text: 'the search does not need this value: 200 meets the criteria',
  });
  expect(await decide(account, 't0003')).toEqual({ run: true, code: null, text: '' });
});

it('returns the first decision about a trial, with one GetObject call, after results have changed', async () => {
  const { account, trials } = await start();
  await decide(account, 't0001');
  await putResult(account, trials, 1500);
  const before = await decide(account, 't0002');
  expect(await account.json(keys.decision('t0002'))).toEqual(before);
  await putResult(account, trials, 2500);
  await account.put(keys.guards('r1'), 'spoilt');
  account.calls.length = 0;
  expect(await decide(account, 't0002')).toEqual(before);
  expect(account.called()).toEqual(['s3:GetObject']);
});

it.each([
  [['HostBusy'], 'OutsideBracket'],
  [['CpuStolen'], 'SearchUndecided'],
  [undefined, 'SearchUndecided'],
])('skips the trial after a HostBusy one, with the accepted reasons %j, as %s', async (accept, code) => {
  const { account, trials } = await start(accept === undefined ? {} : { accept });
  await decide(account, 't0001');
  await putResult(account, trials, 1500, [{ level: 'suspect', code: 'HostBusy', text: 'x' }]);
  expect(await decide(account, 't0002')).toMatchObject({ run: false, code });
});

it('skips the rest of a replicate as SearchUndecided after a trial without a result, and runs the next', async () => {
  const { account } = await start();
  await decide(account, 't0001');
  // It was to run, and did not: its row says so.
  const undecided = { run: false, code: 'SearchUndecided' };
  expect(await decide(account, 't0002')).toMatchObject(undecided);
  expect(await account.json(keys.row('t0001'))).toMatchObject({ verdict: 'NOT_RUN' });
  expect(await decide(account, 't0003')).toMatchObject(undecided);
  expect(await decide(account, 't0004')).toMatchObject({ run: true });
});

it('skips a trial as SearchUndecided when the decision about an earlier trial is missing', async () => {
  const { account } = await start();
  const text = 'the search of this replicate ended: trial t0001 at 200 has no usable result (no decision was recorded)';
  expect(await decide(account, 't0002')).toEqual({ run: false, code: 'SearchUndecided', text });
});

it('reads no results of other replicates, and throws PlanMissing for an unknown trial', async () => {
  const { account } = await start();
  await decide(account, 't0001');
  await decide(account, 't0004');
  const read = account.inputs('GetObject').map(({ Key }) => String(Key));
  expect(read.filter((key) => key.includes('/rows/') || key.includes('/observations/'))).toEqual([]);
  await expectRefusal(decide(account, 't0099'), 'PlanMissing');
});
