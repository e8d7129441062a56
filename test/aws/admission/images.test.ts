import { findImages } from '../../../lib/aws/admission/images';
import { findImage } from '../../../lib/twin/cloud/ec2/catalog';
import { makeAccount } from '../account';
import { changeAnswer, expectRefusal } from '../answers';
import cases from './images.cases.json';

type Roles = Parameters<typeof findImages>[0]['rigs'][number]['roles'];
const plan = (...roles: Roles) => ({ rigs: [{ roles }, { roles }] });

it('finds one image per distribution and architecture: the newest build of the newest minor version', async () => {
  const account = makeAccount({ pageItems: 100 });
  const found = await findImages(
    plan(
      { instanceType: 'c5n.large', image: 'rhel-9' },
      { instanceType: 'm5.large', image: 'rhel-9' },
      { instanceType: 'c7gn.large', image: 'rhel-9' },
      { instanceType: 'c5n.large', image: 'al2023-kernel-6.18' },
    ),
    account.context(),
  );
  expect(found.map(({ reference, rootDevice }) => [reference, rootDevice])).toEqual([
    ['@image.rhel-9.x86_64', '/dev/sda1'],
    ['@image.rhel-9.arm64', '/dev/sda1'],
    ['@image.al2023-kernel-6.18.x86_64', '/dev/xvda'],
  ]);
  // An older minor version was built later, and a newer one is not available yet.
  expect(found.map(({ imageId }) => findImage(imageId)?.name)).toEqual([
    'RHEL-9.10.20261020_HVM-20261020-x86_64-20261020-Hourly2-GP3',
    'RHEL-9.10.20261020_HVM-20261020-arm64-20261020-Hourly2-GP3',
    'al2023-ami-2023.10.20261020-kernel-6.18-x86_64',
  ]);
  const asked = account.inputs('DescribeImages');
  expect(asked).toHaveLength(3);
  expect(asked[0]).toEqual(cases.filters);
});

it('reads all pages of DescribeImages', async () => {
  const [whole, account] = [makeAccount({ pageItems: 100 }), makeAccount()];
  const alma = plan({ instanceType: 'c5n.large', image: 'almalinux-9' });
  expect(await findImages(alma, account.context())).toEqual(await findImages(alma, whole.context()));
  // Four are available, of which a page here has two.
  expect(account.inputs('DescribeImages')).toHaveLength(2);
});

it('uses the deployed Amazon Linux image, without DescribeImages, when a role has no `image`', async () => {
  const account = makeAccount();
  const deployed = account.context({ images: { x86_64: { imageId: 'ami-1', rootDevice: '/dev/xvda' } } });
  expect(await findImages(plan({ instanceType: 'c5n.large' }), deployed)).toEqual([
    { reference: '@image.al2023.x86_64', imageId: 'ami-1', rootDevice: '/dev/xvda' },
  ]);
  expect(account.inputs('DescribeImages')).toEqual([]);
  await expectRefusal(findImages(plan({ instanceType: 'c7gn.large' }), deployed), 'ImageNotFound', {
    message:
      'this deployment has no image of Amazon Linux 2023 for arm64: deploy the bench stack again. ' +
      'Choose another `image`, or instance types of another architecture',
  });
});

it('reports the owner account and name pattern it searched when no image exists', async () => {
  const context = makeAccount().context();
  const aws = changeAnswer(context.aws, 'ec2', 'describeImages', () => ({ Images: [] }));
  await expectRefusal(
    findImages(plan({ instanceType: 'c5n.large', image: 'ubuntu-24.04' }), { ...context, aws }),
    'ImageNotFound',
    {
      message:
        'no image of Ubuntu Server 24.04 LTS for x86_64 in this Region: the account 099720109477 has no available ' +
        "image called 'ubuntu/images/hvm-ssd-gp3/ubuntu-noble-24.04-amd64-server-*'. Choose another `image`, or " +
        'instance types of another architecture',
    },
  );
});

it('refuses images with HTTP-only package mirrors when the deployment blocks HTTP', async () => {
  const account = makeAccount({ pageItems: 100 });
  const ubuntu = plan({ instanceType: 'c5n.large', image: 'ubuntu-22.04' });
  const at = (httpPackages: boolean) => account.context({ httpPackages });
  await expectRefusal(findImages(ubuntu, at(false)), 'EgressNotAllowed', {
    message:
      'this deployment blocks HTTP, but the package mirrors of ubuntu-22.04 offer only HTTP. ' +
      'Set `httpPackages=true` and deploy the bench stack again (docs/deploy.md), or choose another ' +
      '`image`',
  });
  expect(await findImages(ubuntu, at(true))).toHaveLength(1);
  expect(await findImages(plan({ instanceType: 'c5n.large', image: 'rhel-8' }), at(false))).toHaveLength(1);
});
