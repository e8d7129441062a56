import { replaceCalls } from '../../lib/aws/calls';
import { readFileSync } from 'node:fs';
import { analyseExecution, parseTrial } from '../../lib/aws/results';
import type { Summary } from '../../lib/results/summary';
import { parseDistributions, parseSeries } from '../../lib/results/trial/rows';
import { CONTRACT_VERSION } from '../../lib/shapes/contract-version';
import type { TrialItem } from '../../lib/shapes/documents';
import { ensure } from '../../lib/shapes/errors';
import { getCellsKey, getObservationsKey, layout } from '../../lib/shapes/layout';
import type { Observation } from '../../lib/shapes/observation';
import type { TrialRow } from '../../lib/shapes/verdict';
import { execution } from '../results/fixture';
import { getFirst, ID, makeAccount, storeFinishedExecution, T0, type TestAccount } from './account';
import { admitExecution, formatSpec, STARTED } from './admissions';
import { expectRefusal } from './answers';

const EVENT = { executionId: ID, experiment: 'disks', ended: null };
const KEYS = layout('disks', ID);
const ROW = KEYS.row('t0001');
/** One cell, with the settings with which the output of fio was recorded. */
const SPEC = formatSpec('iodepth: 4, numjobs: 2, ramp_time: 500ms, runtime: 1500ms', 'design: { replicates: 3 }');
const FIO = readFileSync('test/recorded/fio/host-a.json', 'utf8');

/** Puts into the bucket what machine and host leave of one flawless attempt. */
async function putAttempt(account: TestAccount, { trial: { trial, rig, steps, slots = [] } }: TrialItem) {
  const put = (name: string, value: unknown): Promise<void> =>
    account.put(KEYS.attempt(rig, trial, 1) + name, typeof value === 'string' ? value : JSON.stringify(value));
  const status = {
    host: 'client-0',
    role: 'client',
    tool: 'fio',
    version: 'fio-3.33',
    argv: ['fio'],
    kernel: '6.1',
    rc: 0,
    started: T0 / 1000,
    ended: T0 / 1000 + 2,
    startAt: null,
    mount: { source: '/dev/a', type: 'ext4', options: 'rw' },
    facts: { direct: '1', unwrittenBytes: '0' },
    slots: Object.fromEntries(slots.map(({ slot, key }) => [slot, { key, state: 'standing', stays: false }])),
  };
  await put('started.json', { trial, attempt: 1, startedAt: STARTED });
  for (const { name } of steps) await put(`client-0/${name}/status.json`, status);
  await put('client-0/measure/raw/fio.json', FIO);
  await put('client-0/measure/raw/series_bw.log', '1000, 4096, 0, 0, 0\n');
  const ended = steps.map(({ name }) => ({ name, status: 'SUCCEEDED', failed: [] }));
  await put('ended.json', { trial, attempt: 1, endedAt: new Date(T0 + 3000).toISOString(), steps: ended });
}

async function readObservations(account: TestAccount, trial = 't0001'): Promise<Observation[]> {
  const lines = (await account.text(KEYS.observations(trial))).split('\n');
  expect(lines.pop()).toBe('');
  return lines.map((line) => JSON.parse(line) as Observation);
}

describe('parseTrial', () => {
  it('writes observations and series, then the row of the trial, and returns its verdict', async () => {
    const { account, context, trials } = await admitExecution(SPEC);
    const item = getFirst(trials);
    await putAttempt(account, item);
    expect(await parseTrial({ ...EVENT, trial: item }, context)).toEqual({ trial: 't0001', verdict: 'VALID' });
    const written = account.inputs('PutObject').map(({ Key }) => Key);
    expect(written).toEqual([KEYS.observations('t0001'), KEYS.series('t0001'), ROW]);
    const series = parseSeries(await account.text(KEYS.series('t0001')));
    expect(series.map(({ host, metric }) => `${host} ${metric}`)).toContain('null iops');
    expect(series.every(({ values }) => values.length > 0)).toBe(true);
    const distributions = parseDistributions(await account.text(KEYS.series('t0001')));
    expect(distributions).toMatchObject([{ trial: 't0001', attempt: 1, of: 'latency', unit: 'us' }]);
    const row = await account.json<TrialRow>(ROW);
    expect(row).toMatchObject({ trial: 't0001', rig: 'r1', attempt: 1, attempts: 1, cell: item.trial.cell });
    expect([row.verdict, row.reasons.filter(({ level }) => level !== 'note')]).toEqual(['VALID', []]);
    const observations = await readObservations(account);
    for (const { verdict, counts } of observations) expect([verdict, counts]).toEqual(['VALID', true]);
    const [iops] = observations.filter(({ metric, host }) => metric === 'iops' && host === 'client-0');
    const { jobs } = JSON.parse(FIO) as { jobs: { read: { iops: number } }[] };
    const sum = jobs.reduce((total, { read }) => total + read.iops, 0);
    expect(iops?.value).toBeCloseTo(sum, 1);
    expect(item.levels).toMatchObject({ workload: expect.any(String), target: expect.any(String) });
    expect(iops).toMatchObject({ scope: 'host', levels: item.levels, period: 1, copy: 'c1', workload: 'fio' });
    expect(iops).toMatchObject({ execution: ID, experiment: 'disks', trial: 't0001' });
    const all = observations.filter(({ scope }) => scope === 'aggregate');
    expect(all.length).toBeGreaterThan(0);
    expect(all.filter(({ host }) => host !== null)).toEqual([]);
  });

  it('reads raw files of its trial only, over all pages, and makes complete results of flawless trials', async () => {
    const { account, context, trials } = await admitExecution(SPEC);
    for (const item of trials) await putAttempt(account, item);
    await parseTrial({ ...EVENT, trial: getFirst(trials) }, context);
    const read = account.inputs('GetObject').map(({ Key }) => String(Key));
    expect(read.filter((key) => key.includes('/raw/') && !key.includes('/t0001/'))).toEqual([]);
    // A page holds two keys: a listing that stops after the first one would miss the results of the host.
    expect(read.filter((key) => key.includes('/t0001/')).length).toBeGreaterThan(2);
    for (const trial of trials.slice(1)) await parseTrial({ ...EVENT, trial }, context);
    const { complete, result } = await analyseExecution({ ...EVENT, ended: 'SUCCEEDED' }, context);
    expect([complete, result.trials?.valid]).toEqual([true, 3]);
  });

  it('returns INVALID with RawTooLarge for a raw file above 256 MiB, and keeps other observations', async () => {
    const { account, context, trials } = await admitExecution(SPEC);
    const trial = getFirst(trials);
    await putAttempt(account, trial);
    const core = `${KEYS.attempt('r1', 't0001', 1)}client-0/measure/raw/core`;
    await account.put(core, 'x');
    const { s3 } = context.aws;
    const listObjectsV2: typeof s3.listObjectsV2 = async (asked) => {
      const { Contents = [], ...rest } = await s3.listObjectsV2(asked);
      return { ...rest, Contents: Contents.map((one) => (one.Key === core ? { ...one, Size: 2 ** 31 } : one)) };
    };
    const aws = { ...context.aws, s3: replaceCalls(s3, { listObjectsV2 }) };
    const parsed = await parseTrial({ ...EVENT, trial }, { ...context, aws });
    expect(parsed).toEqual({ trial: 't0001', verdict: 'INVALID' });
    expect((await account.json<TrialRow>(ROW)).reasons).toContainEqual({
      level: 'invalid',
      code: 'RawTooLarge',
      text: 'client-0/measure/raw/core has 2048 MiB; fsxbench does not read files above 256 MiB',
    });
    expect(account.inputs('GetObject').map(({ Key }) => Key)).not.toContain(core);
    expect(await readObservations(account)).not.toEqual([]);
  });

  it('returns NOT_RUN with the reason of the rig outcome for a trial without files', async () => {
    const { account, context, trials } = await admitExecution(SPEC);
    const reason = { code: 'DeadlineReached', text: 'time of arn:aws:iam::123456789012:role/rig is over' };
    const outcome = { rig: 'r1', status: 'STOPPED', reason, phases: [] };
    await account.put(KEYS.rigOutcome('r1'), JSON.stringify(outcome));
    const parsed = await parseTrial({ ...EVENT, ended: 'SUCCEEDED', trial: getFirst(trials) }, context);
    expect(parsed).toEqual({ trial: 't0001', verdict: 'NOT_RUN' });
    expect(await readObservations(account)).toEqual([]);
    const { reasons } = await account.json<TrialRow>(ROW);
    expect(reasons).toMatchObject([{ code: 'DeadlineReached', text: 'time of arn:… is over' }]);
  });

  it('throws EventInvalid for an unknown workload before it writes anything', async () => {
    const { account, context, trials } = await admitExecution(SPEC);
    const trial = { ...getFirst(trials), workload: 'dd' };
    const message = 'no workload kind dd';
    await expectRefusal(parseTrial({ ...EVENT, trial }, context), 'EventInvalid', { message });
    expect(account.inputs('PutObject')).toEqual([]);
  });
});

describe('analyseExecution', () => {
  const whole = execution();
  const { experiment, executionId } = whole.plan;
  const its = layout(experiment, executionId);
  const event = { executionId, experiment, ended: 'SUCCEEDED' };
  const analyse = (account: TestAccount, more: object = {}) =>
    analyseExecution({ ...event, ...more }, account.context({ local: true }));
  const readSummary = (account: TestAccount): Promise<Summary> => account.json(its.summary);

  it('combines rows, observations, outcomes and receipt into summary, report, tables and answer', async () => {
    const account = await storeFinishedExecution(whole);
    const analysed = await analyse(account);
    const summary = await readSummary(account);
    expect(analysed).toMatchObject({
      complete: true,
      result: {
        answer: { headline: summary.answer.headline, outcome: summary.answer.outcome },
        end: 'Answered',
        trials: { planned: 24, valid: 24, verdicts: { VALID: 24, INVALID: 0 } },
        links: { report: expect.stringContaining(encodeURIComponent(its.report)) },
      },
    });
    expect(summary.trials).toHaveLength(24);
    expect([summary.outcomes, summary.receipt]).toEqual([whole.outcomes, whole.receipt]);
    expect(summary.cells.every(({ measures }) => Object.keys(measures).length > 0)).toBe(true);
    expect(await account.text(its.report)).toContain('memory file system compare for small random I/O?');
    expect(account.inputs('PutObject').map(({ Key, ContentType }) => [Key, ContentType])).toEqual([
      [its.summary, 'application/json'],
      [its.report, 'text/html; charset=utf-8'],
      [getObservationsKey(whole.plan), 'application/gzip'],
      [getCellsKey(whole.plan), 'application/gzip'],
      [its.history, 'application/json'],
    ]);
  });

  it('removes ARNs from error texts of AWS in the summary and the report', async () => {
    const outcome = ensure(whole.outcomes[0], 'an outcome');
    const text = 'role arn:aws:iam::123456789012:role/rig may not';
    const without = [{ copy: 'c1', request: 'alarmServerCpu', text }];
    const account = await storeFinishedExecution({ ...whole, outcomes: [{ ...outcome, without }] });
    await analyse(account);
    expect((await readSummary(account)).outcomes[0]?.without?.[0]?.text).toBe('role arn:… may not');
    expect(await account.text(its.report)).not.toContain('123456789012');
  });

  it('returns complete false and adds rows with RowMissing or NotReadYet for trials without a row', async () => {
    const account = await storeFinishedExecution(whole, ['t0002', 't0005']);
    const [begun] = whole.plan.trials.filter(({ trial }) => trial === 't0005');
    const attempt = its.attempt(begun?.rig ?? '', 't0005', 1);
    await account.put(`${attempt}started.json`, JSON.stringify({ trial: 't0005', attempt: 1, startedAt: '' }));
    const verdicts = { VALID: 22, INVALID: 1, NOT_RUN: 1 };
    expect(await analyse(account)).toMatchObject({ complete: false, result: { trials: { verdicts } } });
    const missing = (await readSummary(account)).trials.filter(({ verdict }) => verdict !== 'VALID');
    // What was started was not "not run".
    expect(
      missing.map(({ trial, attempts, files, reasons }) => [trial, attempts, files, reasons.map(({ code }) => code)]),
    ).toEqual([
      ['t0002', 0, [], ['RowMissing']],
      ['t0005', 1, [], ['NotReadYet']],
    ]);
  });

  it.each([
    ['row', '{', { VALID: 23, NOT_RUN: 1 }],
    ['row', '{"trial":"t0007"}', { VALID: 23, NOT_RUN: 1 }],
    ['row', '[]', { VALID: 23, NOT_RUN: 1 }],
    ['observations', '{"trial":\n', { VALID: 23 }],
  ] as const)('excludes a trial with corrupt %s %j, and returns complete false', async (file, text, verdicts) => {
    const account = await storeFinishedExecution(whole);
    await account.put(its[file]('t0003'), text);
    expect(await analyse(account)).toMatchObject({ complete: false, result: { trials: { verdicts } } });
  });

  it('returns the answer, and clean null, when outcomes and receipt are missing', async () => {
    const account = await storeFinishedExecution({ ...whole, outcomes: [], receipt: null });
    const { result } = await analyse(account, { ended: null });
    expect(result).toMatchObject({ end: 'Answered', clean: null, receipt: null, trials: { valid: 24 } });
    expect(await readSummary(account)).toMatchObject({ receipt: null, outcomes: [] });
  });

  it('throws PlanMissing when the execution was never admitted', async () => {
    const account = makeAccount();
    await expectRefusal(analyse(account), 'PlanMissing', { message: `${its.plan} does not exist` });
    expect(account.inputs('PutObject')).toEqual([]);
  });

  it.each(['{', 'null', '[]', '{"trials":[]}'])('throws PlanMissing for the corrupt plan %s', async (text) => {
    const account = await storeFinishedExecution(whole);
    await account.put(its.plan, text);
    await expectRefusal(analyse(account), 'PlanMissing', { message: `${its.plan} is corrupt` });
  });

  it('reads plans of contract versions up to the deployed one, and refuses later ones', async () => {
    const account = await storeFinishedExecution(whole);
    const deployed = (contractVersion: number) =>
      analyseExecution(event, account.context({ local: true, contractVersion }));
    await expect(deployed(CONTRACT_VERSION + 1)).resolves.toMatchObject({ complete: true });
    const remedy = 'The raw files stay in the bucket: read them with that version.';
    await expectRefusal(deployed(CONTRACT_VERSION - 1), 'OtherVersion', remedy);
    await account.put(its.plan, '{"schemaVersion":"9.1","jobs":{}}');
    await expectRefusal(analyse(account), 'OtherVersion');
  });
});
