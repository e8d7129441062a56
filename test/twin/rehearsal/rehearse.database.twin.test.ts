/** A rehearsal of `database`: loads with and without a rate, and phases. */
import { rehearse } from '../../../lib/twin/rehearsal/rehearse';
import { makeOptions } from './specs';

const SPEC = `experiment: databases
targets: { efs: { kind: efs, throughputMode: elastic, storedGiB: 100 } }
fleet: { client: { count: 2, instanceType: c5n.large } }
workloads:
  rated: { kind: database, profile: sql, databases: 2, size: 1 GiB, rate: 200, warmUp: 10s, measure: 30s }
  free: { kind: database, size: 1 GiB, warmUp: 10s, measure: 30s }
  maintenance: { kind: database, databases: 2, size: 1 GiB, phases: [create, copy, checksum], copies: 1 }
  check: { kind: database, databases: 2, size: 1 GiB, phases: [checksum] }
design: { replicates: 2 }
decide: { metric: latency_mean, operation: log-write, prefer: lowest }
`;

it('measures the given rate of each stream and the time of each phase, and leaves no resources', async () => {
  const { summary, receipt, complaints } = await rehearse(makeOptions(SPEC));
  expect(complaints).toEqual([]);
  expect(receipt).toMatchObject({ clean: true });
  expect(summary?.verdicts).toMatchObject({ VALID: 8 });
  const measures = (workload: string) =>
    summary?.cells.find(({ levels }) => levels['workload'] === workload)?.measures ?? [];
  const typical = (workload: string, operation: string, metric: string) =>
    measures(workload).find((one) => one.operation === operation && one.metric === metric)?.statistics?.centre ??
    Number.NaN;
  const rates = ['db', 'db-read', 'db-write', 'log-write'].map((operation) => typical('rated', operation, 'iops'));
  expect(rates.map(Math.round)).toEqual([400, 280, 120, 60]);
  expect(typical('free', 'db-read', 'iops') / typical('free', 'db', 'iops')).toBeCloseTo(0.6, 2);
  const [create, copy, checksum] = ['create', 'copy', 'checksum'].map((phase) =>
    typical('maintenance', phase, 'elapsed'),
  );
  expect(copy).toBeGreaterThan((create ?? 0) / 2);
  // Without `copy`, both databases are read.
  expect(typical('check', 'checksum', 'elapsed')).toBeGreaterThan(1.5 * (checksum ?? Infinity));
});
