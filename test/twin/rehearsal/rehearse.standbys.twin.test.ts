/** Rehearsals of Kafka clusters with idle standbys, and with a kill that one takes over. */
import { ensure } from '../../../lib/shapes/errors';
import { rehearse } from '../../../lib/twin/rehearsal/rehearse';
import { makeOptions } from './specs';

/** As the Kafka study: brokers of 8.4 Gbit/s in front of faster storage. */
function makeSpec(standbys: number): string {
  return `experiment: kafka-standbys
targets:
  ontap:
    { kind: fsx-ontap, deploymentType: SINGLE_AZ_1, storageGiB: 5120, throughputMBps: 4096, diskIops: 160000,
      volumes: { count: 2, sizeGiB: 2150 } }
fleet:
  controller: { count: 1, instanceType: t3.small, mount: none }
  broker: { count: 3, instanceType: i3en.2xlarge, mount: { volumes: all } }
  standby: { count: ${standbys}, instanceType: i3en.2xlarge, mount: { volumes: all } }
  worker: { count: 2, instanceType: c5n.2xlarge, mount: none }
workloads:
  load:
    { kind: kafka, version: 3.9.1, driver: throughput, replicationFactor: 1, topics: 1, partitionsPerTopic: 30,
      messageSize: 32 KiB, producersPerTopic: 40, producerRate: max, warmupDurationMinutes: 10,
      testDurationMinutes: 5 }
  loss:
    { extends: load, replicationFactor: 3, producerRate: 12000, testDurationMinutes: 10,
      events: [{ at: 5m, kill: { role: broker, service: kafka, hosts: 1, resumeOn: standby } }] }
design: { replicates: 2 }
decide: { metric: written_throughput, where: { workload: load }, prefer: highest }
limits: { maxUsd: 100, maxHours: 8 }
`;
}

async function rehearseWith(standbys: number) {
  const { summary, complaints } = await rehearse(makeOptions(makeSpec(standbys)));
  expect(complaints).toEqual([]);
  const { cells } = ensure(summary, 'a summary');
  const figures = cells.flatMap(({ label, measures }) =>
    measures.map(({ metric, statistic, statistics }) => [label, metric, statistic, statistics?.centre?.toPrecision(3)]),
  );
  return { cells, figures };
}

it('returns figures equal to three digits with 1 and 6 standbys, and the broker network as bottleneck', async () => {
  const one = await rehearseWith(1);
  expect((await rehearseWith(6)).figures).toEqual(one.figures);
  const load = one.cells.find(({ levels }) => levels['workload'] === 'load');
  expect(load?.bottleneck.text).toMatch(/^client network \(broker\): 9\d% of 8\.40 Gbit\/s baseline on 3 of 3 hosts$/);
  // Each byte goes to the storage and to a consumer: 3 x 8.4 Gbit/s, published and consumed, are 3.15 GB/s.
  const total = load?.measures.find(({ metric }) => metric === 'total_throughput')?.statistics?.centre ?? Number.NaN;
  expect(total / 3.15e9).toBeCloseTo(1, 1);
});
