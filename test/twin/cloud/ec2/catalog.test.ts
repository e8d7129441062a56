import { getDeployedAmi, PUBLISHED_IMAGES, findImage } from '../../../../lib/twin/cloud/ec2/catalog';
import { fleetInput, makeServices, templateInput, type Services, expectRefusal, readPages } from '../services';

interface Page {
  readonly Images: readonly { readonly ImageId: string; readonly Name: string; readonly RootDeviceName: string }[];
  readonly NextToken?: string;
}

const RED_HAT = '309956199498';
const makeFilter = (Name: string, ...Values: string[]) => ({ Name, Values });

async function launchImage(services: Services, ImageId: string, InstanceType: string) {
  const template = templateInput();
  const LaunchTemplateData = { ...template.LaunchTemplateData, ImageId, InstanceType };
  const { LaunchTemplate } = await services.call<{ LaunchTemplate: { LaunchTemplateId: string } }>(
    'ec2',
    'CreateLaunchTemplate',
    { ...template, LaunchTemplateData },
  );
  const fleet = await services.call<{ Errors: { ErrorCode: string; ErrorMessage: string }[] }>(
    'ec2',
    'CreateFleet',
    fleetInput(LaunchTemplate.LaunchTemplateId, 1),
  );
  await services.pass(60_000);
  const found = await services.call<{ Reservations: { Instances: Record<string, unknown>[] }[] }>(
    'ec2',
    'DescribeInstances',
  );
  return { errors: fleet.Errors, instances: found.Reservations.flatMap(({ Instances }) => Instances) };
}

describe('DescribeImages', () => {
  it('finds images by owner, name, architecture and state, in pages', async () => {
    const services = makeServices();
    const Filters = [
      makeFilter('name', 'RHEL-9.*'),
      makeFilter('architecture', 'arm64'),
      makeFilter('state', 'available'),
    ];
    const whole = await services.call<Page>('ec2', 'DescribeImages', { Owners: [RED_HAT], Filters });
    expect(whole.Images).toHaveLength(4);
    const asked = { Owners: [RED_HAT], Filters, MaxResults: 3 };
    expect((await readPages(services, ['ec2', 'DescribeImages'], 'Images', asked)).flat()).toEqual(whole.Images);
    expect(whole.Images[0]?.RootDeviceName).toBe('/dev/sda1');
  });

  it('refuses an unknown filter with InvalidParameterValue', async () => {
    const services = makeServices();
    await expectRefusal(
      services.call('ec2', 'DescribeImages', { Owners: [RED_HAT], Filters: [makeFilter('nmae', 'x')] }),
      'InvalidParameterValue',
    );
  });
});

describe('CreateFleet with a chosen image', () => {
  it('launches instances with the architecture, root device and platform of the image', async () => {
    const image = PUBLISHED_IMAGES.find(({ of, architecture }) => of === 'rhel-9' && architecture === 'arm64');
    const { errors, instances } = await launchImage(makeServices(), image?.id ?? '', 'c7gn.large');
    expect(errors).toEqual([]);
    expect(instances[0]).toMatchObject({
      Architecture: 'arm64',
      RootDeviceName: '/dev/sda1',
      PlatformDetails: 'Red Hat Enterprise Linux',
      UsageOperation: 'RunInstances:0010',
    });
  });

  it('returns an error when the architecture of image and instance type differ', async () => {
    const { errors, instances } = await launchImage(makeServices(), getDeployedAmi('x86_64'), 'c7gn.large');
    expect(instances).toEqual([]);
    expect(errors).toMatchObject([
      {
        ErrorCode: 'InvalidParameterValue',
        ErrorMessage:
          "The architecture 'arm64' of the specified instance type does not match the architecture 'x86_64' of the " +
          'specified AMI.',
      },
    ]);
  });
});

it('finds the deployed AMI by its id, and returns undefined for an unknown id', () => {
  expect(findImage(getDeployedAmi('arm64'))).toMatchObject({ of: 'al2023', architecture: 'arm64' });
  expect(findImage('ami-of-nobody')).toBeUndefined();
});

interface Listing {
  readonly InstanceTypeOfferings: { InstanceType: string; Location: string; LocationType: string }[];
  readonly NextToken?: string;
}
const ASKED = {
  LocationType: 'availability-zone',
  Filters: [{ Name: 'instance-type', Values: ['c8gn.16xlarge', 'hpc7g.4xlarge'] }],
};

describe('DescribeInstanceTypeOfferings', () => {
  it('lists every type in every zone, or only those the offers option allows', async () => {
    const all: Listing = await makeServices().call('ec2', 'DescribeInstanceTypeOfferings', ASKED);
    expect(all.InstanceTypeOfferings).toHaveLength(6);
    const services = makeServices({ ec2: { offers: (type, zone) => type === 'hpc7g.4xlarge' && zone.endsWith('1b') } });
    expect(await services.call('ec2', 'DescribeInstanceTypeOfferings', ASKED)).toEqual({
      InstanceTypeOfferings: [
        { InstanceType: 'hpc7g.4xlarge', LocationType: 'availability-zone', Location: 'xx-local-1b' },
      ],
    });
  });

  it('returns pages, and filters by zone', async () => {
    const services = makeServices();
    const ask = (more: object): Promise<Listing> =>
      services.call('ec2', 'DescribeInstanceTypeOfferings', { ...ASKED, ...more });
    const asked = { ...ASKED, MaxResults: 5 };
    const pages = await readPages(services, ['ec2', 'DescribeInstanceTypeOfferings'], 'InstanceTypeOfferings', asked);
    expect(pages.map(({ length }) => length)).toEqual([5, 1]);
    const there = await ask({ Filters: [...ASKED.Filters, { Name: 'location', Values: ['xx-local-1c'] }] });
    expect(there.InstanceTypeOfferings.map(({ Location }) => Location)).toEqual(['xx-local-1c', 'xx-local-1c']);
  });

  it.each([
    ['the location type region', { LocationType: 'region' }],
    ['a request without instance types', { Filters: [] }],
    ['an instance-type pattern', { Filters: [{ Name: 'instance-type', Values: ['c8gn.*'] }] }],
    ['an unknown filter', { Filters: [...ASKED.Filters, { Name: 'owner', Values: ['me'] }] }],
    ['MaxResults 4', { MaxResults: 4 }],
  ])('refuses %s with InvalidParameterValue', async (_what, more) => {
    await expectRefusal(
      makeServices().call('ec2', 'DescribeInstanceTypeOfferings', { ...ASKED, ...more }),
      'InvalidParameterValue',
    );
  });
});
