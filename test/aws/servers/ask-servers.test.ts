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

interface Answer {
  readonly MetricDataResults: readonly {
    readonly Id: string;
    readonly Timestamps: number[];
    readonly Values: number[];
  }[];
}

/** An execution with one trial of five minutes on a file system; time goes on as it is told to. */
async function setUp(more: Partial<AccountOptions> = {}, rigs = RIGS) {
  const loads = [makeLoad({ from: NINE, until: NINE + 300 })];
  const account = makeAccount({ serverLoads: (id) => Promise.resolve(id === FS ? loads : []), ...more });
  await account.put(KEYS.plan, JSON.stringify({ experiment: 'e', executionId: 'x', rigs, trials: TRIALS }));
  await account.put(KEYS.endpoints('r1'), ENDPOINTS.get('r1') ?? '');
  await account.put(
    KEYS.row('t0001'),
    JSON.stringify({ ...row('t0001', '2026-03-02T09:00:00Z', '2026-03-02T09:05:00Z'), verdict: 'VALID', facts: {} }),
  );
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

  it('stores the query, its answer from all pages, and the outcome', async () => {
    expect(await askServers(EVENT, at(DUE))).toEqual(NOTHING);
    const request = await account.json<MetricsRequest>(KEYS.servers('request-1'));
    const { MetricDataResults } = await account.json<Answer>(KEYS.servers('answer-1'));
    const ids = request.MetricDataQueries.map(({ Id }) => Id);
    expect(MetricDataResults.map(({ Id }) => Id)).toEqual(ids);
    // Two queries a page, and it asked for each of them.
    expect(calls(account)).toBe(Math.ceil(ids.length / 2));
    expect(MetricDataResults[0]).toEqual({
      Id: 'r1_c1_0_server_read',
      Timestamps: [0, 60, 120, 180, 240].map((seconds) => NINE + seconds),
      Values: [60e6, 60e6, 60e6, 60e6, 60e6],
    });
    const when = new Date(DUE * 1000).toISOString();
    expect(await readOutcome(account)).toEqual({ at: when, requests: 1, answered: 1, problem: null });
  });

  it('sends its queries only once', async () => {
    await askServers(EVENT, at(DUE));
    const before = calls(account);
    expect(await askServers(EVENT, at(DUE + 60))).toEqual(NOTHING);
    expect(calls(account)).toBe(before);
  });

  it.each([
    ['with only short trials', (account: TestAccount) => account.put(KEYS.row('t0001'), JSON.stringify(SHORT))],
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
  const second = { ...row('t0004', '2026-03-02T10:00:00Z', '2026-03-02T10:05:00Z'), rig: 'r2' };
  await account.put(KEYS.row('t0004'), JSON.stringify({ ...second, verdict: 'VALID', facts: {} }));
  const trials = [...TRIALS, { ...TRIALS[0], trial: 't0004', rig: 'r2' }];
  const plan = await account.json<object>(KEYS.plan);
  await account.put(KEYS.plan, JSON.stringify({ ...plan, trials }));
  return { account, at };
}
const SHORT = { ...row('t0001', '2026-03-02T09:00:01Z', '2026-03-02T09:03:59Z'), verdict: 'VALID', facts: {} };

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
    account.refuse('GetMetricData', 'ValidationError', ({ MetricDataQueries }) =>
      JSON.stringify(MetricDataQueries).includes('r1_c1'),
    );
    expect(await askServers(EVENT, at(DUE + 3600))).toEqual(NOTHING);
    expect(await readOutcome(account)).toMatchObject({ requests: 2, answered: 1, problem: 'ValidationError' });
    expect(await account.keys()).toContain(KEYS.servers('answer-2'));
  });

  it('throws on throttling after all other queries, and repeats only the throttled one', async () => {
    const { account, at } = await setUpTwoRigs();
    account.refuse('GetMetricData', 'ThrottlingException', ({ MetricDataQueries }) =>
      JSON.stringify(MetricDataQueries).includes('r1_c1'),
    );
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
    const later = row('t0001', '2026-03-02T09:00:00Z', '2026-03-02T09:08:00Z');
    await account.put(KEYS.row('t0001'), JSON.stringify({ ...later, verdict: 'VALID', facts: {} }));
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
    const slow = {
      ...context.aws,
      cloudwatch: {
        ...context.aws.cloudwatch,
        getMetricData: () => {
          now += 160;
          return Promise.reject(Object.assign(new Error('no answer'), { name: 'TimeoutError' }));
        },
      },
    };
    await expectRefusal(askServers(EVENT, { ...context, aws: slow }), 'TimeoutError');
    expect(now).toBe(DUE + 3600 + 160);
    expect(await readOutcome(account)).toMatchObject({ requests: 2, answered: 0, problem: 'TimeoutError' });
  });

  it('throws Transient when time runs out, and sends the remaining queries in the next call', async () => {
    const { account, at } = await setUpTwoRigs();
    let now = DUE + 3600;
    const context = { ...at(now), now: () => now * 1000 };
    const slow = changeAnswer(context.aws, 'cloudwatch', 'getMetricData', (given) => {
      now += 160;
      return given;
    });
    await expectRefusal(askServers(EVENT, { ...context, aws: slow }), 'Transient');
    const problem = 'time ran out before all queries';
    expect(await readOutcome(account)).toMatchObject({ requests: 2, answered: 1, problem });
    await askServers(EVENT, at(now));
    expect(await readOutcome(account)).toMatchObject({ requests: 2, answered: 2, problem: null });
  });

  it('throws ThrottlingException for a retry, and stores it as the problem', async () => {
    account.refuse('GetMetricData', 'ThrottlingException');
    await expectRefusal(askServers(EVENT, at(DUE)), 'ThrottlingException');
    expect(await readOutcome(account)).toMatchObject({ problem: 'ThrottlingException' });
  });

  it('stores an outcome without answers before the queries complete', async () => {
    let stood: unknown;
    const context = at(DUE);
    const aws = changeAnswer(context.aws, 'cloudwatch', 'getMetricData', (answer) => answer);
    await askServers(EVENT, {
      ...context,
      aws: {
        ...aws,
        cloudwatch: {
          ...aws.cloudwatch,
          getMetricData: async (input) => {
            stood ??= await readOutcome(account);
            return aws.cloudwatch.getMetricData(input);
          },
        },
      },
    });
    expect(stood).toMatchObject({ answered: 0, problem: 'the queries did not complete' });
  });

  it('stores a problem and no answer when CloudWatch returns Forbidden for a metric', async () => {
    const context = at(DUE);
    const forbidden = changeAnswer(context.aws, 'cloudwatch', 'getMetricData', (answer) => ({
      ...answer,
      MetricDataResults: answer.MetricDataResults?.map((one) => ({ ...one, StatusCode: 'Forbidden' as const })),
    }));
    await askServers(EVENT, { ...context, aws: forbidden });
    expect(await readOutcome(account)).toMatchObject({
      problem: 'CloudWatch returned Forbidden for r1_c1_0_server_read',
    });
    expect(await account.keys()).not.toContain(KEYS.servers('answer-1'));
  });

  it('stops after 40 pages and stores a problem', async () => {
    const context = at(DUE);
    let pages = 0;
    const endless = changeAnswer(context.aws, 'cloudwatch', 'getMetricData', (answer) => {
      pages += 1;
      return { ...answer, NextToken: answer.NextToken ?? Buffer.from('[0]').toString('base64url') };
    });
    await askServers(EVENT, { ...context, aws: endless });
    expect([pages, await readOutcome(account)]).toEqual([
      40,
      expect.objectContaining({ problem: "CloudWatch's answer has more than 40 pages" }),
    ]);
  });
});
