import { toResourceBars, trackServerLoads } from '../../../lib/twin/rehearsal/resource-bars';
import { makeHostResource, LUSTRE, makeInterval } from './intervals';
import type { HostTask } from '../../../lib/twin/hosts/modelled/host-task';
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

  it('shows a backup without a rig tag', () => {
    const backup = {
      kind: 'fsx:backup',
      fileSystemType: 'OPENZFS',
      fileSystemId: 'fs-1',
      storageCapacityGiB: 64,
    } as const;
    const [bar] = toResourceBars([{ ...makeInterval(backup, 100, 200, { id: 'backup-1' }), tags: {} }]);
    expect(bar).toMatchObject({ lane: 'backup-1', label: 'backup of fs-1' });
  });

  it('returns an empty list for no resources', () => {
    expect(toResourceBars([])).toEqual([]);
  });
});

describe('trackServerLoads', () => {
  const KEY = 'executions/e/x/endpoints/r1.txt';
  const TEXT =
    'c1.fs id fs-0a\nc1.fs dnsName fs-0a.fsx.example.com\nc2.i-1 volumeId vol-0a\nc2.i-1 volumeId2 vol-0b\n' +
    'c3.fs id arn:aws:elasticfilesystem:r:1:file-system/fs-0c\nc3.fs fileSystemId fs-0c\n';

  function setUp() {
    const store = {
      get: (key: string) => Promise.resolve(key === KEY ? { text: TEXT } : undefined),
    } as unknown as Parameters<typeof trackServerLoads>[0];
    return trackServerLoads(store);
  }
  const asked = (copy: string): HostTask =>
    ({ plan: { experiment: 'e', executionId: 'x' }, rig: { rig: 'r1' }, copy: { copy } }) as unknown as HostTask;

  it('returns the loads of a target instance by the id of its file system, in order', async () => {
    const loads = setUp();
    const [first, second] = [makeLoad(), makeLoad({ from: 3600, until: 7200 })];
    loads.add(asked('c1'), [first]);
    loads.add(asked('c1'), [second]);
    loads.add(asked('c3'), [first]);
    expect(await loads.of('fs-0a')).toEqual([first, second]);
    expect(await loads.of('fs-0c')).toEqual([first]);
  });

  it('divides the load of a target instance among its volumes', async () => {
    const loads = setUp();
    loads.add(asked('c2'), [makeLoad({ writes: 40, written: 8, metadata: { stat: 2 } })]);
    const part = makeLoad({ read: 5e5, reads: 50, writes: 20, written: 4, metadata: { stat: 1 } });
    expect(await loads.of('vol-0a')).toEqual([part]);
    expect(await loads.of('vol-0b')).toEqual([part]);
  });

  it('returns the loads of a host from all volumes of all target instances', async () => {
    const store = {
      get: () => Promise.resolve({ text: 'c2.i-1 volumeId vol-0a\nc2.i-1 volumeId2 vol-0b\nc4.i-1 volumeId vol-0c\n' }),
    } as unknown as Parameters<typeof trackServerLoads>[0];
    const loads = trackServerLoads(store);
    const [first, second, third] = [0, 3600, 7200].map((from) => makeLoad({ from, until: from + 3600 }));
    loads.add(asked('c2'), [first!, third!]);
    loads.add(asked('c4'), [second!]);
    expect(await loads.of('i-1')).toEqual([first, second, third]);
    expect(await loads.of('i-2')).toEqual([]);
  });

  it('returns an empty list for unknown ids', async () => {
    const loads = setUp();
    expect(await loads.of('fs-0a')).toEqual([]);
    loads.add(asked('c1'), [makeLoad()]);
    expect(await loads.of('fs-0b')).toEqual([]);
    expect(await loads.of('fs-0')).toEqual([]);
  });
});
