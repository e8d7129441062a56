import { readSpend } from '../../lib/aws/spend';
import { layout } from '../../lib/shapes/layout';
import { makeAccount } from './account';

const OF = { executionId: 'one', experiment: 'nightly' };
const KEYS = layout('nightly', 'one');
const PLAN = {
  startedAt: '2026-03-02T08:00:00Z',
  estimate: { usd: 7 },
  rigs: [{ rig: 'r1', usdPerHour: 2, estimateUsd: 7, copies: [] }],
  cells: [],
  trials: [{ rig: 'r1', cell: 'c' }],
};
const BILLED = { ...PLAN, cells: [{ cellId: 'c', transferUsdPerGiB: 0.03 }] };
const RECEIPT = { verifiedAt: '2026-03-02T11:00:00Z' };
const WHOLE = [
  { mark: 'launching', at: '2026-03-02T09:00:00Z' },
  { mark: 'done', at: '2026-03-02T10:00:00Z' },
];
const summary = (spendUsd: number | null, marks: object[] = []): object => ({
  cost: { spendUsd },
  outcomes: marks.length === 0 ? [] : [{ rig: 'r1', marks }],
});

describe('readSpend', () => {
  it.each([
    ['the spend of the summary', [summary(3), PLAN, RECEIPT], 3],
    ['the spend of a summary without a plan', [summary(3), null, null], 3],
    ['the spend from the times of the rigs', [summary(null, WHOLE), PLAN, null], 2],
    ['the spend up to the receipt for a rig without an end', [summary(null, WHOLE.slice(0, 1)), PLAN, RECEIPT], 4],
    ['the spend from start to receipt for a rig without times', [summary(null), PLAN, RECEIPT], 6],
    ['at least the estimate when transfers are billed', [summary(null, WHOLE), BILLED, RECEIPT], 7],
    ['null without times and receipt', [summary(null), PLAN, null], null],
    ['null without end and receipt', [summary(null, WHOLE.slice(0, 1)), PLAN, null], null],
    ['null without a plan', [summary(null, WHOLE), null, RECEIPT], null],
    ['null without a summary', [null, PLAN, RECEIPT], null],
  ])('returns %s', async (_, documents, usd) => {
    const account = makeAccount();
    for (const [index, key] of [KEYS.summary, KEYS.plan, KEYS.receipt].entries())
      if (documents[index] !== null) await account.put(key, JSON.stringify(documents[index]));
    expect(await readSpend(OF, account.context())).toBe(usd);
  });
});
