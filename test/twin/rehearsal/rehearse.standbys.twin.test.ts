import { readFileSync } from 'node:fs';
import { ensure } from '../../../lib/shapes/errors';
import { rehearse } from '../../../lib/twin/rehearsal/rehearse';
import { makeOptions } from './specs';

/** As the Kafka study: brokers of 8.4 Gbit/s in front of faster storage. */
const SPEC = readFileSync('cases/specs/kafka-standbys.yaml', 'utf8');

async function rehearseWith(standbys: number) {
  const { summary, complaints } = await rehearse(
    makeOptions(SPEC.replace('standby: { count: 1', `standby: { count: ${standbys}`)),
  );
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
