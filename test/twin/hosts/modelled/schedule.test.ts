import { toldByPrometheus } from '../../../../lib/results/servers/prometheus';
import type { QueriedMetric } from '../../../../lib/shapes/telemetry';
import { askedModel } from '../../../../lib/twin/hosts/modelled/schedule';
import type { ServerLoad } from '../../../../lib/twin/hosts/modelled/server-load';
import { LIKE } from '../../../results/servers/world';
import cases from './schedule.cases.json';

const metric = (name: `server_${string}`, unit: QueriedMetric['unit'], more: object = {}): QueriedMetric => ({
  name,
  query: 'x',
  unit,
  better: 'higher',
  words: 'x',
  reachSeconds: 0,
  ...more,
});
const METRICS = [
  metric('server_read', 'bytes/s'),
  metric('server_written', 'bytes/s'),
  metric('server_reads', 'ops/s'),
  metric('server_writes', 'ops/s'),
  metric('server_metadata', 'ops/s'),
  metric('server_cache_hits', '%'),
  metric('server_cpu', '%'),
  metric('server_links', 'count', { limit: 8 }),
  metric('server_queue', 'count'),
];
const LEVEL = { bandwidth: 1, iops: 1, network: 1 };
const load = (from: number, until: number, more: Partial<ServerLoad> = {}): ServerLoad => ({
  from,
  until,
  read: 100,
  written: 50,
  reads: 10,
  writes: 5,
  metadata: 2,
  network: 0.1,
  bandwidth: 0.5,
  iops: 0.75,
  hits: 0.25,
  before: LEVEL,
  after: LEVEL,
  ...more,
});
const asked = { prometheus: 'http://p', stepSeconds: 15, metrics: METRICS };
const told = (loads: readonly ServerLoad[], span = { from: 1000, to: 1100 }) => {
  const files = Object.entries(askedModel(asked, loads, span)).map(([name, text]) => ({ name, source: name, text }));
  return toldByPrometheus(asked, [{ files }], span, LIKE);
};

it('answers as Prometheus does, with what hosts asked of the servers', () => {
  const { observations, reasons } = told([load(990, 1100)]);
  expect(Object.fromEntries(observations.map((one) => [one.metric, one.value]))).toEqual(cases.observed);
  expect(reasons.map(({ text }) => text)).toEqual([
    'Prometheus told nothing of server_queue: its answer is empty: nothing there has such a name',
  ]);
});

it('looks back over a step, idle time in it too', () => {
  const { series } = told([load(990, 1035), load(1065, 1100, { read: 200 })]);
  // Steps end at 1020, 1035, …, 1095.
  expect(series.find(({ metric: name }) => name === 'server_read')?.values).toEqual([100, 100, 0, 0, 200, 200]);
});

it('is not asked of short trials, nor where nothing is', () => {
  expect(askedModel(null, [load(0, 1)], { from: 0, to: 1 })).toEqual({});
  const short = told([load(990, 1100)], { from: 1000, to: 1040 });
  expect(short.reasons[0]?.text).toMatch(/: the trial holds fewer than 3 whole steps of 15 s$/);
});
