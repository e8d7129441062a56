/**
 * Checks of EC2. A fleet is checked as a fleet, and the resources of its hosts as in RunInstances: "To specify
 * resource-level permissions for resources specified in a launch template, you must include the resources in the
 * RunInstances action statement" (Service authorization reference, EC2, CreateFleet).
 */
import { type Around, type Check, check, type Checks, anyResource, toArn, requestTags, resourceTags } from './check';
import { type Tags, type TagSpecification, type TemplateData, pickTags, getTemplateId } from './tag-ledger';

type Input = Readonly<Record<string, unknown>>;

/** Resource types of CreateFleet that a launch template names (same page). */
const BORN = ['instance', 'volume', 'network-interface'] as const;

export const EC2: Readonly<Record<string, Checks>> = {
  DescribeImages: anyResource('ec2:DescribeImages'),
  DescribeInstances: anyResource('ec2:DescribeInstances'),
  DescribeInstanceTypeOfferings: anyResource('ec2:DescribeInstanceTypeOfferings'),
  DescribeLaunchTemplates: anyResource('ec2:DescribeLaunchTemplates'),
  DescribeVolumes: anyResource('ec2:DescribeVolumes'),
  DescribeVolumesModifications: anyResource('ec2:DescribeVolumesModifications'),
  CreateLaunchTemplate: ({ input }, around) => {
    const { TagSpecifications } = input as { readonly TagSpecifications?: readonly TagSpecification[] };
    const tags = pickTags(TagSpecifications, 'launch-template');
    const template = ec2(around, 'launch-template/lt-new');
    return [
      check('ec2:CreateLaunchTemplate', template, requestTags(tags)),
      ...tagging(template, tags, 'CreateLaunchTemplate'),
    ];
  },
  CreateFleet: ({ input }, around) => createFleet(input as Input, around),
  RunInstances: ({ input }, around) => runInstances(input as TemplateData, null, around),
  TerminateInstances: ({ input }, around) => {
    const { InstanceIds = [] } = input as { readonly InstanceIds?: readonly string[] };
    return InstanceIds.map((id) => touching('ec2:TerminateInstances', 'instance', id, around));
  },
  DeleteVolume: ({ input }, around) => {
    const { VolumeId = 'vol-unknown' } = input as { readonly VolumeId?: string };
    return [touching('ec2:DeleteVolume', 'volume', VolumeId, around)];
  },
  ModifyVolume: ({ input }, around) => {
    const { VolumeId = 'vol-unknown' } = input as { readonly VolumeId?: string };
    return [touching('ec2:ModifyVolume', 'volume', VolumeId, around)];
  },
  DeleteLaunchTemplate: ({ input }, around) => {
    const { LaunchTemplateId = 'lt-unknown' } = input as { readonly LaunchTemplateId?: string };
    return [touching('ec2:DeleteLaunchTemplate', 'launch-template', LaunchTemplateId, around)];
  },
};

function createFleet(input: Input, around: Around): Check[] {
  const specifications = input['TagSpecifications'] as readonly TagSpecification[] | undefined;
  const id = getTemplateId(input);
  const data = around.ledger.template(id);
  const [fleet, ofFleet] = [ec2(around, 'fleet/fleet-new'), pickTags(specifications, 'fleet')];
  const made = touching('ec2:CreateFleet', 'launch-template', id, around);
  return [
    check('ec2:CreateFleet', fleet, requestTags(ofFleet)),
    made,
    ...tagging(fleet, ofFleet, 'CreateFleet'),
    // The request of the fleet may tag its instances; here their tags come from the template.
    check('ec2:CreateFleet', ec2(around, 'instance/i-new'), requestTags(pickTags(specifications, 'instance'))),
    ...runInstances(data, { ...made, action: 'ec2:RunInstances' }, around),
  ];
}

/** RunInstances is checked on each resource of an instance (EC2 guide, Example policies: RunInstances). */
function runInstances(data: TemplateData, template: Check | null, around: Around): Check[] {
  const run = 'ec2:RunInstances';
  const born = BORN.flatMap((type) => {
    const tags = pickTags(data.TagSpecifications, type);
    const resource = ec2(around, `${type}/${type}-new`);
    const keys = type === 'instance' ? metadataKeys(data) : {};
    return [check(run, resource, { ...requestTags(tags), ...keys }), ...tagging(resource, tags, 'RunInstances')];
  });
  const interfaces = data.NetworkInterfaces ?? [];
  const groups = [...(data.SecurityGroupIds ?? []), ...interfaces.flatMap(({ Groups = [] }) => Groups)];
  const subnets = interfaces.flatMap(({ SubnetId }) => SubnetId ?? []);
  const image = ['arn', 'aws', 'ec2', around.region, '', `image/${data.ImageId ?? 'ami-unknown'}`].join(':');
  const profile = data.IamInstanceProfile?.Arn;
  const group = data.Placement?.GroupName;
  return [
    ...born,
    ...(template === null ? [] : [template]),
    check(run, image),
    ...groups.map((one) => check(run, ec2(around, `security-group/${one}`))),
    ...subnets.map((one) => check(run, ec2(around, `subnet/${one}`))),
    ...(group === undefined ? [] : [check(run, ec2(around, `placement-group/${group}`))]),
    ...(profile === undefined
      ? []
      : [check('iam:PassRole', around.roleOfProfile(profile), { 'iam:PassedToService': 'ec2.amazonaws.com' })]),
  ];
}

function metadataKeys({ MetadataOptions }: TemplateData): Readonly<Record<string, string>> {
  const tokens = MetadataOptions?.HttpTokens;
  return tokens === undefined ? {} : { 'ec2:MetadataHttpTokens': tokens };
}

/** Tags of a create are also checked as CreateTags (EC2 guide, Grant permission to tag resources on creation). */
function tagging(resource: string, tags: Tags, createAction: string): Check[] {
  if (Object.keys(tags).length === 0) return [];
  return [check('ec2:CreateTags', resource, { ...requestTags(tags), 'ec2:CreateAction': createAction })];
}

function touching(action: string, type: string, id: string, around: Around): Check {
  return check(action, ec2(around, `${type}/${id}`), resourceTags(around.ledger.of(id), 'ec2:ResourceTag/'));
}

function ec2(around: Around, rest: string): string {
  return toArn(around, 'ec2', rest);
}
