import { refuseNetworkGaps } from '../../../lib/aws/admission/zone';
import type { Config } from '../../../lib/aws/context';
import type { Plan } from '../../../lib/shapes/plan';
import { makeOpenZfsRequests } from '../../../lib/targets/fsx-openzfs/requests';
import { CONFIG as ZFS } from '../../targets/fsx-openzfs/config';
import { makeAccount } from '../account';

const makePlan = (deploymentType: 'SINGLE_AZ_2' | 'MULTI_AZ_1'): Pick<Plan, 'rigs'> =>
  ({ rigs: [{ requests: makeOpenZfsRequests({ ...ZFS, deploymentType }) }] }) as unknown as Pick<Plan, 'rigs'>;
const refusal = (plan: Pick<Plan, 'rigs'>, changes: Partial<Config>): Error | null => {
  const { config, ...rest } = makeAccount().context();
  try {
    refuseNetworkGaps(plan, { ...rest, config: { ...config, ...changes } });
  } catch (error) {
    return error as Error;
  }
  return null;
};
const ONE_ZONE = { subnetId: 'subnet-1', storageSecurityGroupId: 'sg-1', zone: 'us-east-1a' };

describe('refuseNetworkGaps', () => {
  it('refuses a Multi-AZ file system in a single-zone network, and lists the missing settings', () => {
    const error = refusal(makePlan('MULTI_AZ_1'), { network: { ...ONE_ZONE, routeTableId: 'rtb-1' } });
    expect(error?.name).toBe('NetworkUnsupported');
    expect(error?.message.split('\n').slice(0, 3)).toEqual([
      'the network of this deployment lacks:',
      '  a subnet in a second zone (`secondSubnetId`)',
      '  addresses outside all subnets (`endpointRange`)',
    ]);
    expect(error?.message).toContain('secondAvailabilityZone');
  });

  it('accepts a Multi-AZ file system in a two-zone network, and a Single-AZ one in any network', () => {
    expect(refusal(makePlan('MULTI_AZ_1'), {})).toBeNull();
    expect(refusal(makePlan('SINGLE_AZ_2'), { network: ONE_ZONE })).toBeNull();
  });

  it('accepts a Multi-AZ file system in local runs', () => {
    expect(refusal(makePlan('MULTI_AZ_1'), { network: {}, local: true })).toBeNull();
  });
});
