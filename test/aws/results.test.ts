import { CONTRACT_VERSION } from '../../lib/shapes/contract-version';
import { readFileSync } from 'node:fs';
import { admit } from '../../lib/aws/admission';
import { ensure } from '../../lib/shapes/errors';
import { analyseExecution, parseTrial } from '../../lib/aws/results';
import { readScripts } from '../../lib/aws/scripts';
import { getCellsKey, layout, getObservationsKey } from '../../lib/shapes/layout';
import type { TrialItem } from '../../lib/shapes/documents';
import type { Observation } from '../../lib/shapes/observation';
import type { Summary } from '../../lib/results/summary';
import { parseDistributions, parseSeries } from '../../lib/results/trial/rows';
import type { TrialRow } from '../../lib/shapes/verdict';
import { execution } from '../results/fixture';
import { storeFinishedExecution, ID, makeAccount, getFirst as first, T0, type TestAccount } from './account';

const EXPERIMENT = 'disks';
const keys = layout(EXPERIMENT, ID);
/** One cell, as the recorded output of fio was made: random reads of 4 KiB, two jobs of depth 4. */
const SPEC = `
experiment: ${EXPERIMENT}
question: Is it quick?
targets: { here: { kind: directory, path: data } }
fleet: { client: { count: 1 } }
workloads:
  fio: { kind: fio, rw: randread, bs: 4k, iodepth: 4, numjobs: 2, size: 16 MiB, ramp_time: 0s, runtime: 1s }
design: { replicates: 3 }
decide: { metric: iops, prefer: highest }
`;
const FIO = readFileSync('test/recorded/fio/host-a.json', 'utf8');

/** An admitted execution in the bucket. */
async function admitExecution(): Promise<{ account: TestAccount; trials: TrialItem[] }> {
  const account = makeAccount();
  account.scripts = await readScripts('workloads');
  const startedAt = new Date(T0).toISOString();
  await admit({ executionId: ID, startedAt, input: { spec: SPEC } }, account.context({ local: true }));
  account.calls.length = 0;
  return { account, trials: await account.json<TrialItem[]>(keys.trials) };
}

/** Puts into the bucket what machine and host leave of one attempt. */
async function putAttempt(account: TestAccount, { trial: { trial, rig, steps } }: TrialItem): Promise<void> {
  const folder = keys.attempt(rig, trial, 1);
  const put = (name: string, value: unknown): Promise<void> =>
    account.put(folder + name, typeof value === 'string' ? value : JSON.stringify(value));
  const at = T0 / 1000;
  await put('started.json', { trial, attempt: 1, startedAt: new Date(T0).toISOString() });
  for (const { name } of steps) {
    await put(`client-0/${name}/status.json`, {
      host: 'client-0',
      role: 'client',
      tool: 'fio',
      version: 'fio-3.33',
      argv: ['fio'],
      rc: 0,
      started: at,
      ended: at + 2,
      startAt: null,
      kernel: '6.1',
      mount: { source: '/dev/a', type: 'ext4', options: 'rw' },
      facts: { direct: '1' },
    });
  }
  await put('client-0/measure/raw/fio.json', FIO);
  await put('client-0/measure/raw/series_bw.log', '1000, 4096, 0, 0, 0\n');
  await put('ended.json', {
    trial,
    attempt: 1,
    endedAt: new Date(T0 + 3000).toISOString(),
    steps: steps.map(({ name }) => ({ name, status: 'SUCCEEDED', failed: [] })),
  });
}

function readRow(account: TestAccount, trial: string): Promise<TrialRow> {
  return account.json(keys.row(trial));
}

async function readObservations(account: TestAccount, trial: string): Promise<Observation[]> {
  const lines = (await account.text(keys.observations(trial))).split('\n');
  expect(lines.pop()).toBe('');
  return lines.map((line) => JSON.parse(line) as Observation);
}

describe('parseTrial', () => {
  it('writes observations and series, then the row of the trial, and returns its verdict', async () => {
    const { account, trials } = await admitExecution();
    const item = first(trials);
    await putAttempt(account, item);
    const event = { executionId: ID, experiment: EXPERIMENT, ended: null, trial: item };
    const told = await parseTrial(event, account.context({ local: true }));
    const row = await readRow(account, 't0001');
    expect(account.inputs('PutObject').map(({ Key }) => Key)).toEqual([
      keys.observations('t0001'),
      keys.series('t0001'),
      keys.row('t0001'),
    ]);
    const series = parseSeries(await account.text(keys.series('t0001')));
    expect(series.map(({ host, metric }) => `${host} ${metric}`)).toContain('null iops');
    expect(series.every(({ values }) => values.length > 0)).toBe(true);
    const distributions = parseDistributions(await account.text(keys.series('t0001')));
    expect(distributions).toMatchObject([{ trial: 't0001', attempt: 1, of: 'latency', unit: 'us' }]);
    expect(told).toEqual({ trial: 't0001', verdict: row.verdict });
    expect(row).toMatchObject({ trial: 't0001', rig: 'r1', attempt: 1, attempts: 1, cell: item.trial.cell });
    const { jobs } = JSON.parse(FIO) as { jobs: { read: { iops: number } }[] };
    const [iops] = (await readObservations(account, 't0001')).filter(
      ({ metric, host }) => metric === 'iops' && host === 'client-0',
    );
    expect(iops?.value).toBeCloseTo(
      jobs.reduce((sum, { read }) => sum + read.iops, 0),
      1,
    );
    expect(iops).toMatchObject({ scope: 'host', levels: item.levels, verdict: row.verdict, period: 1, copy: 'c1' });
    expect(item.levels).toMatchObject({ workload: expect.any(String), target: expect.any(String) });
    const all = (await readObservations(account, 't0001')).filter(({ scope }) => scope === 'aggregate');
    expect(all.length).toBeGreaterThan(0);
    expect(all.filter(({ host }) => host !== null)).toEqual([]);
    expect(iops).toMatchObject({ execution: ID, experiment: EXPERIMENT, trial: 't0001', workload: 'fio' });
  });

  it('returns INVALID with RawTooLarge for a raw file above 256 MiB, and keeps other observations', async () => {
    const { account, trials } = await admitExecution();
    const item = first(trials);
    await putAttempt(account, item);
    const core = `${keys.attempt(item.trial.rig, 't0001', 1)}client-0/measure/raw/core`;
    await account.put(core, 'x');
    const context = account.context({ local: true });
    const { s3 } = context.aws;
    const listObjectsV2: typeof s3.listObjectsV2 = async (asked) => {
      const { Contents = [], ...rest } = await s3.listObjectsV2(asked);
      return { ...rest, Contents: Contents.map((one) => (one.Key === core ? { ...one, Size: 2 ** 31 } : one)) };
    };
    const aws = { ...context.aws, s3: { ...s3, listObjectsV2 } };
    const event = { executionId: ID, experiment: EXPERIMENT, ended: null, trial: item };
    expect(await parseTrial(event, { ...context, aws })).toEqual({ trial: 't0001', verdict: 'INVALID' });
    expect((await readRow(account, 't0001')).reasons).toContainEqual({
      level: 'invalid',
      code: 'RawTooLarge',
      text: 'client-0/measure/raw/core has 2048 MiB; fsxbench does not read files above 256 MiB',
    });
    expect(account.inputs('GetObject').map(({ Key }) => Key)).not.toContain(core);
    expect(await readObservations(account, 't0001')).not.toEqual([]);
  });

  it('returns NOT_RUN with the reason of the rig outcome for a trial without files', async () => {
    const { account, trials } = await admitExecution();
    const item = first(trials);
    await account.put(
      keys.rigOutcome('r1'),
      JSON.stringify({
        rig: 'r1',
        status: 'STOPPED',
        reason: { code: 'DeadlineReached', text: 'time of arn:aws:iam::123456789012:role/rig is over' },
        phases: [],
      }),
    );
    const event = { executionId: ID, experiment: EXPERIMENT, ended: 'SUCCEEDED', trial: item };
    expect(await parseTrial(event, account.context({ local: true }))).toEqual({ trial: 't0001', verdict: 'NOT_RUN' });
    expect(await readObservations(account, 't0001')).toEqual([]);
    expect((await readRow(account, 't0001')).reasons).toMatchObject([
      { code: 'DeadlineReached', text: 'time of arn:… is over' },
    ]);
  });

  it('reads raw files of its trial only, over all pages', async () => {
    const { account, trials } = await admitExecution();
    for (const item of trials) await putAttempt(account, item);
    const event = { executionId: ID, experiment: EXPERIMENT, ended: null, trial: first(trials) };
    await parseTrial(event, account.context({ local: true }));
    const read = account.inputs('GetObject').map(({ Key }) => String(Key));
    expect(read.filter((key) => key.includes('/raw/') && !key.includes('/t0001/'))).toEqual([]);
    // A page holds two keys: a listing that stops after the first one would miss the results of the host.
    expect(read.filter((key) => key.includes('/t0001/')).length).toBeGreaterThan(2);
  });

  it('throws EventInvalid for an unknown workload before it writes anything', async () => {
    const { account, trials } = await admitExecution();
    const trial = { ...first(trials), workload: 'dd' };
    await expect(
      parseTrial({ executionId: ID, experiment: EXPERIMENT, ended: null, trial }, account.context({ local: true })),
    ).rejects.toMatchObject({ name: 'EventInvalid', message: 'no workload kind dd' });
    expect(account.inputs('PutObject')).toEqual([]);
  });
});

describe('analyseExecution', () => {
  const whole = execution();
  const { experiment, executionId } = whole.plan;
  const its = layout(experiment, executionId);
  const event = { executionId, experiment, ended: 'SUCCEEDED' };
  const readSummary = (account: TestAccount): Promise<Summary> => account.json(its.summary);

  it('combines rows, observations, outcomes and receipt into summary, report, tables and answer', async () => {
    const account = await storeFinishedExecution(whole);
    const told = await analyseExecution(event, account.context({ local: true }));
    const summary = await readSummary(account);
    expect(told).toMatchObject({
      complete: true,
      result: {
        answer: { headline: summary.answer.headline, outcome: summary.answer.outcome },
        end: 'Answered',
        trials: { planned: 24, valid: 24, verdicts: { VALID: 24, INVALID: 0 } },
        links: { report: expect.stringContaining(encodeURIComponent(its.report)) },
      },
    });
    expect(summary.trials).toHaveLength(24);
    expect(summary.outcomes).toEqual(whole.outcomes);
    expect(summary.receipt).toEqual(whole.receipt);
    expect(summary.cells.every(({ measures }) => Object.keys(measures).length > 0)).toBe(true);
    expect(await account.text(its.report)).toContain('memory file system compare for small random I/O?');
    const kept = account.inputs('PutObject').map(({ Key, ContentType }) => [Key, ContentType]);
    expect(kept).toEqual([
      [its.summary, 'application/json'],
      [its.report, 'text/html; charset=utf-8'],
      [getObservationsKey(whole.plan), 'application/gzip'],
      [getCellsKey(whole.plan), 'application/gzip'],
    ]);
  });

  it('removes ARNs from error texts of AWS in the summary and the report', async () => {
    const [one] = whole.outcomes;
    const said = 'role arn:aws:iam::123456789012:role/rig may not';
    const without = [{ copy: 'c1', request: 'alarmServerCpu', text: said }];
    const account = await storeFinishedExecution({ ...whole, outcomes: [{ ...ensure(one, 'an outcome'), without }] });
    await analyseExecution(event, account.context({ local: true }));
    expect((await readSummary(account)).outcomes[0]?.without?.[0]?.text).toBe('role arn:… may not');
    expect(await account.text(its.report)).not.toContain('123456789012');
  });

  it('returns complete false and adds rows with RowMissing or NotReadYet for trials without a row', async () => {
    const account = await storeFinishedExecution(whole, ['t0002', 't0005']);
    const [begun] = whole.plan.trials.filter(({ trial }) => trial === 't0005');
    const attempt = its.attempt(begun?.rig ?? '', 't0005', 1);
    await account.put(`${attempt}started.json`, JSON.stringify({ trial: 't0005', attempt: 1, startedAt: '' }));
    const told = await analyseExecution(event, account.context({ local: true }));
    expect(told).toMatchObject({
      complete: false,
      result: { trials: { verdicts: { VALID: 22, INVALID: 1, NOT_RUN: 1 } } },
    });
    const missing = (await readSummary(account)).trials.filter(({ verdict }) => verdict !== 'VALID');
    // What was started was not "not run".
    expect(
      missing.map(({ trial, attempts, files, reasons }) => [trial, attempts, files, reasons.map(({ code }) => code)]),
    ).toEqual([
      ['t0002', 0, [], ['RowMissing']],
      ['t0005', 1, [], ['NotReadYet']],
    ]);
  });

  it.each(['{', '{"trial":"t0007"}', '[]'])('ignores the corrupt row %s, whose trial becomes NOT_RUN', async (text) => {
    const account = await storeFinishedExecution(whole);
    await account.put(its.row('t0003'), text);
    const told = await analyseExecution(event, account.context({ local: true }));
    expect(told).toMatchObject({ complete: false, result: { trials: { verdicts: { VALID: 23, NOT_RUN: 1 } } } });
  });

  it('excludes a row with unreadable observations, and returns complete false', async () => {
    const account = await storeFinishedExecution(whole);
    await account.put(its.observations('t0003'), '{"trial":\n');
    const told = await analyseExecution(event, account.context({ local: true }));
    expect(told).toMatchObject({ complete: false, result: { trials: { verdicts: { VALID: 23 } } } });
  });

  it('returns the answer, and clean null, when outcomes and receipt are missing', async () => {
    const account = await storeFinishedExecution({ ...whole, outcomes: [], receipt: null });
    const told = await analyseExecution({ ...event, ended: null }, account.context({ local: true }));
    expect(told.result).toMatchObject({ end: 'Answered', clean: null, receipt: null, trials: { valid: 24 } });
    expect(await readSummary(account)).toMatchObject({ receipt: null, outcomes: [] });
  });

  it('throws PlanMissing when the execution was never admitted', async () => {
    const account = makeAccount();
    await expect(analyseExecution(event, account.context({ local: true }))).rejects.toMatchObject({
      name: 'PlanMissing',
      message: `${its.plan} does not exist`,
    });
    expect(account.inputs('PutObject')).toEqual([]);
  });

  it.each(['{', 'null', '[]', '{"trials":[]}'])('throws PlanMissing for the corrupt plan %s', async (text) => {
    const account = await storeFinishedExecution(whole);
    await account.put(its.plan, text);
    await expect(analyseExecution(event, account.context({ local: true }))).rejects.toMatchObject({
      name: 'PlanMissing',
      message: `${its.plan} is corrupt`,
    });
  });

  it('reads plans of contract versions up to the deployed one, and refuses later ones', async () => {
    const account = await storeFinishedExecution(whole);
    const context = account.context({ local: true });
    const deployed = (contractVersion: number) => ({ ...context, config: { ...context.config, contractVersion } });
    await expect(analyseExecution(event, deployed(CONTRACT_VERSION + 1))).resolves.toMatchObject({ complete: true });
    await expect(analyseExecution(event, deployed(CONTRACT_VERSION - 1))).rejects.toMatchObject({
      name: 'OtherVersion',
      message: expect.stringContaining('The raw files stay in the bucket: read them with that version.'),
    });
    await account.put(its.plan, '{"schemaVersion":"9.1","jobs":{}}');
    await expect(analyseExecution(event, context)).rejects.toMatchObject({ name: 'OtherVersion' });
  });
});
