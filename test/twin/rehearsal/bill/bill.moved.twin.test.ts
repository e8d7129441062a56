import { readFileSync } from 'node:fs';
import { readResults } from '../../../../lib/aws/results';
import { ensure } from '../../../../lib/shapes/errors';
import { rehearse } from '../../../../lib/twin/rehearsal/rehearse';
import { makeOptions } from '../specs';

/** Two stages of one file system: one is paid for by what is moved, the other is not. */
const SPEC = readFileSync('cases/specs/efs-stages.yaml', 'utf8');

it('charges EFS for bytes that simulated hosts read and write, and for stored bytes', async () => {
  const { bill, complaints, plan, deployment } = await rehearse(makeOptions(SPEC));
  expect(complaints).toEqual([]);
  const { rows, observations } = await readResults(ensure(plan, 'a plan'), deployment.context);
  const elastic = new Set(rows.filter(({ stage }) => stage === 'elastic').map(({ trial }) => trial));
  const measured = observations
    .filter(({ trial, metric, host }) => elastic.has(trial) && metric === 'bandwidth' && host === null)
    .reduce((sum, { value }) => sum + (value * 12) / 1024 ** 3, 0);
  const quantity = new Map(bill.lines.map((line) => [line.item, line.quantity]));
  // 10 s that are measured, and 2 s of warm-up.
  const read = quantity.get('EFS regional, elastic, GiB read (simulated)') ?? 0;
  expect(measured).toBeGreaterThan(1);
  expect(Math.abs(read / measured - 1)).toBeLessThan(0.05);
  // The file of each host is laid out once, before the first trial of all.
  const written = quantity.get('EFS regional, elastic, GiB written (simulated)') ?? 0;
  expect([0, 2].some((laid) => Math.abs(written - laid) < 1e-9)).toBe(true);
  expect(quantity.get('EFS regional, 2 GiB stored')).toBeGreaterThan(0);
  expect(bill.phases.reduce((sum, { usd }) => sum + usd, 0)).toBeCloseTo(bill.usd, 9);
  expect(bill.usd).toBeLessThanOrEqual(plan?.estimate.usd ?? 0);
});
