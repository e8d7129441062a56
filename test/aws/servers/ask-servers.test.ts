import type { GetMetricDataCommandOutput } from '@aws-sdk/client-cloudwatch';
import { askServers } from '../../../lib/aws/servers/ask-servers';
import type { Context } from '../../../lib/aws/context';
import type { MetricsRequest } from '../../../lib/results/servers/cloudwatch-requests';
import { layout } from '../../../lib/shapes/layout';
import type { AccountOptions } from '../../../lib/twin/cloud/account';
import { ENDPOINTS, NINE, RIGS, row, TRIALS } from '../../results/servers/lustre-and-volumes';
import { makeLoad } from '../../twin/hosts/modelled/load-of';
import { makeAccount, type TestAccount } from '../account';
import { changeAnswer, expectRefusal } from '../answers';

const EVENT = { executionId: 'x', experiment: 'e', late: false };
const KEYS = layout('e', 'x');
const FS = 'fs-0123456789abcdef0';
const NOTHING = { waitSeconds: 0 };
/** Ten minutes after the last whole minute of its trial. */
const DUE = NINE + 900;

const putRow = (account: TestAccount, one: ReturnType<typeof row>): Promise<void> =>
  account.put(KEYS.row(one.trial), JSON.stringify({ ...one, verdict: 'VALID', facts: {} }));

/** An execution with one trial of five minutes on a file system; time goes on as it is told to. */
async function setUp(more: Partial<AccountOptions> = {}, rigs = RIGS) {
  const loads = [makeLoad({ from: NINE, until: NINE + 300 })];
  const account = makeAccount({ serverLoads: (id) => Promise.resolve(id === FS ? loads : []), ...more });
  await account.put(KEYS.plan, JSON.stringify({ experiment: 'e', executionId: 'x', rigs, trials: TRIALS }));
  await account.put(KEYS.endpoints('r1'), ENDPOINTS.get('r1') ?? '');
  await putRow(account, row('t0001', '2026-03-02T09:00:00Z', '2026-03-02T09:05:00Z'));
  const at = (seconds: number): Context => ({ ...account.context(), now: () => seconds * 1000 });
  return { account, at };
}
let account: TestAccount;
let at: (seconds: number) => Context;
beforeEach(async () => {
  ({ account, at } = await setUp());
});
const readOutcome = (account: TestAccount): Promise<unknown> => account.json(KEYS.servers('outcome'));
const calls = (account: TestAccount): number => account.inputs('GetMetricData').length;

describe('askServers', () => {
  it('returns the seconds until all metric points are available, at most 600, without calls before', async () => {
    expect(await askServers(EVENT, at(DUE - 90))).toEqual({ waitSeconds: 90 });
    // A clock that is wrong makes nobody wait longer than one that is right.
    expect(await askServers(EVENT, at(NINE - 5000))).toEqual({ waitSeconds: 600 });
    expect([calls(account), await account.keys()]).toEqual([
      0,
      expect.not.arrayContaining([KEYS.servers('request-1')]),
    ]);
  });

  it('calls CloudWatch for a late event, whatever the time is', async () => {
    expect(await askServers({ ...EVENT, late: true }, at(NINE))).toEqual(NOTHING);
    expect(calls(account)).toBeGreaterThan(0);
  });

  it('stores the query, its answer from all pages, and the outcome, and asks once', async () => {
    expect(await askServers(EVENT, at(DUE))).toEqual(NOTHING);
    const request = await account.json<MetricsRequest>(KEYS.servers('request-1'));
    const { MetricDataResults } = await account.json<MetricsAnswer>(KEYS.servers('answer-1'));
    const ids = request.MetricDataQueries.map(({ Id }) => Id);
    expect(MetricDataResults?.map(({ Id }) => Id)).toEqual(ids);
    // Two queries a page, and it asked for each of them.
    expect(calls(account)).toBe(Math.ceil(ids.length / 2));
    expect(MetricDataResults?.[0]).toEqual({
      Id: 'r1_c1_0_server_read',
      Timestamps: [0, 60, 120, 180, 240].map((seconds) => NINE + seconds),
      Values: [60e6, 60e6, 60e6, 60e6, 60e6],
    });
    const when = new Date(DUE * 1000).toISOString();
    expect(await readOutcome(account)).toEqual({ at: when, requests: 1, answered: 1, problem: null });
    const before = calls(account);
    expect(await askServers(EVENT, at(DUE + 60))).toEqual(NOTHING);
    expect(calls(account)).toBe(before);
  });

  it.each([
    ['with only short trials', (account: TestAccount) => putRow(account, SHORT)],
    ['without created resources', (account: TestAccount) => account.put(KEYS.endpoints('r1'), '')],
    ['with a corrupt plan', (account: TestAccount) => account.put(KEYS.plan, '{')],
  ])('sends no queries for an execution %s', async (_, change) => {
    await change(account);
    expect(await askServers(EVENT, at(NINE))).toEqual(NOTHING);
    expect(await account.keys()).not.toContain(KEYS.servers('outcome'));
    expect(calls(account)).toBe(0);
  });

  it('reads only the plan when no target has server metrics', async () => {
    const disks = RIGS.map((rig) => ({ ...rig, copies: rig.copies.filter(({ kind }) => kind === 'directory') }));
    const { account, at } = await setUp({}, disks);
    expect(await askServers(EVENT, at(DUE))).toEqual(NOTHING);
    expect(account.called()).toEqual(['s3:GetObject']);
  });
});
/** The same with a second rig, an hour later. */
async function setUpTwoRigs() {
  const [one] = RIGS;
  const { account, at } = await setUp({}, [...RIGS, ...(one === undefined ? [] : [{ ...one, rig: 'r2' }])]);
  await account.put(KEYS.endpoints('r2'), ENDPOINTS.get('r1') ?? '');
  await putRow(account, { ...row('t0004', '2026-03-02T10:00:00Z', '2026-03-02T10:05:00Z'), rig: 'r2' });
  const trials = [...TRIALS, { ...TRIALS[0], trial: 't0004', rig: 'r2' }];
  const plan = await account.json<object>(KEYS.plan);
  await account.put(KEYS.plan, JSON.stringify({ ...plan, trials }));
  return { account, at };
}
const SHORT = row('t0001', '2026-03-02T09:00:01Z', '2026-03-02T09:01:59Z');

const isOfFirstRig = (input: Record<string, unknown>): boolean => JSON.stringify(input).includes('r1_c1');
type MetricsAnswer = Omit<GetMetricDataCommandOutput, '$metadata'>;
/** The context with other answers of GetMetricData. */
const changeMetrics = (context: Context, change: (answer: MetricsAnswer) => MetricsAnswer): Context => ({
  ...context,
  aws: changeAnswer(context.aws, 'cloudwatch', 'getMetricData', change),
});

describe('askServers when CloudWatch fails', () => {
  it('stores the error name AccessDenied as the problem, and queries again on the next call', async () => {
    account.refuse('GetMetricData', 'AccessDenied');
    expect(await askServers(EVENT, at(DUE))).toEqual(NOTHING);
    expect(await readOutcome(account)).toMatchObject({ requests: 1, answered: 0, problem: 'AccessDenied' });
    expect(account.logged).toContainEqual({ level: 'warn', message: 'server-side metrics could not be read' });
    account.heal();
    await askServers(EVENT, at(DUE));
    expect(await readOutcome(account)).toMatchObject({ answered: 1, problem: null });
  });

  it('queries the other rigs when the query of one rig is refused', async () => {
    const { account, at } = await setUpTwoRigs();
    account.refuse('GetMetricData', 'ValidationError', isOfFirstRig);
    expect(await askServers(EVENT, at(DUE + 3600))).toEqual(NOTHING);
    expect(await readOutcome(account)).toMatchObject({ requests: 2, answered: 1, problem: 'ValidationError' });
    expect(await account.keys()).toContain(KEYS.servers('answer-2'));
  });

  it('throws on throttling after all other queries, and repeats only the throttled one', async () => {
    const { account, at } = await setUpTwoRigs();
    account.refuse('GetMetricData', 'ThrottlingException', isOfFirstRig);
    await expectRefusal(askServers(EVENT, at(DUE + 3600)), 'ThrottlingException');
    expect(await readOutcome(account)).toMatchObject({ requests: 2, answered: 1, problem: 'ThrottlingException' });
    account.heal();
    const before = calls(account);
    await askServers(EVENT, at(DUE + 3700));
    expect(await readOutcome(account)).toMatchObject({ requests: 2, answered: 2, problem: null });
    const again = JSON.stringify(account.inputs('GetMetricData').slice(before));
    expect([again.includes('r1_c1'), again.includes('r2_c1')]).toEqual([true, false]);
  });

  it('discards an old answer when the query has changed, also after a throttled attempt', async () => {
    await askServers(EVENT, at(DUE));
    const old = await account.json<{ question: string }>(KEYS.servers('answer-1'));
    // Another trial came to its end, so that more is to be asked; the first time nothing comes of it.
    await putRow(account, row('t0001', '2026-03-02T09:00:00Z', '2026-03-02T09:08:00Z'));
    await account.put(KEYS.servers('outcome'), JSON.stringify({ problem: 'the queries did not complete' }));
    account.refuse('GetMetricData', 'ThrottlingException');
    await expectRefusal(askServers(EVENT, at(DUE + 600)), 'ThrottlingException');
    expect(await readOutcome(account)).toMatchObject({ answered: 0 });
    account.heal();
    const before = calls(account);
    await askServers(EVENT, at(DUE + 700));
    expect(calls(account)).toBeGreaterThan(before);
    expect(await readOutcome(account)).toMatchObject({ answered: 1, problem: null });
    expect(account.inputs('GetMetricData').at(-1)).toMatchObject({ EndTime: new Date((NINE + 480) * 1000) });
    expect(await account.json(KEYS.servers('answer-1'))).not.toMatchObject({ question: old.question });
  });

  it('starts no further query when too little time remains in the function', async () => {
    const { account, at } = await setUpTwoRigs();
    let now = DUE + 3600;
    const context = { ...at(now), now: () => now * 1000 };
    const slow = changeMetrics(context, () => {
      now += 160;
      throw Object.assign(new Error('no answer'), { name: 'TimeoutError' });
    });
    await expectRefusal(askServers(EVENT, slow), 'TimeoutError');
    expect(now).toBe(DUE + 3600 + 160);
    expect(await readOutcome(account)).toMatchObject({ requests: 2, answered: 0, problem: 'TimeoutError' });
  });

  it('throws Transient when time runs out, and sends the remaining queries in the next call', async () => {
    const { account, at } = await setUpTwoRigs();
    let now = DUE + 3600;
    const context = { ...at(now), now: () => now * 1000 };
    const slow = changeMetrics(context, (given) => {
      now += 160;
      return given;
    });
    await expectRefusal(askServers(EVENT, slow), 'Transient');
    const problem = 'time ran out before all queries';
    expect(await readOutcome(account)).toMatchObject({ requests: 2, answered: 1, problem });
    await askServers(EVENT, at(now));
    expect(await readOutcome(account)).toMatchObject({ requests: 2, answered: 2, problem: null });
  });

  it('stores an outcome without answers before the queries complete', async () => {
    let before: unknown;
    const context = at(DUE);
    const { cloudwatch } = context.aws;
    const getMetricData: typeof cloudwatch.getMetricData = async (input) => {
      before ??= await readOutcome(account);
      return cloudwatch.getMetricData(input);
    };
    await askServers(EVENT, { ...context, aws: { ...context.aws, cloudwatch: { ...cloudwatch, getMetricData } } });
    expect(before).toMatchObject({ answered: 0, problem: 'the queries did not complete' });
  });

  it('stores a problem and no answer when CloudWatch returns Forbidden for a metric', async () => {
    const forbidden = changeMetrics(at(DUE), ({ MetricDataResults, ...answer }) => ({
      ...answer,
      MetricDataResults: MetricDataResults?.map((one) => ({ ...one, StatusCode: 'Forbidden' as const })),
    }));
    await askServers(EVENT, forbidden);
    expect(await readOutcome(account)).toMatchObject({
      problem: 'CloudWatch returned Forbidden for r1_c1_0_server_read',
    });
    expect(await account.keys()).not.toContain(KEYS.servers('answer-1'));
  });

  it('stops after 40 pages and stores a problem', async () => {
    let pages = 0;
    const endless = changeMetrics(at(DUE), (answer) => {
      pages += 1;
      return { ...answer, NextToken: answer.NextToken ?? Buffer.from('[0]').toString('base64url') };
    });
    await askServers(EVENT, endless);
    expect([pages, await readOutcome(account)]).toEqual([
      40,
      expect.objectContaining({ problem: "CloudWatch's answer has more than 40 pages" }),
    ]);
  });
});
