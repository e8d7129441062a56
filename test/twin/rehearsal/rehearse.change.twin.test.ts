import { readFileSync } from 'node:fs';
import { layout } from '../../../lib/shapes/layout';
import { parseSeries } from '../../../lib/results/trial/rows';
import { rehearse } from '../../../lib/twin/rehearsal/rehearse';
import type { CallRecord } from '../../../lib/twin/cloud/service';
import { EXECUTION, makeOptions } from './specs';

/** Throughput is raised while fio writes for 40 minutes: two trials before, one meanwhile, two afterwards. */
const SPEC = readFileSync('cases/specs/raised-throughput.yaml', 'utf8');

it('updates the file system once during the trial, and measures the next stage afterwards', async () => {
  const calls: CallRecord[] = [];
  const { summary, complaints, store } = await rehearse({ ...makeOptions(SPEC), record: (call) => calls.push(call) });
  expect([summary?.outcomes.map(({ status }) => status), complaints]).toEqual([['SUCCEEDED'], []]);
  const updates = calls.filter(({ action }) => action === 'UpdateFileSystem');
  expect(updates.map(({ error }) => error)).toEqual([undefined]);
  const trials = summary?.trials ?? [];
  expect(trials.map(({ stage, verdict, attempts }) => [stage, verdict === 'INVALID', attempts])).toEqual([
    ['slow', false, 1],
    ['slow', false, 1],
    ['slow', false, 1],
    ['fast', false, 1],
    ['fast', false, 1],
  ]);
  const { events, started } = trials[2] ?? {};
  expect(events).toMatchObject([{ action: 'change', stage: 'fast', problem: null }]);
  const { requested = 0, acted, ready } = events?.[0] ?? {};
  // The barrier agrees on the start of the warm-up; the fence is checked and the request sent after the record.
  expect(Math.abs(requested - Date.parse(started ?? '') / 1000 - 120)).toBeLessThan(5);
  expect((acted ?? 0) - requested).toBeGreaterThanOrEqual(0);
  expect((acted ?? Infinity) - requested).toBeLessThan(5);
  expect((ready ?? 0) - requested).toBeGreaterThan(900);
  expect(Date.parse(trials[3]?.started ?? '') / 1000).toBeGreaterThan(ready ?? Infinity);
  const series = await store.get(layout('raised-throughput', EXECUTION).series('t0003'));
  const { values = [] } = parseSeries(series?.text ?? '').find(({ metric }) => metric === 'bandwidth') ?? {};
  const [first, last] = [values[Math.floor(values.length / 10)], values[Math.floor(values.length * 0.9)]];
  expect(last ?? 0).toBeGreaterThan(1.5 * (first ?? Infinity));
});
