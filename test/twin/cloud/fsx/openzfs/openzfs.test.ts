import { openZfsChange, openZfsSetup } from '../../../../../lib/twin/cloud/fsx/openzfs/openzfs';
import { thrownBy } from '../../world';
import { openZfs } from '../fsx-world';

type Input = Parameters<typeof openZfsSetup>[0];
const setup = (input: object, iopsPerGib = 1000) => openZfsSetup(input as Input, 'fsvol-1', iopsPerGib);
const provisioned = (Iops: number) => ({ DiskIopsConfiguration: { Mode: 'USER_PROVISIONED' as const, Iops } });

describe('openZfsSetup', () => {
  it.each([
    ['SINGLE_AZ_1', 64],
    ['SINGLE_AZ_HA_1', 4096],
    ['SINGLE_AZ_2', 160],
    ['SINGLE_AZ_HA_2', 10_240],
  ] as const)('takes %s with %d MBps', (DeploymentType, ThroughputCapacity) => {
    expect(setup(openZfs({ DeploymentType, ThroughputCapacity })).OpenZFSConfiguration).toMatchObject({
      DeploymentType,
      ThroughputCapacity,
      RootVolumeId: 'fsvol-1',
    });
  });

  it.each([
    ['a throughput of another generation', openZfs({ ThroughputCapacity: 64 }), 'BadRequest'],
    ['no throughput', openZfs({ ThroughputCapacity: undefined }), 'ValidationException'],
    ['a throughput below the model’s bounds', openZfs({ ThroughputCapacity: 4 }), 'ValidationException'],
    ['no deployment type', openZfs({ DeploymentType: undefined }), 'ValidationException'],
    ['63 GiB', openZfs({}, { StorageCapacity: 63 }), 'BadRequest'],
    ['no capacity', openZfs({}, { StorageCapacity: undefined }), 'BadRequest'],
    ['fewer IOPS than included', openZfs(provisioned(3071)), 'BadRequest'],
    ['more IOPS than the server has', openZfs(provisioned(100_001)), 'BadRequest'],
    ['IOPS without a number', openZfs({ DiskIopsConfiguration: { Mode: 'USER_PROVISIONED' } }), 'BadRequest'],
    ['a number in AUTOMATIC', openZfs({ DiskIopsConfiguration: { Mode: 'AUTOMATIC', Iops: 3072 } }), 'BadRequest'],
    ['91 days of backups', openZfs({ AutomaticBackupRetentionDays: 91 }), 'ValidationException'],
    ['Multi-AZ without a preferred subnet', openZfs({ DeploymentType: 'MULTI_AZ_1' }), 'BadRequest'],
    ['a preferred subnet in one zone', openZfs({ PreferredSubnetId: 'subnet-00000000000000000' }), 'BadRequest'],
  ])('refuses %s', (_what, input, name) => {
    expect(thrownBy(() => setup(input))).toMatchObject({ name });
  });

  it('takes IOPS from the included ones to what server and Region allow', () => {
    // What a server of 320 MBps has at all times, and what it bursts to.
    expect(setup(openZfs(provisioned(12_501))).OpenZFSConfiguration.DiskIopsConfiguration.Iops).toBe(12_501);
    expect(setup(openZfs(provisioned(100_000))).OpenZFSConfiguration.DiskIopsConfiguration.Iops).toBe(100_000);
    const first = openZfs({ DeploymentType: 'SINGLE_AZ_1', ThroughputCapacity: 64, ...provisioned(40_000) });
    expect(setup(first).OpenZFSConfiguration.DiskIopsConfiguration.Iops).toBe(40_000);
    const large = openZfs({ ThroughputCapacity: 3840, ...provisioned(150_001) });
    expect(thrownBy(() => setup(large))).toMatchObject({ message: expect.stringContaining('3072 to 150000') });
    expect(setup(openZfs(provisioned(3072))).OpenZFSConfiguration.DiskIopsConfiguration.Iops).toBe(3072);
    const small = openZfs(provisioned(5001), { StorageCapacity: 100 });
    expect(setup(small).OpenZFSConfiguration.DiskIopsConfiguration.Iops).toBe(5001);
    expect(thrownBy(() => setup(small, 50))).toMatchObject({
      name: 'BadRequest',
      message: expect.stringContaining('300 to 5000'),
    });
  });

  it('says so where the included IOPS are more than the server has, in the place of an empty range', () => {
    const small = { DeploymentType: 'SINGLE_AZ_1', ThroughputCapacity: 64, ...provisioned(60_000) } as const;
    expect(thrownBy(() => setup(openZfs(small, { StorageCapacity: 20_000 })))).toMatchObject({
      name: 'BadRequest',
      message:
        'Iops 60000 are not valid; 20000 GiB have 60000 already, and a server of 64 MBps has 40000 at most: none can ' +
        'be provisioned, use AUTOMATIC mode',
    });
  });
});

const change = (from: object, to: object) =>
  openZfsChange(openZfsSetup(from as Input, 'fsvol-1', 1000), { FileSystemId: 'fs-1', ...to }, 1000);
const zfs = (OpenZFSConfiguration: object) => ({ OpenZFSConfiguration });

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
