/** Checks at admission, by dry runs, whether EC2 would launch a plan's hosts. */
import type { RunInstancesCommandInput } from '@aws-sdk/client-ec2';
import { type FsxbenchError, makeRefusal } from '../../shapes/errors';
import type { RigDocument, RigRole } from '../../shapes/documents';
import { groupBy } from '../../shapes/collections';
import type { DryRun } from '../calls';
import type { Config, Context } from '../context';
import { isTransient } from '../handler';

/** Network, instance profile and KMS key of launches: values for the placeholders of the machine `launch`. */
export type LaunchConfig = NonNullable<Config['launch']>;

/**
 * Sends one dry run for each host role, with the data of its launch template. A dry run checks permissions and the
 * request. It does not check capacity. A failed call is logged and refuses nothing.
 * @throws FsxbenchError `CannotLaunch` with every refused role and EC2's message
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
    const reason = first === undefined ? null : await tryLaunch(first, launch, context);
    if (first !== undefined && reason !== null)
      lines.push(`fleet.${first.role} (${first.count} × ${first.instanceType}): ${reason}`);
  }
  if (lines.length > 0) throw toRefusal(lines);
}

function toRefusal(lines: readonly string[]): FsxbenchError {
  return makeRefusal(
    'CannotLaunch',
    'EC2 would not launch these hosts (dry run of RunInstances):',
    lines,
    'Nothing was created. For UnauthorizedOperation: a policy of the organisation or a permissions boundary denies ' +
      'ec2:RunInstances, ec2:CreateTags or iam:PassRole to the functions of the deployment; allow these actions. ' +
      'For other errors: choose other instance types or disks.',
    { refused: lines },
  );
}

/** @returns EC2's reason for a refusal; null if EC2 accepts the launch or does not answer */
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

/** The same request as in the state `MakeTemplate` of the machine `launch`. */
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
