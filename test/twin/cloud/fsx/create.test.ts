import { expectRefusal, RIG_TAGS, T0, tagList } from '../services';
import { type Input, LONG, makeFsxServices, MINUTE, openZfs, scratch, SKIP_BACKUP, SUBNET } from './fsx-services';

describe('CreateFileSystem', () => {
  it('returns a Lustre file system in state CREATING with its DNS name, ARN and mount name', async () => {
    const made = await makeFsxServices().create(scratch());
    expect(made).toMatchObject({
      FileSystemId: expect.stringMatching(/^fs-[0-9a-f]{17}$/),
      Lifecycle: 'CREATING',
      CreationTime: new Date(T0),
      OwnerId: '000000000000',
      StorageType: 'SSD',
      StorageCapacity: 1200,
      FileSystemTypeVersion: '2.10',
      SubnetIds: [SUBNET],
      NetworkInterfaceIds: [],
      DNSName: `${made.FileSystemId}.fsx.xx-local-1.amazonaws.com`,
      ResourceARN: `arn:aws:fsx:xx-local-1:000000000000:file-system/${made.FileSystemId}`,
      Tags: tagList(RIG_TAGS),
      LustreConfiguration: {
        DeploymentType: 'SCRATCH_2',
        DataCompressionType: 'NONE',
        EfaEnabled: false,
        MountName: expect.stringMatching(/^[a-z2-7]{8}$/),
      },
    });
    expect(made.LustreConfiguration).not.toHaveProperty('AutomaticBackupRetentionDays');
  });

  it('becomes AVAILABLE after its creation time to the millisecond, with an interface per server', async () => {
    const services = makeFsxServices({ timing: { steps: { create: { seconds: 600 } } } });
    const { FileSystemId: id = '' } = await services.create(scratch({ StorageCapacity: 4800 }));
    await services.pass(10 * MINUTE - 1);
    expect((await services.describe(id)).Lifecycle).toBe('CREATING');
    await services.pass(1);
    const { Lifecycle, NetworkInterfaceIds } = await services.describe(id);
    expect([Lifecycle, NetworkInterfaceIds?.length]).toEqual(['AVAILABLE', 3]);
  });

  it('creates an OpenZFS file system with root volume, automatic IOPS and an endpoint', async () => {
    const services = makeFsxServices();
    const { id, root } = await services.createOpenZfs();
    expect(root).toMatch(/^fsvol-[0-9a-f]{17}$/);
    expect((await services.describe(id)).OpenZFSConfiguration).toMatchObject({
      AutomaticBackupRetentionDays: 30,
      CopyTagsToVolumes: false,
      DiskIopsConfiguration: { Mode: 'AUTOMATIC', Iops: 3072 },
      EndpointIpAddress: expect.stringMatching(/^10\.1\.\d+\.\d+$/),
    });
  });

  it('varies the creation time within the noise, and repeats it for the same seed', async () => {
    const bySteps = async (): Promise<number> => {
      const services = makeFsxServices({ timing: { noise: 0.2 } });
      await services.createAvailable(scratch());
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
    const FileSystemId = await services.createAvailable(input);
    expect(await services.create(input)).toMatchObject({ FileSystemId, Lifecycle: 'AVAILABLE' });
    const changed = services.create({ ...input, StorageCapacity: 2400 });
    await expectRefusal(changed, 'IncompatibleParameterError', { Parameter: 'StorageCapacity', statusCode: 400 });
    await services.remove(FileSystemId);
    await services.pass(LONG);
    // Its file system was deleted: the token is free.
    expect((await services.create(input)).FileSystemId).not.toBe(FileSystemId);
  });

  it('ends FAILED, MISCONFIGURED or remains CREATING as injected faults say', async () => {
    const ends = ['fails', 'misconfigured', 'hangs'] as const;
    let created = 0;
    const services = makeFsxServices({
      faults: { create: ({ kind }) => (kind === 'fsx:volume' ? undefined : ends[created++]) },
    });
    const ids: string[] = [];
    for (let n = 0; n < 4; n++) ids.push((await services.create(scratch())).FileSystemId ?? '');
    await services.pass(24 * LONG);
    const found = await Promise.all(ids.map(services.describe));
    expect(found.map(({ Lifecycle }) => Lifecycle)).toEqual(['FAILED', 'MISCONFIGURED', 'CREATING', 'AVAILABLE']);
    expect(found[0]?.FailureDetails?.Message).toContain('failed to create');
  });

  it('refuses a create without required tags with AccessDeniedException', async () => {
    const services = makeFsxServices({}, { requiredTags: ['fsxbench:rig', 'fsxbench:expires-at'] });
    await services.create(scratch());
    const incomplete = services.create(scratch({ Tags: [{ Key: 'fsxbench:rig', Value: 'e1__r1' }] }));
    await expectRefusal(incomplete, 'AccessDeniedException', 'fsxbench:expires-at');
  });
});

const SECOND = 'subnet-00000000000000002';
const TABLE = 'rtb-00000000000000000';
const GROUP = 'sg-00000000000000000';
const [NO_SUBNET, NO_GROUP] = ['subnet-00000000000000009', 'sg-00000000000000009'];
const network = {
  subnets: [SUBNET, SECOND],
  securityGroups: [GROUP],
  routeTables: [TABLE],
  subnetRanges: ['10.0.0.0/18', '10.0.128.0/18'],
};
const multi = (more: object = {}, SubnetIds = [SUBNET, SECOND]) =>
  openZfs(
    {
      DeploymentType: 'MULTI_AZ_1',
      ThroughputCapacity: 160,
      PreferredSubnetId: SUBNET,
      RouteTableIds: [TABLE],
      EndpointIpAddressRange: '10.0.255.192/26',
      ...more,
    },
    { SubnetIds },
  );
const setRange = (EndpointIpAddressRange: string) => multi({ EndpointIpAddressRange });
const NO_NETWORK = 'InvalidNetworkSettings';

describe('network of a file system', () => {
  it.each<[string, Input, string, (string | object)?]>([
    ['a missing subnet', scratch({ SubnetIds: [NO_SUBNET] }), NO_NETWORK, { InvalidSubnetId: NO_SUBNET }],
    ['a missing group', scratch({ SecurityGroupIds: [NO_GROUP] }), NO_NETWORK, { InvalidSecurityGroupId: NO_GROUP }],
    ['a malformed security group id', scratch({ SecurityGroupIds: ['default'] }), 'ValidationException'],
    ['a missing route table', multi({ RouteTableIds: ['rtb-1'] }), NO_NETWORK, { InvalidRouteTableId: 'rtb-1' }],
    ['one subnet for Multi-AZ', multi({}, [SUBNET]), 'BadRequest'],
    ['a preferred subnet outside SubnetIds', multi({ PreferredSubnetId: NO_SUBNET }), 'BadRequest', 'not one of'],
    ['a range in a subnet', setRange('10.0.128.128/28'), 'BadRequest', 'overlaps the subnet 10.0.128.0/18'],
    ['a range with a subnet', setRange('10.0.0.0/16'), 'BadRequest', 'overlaps the subnet 10.0.0.0/18'],
    ['a malformed range', setRange('10.0.255.300/28'), 'ValidationException', 'must be an IPv4 CIDR range'],
    ['a range in Single-AZ', multi({ DeploymentType: 'SINGLE_AZ_2' }), 'BadRequest', 'only supported in two zones'],
  ])('refuses %s', async (_what, input, name, more = {}) => {
    await expectRefusal(makeFsxServices({ network }).create(input), name, more);
  });

  it('accepts existing subnets and security groups', async () => {
    const made = await makeFsxServices({ network }).create(scratch({ SecurityGroupIds: [GROUP] }));
    expect(made.SubnetIds).toEqual([SUBNET]);
  });

  it('has an endpoint address in the range for each Multi-AZ file system, and a route until deletion', async () => {
    const services = makeFsxServices({ network });
    const address = async (id: string) => (await services.describe(id)).OpenZFSConfiguration?.EndpointIpAddress;
    const [first, second] = [await services.createAvailable(multi()), await services.createAvailable(multi())];
    expect([await address(first), await address(second)]).toEqual(['10.0.255.192', '10.0.255.193']);
    const other = { routeTableId: TABLE, destination: '10.0.255.193/32', fileSystemId: second };
    const own = { routeTableId: TABLE, destination: '10.0.255.192/32', fileSystemId: first };
    expect(services.fsx.routes()).toEqual([own, other]);
    expect((await services.describe(first)).NetworkInterfaceIds).toHaveLength(2);
    await services.remove(first, SKIP_BACKUP);
    await services.pass(LONG);
    expect(services.fsx.routes()).toEqual([other]);
    // Its address is free.
    expect(await address(await services.createAvailable(multi()))).toBe('10.0.255.192');
  });

  it('has no route while a Multi-AZ file system is created or after its creation failed', async () => {
    const services = makeFsxServices({ network, faults: { create: () => 'fails' } });
    await services.create(multi());
    expect(services.fsx.routes()).toEqual([]);
    await services.pass(LONG);
    expect(services.fsx.routes()).toEqual([]);
  });
});
