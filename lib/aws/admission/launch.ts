/** Whether EC2 would launch the hosts of a plan: asked by dry runs at admission, before anything is created. */
import type { RunInstancesCommandInput } from '@aws-sdk/client-ec2';
import { type FsxbenchError, makeRefusal } from '../../shapes/errors';
import type { RigDocument, RigRole } from '../../shapes/documents';
import { groupBy } from '../../shapes/collections';
import type { DryRun } from '../calls';
import type { Config, Context } from '../context';
import { isTransient } from '../handler';

/** Where and as what hosts are launched: what the machine `launch` has as placeholders. */
export type LaunchConfig = NonNullable<Config['launch']>;

/**
 * One dry run for each kind of hosts, with the data of their launch template. EC2 answers by permissions and by what
 * it knows of the request; not whether it has room, which shows at the launch. A look that fails stops nobody.
 * @throws FsxbenchError `CannotLaunch` with every role that EC2 would not launch, and what it said
 */
export async function refuseUnlaunchable(rigs: readonly RigDocument[], context: Context): Promise<void> {
  const { local, launch } = context.config;
  if (local || launch === undefined) return;
  const roles = rigs.flatMap((rig) => rig.roles).filter(({ managed }) => managed !== true);
  const rolesByLaunch = groupBy(roles, ({ role, tags: _, userDataBase64: __, noteKey: ___, ...rest }) =>
    JSON.stringify([role, rest]),
  );
  const lines: string[] = [];
  for (const [, [first]] of rolesByLaunch) {
    const said = first === undefined ? null : await tryLaunch(first, launch, context);
    if (first !== undefined && said !== null)
      lines.push(`fleet.${first.role} (${first.count} × ${first.instanceType}): ${said}`);
  }
  if (lines.length > 0) throw toRefusal(lines);
}

function toRefusal(lines: readonly string[]): FsxbenchError {
  return makeRefusal(
    'CannotLaunch',
    'EC2 would not launch these hosts (dry run of RunInstances):',
    lines,
    'Nothing was created. UnauthorizedOperation: a policy of the organisation or a permissions boundary denies ' +
      'ec2:RunInstances, ec2:CreateTags or iam:PassRole to the functions of the deployment; allow them. Else write ' +
      'other instance types or disks.',
    { refused: lines },
  );
}

/** What EC2 says against it; null where it would launch, or nobody can tell. */
async function tryLaunch(role: RigRole, place: LaunchConfig, { aws, config, log }: Context): Promise<string | null> {
  try {
    await aws.ec2.runInstances(toDryRun(role, place, config));
    return null;
  } catch (error) {
    const { name, message } = error as Error;
    if (name === 'DryRunOperation') return null;
    if (!isTransient(error)) return `${name}: ${message}`;
    log.warn('EC2 did not answer a dry run', { role: role.role, error: String(error) });
    return null;
  }
}

/** As `MakeTemplate` of the machine `launch` has it. */
export function toDryRun(role: RigRole, place: LaunchConfig, { network }: Pick<Config, 'network'>): DryRun {
  const { imageId, instanceType, tags, count, rootDevice, rootVolume, blockDeviceMappings } = role;
  const key = place.ebsKeyArn === undefined ? {} : { KmsKeyId: place.ebsKeyArn };
  const kinds = ['instance', 'volume', 'network-interface'] as const;
  return {
    DryRun: true,
    MinCount: count,
    MaxCount: count,
    ImageId: imageId,
    InstanceType: instanceType as NonNullable<RunInstancesCommandInput['InstanceType']>,
    UserData: role.userDataBase64,
    InstanceInitiatedShutdownBehavior: 'terminate',
    IamInstanceProfile: { Arn: role.readsSecrets ? place.secretProfileArn : place.profileArn },
    MetadataOptions: { HttpTokens: 'required', HttpPutResponseHopLimit: 1, HttpEndpoint: 'enabled' },
    BlockDeviceMappings: [{ DeviceName: rootDevice, Ebs: rootVolume }, ...blockDeviceMappings].map((one) => ({
      DeviceName: one.DeviceName,
      Ebs: { ...one.Ebs, Encrypted: true, DeleteOnTermination: true, ...key },
    })) as NonNullable<DryRun['BlockDeviceMappings']>,
    Placement: role.placement === 'cluster' ? { GroupName: place.placementGroup } : {},
    NetworkInterfaces: [
      {
        DeviceIndex: 0,
        InterfaceType: role.interfaceType,
        SubnetId: role.subnetId ?? network['subnetId'],
        Groups: [place.securityGroupId],
        DeleteOnTermination: true,
      },
    ],
    TagSpecifications: kinds.map((ResourceType) => ({ ResourceType, Tags: [...tags] })),
  };
}
