/** What servers of external storage are asked in a rehearsal: by one host of each trial, and nothing is made up. */
import { layout } from '../../../lib/shapes/layout';
import type { Plan } from '../../../lib/shapes/plan';
import { rehearse } from '../../../lib/twin/rehearsal/rehearse';
import { EXECUTION, makeOptions } from '../../twin/rehearsal/specs';

const SPEC = `
experiment: told
targets:
  cephfs:
    kind: external-ceph
    monitors: [10.20.0.11]
    folder: bench
    provisioned: { bandwidth: 200 MB/s, iops: 60000 ops/s }
    telemetry: { prometheus: "http://10.20.0.5:9095" }
fleet: { client: { count: 2, instanceType: c5n.2xlarge, image: ubuntu-24.04 } }
workloads: { fio: { kind: fio, rw: randwrite, bs: 64k, iodepth: 32, size: 4 GiB, ramp_time: 10s, runtime: 3m } }
design: { replicates: 2 }
limits: { maxUsd: 20 }
`;

it('notes missing server metrics in a rehearsal, and returns no figures', async () => {
  const { status, complaints, summary, store, receipt } = await rehearse(makeOptions(SPEC));
  expect([status, complaints, receipt?.clean]).toEqual(['SUCCEEDED', [], true]);
  const [cell] = summary?.cells ?? [];
  expect(cell?.measures.filter(({ metric }) => metric.startsWith('server_'))).toEqual([]);
  expect(cell?.bottleneck.missing).toEqual(['server-side metrics (a rehearsal queries no Prometheus)']);
  expect(summary?.trials.map(({ verdict }) => verdict)).toEqual(['VALID', 'VALID']);
  const listing = await store.list(layout('told', EXECUTION).root);
  const asked = listing.filter(({ key }) => key.endsWith('raw/servers.json')).map(({ key }) => key);
  expect(asked).toEqual([expect.stringContaining('/client-0/'), expect.stringContaining('/client-0/')]);
  const plan = JSON.parse((await store.get(layout('told', EXECUTION).plan))?.text ?? '') as Plan;
  expect(plan.telemetry).toMatchObject([{ target: 'cephfs', prometheus: 'http://10.20.0.5:9095', stepSeconds: 15 }]);
  expect(plan.metrics['server_write']).toMatchObject({ unit: 'bytes/s', ofServers: true, column: false });
});
