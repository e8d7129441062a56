import { updateHistory } from '../../../lib/aws/history/update-history';
import { analyseExecution } from '../../../lib/aws/results';
import { packCells } from '../../../lib/aws/tables';
import { toCellRows } from '../../../lib/results/tables/cell-rows';
import { summarize } from '../../../lib/results/summary';
import { getCellsKey, layout } from '../../../lib/shapes/layout';
import type { Schedule } from '../../../lib/shapes/spec';
import { execution } from '../../results/fixture';
import { makeAccount, type TestAccount } from '../account';

const DAY_MS = 86_400_000;
const FIRST = Date.parse('2026-08-01T03:00:00Z');
const WHOLE = execution({ factors: { target: ['disk'], bs: ['4k', '64k', '1m'] } });
const SUMMARY = summarize(WHOLE);
const ROWS = toCellRows(WHOLE.plan, WHOLE.rows, SUMMARY);
const SCHEDULE: Schedule = { cron: '0 3 * * ? *', timezone: 'UTC', overlap: 'queue', confirm: 2 };

const makePlan = (night: number, schedule?: Schedule) => {
  const { plan } = WHOLE;
  const startedAt = new Date(FIRST + night * DAY_MS).toISOString();
  const spec = schedule === undefined ? plan.spec : { ...plan.spec, schedule };
  return { ...plan, spec, executionId: `n${night}`, startedAt };
};

/** Stores the table of a night as its analysis writes it. */
async function storeTable(account: TestAccount, night: number, log = 0): Promise<void> {
  const plan = makePlan(night);
  const wobble = 0.01 * Math.sin(night * 5) + log;
  const rows = ROWS.map((row) => ({
    ...row,
    execution: plan.executionId,
    started: plan.startedAt,
    log_mean: (row.log_mean ?? 0) + wobble,
  }));
  await account.context().aws.s3.putObject({
    Bucket: account.context().config.bucket,
    Key: getCellsKey(plan),
    Body: packCells(rows),
  });
  await account.pass(1000);
}

async function storeNights(nights: number, log: (night: number) => number = () => 0): Promise<TestAccount> {
  const account = makeAccount({ pageItems: 1000 });
  for (let night = 1; night <= nights; night += 1) await storeTable(account, night, log(night));
  return account;
}

const update = (account: TestAccount, night: number, schedule?: Schedule) =>
  updateHistory({ plan: makePlan(night, schedule), summary: SUMMARY }, account.context());

describe('updateHistory', () => {
  it('reports a change once, and again in a second analysis of the same execution', async () => {
    const account = await storeNights(24, (night) => (night < 20 ? 0 : -0.2));
    const { history } = await update(account, 23);
    expect(history?.changes).toMatchObject([{ label: null, before: 'n19', from: 'n20', differs: null }]);
    expect((await update(account, 23)).history).toEqual(history);
    expect(await account.json(layout(WHOLE.plan.experiment, 'n23').history)).toEqual(history);
    expect((await update(account, 24)).history?.changes).toEqual([]);
  });

  it('reports a change later when the analysis that saw it could not store its history', async () => {
    const account = await storeNights(24, (night) => (night < 20 ? 0 : -0.2));
    account.refuse('PutObject', 'AccessDenied');
    expect(await update(account, 23)).toEqual({ history: null, confirm: 0 });
    account.heal();
    expect((await update(account, 24)).history?.changes).toHaveLength(1);
  });

  it('reads the tables of at most 60 executions, the latest, and none that started later', async () => {
    const account = await storeNights(70);
    account.calls.length = 0;
    const { history } = await update(account, 65);
    const read = account.inputs('GetObject').map(({ Key }) => String(Key));
    expect(read.filter((key) => key.startsWith('cells/'))).toHaveLength(60);
    expect(read).toContain(getCellsKey(makePlan(65)));
    expect(history?.executions).toBe(55);
  });

  it('leaves out a corrupt table, and tables of other experiments', async () => {
    const account = await storeNights(12);
    await account.put(getCellsKey(makePlan(5)), 'no archive');
    await account.put(getCellsKey({ ...makePlan(6), experiment: `${WHOLE.plan.experiment}-2` }), 'no archive');
    expect((await update(account, 12)).history?.executions).toBe(11);
    expect(account.logged.filter(({ level }) => level === 'warn')).toHaveLength(1);
  });

  it.each([
    ['scheduled with `confirm`, from nine executions on', 9, SCHEDULE, -0.2, 2],
    ['with fewer executions', 8, SCHEDULE, -0.2, 0],
    ['on the level', 12, SCHEDULE, 0, 0],
    ['without `confirm`', 12, undefined, -0.2, 0],
  ] as const)(
    'decides whether a single departing execution is confirmed: %s',
    async (_, nights, schedule, log, more) => {
      const account = await storeNights(nights, (night) => (night === nights ? log : 0));
      expect((await update(account, nights, schedule)).confirm).toBe(more);
    },
  );

  it('fails no analysis', async () => {
    const account = makeAccount();
    const { plan, rows, observations, outcomes } = WHOLE;
    const its = layout(plan.experiment, plan.executionId);
    await account.put(its.plan, JSON.stringify(plan));
    for (const row of rows) {
      await account.put(its.row(row.trial), JSON.stringify(row));
      const own = observations.filter(({ trial }) => trial === row.trial);
      await account.put(its.observations(row.trial), own.map((one) => `${JSON.stringify(one)}\n`).join(''));
    }
    for (const one of outcomes) await account.put(its.rigOutcome(one.rig), JSON.stringify(one));
    account.refuse('GetObject', 'SlowDown', ({ Key }) => String(Key).startsWith('cells/'));
    account.refuse('ListObjectsV2', 'AccessDenied', ({ Prefix }) => String(Prefix).startsWith('cells/'));
    const event = { executionId: plan.executionId, experiment: plan.experiment, ended: 'SUCCEEDED' };
    const { complete, confirm, result } = await analyseExecution(event, account.context());
    expect([complete, confirm, result.history, result.end]).toEqual([true, 0, null, 'Answered']);
    expect(account.logged.at(-1)?.message).toBe('the history could not be computed');
  });
});
