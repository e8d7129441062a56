import { resourceBars } from '../../../lib/twin/rehearsal/resources';
import { hosts, LUSTRE, paid } from './intervals';

const iso = (moment: number): string => new Date(moment).toISOString();

describe('resourceBars', () => {
  it('makes the hosts of a role one bar, from the first that began to the last that ended', () => {
    const bars = resourceBars([
      paid(hosts('c5n.large'), 100, 500, { id: 'i-1', role: 'client' }),
      paid(hosts('c5n.large'), 90, 480, { id: 'i-2', role: 'client' }),
      paid(hosts('c5n.xlarge'), 95, 700, { id: 'i-3', role: 'watcher' }),
    ]);
    expect(bars).toEqual([
      { lane: 'r1 hosts client', phase: 'existing', label: '2 x c5n.large', from: iso(90), to: iso(500) },
      { lane: 'r1 hosts watcher', phase: 'existing', label: '1 x c5n.xlarge', from: iso(95), to: iso(700) },
    ]);
  });

  it('shows a file system once for each of its configurations, on a lane of its own', () => {
    const larger = { ...LUSTRE, configuration: { ...LUSTRE.configuration } };
    Object.assign(larger.configuration, { StorageCapacity: 2400 });
    const bars = resourceBars([
      paid(LUSTRE, 100, 500, { id: 'fs-1' }),
      paid(larger, 500, 900, { id: 'fs-1' }),
      paid(LUSTRE, 50, 60, { id: 'fs-2', rig: 'r2' }),
    ]);
    expect(bars.map(({ lane, label, from, to }) => [lane, label, from, to])).toEqual([
      ['r1 fs-1', 'LUSTRE SCRATCH_2, 1200 GiB', iso(100), iso(500)],
      ['r1 fs-1', 'LUSTRE SCRATCH_2, 2400 GiB', iso(500), iso(900)],
      ['r2 fs-2', 'LUSTRE SCRATCH_2, 1200 GiB', iso(50), iso(60)],
    ]);
  });

  it('shows a backup that nobody asked for, and what has no rig', () => {
    const backup = {
      kind: 'fsx:backup',
      fileSystemType: 'OPENZFS',
      fileSystemId: 'fs-1',
      storageCapacityGiB: 64,
    } as const;
    const [bar] = resourceBars([{ ...paid(backup, 100, 200, { id: 'backup-1' }), tags: {} }]);
    expect(bar).toMatchObject({ lane: 'backup-1', label: 'backup of fs-1' });
  });

  it('is empty for nothing', () => {
    expect(resourceBars([])).toEqual([]);
  });
});
