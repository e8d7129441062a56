/** What the servers of storage that others own tell, in whole executions: through a modelled Prometheus. */
import { layout } from '../../../lib/shapes/layout';
import type { Plan } from '../../../lib/shapes/plan';
import { rehearse } from '../../../lib/twin/rehearsal/rehearse';
import { EXECUTION, optionsOf } from '../../twin/rehearsal/specs';

const spec = (runtime: string, metrics: string): string => `
experiment: told
targets:
  cephfs:
    kind: external-ceph
    monitors: [10.20.0.11]
    folder: bench
    entitled: { bandwidth: 200 MB/s, iops: 60000 ops/s }
    telemetry: { prometheus: "http://10.20.0.5:9095"${metrics} }
fleet: { client: { count: 2, instanceType: c5n.2xlarge, image: ubuntu-24.04 } }
workloads: { fio: { kind: fio, rw: randwrite, bs: 64k, iodepth: 32, size: 4 GiB, ramp_time: 10s, runtime: ${runtime} } }
design: { replicates: 2 }
limits: { maxUsd: 20 }
`;
const CPU =
  ', metrics: { cpu: { query: "avg(cpu)", unit: "%", limit: 100, words: CPU of its servers }, queue: sum(queue) }';

it('stands beside what hosts measured, and names the limit', async () => {
  const { status, complaints, summary, store, receipt } = await rehearse(optionsOf(spec('5m', CPU)));
  expect([status, complaints, receipt?.clean]).toEqual(['SUCCEEDED', [], true]);
  const [cell] = summary?.cells ?? [];
  const centre = cell?.measures.find(({ metric }) => metric === 'server_cpu')?.statistics?.centre;
  expect(centre).toBeGreaterThan(95);
  expect(cell?.bottleneck.reached.map(({ resource }) => resource)).toContain('CPU of its servers');
  expect(cell?.bottleneck.text).toContain('CPU of its servers: ');
  // Nobody knows what a queue of servers would be: nothing is made up.
  const notes = summary?.trials.map(({ reasons }) => reasons.map(({ code, text }) => `${code} ${text}`));
  const empty =
    'ServersSilent Prometheus told nothing of server_queue: its answer is empty: nothing there has such a name';
  expect(notes).toEqual([expect.arrayContaining([empty]), expect.arrayContaining([empty])]);
  expect(summary?.trials.map(({ verdict }) => verdict)).toEqual(['VALID', 'VALID']);
  const report = (await store.get(layout('told', EXECUTION).report))?.text ?? '';
  expect(report).toContain('What the servers told');
  expect(report).toContain('CPU of its servers');
});

it('asks a cluster of Ceph for what all of them have, by one host of each trial', async () => {
  const { summary, store } = await rehearse(optionsOf(spec('3m', '')));
  const [cell] = summary?.cells ?? [];
  const centre = (metric: string): number =>
    cell?.measures.find((one) => one.metric === metric)?.statistics?.centre ?? Number.NaN;
  // Warm-up and the host's own luck are beside it.
  expect(centre('server_write') / centre('bandwidth')).toBeCloseTo(1, 1);
  expect(centre('server_write_ops') / centre('iops')).toBeCloseTo(1, 1);
  expect(centre('server_metadata_ops')).toBe(0);
  const listing = await store.list(layout('told', EXECUTION).root);
  const asked = listing.filter(({ key }) => key.endsWith('raw/servers.json')).map(({ key }) => key);
  expect(asked).toEqual([expect.stringContaining('/client-0/'), expect.stringContaining('/client-0/')]);
  const plan = JSON.parse((await store.get(layout('told', EXECUTION).plan))?.text ?? '') as Plan;
  expect(plan.telemetry).toMatchObject([{ target: 'cephfs', prometheus: 'http://10.20.0.5:9095', stepSeconds: 15 }]);
  expect(plan.metrics['server_write']).toMatchObject({ unit: 'bytes/s', ofServers: true, column: false });
});

it.each([
  ['20s', 'the trial holds fewer than 3 whole steps of 15 s'],
  ['80s', 'fewer than 3 whole steps of 15 s lie in the trial; each looks back 60 s by its query'],
])('says that trials of %s are too short for it', async (runtime, why) => {
  const { status, summary } = await rehearse(optionsOf(spec(runtime, '')));
  expect(status).toBe('SUCCEEDED');
  const [cell] = summary?.cells ?? [];
  expect(cell?.measures.filter(({ metric }) => metric.startsWith('server_'))).toEqual([]);
  expect(cell?.bottleneck.lacking).toEqual([`metrics of its servers (${why})`]);
});
