import { refuseUnlistable } from '../../../lib/aws/admission/refusals';
import type { Plan } from '../../../lib/shapes/plan';
import { makeAccount } from '../account';
import { expectRefusal } from '../answers';

const PLAN = { rigs: [{ copies: [{ requests: [{ call: 'CreateFileSystem' }] }] }] } as unknown as Plan;

it('calls the Describe API of each resource kind that the plan may create, once, and no other', async () => {
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

it('refuses with CannotList when a resource kind cannot be listed, with each kind and API call', async () => {
  const account = makeAccount();
  account.refuse('DescribeFileSystems', 'AccessDenied');
  account.refuse('DescribeLaunchTemplates', 'UnauthorizedOperation');
  await expectRefusal(refuseUnlistable(PLAN, account.context()), 'CannotList', {
    message: [
      'ec2:launch-template cannot be listed (ec2:DescribeLaunchTemplates): ' +
        'UnauthorizedOperation: UnauthorizedOperation happened',
      'fsx:file-system cannot be listed (fsx:DescribeFileSystems): AccessDenied: AccessDenied happened',
      'Teardown deletes and verifies only resources that it can list. Nothing was created.',
      'Allow these actions to the functions of the deployment; a policy or boundary may deny them.',
    ].join('\n'),
  });
});

it('rethrows throttling for a retry, and makes no calls in local runs', async () => {
  const account = makeAccount();
  account.refuse('DescribeVolumes', 'ThrottlingException');
  await expectRefusal(refuseUnlistable(PLAN, account.context()), 'ThrottlingException');
  const here = makeAccount();
  await refuseUnlistable(PLAN, here.context({ local: true }));
  expect(here.called()).toEqual([]);
});
