import { priceInterval } from '../../../lib/twin/rehearsal/bill/prices';
import { buildPriceBook } from '../../../lib/pricing/aws';
import { getProofKey } from '../../../lib/shapes/layout';
import { makeBillingLedger } from '../../../lib/twin/ledger';
import { makeDeployment } from '../../cli/deployment';

const HOUR = 3_600_000;
const MAX_USD = 0.9;
const MONTH_USD = 1.3;
/** A teardown of this experiment is billed for less, US dollars: minutes of one small file system and a host. */
const TEARDOWN_USD = 0.05;
const SPEC = `
experiment: nightly
question: Does a month cost what it may?
schedule: { cron: "0 0/12 * * ? *", timezone: Etc/UTC }
targets:
  scratch: { kind: fsx-lustre, deploymentType: SCRATCH_2, storageGiB: 1200 }
fleet: { client: { count: 1, instanceType: c5n.large } }
workloads:
  fio: { kind: fio, rw: randread, bs: 64k, iodepth: 4, size: 1 GiB, ramp_time: 1s, runtime: 10s }
design: { replicates: 1 }
limits: { maxUsd: ${MAX_USD}, maxHours: 3 }
`;

it('refuses scheduled starts when the month budget is used up, and starts them again next month', async () => {
  const ledger = makeBillingLedger();
  const limits = { maxUsdPerMonth: MONTH_USD, maxRunning: 2 };
  const { clock, deployment, store } = makeDeployment(SPEC, { limits, onPaid: ledger.onPaid });
  // The last week of a month and two days of the next one.
  await clock.sleep(24 * 24 * HOUR);
  const began = clock.now();
  const ended: { name: string; month: string; error: string | undefined }[] = [];
  // Every twelve hours; each moment is delivered twice.
  for (let nth = 0; clock.now() < began + 9 * 24 * HOUR; nth += 1) {
    const at = new Date(began + 12 * nth * HOUR);
    await clock.sleep(at.getTime() - clock.now());
    const input = { spec: SPEC, scheduledAt: at.toISOString() };
    for (const name of [`n-${nth}`, `n-${nth}-again`]) {
      const { done } = await deployment.start('experiment', name, input);
      void done.then(({ error }) => ended.push({ name, month: at.toISOString().slice(0, 7), error }));
    }
    await clock.sleep(5 * HOUR);
    await deployment.settled();
  }

  const paid = ledger.intervals(clock.now()).map((one) => priceInterval(one, buildPriceBook('us-east-1')));
  expect(ledger.left()).toEqual([]);
  const month = (name: string) => {
    const its = ended.filter((one) => one.month === name);
    const usd = paid
      .filter(({ interval }) => new Date(interval.from).toISOString().startsWith(name))
      .reduce((sum, one) => sum + one.usd, 0);
    const errors = new Set(its.flatMap(({ error }) => error ?? []));
    return { ran: its.filter(({ error }) => error === undefined), usd, errors: [...errors].sort() };
  };
  const [first, second] = [month('2026-01'), month('2026-02')];
  expect(first.errors).toEqual(['AlreadyStarted', 'MonthlyBudgetExceeded']);
  // What rigs cost by their hours is more than their file systems are billed for, so that some is left.
  expect(first.usd).toBeGreaterThan((MONTH_USD - MAX_USD) / 2);
  expect(first.usd).toBeLessThanOrEqual(MONTH_USD + first.ran.length * TEARDOWN_USD);
  expect(second.errors).toEqual(['AlreadyStarted']);
  expect(second.ran.length).toBeGreaterThanOrEqual(4);
  for (const { name } of [...first.ran, ...second.ran]) expect(await store.get(getProofKey(name))).toBeDefined();
  const tagged = new Set(paid.map(({ interval }) => interval.tags['fsxbench:execution']));
  expect(tagged.size).toBe(ended.filter(({ error }) => error === undefined).length);
});
