/** The shipped experiment on commits: storage in the order in which AWS documents it. */
import { readFileSync } from 'node:fs';
import { rehearse } from '../../../lib/twin/rehearsal/rehearse';
import { makeOptions } from './specs';

it('measures a commit p99 of 1 to 10 ms on gp3, below 1 ms on io2, and the lowest on the local disk', async () => {
  const spec = readFileSync('experiments/wal-on-ebs.yaml', 'utf8');
  const { summary, receipt, complaints } = await rehearse(makeOptions(spec));
  expect(complaints).toEqual([]);
  expect(receipt).toMatchObject({ clean: true });
  expect(summary?.verdicts).toMatchObject({ VALID: 24 });
  const find = (label: RegExp, metric: string) =>
    summary?.cells.find((cell) => label.test(cell.label))?.measures.find((one) => one.metric === metric)?.statistics
      ?.median ?? Number.NaN;
  const labels = [/gp3.*recycled/, /io2.*recycled/, /instance-store.*recycled/];
  const [gp3, io2, own] = labels.map((label) => find(label, 'commit_latency_p99')) as [number, number, number];
  // https://docs.aws.amazon.com/ebs/latest/userguide/ebs-volume-types.html: "single-digit millisecond" latency of gp3,
  // "sub-millisecond" of io2 Block Express.
  expect(gp3).toBeGreaterThan(1000);
  expect(gp3).toBeLessThan(10_000);
  expect(io2).toBeLessThan(1000);
  expect(own).toBeLessThan(io2 / 2);
  for (const label of labels) expect(find(label, 'commit_latency_p50')).toBeLessThan(find(label, 'commit_latency_p99'));
  // A log that grows flushes twice.
  const ratio = find(/gp3.*growing/, 'commit_latency_p50') / find(/gp3.*recycled/, 'commit_latency_p50');
  expect(ratio).toBeGreaterThan(1.7);
  expect(ratio).toBeLessThan(2.3);
  expect(summary?.answer?.winner?.label).toContain('gp3');
});
