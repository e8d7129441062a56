/** Permissions to launch, command and terminate hosts, by this deployment's tags. */
import { Aws } from 'aws-cdk-lib';
import type { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { TAG_KEYS } from '../../shapes/tags';
import { HOST_KINDS, RESOURCES } from '../../shapes/resources';
import { makeArn } from '../names';
import { allow, type Conditions } from './allow';
import { requireTags, requireStackTag } from './tags';

/** Resources to which a launch template may refer. */
export interface LaunchSettings {
  readonly stackName: string;
  readonly subnetId: string;
  /** Second subnet, for host types that the first zone lacks. */
  readonly second?: { readonly subnetId: string } | undefined;
  readonly securityGroupId: string;
  /** IAM roles of all kinds of hosts. */
  readonly hostRoleArns: readonly string[];
  /** Name of the placement group for `placement: cluster`. */
  readonly placementGroup: string;
  /** KMS key of root volumes; absent for the account's default key. */
  readonly ebsKeyArn?: string;
}

/**
 * Allows creating launch templates and instant fleets. EC2 checks CreateFleet on the fleet, RunInstances on all parts
 * of a host, CreateTags on all resources tagged at creation, and PassRole for the instance profile (Service
 * authorization reference, EC2). An instant fleet needs no service-linked role (EC2 guide, EC2 Fleet prerequisites).
 */
export function launchFleets(place: LaunchSettings): PolicyStatement[] {
  const { stackName, ebsKeyArn } = place;
  const templates = ec2Arn('launch-template/*');
  return [
    allow(['ec2:CreateLaunchTemplate'], [templates], requireTags(stackName)),
    allow(['ec2:CreateFleet'], [ec2Arn('fleet/*')], requireTags(stackName)),
    // RunInstances checks the tags of a fleet's hosts, which come from the template, not from the fleet request.
    // For CreateFleet, the reference does not mention interfaces, security groups and snapshots; Karpenter, which also
    // launches instant fleets, grants them (karpenter.sh, Reference, CloudFormation). Without a needed one every launch
    // fails; an extra one launches nothing, because RunInstances, which lacks snapshots, is checked as well.
    allow(['ec2:CreateFleet'], [...CREATED.map(ec2Arn), ...listExisting(place), toAmazonArn('snapshot/*')]),
    allow(['ec2:CreateFleet', 'ec2:RunInstances'], [templates], requireStackTag(stackName)),
    ...runInstances(place),
    allow(['ec2:CreateTags'], [...CREATED.map(ec2Arn), ec2Arn('fleet/*'), templates], {
      StringEquals: { 'ec2:CreateAction': ['CreateFleet', 'RunInstances', 'CreateLaunchTemplate'] },
    }),
    ...(ebsKeyArn === undefined ? [] : useKeyForVolumes(ebsKeyArn)),
  ];
}

/** Allows dry runs of launches. IAM has no condition for dry runs. */
export function allowDryRuns(place: LaunchSettings): PolicyStatement[] {
  return [
    ...runInstances(place),
    allow(['ec2:CreateTags'], CREATED.map(ec2Arn), { StringEquals: { 'ec2:CreateAction': 'RunInstances' } }),
  ];
}

const INSTANCES = 'instance/*';
const ATTACHED = ['volume/*', 'network-interface/*'];
const CREATED = [INSTANCES, ...ATTACHED];

/** Resources on which EC2 checks RunInstances, for hosts of a fleet, too. */
function runInstances(place: LaunchSettings): PolicyStatement[] {
  return [
    allow(['ec2:RunInstances'], [ec2Arn(INSTANCES)], requireImdsV2(requireTags(place.stackName))),
    allow(['ec2:RunInstances'], ATTACHED.map(ec2Arn), requireTags(place.stackName)),
    allow(['ec2:RunInstances'], listExisting(place)),
    allow(['iam:PassRole'], [...place.hostRoleArns], { StringEquals: { 'iam:PassedToService': 'ec2.amazonaws.com' } }),
  ];
}

/** Resources that exist before a host is launched. */
function listExisting({ subnetId, second, securityGroupId, placementGroup }: LaunchSettings): string[] {
  const ours = [
    ...[subnetId, ...(second === undefined ? [] : [second.subnetId])].map((id) => `subnet/${id}`),
    `security-group/${securityGroupId}`,
    `placement-group/${placementGroup}`,
  ];
  return [toAmazonArn('image/*'), ...ours.map(ec2Arn)];
}

function toAmazonArn(rest: string): string {
  return ['arn', Aws.PARTITION, 'ec2', Aws.REGION, '', rest].join(':');
}

/** With IMDSv1, a forged request from a host could reveal its role's credentials. */
function requireImdsV2(conditions: Conditions): Conditions {
  return { ...conditions, StringEquals: { ...conditions['StringEquals'], 'ec2:MetadataHttpTokens': 'required' } };
}

/**
 * Allows only the calls that EBS makes with a customer key for the launching role (EBS guide, Amazon EBS encryption,
 * Permissions for IAM principals).
 */
function useKeyForVolumes(key: string): PolicyStatement[] {
  const via = { 'kms:ViaService': ['ec2', Aws.REGION, Aws.URL_SUFFIX].join('.') };
  const uses = ['Decrypt', 'DescribeKey', 'GenerateDataKeyWithoutPlaintext', 'ReEncryptFrom', 'ReEncryptTo'];
  return [
    allow(
      uses.map((one) => `kms:${one}`),
      [key],
      { StringEquals: via },
    ),
    allow(['kms:CreateGrant'], [key], { StringEquals: via, Bool: { 'kms:GrantIsForAWSResource': 'true' } }),
  ];
}

/** Allows terminating hosts and deleting launch templates of this deployment. */
export function deleteHosts(stackName: string): PolicyStatement[] {
  return HOST_KINDS.map((kind) =>
    allow([`ec2:${RESOURCES[kind].remove}`], [ec2Arn(RESOURCES[kind].arn)], requireStackTag(stackName)),
  );
}

/** Allows listing hosts and templates. These actions have no resource-level permissions. */
export function listEc2(): PolicyStatement[] {
  const actions = HOST_KINDS.map((kind) => `ec2:${RESOURCES[kind].describe}`);
  return [allow(actions, ['*'])];
}

/** Allows reading images, and instance types of zones. These actions have no resource-level permissions. */
export function describeOfferings(): PolicyStatement[] {
  return [allow(['ec2:DescribeInstanceTypeOfferings', 'ec2:DescribeImages'], ['*'])];
}

/**
 * Allows reading quotas and their usage in the whole account. These actions have no resource-level permissions: the
 * reference lists quota ARNs only for increase requests.
 */
export function readQuotas(): PolicyStatement[] {
  return [
    allow(
      [
        'servicequotas:GetServiceQuota',
        'servicequotas:GetAWSDefaultServiceQuota',
        'ec2:DescribeInstances',
        'ec2:DescribeVolumes',
        'fsx:DescribeFileSystems',
        'elasticfilesystem:DescribeFileSystems',
      ],
      ['*'],
    ),
  ];
}

/** Allows finding hosts, and whether they answer. These actions have no resource-level permissions. */
export function describeHosts(): PolicyStatement[] {
  return [allow(['ec2:DescribeInstances', 'ssm:DescribeInstanceInformation'], ['*'])];
}

/** Allows finding managed hosts that answer. The action has no resource-level permissions. */
export function describeAgents(): PolicyStatement[] {
  return [allow(['ssm:DescribeInstanceInformation'], ['*'])];
}

/**
 * Allows sending commands to managed hosts by tag: EC2 instances and hybrid machines (Service authorization reference,
 * Systems Manager: SendCommand). The deployment's hosts have the grant for the document.
 */
export function commandManagedHosts(managed: readonly { readonly tagKey: string; readonly tagValue: string }[]) {
  return managed.map(({ tagKey, tagValue }) =>
    allow(['ssm:SendCommand'], [ec2Arn('instance/*'), makeArn('ssm', Aws.REGION, 'managed-instance/*')], {
      StringEquals: { [`ssm:resourceTag/${tagKey}`]: tagValue },
    }),
  );
}

/**
 * Allows sending the one document, only to hosts of this deployment (Systems Manager guide, Restricting Run Command
 * access based on tags). Cancelling commands has no resource-level permissions.
 */
export function commandHosts(stackName: string, document: string): PolicyStatement[] {
  return [...sendCommands(stackName, document), allow(['ssm:CancelCommand'], ['*'])];
}

/** Allows sending commands, without reading their results. */
export function sendCommands(stackName: string, document: string): PolicyStatement[] {
  return [
    allow(['ssm:SendCommand'], [makeArn('ssm', Aws.REGION, `document/${document}`)]),
    allow(['ssm:SendCommand'], [ec2Arn('instance/*')], {
      StringEquals: { [`ssm:resourceTag/${TAG_KEYS.stack}`]: stackName },
    }),
  ];
}

/** Allows finding the commands that were sent. The action has no resource-level permissions. */
export function listCommands(): PolicyStatement[] {
  return [allow(['ssm:ListCommands'], ['*'])];
}

/** Allows reading the result of a command on each host. The action has no resource-level permissions. */
export function listInvocations(): PolicyStatement[] {
  return [allow(['ssm:ListCommandInvocations'], ['*'])];
}

/**
 * Calls with which the SSM agent registers a host and fetches commands. The managed policy also allows parameters and
 * inventory (Systems Manager guide, Reference: ec2messages, ssmmessages, and other API operations).
 */
export function runSsmAgent(): PolicyStatement[] {
  return [
    allow(
      [
        'ssm:UpdateInstanceInformation',
        ...['CreateControlChannel', 'CreateDataChannel', 'OpenControlChannel', 'OpenDataChannel'].map(
          (name) => `ssmmessages:${name}`,
        ),
        ...['AcknowledgeMessage', 'DeleteMessage', 'FailMessage', 'GetEndpoint', 'GetMessages', 'SendReply'].map(
          (name) => `ec2messages:${name}`,
        ),
      ],
      ['*'],
    ),
  ];
}

function ec2Arn(resource: string): string {
  return makeArn('ec2', Aws.REGION, resource);
}
