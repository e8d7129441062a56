import { chooseZone } from '../../../lib/aws/admission/zone';
import { makeAccount, type TestAccount } from '../account';
import cases from './zone.cases.json';

const HERE = 'xx-local-1a';
type Offers = (instanceType: string, zone: string) => boolean;

const makeZonedAccount = (offers: Offers): TestAccount => makeAccount({ ec2: { offers } });
const plan = (...roles: readonly (readonly [role: string, instanceType: string])[]) => ({
  rigs: [{ roles: roles.map(([role, instanceType]) => ({ role, instanceType, count: 1, userData: '' })) }],
});
const SPEC = plan(['client', 'c8gn.16xlarge'], ['driver', 'hpc7g.4xlarge'], ['observer', 't3.nano']);

async function readMessage(offers: Offers): Promise<string> {
  const error: unknown = await chooseZone(SPEC, makeZonedAccount(offers).context()).catch((one: unknown) => one);
  expect(error).toMatchObject({ name: 'ZoneLacksTypes' });
  return (error as Error).message;
}

const SECOND = { zone2: 'xx-local-1b', subnetId2: 'subnet-00000000000000002' };

describe('chooseZone with two subnets', () => {
  const chooseInZones = (offers: Offers, more: object = SECOND) => {
    const account = makeZonedAccount(offers);
    const { network } = account.context().config;
    return chooseZone(SPEC, account.context({ network: { ...network, ...more } }));
  };

  it('returns the second zone and subnet when only that zone offers all instance types', async () => {
    const place = { zone: 'xx-local-1b', subnetId: SECOND.subnetId2 };
    expect(await chooseInZones((type, zone) => type === 't3.nano' || zone !== HERE)).toEqual(place);
    expect(await chooseInZones((_type, zone) => zone === 'xx-local-1b')).toEqual(place);
    expect(await chooseInZones(() => true)).toBeNull();
  });

  it('refuses when both zones lack instance types, and lists the missing types of both', async () => {
    const refused: unknown = await chooseInZones(
      (type, zone) => (type === 't3.nano') === (zone === HERE) && zone !== 'xx-local-1b',
    )
      .then(() => null)
      .catch((error: unknown) => error);
    expect((refused as Error).message.split('\n')).toEqual(cases.lacks);
  });

  it('refuses the second subnet when its zone is unknown', async () => {
    await expect(chooseInZones((_type, zone) => zone !== HERE, { subnetId2: SECOND.subnetId2 })).rejects.toThrow(
      /^the zone/,
    );
  });
});

describe('chooseZone with one subnet', () => {
  it('lists each missing instance type with its role, and the zones that offer all types', async () => {
    const message = await readMessage((type, zone) => type === 't3.nano' || zone !== HERE);
    expect(message.split('\n')).toEqual([
      'the zone xx-local-1a of this deployment does not offer these instance types:',
      '  c8gn.16xlarge, needed by fleet.client',
      '  hpc7g.4xlarge, needed by fleet.driver',
      expect.stringMatching(/^Zones that offer all types of this experiment: xx-local-1b, xx-local-1c\. Deploy/),
    ]);
    expect(message).toContain('-c availabilityZone=');
  });

  it('suggests no zone that offers only some of the instance types', async () => {
    const message = await readMessage((type, zone) => (type === 't3.nano') === (zone === HERE));
    expect(message.split('\n')).toEqual(cases.namesNoZoneOnly);
    expect(await readMessage(() => false)).toContain('  t3.nano is offered in no zone of this Region');
    expect(await readMessage(() => false)).toContain('  t3.nano, needed by fleet.observer');
  });

  it('reads all pages of DescribeInstanceTypeOfferings, with each type once in the filter', async () => {
    const account = makeZonedAccount(() => true);
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
      const account = makeZonedAccount(() => false);
      account.refuse('DescribeInstanceTypeOfferings', name);
      await chooseZone(SPEC, account.context());
      expect(account.logged).toEqual([
        {
          level: 'warn',
          message: 'instance types of the zone could not be read; the launch fails if the zone lacks one',
        },
      ]);
    },
  );

  it.each([
    ['its hosts are processes of this machine', { local: true }],
    ['the zone is unknown', { network: { subnetId: 'subnet-00000000000000001' } }],
  ])('makes no EC2 calls when %s', async (_why, config) => {
    const account = makeZonedAccount(() => false);
    await chooseZone(SPEC, account.context(config));
    expect(account.called()).toEqual([]);
  });

  it('accepts the zone when it offers all instance types', async () => {
    const account = makeZonedAccount((_type, zone) => zone === HERE);
    await chooseZone(SPEC, account.context());
    expect(account.called()).toEqual(['ec2:DescribeInstanceTypeOfferings']);
  });
});
