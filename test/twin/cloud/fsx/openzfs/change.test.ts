import { openZfsSetup } from '../../../../../lib/twin/cloud/fsx/openzfs/openzfs';
import { openZfsChange } from '../../../../../lib/twin/cloud/fsx/openzfs/change';
import { thrownBy } from '../../world';
import { openZfs } from '../fsx-world';

type Input = Parameters<typeof openZfsSetup>[0];
const change = (from: object, to: object) =>
  openZfsChange(openZfsSetup(from as Input, 'fsvol-1', 1000), { FileSystemId: 'fs-1', ...to }, 1000);
const zfs = (OpenZFSConfiguration: object) => ({ OpenZFSConfiguration });
const provisioned = (Iops: number) => ({ DiskIopsConfiguration: { Mode: 'USER_PROVISIONED' as const, Iops } });

describe('openZfsChange', () => {
  it.each([
    [['storage'], 600, 600, openZfs(), { StorageCapacity: 1127 }],
    [['throughput'], 1050, undefined, openZfs(), zfs({ ThroughputCapacity: 160 })],
    [['iops'], 600, undefined, openZfs(), zfs(provisioned(4000))],
    [['settings'], 60, undefined, openZfs(), zfs({ CopyTagsToBackups: true })],
    [
      ['storage', 'throughput', 'iops'],
      1050,
      600,
      openZfs(),
      { StorageCapacity: 2048, ...zfs({ ThroughputCapacity: 640, ...provisioned(20_000) }) },
    ],
  ])('plans a change of %j, which takes %d s and optimises storage for %s s', (kinds, seconds, settles, from, to) => {
    const planned = change(from, to);
    expect(planned.kinds).toEqual(kinds);
    expect([planned.takes.seconds, planned.settles?.seconds]).toEqual([seconds, settles]);
  });

  it('lets automatic IOPS follow the storage', () => {
    const { next } = change(openZfs(), { StorageCapacity: 2048 });
    expect(next).toMatchObject({
      StorageCapacity: 2048,
      OpenZFSConfiguration: { DiskIopsConfiguration: { Iops: 6144 } },
    });
  });

  it.each([
    ['less than a tenth more', openZfs(), { StorageCapacity: 1126 }],
    ['shrinking', openZfs(), { StorageCapacity: 512 }],
    ['the same throughput', openZfs(), zfs({ ThroughputCapacity: 320 })],
    ['a throughput of another generation', openZfs(), zfs({ ThroughputCapacity: 512 })],
    ['the same IOPS', openZfs(provisioned(4000)), zfs(provisioned(4000))],
    ['IOPS above the server', openZfs(), zfs(provisioned(100_001))],
    [
      'a server below the provisioned IOPS',
      openZfs({ ThroughputCapacity: 3840, ...provisioned(150_000) }),
      zfs({ ThroughputCapacity: 2560 }),
    ],
    ['storage whose included IOPS exceed the provisioned ones', openZfs(provisioned(4000)), { StorageCapacity: 2048 }],
    ['a Lustre version', openZfs(), { FileSystemTypeVersion: '2.15' }],
  ])('refuses %s', (_what, from, to) => {
    expect(thrownBy(() => change(from, to))).toMatchObject({ name: 'BadRequest' });
  });
});
