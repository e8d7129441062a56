import { chooseZone, refuseNetworkGaps } from '../../../lib/aws/admission/zone';
import type { Config } from '../../../lib/aws/context';
import type { Plan } from '../../../lib/shapes/plan';
import { makeOpenZfsRequests } from '../../../lib/targets/fsx-openzfs/requests';
import { CONFIG as ZFS } from '../../targets/fsx-openzfs/config';
import { CONFIG, makeAccount } from '../account';
import { expectRefusal } from '../answers';
import cases from './zone.cases.json';

const HERE = 'xx-local-1a';
const SECOND = { zone2: 'xx-local-1b', subnetId2: 'subnet-00000000000000002' };
type Offers = (instanceType: string, zone: string) => boolean;

const plan = (...roles: readonly (readonly [role: string, instanceType: string])[]) => ({
  rigs: [{ roles: roles.map(([role, instanceType]) => ({ role, instanceType, count: 1, userData: '' })) }],
});
const SPEC = plan(['client', 'c8gn.16xlarge'], ['driver', 'hpc7g.4xlarge'], ['observer', 't3.nano']);

/** @param more of the network */
function choose(offers: Offers, more: object = {}) {
  const account = makeAccount({ ec2: { offers } });
  return chooseZone(SPEC, account.context({ network: { ...CONFIG.network, ...more } }));
}
const expectLack = (choosing: unknown, lines: readonly unknown[]): Promise<void> =>
  expectRefusal(choosing, 'ZoneLacksTypes', { message: lines.join('\n') });

describe('chooseZone with two subnets', () => {
  it('returns the second zone and subnet when only that zone offers all instance types', async () => {
    const place = { zone: 'xx-local-1b', subnetId: SECOND.subnetId2 };
    expect(await choose((type, zone) => type === 't3.nano' || zone !== HERE, SECOND)).toEqual(place);
    expect(await choose((_type, zone) => zone === 'xx-local-1b', SECOND)).toEqual(place);
    expect(await choose(() => true, SECOND)).toBeNull();
  });

  it('refuses when both zones lack instance types, and lists the missing types of both', async () => {
    const offers: Offers = (type, zone) => (type === 't3.nano') === (zone === HERE) && zone !== 'xx-local-1b';
    await expectLack(choose(offers, SECOND), cases.lacks);
  });

  it('refuses the second subnet when its zone is unknown', async () => {
    const choosing = choose((_type, zone) => zone !== HERE, { subnetId2: SECOND.subnetId2 });
    await expectRefusal(choosing, 'ZoneLacksTypes', { message: expect.stringMatching(/^the zone/) as string });
  });
});

describe('chooseZone with one subnet', () => {
  it('lists each missing instance type with its role, and the zones that offer all types', async () => {
    const choosing = choose((type, zone) => type === 't3.nano' || zone !== HERE);
    const pattern = [
      ...cases.namesNoZoneOnly.slice(0, 3),
      'Zones that offer all types of this experiment: xx-local-1b, xx-local-1c\\. Deploy.*-c availabilityZone=',
    ].join('\n');
    const message = expect.stringMatching(new RegExp(`^${pattern}`)) as string;
    await expectRefusal(choosing, 'ZoneLacksTypes', { message });
  });

  it('suggests no zone that offers only some of the instance types', async () => {
    const choosing = choose((type, zone) => (type === 't3.nano') === (zone === HERE));
    await expectLack(choosing, cases.namesNoZoneOnly);
    const nowhere = choose(() => false);
    for (const line of ['t3.nano is offered in no zone of this Region', 't3.nano, needed by fleet.observer'])
      await expectRefusal(nowhere, 'ZoneLacksTypes', `  ${line}`);
  });

  it('reads all pages of DescribeInstanceTypeOfferings, with each type once in the filter', async () => {
    const account = makeAccount({ ec2: { offers: () => true } });
    const twice = plan(['client', 'c8gn.16xlarge'], ['server', 'c8gn.16xlarge'], ['driver', 'hpc7g.4xlarge']);
    await chooseZone(twice, account.context());
    const asked = account.inputs('DescribeInstanceTypeOfferings');
    // Six offerings, of which a page here has five.
    expect(asked).toHaveLength(2);
    expect(asked[0]).toEqual({
      LocationType: 'availability-zone',
      Filters: [{ Name: 'instance-type', Values: ['c8gn.16xlarge', 'hpc7g.4xlarge'] }],
    });
  });
});

describe('chooseZone without a refusal', () => {
  it.each(['UnauthorizedOperation', 'RequestLimitExceeded'])(
    'accepts the zone with a warning when DescribeInstanceTypeOfferings fails: %s',
    async (name) => {
      const account = makeAccount({ ec2: { offers: () => false } });
      account.refuse('DescribeInstanceTypeOfferings', name);
      await chooseZone(SPEC, account.context());
      const message = 'instance types of the zone could not be read; the launch fails if the zone lacks one';
      expect(account.logged).toEqual([{ level: 'warn', message }]);
    },
  );

  it.each([
    ['its hosts are processes of this machine', { local: true }],
    ['the zone is unknown', { network: { subnetId: 'subnet-00000000000000001' } }],
  ])('makes no EC2 calls when %s', async (_why, config) => {
    const account = makeAccount({ ec2: { offers: () => false } });
    await chooseZone(SPEC, account.context(config));
    expect(account.called()).toEqual([]);
  });

  it('accepts the zone when it offers all instance types', async () => {
    const account = makeAccount({ ec2: { offers: (_type, zone) => zone === HERE } });
    await chooseZone(SPEC, account.context());
    expect(account.called()).toEqual(['ec2:DescribeInstanceTypeOfferings']);
  });
});

describe('refuseNetworkGaps', () => {
  const ONE_ZONE = { subnetId: 'subnet-1', storageSecurityGroupId: 'sg-1', zone: 'us-east-1a' };
  const check = async (deploymentType: 'SINGLE_AZ_2' | 'MULTI_AZ_1', changes: Partial<Config>): Promise<void> => {
    const requests = makeOpenZfsRequests({ ...ZFS, deploymentType });
    const multiple = { rigs: [{ requests }] } as unknown as Pick<Plan, 'rigs'>;
    refuseNetworkGaps(multiple, makeAccount().context(changes));
  };

  it('refuses a Multi-AZ file system in a single-zone network, and lists the missing settings', async () => {
    const message =
      'the network of this deployment lacks:\n' +
      '  a subnet in a second zone (`secondSubnetId`)\n' +
      '  addresses outside all subnets (`endpointRange`)\n';
    const checking = check('MULTI_AZ_1', { network: { ...ONE_ZONE, routeTableId: 'rtb-1' } });
    await expectRefusal(checking, 'NetworkUnsupported', message);
    await expectRefusal(checking, 'NetworkUnsupported', 'secondAvailabilityZone');
  });

  it.each([
    ['a Multi-AZ file system in a two-zone network', 'MULTI_AZ_1', {}],
    ['a Single-AZ file system in any network', 'SINGLE_AZ_2', { network: ONE_ZONE }],
    ['a Multi-AZ file system in local runs', 'MULTI_AZ_1', { network: {}, local: true }],
  ] as const)('accepts %s', async (_, deploymentType, changes) => {
    await expect(check(deploymentType, changes)).resolves.toBeUndefined();
  });
});
