import { getDeployedAmi, PUBLISHED_IMAGES, findImage } from '../../../../lib/twin/cloud/ec2/catalog';
import { createFleet, expectRefusal, makeServices, readPages, type Services } from '../services';

const RED_HAT = '309956199498';
const makeFilter = (Name: string, ...Values: string[]) => ({ Name, Values });

async function launchImage(ImageId: string) {
  const services = makeServices();
  const { Errors } = await createFleet(services, 1, { ImageId, InstanceType: 'c7gn.large' });
  await services.pass(60_000);
  return { Errors, found: await services.call('ec2', 'DescribeInstances') };
}

describe('DescribeImages', () => {
  it('finds images by owner, name, architecture and state, in pages', async () => {
    const services = makeServices();
    const asked = {
      Owners: [RED_HAT],
      Filters: [makeFilter('name', 'RHEL-9.*'), makeFilter('architecture', 'arm64'), makeFilter('state', 'available')],
    };
    const { Images } = await services.call<{ Images: object[] }>('ec2', 'DescribeImages', asked);
    expect(Images).toHaveLength(4);
    expect(Images[0]).toMatchObject({ RootDeviceName: '/dev/sda1' });
    const pages = await readPages(services, ['ec2', 'DescribeImages'], 'Images', { ...asked, MaxResults: 3 });
    expect(pages.flat()).toEqual(Images);
  });

  it('refuses an unknown filter with InvalidParameterValue', async () => {
    const input = { Owners: [RED_HAT], Filters: [makeFilter('nmae', 'x')] };
    await expectRefusal(makeServices().call('ec2', 'DescribeImages', input), 'InvalidParameterValue');
  });
});

describe('CreateFleet with a chosen image', () => {
  it('launches instances with the architecture, root device and platform of the image', async () => {
    const image = PUBLISHED_IMAGES.find(({ of, architecture }) => of === 'rhel-9' && architecture === 'arm64');
    const { Errors, found } = await launchImage(image?.id ?? '');
    expect(Errors).toEqual([]);
    const of = { Architecture: 'arm64', RootDeviceName: '/dev/sda1', PlatformDetails: 'Red Hat Enterprise Linux' };
    expect(found).toMatchObject({ Reservations: [{ Instances: [{ ...of, UsageOperation: 'RunInstances:0010' }] }] });
  });

  it('returns an error when the architecture of image and instance type differ', async () => {
    const { Errors, found } = await launchImage(getDeployedAmi('x86_64'));
    expect(found).toMatchObject({ Reservations: [] });
    const ErrorMessage =
      "The architecture 'arm64' of the specified instance type does not match the architecture 'x86_64' of the " +
      'specified AMI.';
    expect(Errors).toMatchObject([{ ErrorCode: 'InvalidParameterValue', ErrorMessage }]);
  });
});

it('finds the deployed AMI by its id, and returns undefined for an unknown id', () => {
  expect(findImage(getDeployedAmi('arm64'))).toMatchObject({ of: 'al2023', architecture: 'arm64' });
  expect(findImage('ami-unknown')).toBeUndefined();
});

describe('DescribeInstanceTypeOfferings', () => {
  const Filters = [makeFilter('instance-type', 'c8gn.16xlarge', 'hpc7g.4xlarge')];
  const asked = { LocationType: 'availability-zone', Filters };
  const list = async (services: Services, more: object = {}): Promise<{ Location: string }[]> => {
    const action = ['ec2', 'DescribeInstanceTypeOfferings'] as const;
    const input = { ...asked, MaxResults: 5, ...more };
    const pages = await readPages<{ Location: string }>(services, action, 'InstanceTypeOfferings', input);
    return pages.flat();
  };

  it('lists every type in every zone in pages, or only those the offers option allows', async () => {
    const services = makeServices();
    expect(await list(services)).toHaveLength(6);
    expect(services.calls).toHaveLength(2);
    const there = await list(services, { Filters: [...Filters, makeFilter('location', 'xx-local-1c')] });
    expect(there.map(({ Location }) => Location)).toEqual(['xx-local-1c', 'xx-local-1c']);
    const some = makeServices({ ec2: { offers: (type, zone) => type === 'hpc7g.4xlarge' && zone.endsWith('1b') } });
    expect(await list(some)).toEqual([
      { InstanceType: 'hpc7g.4xlarge', LocationType: 'availability-zone', Location: 'xx-local-1b' },
    ]);
  });

  it.each([
    ['the location type region', { LocationType: 'region' }],
    ['a request without instance types', { Filters: [] }],
    ['an instance-type pattern', { Filters: [makeFilter('instance-type', 'c8gn.*')] }],
    ['an unknown filter', { Filters: [...Filters, makeFilter('owner', 'me')] }],
    ['MaxResults 4', { MaxResults: 4 }],
  ])('refuses %s with InvalidParameterValue', async (_what, more) => {
    await expectRefusal(list(makeServices(), more), 'InvalidParameterValue');
  });
});
