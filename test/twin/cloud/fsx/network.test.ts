import type { CreateFileSystemCommandInput } from '@aws-sdk/client-fsx';
import { requireNetwork } from '../../../../lib/twin/cloud/fsx/network';
import type { FsxNetwork } from '../../../../lib/twin/cloud/fsx/records';
import { isModelled, typeOf } from '../../../../lib/twin/cloud/fsx/registry';
import { thrownBy } from '../world';
import { fileSystem, fsxWorld, LONG, made, openZfs, refused, scratch, SUBNET } from './fsx-world';

const OTHER = 'subnet-11111111111111111';
function check(input: Partial<CreateFileSystemCommandInput>, network: FsxNetwork = {}): readonly string[] {
  const { FileSystemType = '' } = input;
  if (!isModelled(FileSystemType)) throw new Error(`${FileSystemType} is not modelled`);
  const whole = input as CreateFileSystemCommandInput;
  return requireNetwork(network, whole, typeOf({ FileSystemType }).network(whole));
}

describe('requireNetwork', () => {
  it('names what does not exist', () => {
    expect(thrownBy(() => check(scratch(), { subnets: [OTHER] }))).toMatchObject({
      name: 'InvalidNetworkSettings',
      InvalidSubnetId: SUBNET,
    });
    const group = 'sg-00000000000000000';
    expect(thrownBy(() => check(scratch({ SecurityGroupIds: [group] }), { securityGroups: [] }))).toMatchObject({
      name: 'InvalidNetworkSettings',
      InvalidSecurityGroupId: group,
    });
    expect(check(scratch({ SecurityGroupIds: [group] }), { subnets: [SUBNET], securityGroups: [group] })).toEqual([
      SUBNET,
    ]);
  });

  it('wants two subnets for Multi-AZ, the preferred one among them', () => {
    const multi = (PreferredSubnetId: string, SubnetIds: string[]) =>
      openZfs({ DeploymentType: 'MULTI_AZ_1', PreferredSubnetId, RouteTableIds: ['rtb-1'] }, { SubnetIds });
    expect(check(multi(OTHER, [SUBNET, OTHER]))).toEqual([SUBNET, OTHER]);
    expect(thrownBy(() => check(multi(SUBNET, [SUBNET])))).toMatchObject({ name: 'BadRequest' });
    expect(thrownBy(() => check(multi('subnet-22222222222222222', [SUBNET, OTHER])))).toMatchObject({
      name: 'BadRequest',
    });
    expect(thrownBy(() => check(multi(OTHER, [SUBNET, OTHER]), { routeTables: [] }))).toMatchObject({
      InvalidRouteTableId: 'rtb-1',
    });
  });

  it('refuses a security group that is no id', () => {
    expect(thrownBy(() => check(scratch({ SecurityGroupIds: ['default'] })))).toMatchObject({
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

describe('a file system in two zones', () => {
  it('is reached at an address of its range, each at one of its own, with a route to it', async () => {
    const world = fsxWorld({ network: zones });
    const first = await made(world, multi());
    const second = await made(world, multi());
    const addresses = await Promise.all(
      [first, second].map(async (id) => (await fileSystem(world, id)).OpenZFSConfiguration?.EndpointIpAddress),
    );
    expect(addresses).toEqual(['10.0.255.192', '10.0.255.193']);
    expect(world.account.fsx.routes()).toEqual([
      { routeTableId: TABLE, destination: '10.0.255.192/32', fileSystemId: first },
      { routeTableId: TABLE, destination: '10.0.255.193/32', fileSystemId: second },
    ]);
    expect((await fileSystem(world, first)).NetworkInterfaceIds).toHaveLength(2);
  });

  it('takes its route with it, and leaves that of others', async () => {
    const world = fsxWorld({ network: zones });
    const [first, second] = [await made(world, multi()), await made(world, multi())];
    const OpenZFSConfiguration = { SkipFinalBackup: true };
    await world.call('fsx', 'DeleteFileSystem', { FileSystemId: first, OpenZFSConfiguration });
    await world.pass(LONG);
    expect(world.account.fsx.routes().map(({ fileSystemId }) => fileSystemId)).toEqual([second]);
    const third = await made(world, multi());
    expect((await fileSystem(world, third)).OpenZFSConfiguration?.EndpointIpAddress).toBe('10.0.255.192');
  });

  it('has no route before it is there, nor where it failed', async () => {
    const world = fsxWorld({ network: zones, faults: { create: () => 'fails' } });
    await world.call('fsx', 'CreateFileSystem', multi());
    expect(world.account.fsx.routes()).toEqual([]);
    await world.pass(LONG);
    expect(world.account.fsx.routes()).toEqual([]);
  });

  it.each([
    ['a range that a subnet has', { EndpointIpAddressRange: '10.0.128.128/28' }, /overlaps the subnet 10.0.128.0\/18/],
    ['a range that holds a subnet', { EndpointIpAddressRange: '10.0.0.0/16' }, /overlaps the subnet 10.0.0.0\/18/],
    ['no range', { EndpointIpAddressRange: '10.0.255.300/28' }, /must be an IPv4 CIDR range/],
    ['a route table that is not there', { RouteTableIds: ['rtb-1'] }, /rtb-1' does not exist/],
    ['a preferred subnet of another', { PreferredSubnetId: 'subnet-00000000000000009' }, /not one of SubnetIds/],
    ['one zone', { DeploymentType: 'SINGLE_AZ_2' }, /only supported in two zones/],
  ])('is refused with %s', async (_what, more, message) => {
    await expect(refused(fsxWorld({ network: zones }), 'CreateFileSystem', multi(more))).rejects.toThrow(message);
  });
});
