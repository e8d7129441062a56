import { chooseRigs } from '../../../lib/aws/walk/choose-rigs';
import { analyseExecution } from '../../../lib/aws/results';
import { decideTrial } from '../../../lib/aws/search';
import type { TrialItem } from '../../../lib/shapes/documents';
import { toVerdict, type Reason } from '../../../lib/shapes/verdict';
import type { WalkBatch } from '../../../lib/shapes/walk';
import { ID, type TestAccount } from '../account';
import { admitExecution } from '../admissions';
import { expectRefusal } from '../answers';

/** Three folders with a price; the walk measures them one by one. */
const SPEC = [
  'experiment: disks',
  'targets:',
  ...['a', 'b', 'c'].map((name, at) => `  ${name}: { kind: directory, path: ${name}, usdPerHour: ${at + 1} }`),
  'fleet: { client: { count: 1 } }',
  'workloads: { fio: { kind: fio, rw: randread, bs: 4k, size: 16 MiB, ramp_time: 0s, runtime: 10s } }',
  'design: { comparison: cheapestFirst, seed: a }',
  'decide: { metric: iops, atLeast: 1000, prefer: cheapest }',
].join('\n');
const start = () => admitExecution(SPEC);
type StartedWalk = Awaited<ReturnType<typeof start>>;

const choose = ({ account }: StartedWalk, batch: number) =>
  chooseRigs({ executionId: ID, experiment: 'disks', batch }, account.context({ local: true }));
const decide = ({ account }: StartedWalk, rig: string, trial: string) =>
  decideTrial({ executionId: ID, experiment: 'disks', rig, trial }, account.context({ local: true }));

/** Row and observations of a trial, as `parseTrial` writes them. */
async function putResult(account: TestAccount, item: TrialItem, iops: number, reasons: readonly Reason[] = []) {
  const { trial, rig, block, stage, cell, replicate } = item.trial;
  const verdict = toVerdict(reasons);
  const place = { trial, rig, block, stage, cell, replicate, attempt: 1, attempts: 1, verdict, reasons };
  const times = { started: '2026-01-01T00:00:00Z', ended: '2026-01-01T00:00:10Z', facts: {}, simulated: false };
  const root = `executions/disks/${ID}`;
  await account.put(`${root}/rows/${trial}.json`, JSON.stringify({ ...place, ...times, overlap: 1 }));
  const source = 'client-0/fio.json';
  const figure = { scope: 'aggregate', metric: 'iops', operation: 'read', statistic: 'value', unit: 'ops/s', source };
  const line = { ...figure, trial, attempt: 1, host: null, value: iops };
  await account.put(`${root}/observations/${trial}.jsonl`, `${JSON.stringify(line)}\n`);
}

/** Results of all trials of a rig, around a value. */
async function putRig({ account, trials }: StartedWalk, rig: string, iops: number, count = 8): Promise<void> {
  const own = trials.filter((item) => item.trial.rig === rig);
  for (const [index, item] of own.slice(0, count).entries()) await putResult(account, item, iops * (1 + index / 1000));
}

it('chooses the cheapest first, and the next ones until one meets the threshold', async () => {
  const started = await start();
  expect(await choose(started, 1)).toEqual({ rigs: [{ rig: 'r1', key: `executions/disks/${ID}/rigs/r1.json` }] });
  await putRig(started, 'r1', 500);
  expect((await choose(started, 2)).rigs.map(({ rig }) => rig)).toEqual(['r2']);
  await putRig(started, 'r2', 2000);
  expect(await choose(started, 3)).toEqual({ rigs: [] });
  expect(await started.account.json<WalkBatch>(`executions/disks/${ID}/walk/3.json`)).toMatchObject({ end: 'meets' });
});

it('calls results incomplete while candidates that were not reached lack their rows', async () => {
  const started = await start();
  const of = { executionId: ID, experiment: 'disks' };
  await choose(started, 1);
  await putRig(started, 'r1', 2000);
  await choose(started, 2);
  const analyse = () => analyseExecution({ ...of, ended: 'SUCCEEDED' }, started.account.context({ local: true }));
  expect(await analyse()).toMatchObject({ complete: false });
  for (const rig of ['r2', 'r3']) await putRig(started, rig, 0);
  expect(await analyse()).toMatchObject({ complete: true });
});

it('gives the same rigs to a repeated call, although later results say otherwise', async () => {
  const started = await start();
  await choose(started, 1);
  await putRig(started, 'r1', 500);
  const first = await choose(started, 2);
  await putRig(started, 'r1', 5000);
  expect(await choose(started, 2)).toEqual(first);
});

it('measures a trial while fewer trials count than the candidate needs: values do not matter', async () => {
  const started = await start();
  await choose(started, 1);
  const own = started.trials.filter((item) => item.trial.rig === 'r1');
  const busy: Reason = { level: 'suspect', code: 'HostBusy', text: 'busy' };
  for (const item of own.slice(0, 3)) await putResult(started.account, item, 500);
  await putResult(started.account, own[3]!, 500, [busy]);
  const [fifth = '', sixth = ''] = own.slice(4).map(({ trial }) => trial.trial);
  expect(await decide(started, 'r1', fifth)).toEqual({ run: true, code: null, text: '' });
  await putResult(started.account, own[4]!, 99_999);
  expect(await decide(started, 'r1', sixth)).toEqual({
    run: false,
    code: 'NotNeeded',
    text: '4 trials of this candidate count, and 4 were needed',
  });
});

it('refuses to choose without a plan of a walk (PlanMissing)', async () => {
  const plain = await admitExecution(SPEC.replace('comparison: cheapestFirst, ', ''));
  await expectRefusal(choose(plain, 1), 'PlanMissing', /has no walk/);
});
