/** The shipped experiment on commits: storage in the order in which AWS documents it. */
import { readFileSync } from 'node:fs';
import { rehearse } from '../../../lib/twin/rehearsal/rehearse';
import { makeOptions } from './specs';

it('measures a commit p99 of 1 to 10 ms on gp3, below 1 ms on io2, and the lowest on the local disk', async () => {
  const spec = readFileSync('experiments/wal-on-ebs.yaml', 'utf8');
  const { summary, receipt, complaints } = await rehearse(makeOptions(spec));
  expect(complaints).toEqual([]);
  expect(receipt).toMatchObject({ clean: true });
  expect(summary?.verdicts).toMatchObject({ VALID: 18 });
  const medians = (metric: string) =>
    (summary?.cells ?? []).map(
      ({ measures }) => measures.find((one) => one.metric === metric)?.statistics?.median ?? Number.NaN,
    );
  const [gp3 = 0, io2 = 0, own = 0] = medians('sync_latency_p99');
  // https://docs.aws.amazon.com/ebs/latest/userguide/ebs-volume-types.html: "single-digit millisecond" latency of gp3,
  // "sub-millisecond" of io2 Block Express.
  expect(gp3).toBeGreaterThan(1000);
  expect(gp3).toBeLessThan(10_000);
  expect(io2).toBeLessThan(1000);
  expect(own).toBeLessThan(io2 / 2);
  expect(medians('sync_latency_p50').every((p50, index) => p50 < (medians('sync_latency_p99')[index] ?? 0))).toBe(true);
  // Between commits the memory of the host takes writes, whatever volume it has.
  for (const metric of ['latency_p50', 'latency_p99']) {
    const [ofGp3 = 0, ofIo2 = 0] = medians(metric);
    expect(Math.abs(ofGp3 / ofIo2 - 1)).toBeLessThan(0.1);
  }
  expect(summary?.answer?.winner?.label).toContain('gp3');
});
