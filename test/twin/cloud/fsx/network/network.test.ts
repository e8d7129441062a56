import type { CreateFileSystemCommandInput } from '@aws-sdk/client-fsx';
import { type FsxNetwork, requireNetwork } from '../../../../../lib/twin/cloud/fsx/network/network';
import { isModelled, typeOf } from '../../../../../lib/twin/cloud/fsx/registry';
import { thrownBy } from '../../world';
import { openZfs, scratch, SUBNET } from '../fsx-world';

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
