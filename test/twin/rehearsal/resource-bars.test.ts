import { toResourceBars, trackServerLoads } from '../../../lib/twin/rehearsal/resource-bars';
import { makeHostResource, LUSTRE, makeInterval } from './intervals';
import type { HostTask } from '../../../lib/twin/hosts/modelled/host-task';
import type { ServerLoad } from '../../../lib/twin/hosts/modelled/server-load';
import { makeLoad } from '../hosts/modelled/load-of';

const iso = (moment: number): string => new Date(moment).toISOString();

describe('toResourceBars', () => {
  it('shows the hosts of a role as one bar, from the first start to the last end', () => {
    const bars = toResourceBars([
      makeInterval(makeHostResource('c5n.large'), 100, 500, { id: 'i-1', role: 'client' }),
      makeInterval(makeHostResource('c5n.large'), 90, 480, { id: 'i-2', role: 'client' }),
      makeInterval(makeHostResource('c5n.xlarge'), 95, 700, { id: 'i-3', role: 'watcher' }),
    ]);
    expect(bars).toEqual([
      { lane: 'r1 hosts client', phase: 'existing', label: '2 x c5n.large', from: iso(90), to: iso(500) },
      { lane: 'r1 hosts watcher', phase: 'existing', label: '1 x c5n.xlarge', from: iso(95), to: iso(700) },
    ]);
  });

  it('shows a file system once per configuration, on its own lane', () => {
    const larger = { ...LUSTRE, configuration: { ...LUSTRE.configuration } };
    Object.assign(larger.configuration, { StorageCapacity: 2400 });
    const bars = toResourceBars([
      makeInterval(LUSTRE, 100, 500, { id: 'fs-1' }),
      makeInterval(larger, 500, 900, { id: 'fs-1' }),
      makeInterval(LUSTRE, 50, 60, { id: 'fs-2', rig: 'r2' }),
    ]);
    expect(bars.map(({ lane, label, from, to }) => [lane, label, from, to])).toEqual([
      ['r1 fs-1', 'LUSTRE SCRATCH_2, 1200 GiB', iso(100), iso(500)],
      ['r1 fs-1', 'LUSTRE SCRATCH_2, 2400 GiB', iso(500), iso(900)],
      ['r2 fs-2', 'LUSTRE SCRATCH_2, 1200 GiB', iso(50), iso(60)],
    ]);
  });

  it('shows a backup that has no rig tag, and returns an empty list for an empty one', () => {
    const of = { fileSystemType: 'OPENZFS', fileSystemId: 'fs-1', storageCapacityGiB: 64 } as const;
    const backup = { ...makeInterval({ kind: 'fsx:backup', ...of }, 100, 200, { id: 'backup-1' }), tags: {} };
    expect(toResourceBars([backup])).toMatchObject([{ lane: 'backup-1', label: 'backup of fs-1' }]);
    expect(toResourceBars([])).toEqual([]);
  });
});

describe('trackServerLoads', () => {
  const ENDPOINTS = `
c1.fs id fs-0a
c1.fs dnsName fs-0a.fsx.example.com
c2.i-1 volumeId vol-0a
c2.i-1 volumeId2 vol-0b
c3.fs id arn:aws:elasticfilesystem:r:1:file-system/fs-0c
c3.fs fileSystemId fs-0c
c4.i-1 volumeId vol-0c
`;

  /** Loads of target instances, in order. */
  function trackLoads(...loads: readonly (readonly [copy: string, load: ServerLoad])[]) {
    const get = (key: string) =>
      Promise.resolve(key === 'executions/e/x/endpoints/r1.txt' ? { text: ENDPOINTS.slice(1) } : undefined);
    const tracker = trackServerLoads({ get } as unknown as Parameters<typeof trackServerLoads>[0]);
    const of = { plan: { experiment: 'e', executionId: 'x' }, rig: { rig: 'r1' } };
    for (const [copy, load] of loads) tracker.add({ ...of, copy: { copy } } as unknown as HostTask, [load]);
    return tracker;
  }
  const makeHour = (from: number): ServerLoad => makeLoad({ from, until: from + 3600 });
  const [first, second, third] = [makeHour(0), makeHour(3600), makeHour(7200)] as const;

  it('returns the loads of a target instance by the id of its file system, in order', async () => {
    const loads = trackLoads(['c1', first], ['c1', second], ['c3', first]);
    expect(await loads.of('fs-0a')).toEqual([first, second]);
    expect(await loads.of('fs-0c')).toEqual([first]);
    // Others are unknown.
    for (const id of ['fs-0b', 'fs-0', 'i-2']) expect(await loads.of(id)).toEqual([]);
    expect(await trackLoads().of('fs-0a')).toEqual([]);
  });

  it('divides the load of a target instance among its volumes', async () => {
    const loads = trackLoads(['c2', makeLoad({ writes: 40, written: 8, metadata: { stat: 2 } })]);
    const part = makeLoad({ read: 5e5, reads: 50, writes: 20, written: 4, metadata: { stat: 1 } });
    expect(await loads.of('vol-0a')).toEqual([part]);
    expect(await loads.of('vol-0b')).toEqual([part]);
  });

  it('returns the loads of a host from all volumes of all target instances', async () => {
    expect(await trackLoads(['c2', first], ['c2', third], ['c4', second]).of('i-1')).toEqual([first, second, third]);
  });
});
