/** Launching, commanding and ending hosts: born with this deployment's tags, touched only where they carry them. */
import { Aws } from 'aws-cdk-lib';
import type { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { TAG } from '../../shapes/layout';
import { HOST_KINDS, RESOURCES } from '../../shapes/resources';
import { arn } from '../names';
import { allow, type Conditions } from './allow';
import { requireTags, requireStackTag } from './tags';

/** What a launch template may name. */
export interface LaunchSettings {
  readonly stackName: string;
  readonly subnetId: string;
  /** Where hosts are launched that the first zone does not have. */
  readonly second?: { readonly subnetId: string } | undefined;
  readonly securityGroupId: string;
  /** Of all kinds of hosts. */
  readonly hostRoleArns: readonly string[];
  /** Name of the one in which hosts may be asked to stand. */
  readonly placementGroup: string;
  /** Key of the root volumes, where it is not the account's. */
  readonly ebsKeyArn?: string;
}

/**
 * Makes launch templates and launches instant fleets from them. EC2 checks CreateFleet on the fleet, RunInstances on
 * everything that a host is made of, CreateTags on all that is tagged at birth, and PassRole for the hosts' profile
 * (Service authorization reference, EC2). An instant fleet needs no service-linked role (EC2 guide, EC2 Fleet
 * prerequisites).
 */
export function launchFleets(place: LaunchSettings): PolicyStatement[] {
  const { stackName, ebsKeyArn } = place;
  const templates = ec2Arn('launch-template/*');
  return [
    allow(['ec2:CreateLaunchTemplate'], [templates], requireTags(stackName)),
    allow(['ec2:CreateFleet'], [ec2Arn('fleet/*')], requireTags(stackName)),
    // Hosts of a fleet are checked by RunInstances: their tags come from the template, not with the fleet's request.
    // Of interfaces, security groups and snapshots the reference is silent for CreateFleet; Karpenter, which launches
    // instant fleets too, grants them (karpenter.sh, Reference, CloudFormation). One missing would refuse every launch,
    // one too many launches nothing: RunInstances, which has no snapshots, is asked as well.
    allow(['ec2:CreateFleet'], [...CREATED.map(ec2Arn), ...listExisting(place), toAmazonArn('snapshot/*')]),
    allow(['ec2:CreateFleet', 'ec2:RunInstances'], [templates], requireStackTag(stackName)),
    ...runInstances(place),
    allow(['ec2:CreateTags'], [...CREATED.map(ec2Arn), ec2Arn('fleet/*'), templates], {
      StringEquals: { 'ec2:CreateAction': ['CreateFleet', 'RunInstances', 'CreateLaunchTemplate'] },
    }),
    ...(ebsKeyArn === undefined ? [] : useKeyForVolumes(ebsKeyArn)),
  ];
}

/** Asks by dry runs whether hosts would be launched; IAM has no condition for dry runs. */
export function allowDryRuns(place: LaunchSettings): PolicyStatement[] {
  return [
    ...runInstances(place),
    allow(['ec2:CreateTags'], CREATED.map(ec2Arn), { StringEquals: { 'ec2:CreateAction': 'RunInstances' } }),
  ];
}

const INSTANCES = 'instance/*';
const ATTACHED = ['volume/*', 'network-interface/*'];
const CREATED = [INSTANCES, ...ATTACHED];

/** What EC2 checks of RunInstances, and of the hosts of a fleet. */
function runInstances(place: LaunchSettings): PolicyStatement[] {
  return [
    allow(['ec2:RunInstances'], [ec2Arn(INSTANCES)], requireImdsV2(requireTags(place.stackName))),
    allow(['ec2:RunInstances'], ATTACHED.map(ec2Arn), requireTags(place.stackName)),
    allow(['ec2:RunInstances'], listExisting(place)),
    allow(['iam:PassRole'], [...place.hostRoleArns], { StringEquals: { 'iam:PassedToService': 'ec2.amazonaws.com' } }),
  ];
}

/** What exists when a host is launched. */
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

/** A host that answers version 1 of its metadata service would hand its role to whoever can make it ask. */
function requireImdsV2(conditions: Conditions): Conditions {
  return { ...conditions, StringEquals: { ...conditions['StringEquals'], 'ec2:MetadataHttpTokens': 'required' } };
}

/**
 * What EBS does with a customer's key in the name of whoever launches, and only that (EBS guide, Amazon EBS encryption,
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

/** Ends hosts and removes launch templates of this deployment. */
export function deleteHosts(stackName: string): PolicyStatement[] {
  return HOST_KINDS.map((kind) =>
    allow([`ec2:${RESOURCES[kind].remove}`], [ec2Arn(RESOURCES[kind].arn)], requireStackTag(stackName)),
  );
}

/** Lists hosts and templates. These actions know no resources. */
export function listEc2(): PolicyStatement[] {
  const actions = HOST_KINDS.map((kind) => `ec2:${RESOURCES[kind].describe}`);
  return [allow(actions, ['*'])];
}

/** Looks which instance types the zones have, and which images there are. These actions know no resources. */
export function describeOfferings(): PolicyStatement[] {
  return [allow(['ec2:DescribeInstanceTypeOfferings', 'ec2:DescribeImages'], ['*'])];
}

/**
 * Looks what an account may have, and what it has of it, whoever made that. These actions know no resources: of quotas
 * the reference names ARNs for requests only.
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

/** Looks which hosts exist and answer. These actions know no resources. */
export function describeHosts(): PolicyStatement[] {
  return [allow(['ec2:DescribeInstances', 'ssm:DescribeInstanceInformation'], ['*'])];
}

/** Looks which managed hosts answer. The action knows no resources. */
export function describeAgents(): PolicyStatement[] {
  return [allow(['ssm:DescribeInstanceInformation'], ['*'])];
}

/**
 * Sends commands to hosts that others own, each group by its own tag: on EC2, and hybrid ones (Service authorization
 * reference, Systems Manager: SendCommand). The document is granted with the hosts of the deployment.
 */
export function commandManagedHosts(managed: readonly { readonly tagKey: string; readonly tagValue: string }[]) {
  return managed.map(({ tagKey, tagValue }) =>
    allow(['ssm:SendCommand'], [ec2Arn('instance/*'), arn('ssm', Aws.REGION, 'managed-instance/*')], {
      StringEquals: { [`ssm:resourceTag/${tagKey}`]: tagValue },
    }),
  );
}

/**
 * Sends the one document, and only to hosts of this deployment (Systems Manager guide, Restricting Run Command access
 * based on tags). Looking at commands and cancelling them know no resources.
 */
export function commandHosts(stackName: string, document: string): PolicyStatement[] {
  return [...sendCommands(stackName, document), allow(['ssm:ListCommands', 'ssm:CancelCommand'], ['*'])];
}

/** The same without a look at what became of it: for whoever only asks. */
export function sendCommands(stackName: string, document: string): PolicyStatement[] {
  return [
    allow(['ssm:SendCommand'], [arn('ssm', Aws.REGION, `document/${document}`)]),
    allow(['ssm:SendCommand'], [ec2Arn('instance/*')], {
      StringEquals: { [`ssm:resourceTag/${TAG.stack}`]: stackName },
    }),
  ];
}

/** Looks what became of a command on each host. The action knows no resources. */
export function listInvocations(): PolicyStatement[] {
  return [allow(['ssm:ListCommandInvocations'], ['*'])];
}

/**
 * What the agent of Systems Manager calls to register a host and to fetch its commands: no parameters, no inventory,
 * unlike the managed policy (Systems Manager guide, Reference: ec2messages, ssmmessages, and other API operations).
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
  return arn('ec2', Aws.REGION, resource);
}
