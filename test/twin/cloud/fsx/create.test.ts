import type { CreateFileSystemCommandInput } from '@aws-sdk/client-fsx';
import { expectRefusal, RIG_TAGS, T0, tagList, catchError } from '../services';
import {
  create,
  describeFileSystem,
  makeFsxServices,
  LONG,
  createAvailable,
  MINUTE,
  openZfs,
  callRefused,
  scratch,
  SUBNET,
} from './fsx-services';
import { requireValidNetwork } from '../../../../lib/twin/cloud/fsx/create';
import type { FsxNetwork } from '../../../../lib/twin/cloud/fsx/contract';
import { isSimulatedType, getFsxType } from '../../../../lib/twin/cloud/fsx/registry';

describe('CreateFileSystem', () => {
  it('returns a Lustre file system in state CREATING with its DNS name, ARN and mount name', async () => {
    const services = makeFsxServices();
    const made = await create(services, scratch());
    expect(made).toMatchObject({
      Lifecycle: 'CREATING',
      CreationTime: new Date(T0),
      OwnerId: '000000000000',
      StorageType: 'SSD',
      StorageCapacity: 1200,
      FileSystemTypeVersion: '2.10',
      SubnetIds: [SUBNET],
      NetworkInterfaceIds: [],
      Tags: tagList(RIG_TAGS),
      LustreConfiguration: { DeploymentType: 'SCRATCH_2', DataCompressionType: 'NONE', EfaEnabled: false },
    });
    expect(made.FileSystemId).toMatch(/^fs-[0-9a-f]{17}$/);
    expect(made.DNSName).toBe(`${made.FileSystemId}.fsx.xx-local-1.amazonaws.com`);
    expect(made.ResourceARN).toBe(`arn:aws:fsx:xx-local-1:000000000000:file-system/${made.FileSystemId}`);
    expect(made.LustreConfiguration?.MountName).toMatch(/^[a-z2-7]{8}$/);
    expect(made.LustreConfiguration).not.toHaveProperty('AutomaticBackupRetentionDays');
  });

  it('becomes AVAILABLE after its creation time to the millisecond, with an interface per server', async () => {
    const services = makeFsxServices({ timing: { steps: { create: { seconds: 600 } } } });
    const { FileSystemId: id = '' } = await create(services, scratch({ StorageCapacity: 4800 }));
    await services.pass(10 * MINUTE - 1);
    expect((await describeFileSystem(services, id)).Lifecycle).toBe('CREATING');
    await services.pass(1);
    const there = await describeFileSystem(services, id);
    expect(there.Lifecycle).toBe('AVAILABLE');
    expect(there.NetworkInterfaceIds).toHaveLength(3);
  });

  it('creates an OpenZFS file system with root volume, automatic IOPS and an endpoint', async () => {
    const services = makeFsxServices();
    const id = await createAvailable(services, openZfs());
    const { OpenZFSConfiguration: found } = await describeFileSystem(services, id);
    expect(found).toMatchObject({
      AutomaticBackupRetentionDays: 30,
      CopyTagsToVolumes: false,
      DiskIopsConfiguration: { Mode: 'AUTOMATIC', Iops: 3072 },
      RootVolumeId: expect.stringMatching(/^fsvol-[0-9a-f]{17}$/),
      EndpointIpAddress: expect.stringMatching(/^10\.1\.\d+\.\d+$/),
    });
  });

  it('varies the creation time within the noise, and repeats it for the same seed', async () => {
    const bySteps = async (): Promise<number> => {
      const services = makeFsxServices({ timing: { noise: 0.2 } });
      await createAvailable(services, scratch());
      return services.paid[0]?.at ?? 0;
    };
    const [first, second] = [await bySteps(), await bySteps()];
    expect(first).toBe(second);
    const taken = (first - T0) / 1000 / (600 + (1.7 * 1200) / 1024);
    expect(taken).toBeGreaterThan(0.8);
    expect(taken).toBeLessThan(1.2);
    expect(taken).not.toBeCloseTo(1, 3);
  });

  it('returns the existing file system for the same token, and refuses changed parameters by name', async () => {
    const services = makeFsxServices();
    const input = scratch({ ClientRequestToken: 'e1.r1-fs' });
    const first = await create(services, input);
    await services.pass(LONG);
    expect(await create(services, input)).toMatchObject({ FileSystemId: first.FileSystemId, Lifecycle: 'AVAILABLE' });
    await expectRefusal(create(services, { ...input, StorageCapacity: 2400 }), 'IncompatibleParameterError', {
      Parameter: 'StorageCapacity',
      statusCode: 400,
    });
    await expectRefusal(create(services, { ...input, ClientRequestToken: 'x'.repeat(64) }), 'ValidationException');
  });

  it('creates another file system for a token whose file system was deleted', async () => {
    const services = makeFsxServices();
    const input = scratch({ ClientRequestToken: 'token' });
    const first = await createAvailable(services, input);
    await services.call('fsx', 'DeleteFileSystem', { FileSystemId: first });
    await services.pass(LONG);
    expect((await create(services, input)).FileSystemId).not.toBe(first);
  });

  it.each<[string, Partial<CreateFileSystemCommandInput>, string]>([
    ['the configuration of another type', { ...openZfs(), LustreConfiguration: {} }, 'BadRequest'],
    ['HDD storage of a scratch file system', scratch({ StorageType: 'HDD' }), 'BadRequest'],
    ['HDD storage of OpenZFS', openZfs({}, { StorageType: 'HDD' }), 'BadRequest'],
    [
      'two subnets of a Single-AZ file system',
      scratch({ SubnetIds: [SUBNET, 'subnet-11111111111111111'] }),
      'BadRequest',
    ],
    ['a malformed subnet id', scratch({ SubnetIds: ['mine'] }), 'ValidationException'],
    [
      '51 tags',
      scratch({ Tags: Array.from({ length: 51 }, (_, n) => ({ Key: `k${n}`, Value: '' })) }),
      'ValidationException',
    ],
    ['an unknown file system type', scratch({ FileSystemType: 'ZFS' as 'LUSTRE' }), 'ValidationException'],
  ])('refuses %s', async (_what, input, name) => {
    const services = makeFsxServices();
    await expectRefusal(create(services, input), name);
    await services.pass(LONG);
    expect(services.fsx.left()).toEqual([]);
  });

  it.each([
    [{ ...scratch(), FileSystemType: 'WINDOWS' }, 'WINDOWS'],
    [{ ...openZfs(), StorageType: 'INTELLIGENT_TIERING' }, 'INTELLIGENT_TIERING'],
    [{ ...scratch(), WindowsConfiguration: {} }, 'WindowsConfiguration'],
    [{ ...scratch(), SubnetIds: undefined }, 'SubnetIds'],
  ])('refuses parameters that are not modelled with ArgumentError: %j', async (input, named) => {
    await expectRefusal(callRefused(makeFsxServices(), 'CreateFileSystem', input), 'ArgumentError', named);
  });

  it('ends FAILED, MISCONFIGURED or remains CREATING as injected faults say', async () => {
    const ends = ['fails', 'misconfigured', 'hangs'] as const;
    let asked = 0;
    const services = makeFsxServices({
      faults: { create: ({ kind }) => (kind === 'fsx:volume' ? undefined : ends[asked++]) },
    });
    const ids: string[] = [];
    for (let n = 0; n < 4; n++) ids.push((await create(services, scratch())).FileSystemId ?? '');
    await services.pass(24 * LONG);
    const found = await Promise.all(ids.map((id) => describeFileSystem(services, id)));
    expect(found.map(({ Lifecycle }) => Lifecycle)).toEqual(['FAILED', 'MISCONFIGURED', 'CREATING', 'AVAILABLE']);
    expect(found[0]?.FailureDetails?.Message).toContain('failed to create');
  });

  it('refuses a create without required tags with AccessDeniedException', async () => {
    const services = makeFsxServices({}, { requiredTags: ['fsxbench:rig', 'fsxbench:expires-at'] });
    await expect(create(services, scratch())).resolves.toBeDefined();
    await expectRefusal(
      create(services, scratch({ Tags: [{ Key: 'fsxbench:rig', Value: 'e1__r1' }] })),
      'AccessDeniedException',
      'fsxbench:expires-at',
    );
  });
});

const OTHER = 'subnet-11111111111111111';
function check(input: Partial<CreateFileSystemCommandInput>, network: FsxNetwork = {}): readonly string[] {
  const { FileSystemType = '' } = input;
  if (!isSimulatedType(FileSystemType)) throw new Error(`${FileSystemType} is not modelled`);
  const whole = input as CreateFileSystemCommandInput;
  return requireValidNetwork(network, whole, getFsxType({ FileSystemType }).network(whole));
}

describe('requireValidNetwork', () => {
  it('reports the id of a missing subnet or security group', () => {
    expect(catchError(() => check(scratch(), { subnets: [OTHER] }))).toMatchObject({
      name: 'InvalidNetworkSettings',
      InvalidSubnetId: SUBNET,
    });
    const group = 'sg-00000000000000000';
    expect(catchError(() => check(scratch({ SecurityGroupIds: [group] }), { securityGroups: [] }))).toMatchObject({
      name: 'InvalidNetworkSettings',
      InvalidSecurityGroupId: group,
    });
    expect(check(scratch({ SecurityGroupIds: [group] }), { subnets: [SUBNET], securityGroups: [group] })).toEqual([
      SUBNET,
    ]);
  });

  it('requires two subnets for Multi-AZ, and the preferred subnet among them', () => {
    const multi = (PreferredSubnetId: string, SubnetIds: string[]) =>
      openZfs({ DeploymentType: 'MULTI_AZ_1', PreferredSubnetId, RouteTableIds: ['rtb-1'] }, { SubnetIds });
    expect(check(multi(OTHER, [SUBNET, OTHER]))).toEqual([SUBNET, OTHER]);
    expect(catchError(() => check(multi(SUBNET, [SUBNET])))).toMatchObject({ name: 'BadRequest' });
    expect(catchError(() => check(multi('subnet-22222222222222222', [SUBNET, OTHER])))).toMatchObject({
      name: 'BadRequest',
    });
    expect(catchError(() => check(multi(OTHER, [SUBNET, OTHER]), { routeTables: [] }))).toMatchObject({
      InvalidRouteTableId: 'rtb-1',
    });
  });

  it('refuses a malformed security group id', () => {
    expect(catchError(() => check(scratch({ SecurityGroupIds: ['default'] })))).toMatchObject({
      name: 'ValidationException',
    });
  });
});

const SECOND = 'subnet-00000000000000002';
const TABLE = 'rtb-00000000000000000';
const RANGE = '10.0.255.192/26';
const zones = {
  subnets: [SUBNET, SECOND],
  routeTables: [TABLE],
  subnetRanges: ['10.0.0.0/18', '10.0.128.0/18'],
};
const multi = (more: object = {}) =>
  openZfs(
    {
      DeploymentType: 'MULTI_AZ_1',
      ThroughputCapacity: 160,
      PreferredSubnetId: SUBNET,
      RouteTableIds: [TABLE],
      EndpointIpAddressRange: RANGE,
      ...more,
    },
    { SubnetIds: [SUBNET, SECOND] },
  );

describe('Multi-AZ OpenZFS file system', () => {
  it('receives its own endpoint address in the range, and a route to it', async () => {
    const services = makeFsxServices({ network: zones });
    const first = await createAvailable(services, multi());
    const second = await createAvailable(services, multi());
    const addresses = await Promise.all(
      [first, second].map(
        async (id) => (await describeFileSystem(services, id)).OpenZFSConfiguration?.EndpointIpAddress,
      ),
    );
    expect(addresses).toEqual(['10.0.255.192', '10.0.255.193']);
    expect(services.account.fsx.routes()).toEqual([
      { routeTableId: TABLE, destination: '10.0.255.192/32', fileSystemId: first },
      { routeTableId: TABLE, destination: '10.0.255.193/32', fileSystemId: second },
    ]);
    expect((await describeFileSystem(services, first)).NetworkInterfaceIds).toHaveLength(2);
  });

  it('removes only its own route on deletion, and frees its address', async () => {
    const services = makeFsxServices({ network: zones });
    const [first, second] = [await createAvailable(services, multi()), await createAvailable(services, multi())];
    const OpenZFSConfiguration = { SkipFinalBackup: true };
    await services.call('fsx', 'DeleteFileSystem', { FileSystemId: first, OpenZFSConfiguration });
    await services.pass(LONG);
    expect(services.account.fsx.routes().map(({ fileSystemId }) => fileSystemId)).toEqual([second]);
    const third = await createAvailable(services, multi());
    expect((await describeFileSystem(services, third)).OpenZFSConfiguration?.EndpointIpAddress).toBe('10.0.255.192');
  });

  it('has no route while it is created or after its creation failed', async () => {
    const services = makeFsxServices({ network: zones, faults: { create: () => 'fails' } });
    await services.call('fsx', 'CreateFileSystem', multi());
    expect(services.account.fsx.routes()).toEqual([]);
    await services.pass(LONG);
    expect(services.account.fsx.routes()).toEqual([]);
  });

  it.each([
    [
      'an endpoint range within a subnet',
      { EndpointIpAddressRange: '10.0.128.128/28' },
      /overlaps the subnet 10.0.128.0\/18/,
    ],
    [
      'an endpoint range that contains a subnet',
      { EndpointIpAddressRange: '10.0.0.0/16' },
      /overlaps the subnet 10.0.0.0\/18/,
    ],
    ['a malformed endpoint range', { EndpointIpAddressRange: '10.0.255.300/28' }, /must be an IPv4 CIDR range/],
    ['an unknown route table', { RouteTableIds: ['rtb-1'] }, /rtb-1' does not exist/],
    [
      'a preferred subnet that is not in SubnetIds',
      { PreferredSubnetId: 'subnet-00000000000000009' },
      /not one of SubnetIds/,
    ],
    ['an endpoint range in a Single-AZ deployment', { DeploymentType: 'SINGLE_AZ_2' }, /only supported in two zones/],
  ])('refuses %s', async (_what, more, message) => {
    await expect(callRefused(makeFsxServices({ network: zones }), 'CreateFileSystem', multi(more))).rejects.toThrow(
      message,
    );
  });
});
