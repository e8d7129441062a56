import { getExpression } from '../../../lib/asl/interpreter/jsonata/expression';
import { findExpressionSource } from '../../../lib/asl/interpreter/jsonata/template';
import { refuseUnlaunchable, toDryRun } from '../../../lib/aws/admission/launch';
import type { Config } from '../../../lib/aws/context';
import type { RigDocument, RigRole } from '../../../lib/shapes/documents';
import { makeAccount } from '../account';
import { expectRefusal } from '../answers';
import { readMachineText } from '../../../lib/machine-files/source';

const CLIENT = {
  role: 'client',
  count: 4,
  instanceType: 'c5n.large',
  imageId: 'ami-1',
  rootDevice: '/dev/xvda',
  rootVolume: {},
  interfaceType: 'interface',
  placement: 'none',
  blockDeviceMappings: [],
  readsSecrets: false,
  userDataBase64: 'eA==',
  noteKey: 'r1',
  tags: [{ Key: 'fsxbench:stack', Value: 'fsxbench' }],
};
const makeRigs = (...roles: object[]) =>
  roles.map((role) => ({ roles: [{ ...CLIENT, ...role }] })) as unknown as RigDocument[];
const LAUNCH = { profileArn: 'p', secretProfileArn: 's', securityGroupId: 'sg-1', placementGroup: 'g' };

/** Dry runs in an account that answers each with an error. */
async function tryLaunch(rigs: RigDocument[], name: string, config: Partial<Config> = { launch: LAUNCH }) {
  const account = makeAccount();
  account.refuse('RunInstances', name);
  await refuseUnlaunchable(rigs, account.context(config));
  return account.called();
}

it('sends one RunInstances dry run per distinct role of all rigs, and none for managed hosts', async () => {
  const rigs = makeRigs({}, { noteKey: 'r2', tags: [] }, { role: 'server' }, { role: 'own', managed: true });
  expect(await tryLaunch(rigs, 'DryRunOperation')).toEqual(['ec2:RunInstances', 'ec2:RunInstances']);
});

it('refuses hosts that EC2 would not launch as CannotLaunch, with every role and its error', async () => {
  const refused = tryLaunch(makeRigs({}, { role: 'server', count: 1 }), 'UnauthorizedOperation');
  await expectRefusal(refused, 'CannotLaunch', {
    message: [
      'EC2 would not launch these hosts (dry run of RunInstances):',
      '  fleet.client (4 × c5n.large): UnauthorizedOperation: UnauthorizedOperation happened',
      '  fleet.server (1 × c5n.large): UnauthorizedOperation: UnauthorizedOperation happened',
      'Nothing was created. For UnauthorizedOperation: a policy of the organisation or a permissions boundary denies ' +
        'ec2:RunInstances, ec2:CreateTags or iam:PassRole to the functions of the deployment; allow these ' +
        'actions. For other errors: choose other instance types or disks.',
    ].join('\n'),
  });
});

it('admits hosts when the dry run is throttled, and skips it in local runs and unknown deployments', async () => {
  expect(await tryLaunch(makeRigs({}), 'RequestLimitExceeded')).toEqual(['ec2:RunInstances']);
  for (const config of [{ launch: LAUNCH, local: true }, {}])
    expect(await tryLaunch(makeRigs({}), 'UnauthorizedOperation', config)).toEqual([]);
});

it('requests the disks of the launch template, all encrypted and deleted on termination', async () => {
  const stays = { VolumeSize: 64, VolumeType: 'gp3', DeleteOnTermination: false, Encrypted: false };
  const disks = ['/dev/sdf', '/dev/sdg'].map((DeviceName) => ({ DeviceName, Ebs: stays }));
  const role = { ...CLIENT, rootVolume: stays, blockDeviceMappings: disks };
  const { States } = JSON.parse(readMachineText(process.cwd(), 'launch')) as {
    States: { MakeTemplate: { Arguments: { LaunchTemplateData: { BlockDeviceMappings: string } } } };
  };
  const { BlockDeviceMappings } = States.MakeTemplate.Arguments.LaunchTemplateData;
  const source = findExpressionSource(BlockDeviceMappings.replaceAll('${EbsKey}', 'account')) ?? '';
  const variable = (name: string): unknown => (name === 'role' ? role : undefined);
  const template = await getExpression(source).evaluate({ states: {}, variable } as never);
  const gone = { VolumeSize: 64, VolumeType: 'gp3', DeleteOnTermination: true, Encrypted: true };
  expect(template).toEqual(['/dev/xvda', '/dev/sdf', '/dev/sdg'].map((DeviceName) => ({ DeviceName, Ebs: gone })));
  const dryRun = toDryRun(role as unknown as RigRole, LAUNCH, { network: {} });
  expect(dryRun.BlockDeviceMappings).toEqual(template);
});
