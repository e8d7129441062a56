import { refuseUnlistable } from '../../../lib/aws/admission/refusals';
import type { Plan } from '../../../lib/shapes/plan';
import { makeAccount } from '../account';

const PLAN = { rigs: [{ copies: [{ requests: [{ call: 'CreateFileSystem' }] }] }] } as unknown as Plan;

it('asks for each kind that the plan may make, once, and for no other', async () => {
  const account = makeAccount();
  await refuseUnlistable(PLAN, account.context());
  expect(account.called().toSorted()).toEqual([
    'ec2:DescribeInstances',
    'ec2:DescribeLaunchTemplates',
    'ec2:DescribeVolumes',
    'fsx:DescribeFileSystems',
    'fsx:DescribeStorageVirtualMachines',
    'fsx:DescribeVolumes',
  ]);
});

it('refuses before anything is made what could not be listed afterwards, with every kind and call', async () => {
  const account = makeAccount();
  account.refuse('DescribeFileSystems', 'AccessDenied');
  account.refuse('DescribeLaunchTemplates', 'UnauthorizedOperation');
  await expect(refuseUnlistable(PLAN, account.context())).rejects.toMatchObject({
    name: 'CannotList',
    message: [
      'ec2:launch-template cannot be listed (ec2:DescribeLaunchTemplates): ' +
        'UnauthorizedOperation: UnauthorizedOperation happened',
      'fsx:file-system cannot be listed (fsx:DescribeFileSystems): AccessDenied: AccessDenied happened',
      'Teardown deletes and verifies only resources that it can list. Nothing was created.',
      'Allow these actions to the functions of the deployment; a policy or boundary may deny them.',
    ].join('\n'),
  });
});

it('leaves what may pass to another try, and asks nothing on this machine', async () => {
  const account = makeAccount();
  account.refuse('DescribeVolumes', 'ThrottlingException');
  await expect(refuseUnlistable(PLAN, account.context())).rejects.toMatchObject({
    name: 'ThrottlingException',
  });
  const here = makeAccount();
  await refuseUnlistable(PLAN, here.context({ local: true }));
  expect(here.called()).toEqual([]);
});
