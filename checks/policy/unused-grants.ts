/**
 * Grants that nothing was seen to use, and why they stay. One that is used, or is gone, has no business here: the test
 * says so.
 */

export interface KeptGrant {
  readonly role: string;
  readonly action: string;
  /** What the resource pattern holds; all patterns where it is absent. */
  readonly resource?: string;
  readonly why: string;
  /** AWS's reference does not name this type of resource for the action. */
  readonly unnamed?: true;
}

const FROM_TEMPLATE =
  'AWS names this type for CreateFleet, and says that what a launch template names is checked by RunInstances';

const AS_KARPENTER =
  'AWS names this type for RunInstances and not for CreateFleet, but the policy that Karpenter publishes for instant ' +
  'fleets grants it: a missing one would refuse every launch, and one too many launches nothing, since RunInstances ' +
  'is granted apart';

export const KEPT: readonly KeptGrant[] = [
  ...['volume/', 'image/', 'subnet/', 'placement-group/'].map((resource) => ({
    role: 'launch',
    action: 'ec2:CreateFleet',
    resource,
    why: FROM_TEMPLATE,
  })),
  ...['network-interface/', 'security-group/', 'snapshot/'].map((resource) => ({
    role: 'launch',
    action: 'ec2:CreateFleet',
    resource,
    why: AS_KARPENTER,
    unnamed: true as const,
  })),
  {
    role: 'stop-children',
    action: 'states:StopExecution',
    why: 'which children are alive when a guardian comes is a matter of moments, and any may be',
  },
  ...['states:ListExecutions', 'states:StartExecution'].map((action) => ({
    role: 'janitor',
    action,
    why: 'called only where no function of the deployment runs',
  })),
  {
    role: 'find-orphans',
    action: 'states:ListExecutions',
    resource: 'guardian',
    why: 'needed once the bench stack is deleted, which no rehearsal does',
  },
  {
    role: 'admit',
    action: 'servicequotas:GetAWSDefaultServiceQuota',
    why: 'asked where an account has no value of its own for a quota',
  },
  {
    role: 'admit',
    action: 's3:PutObject',
    resource: '/results/',
    why: 'written where the input asks only for a plan, which no rehearsal does',
  },
  {
    role: 'write-receipt',
    action: 'states:DescribeExecution',
    why: 'asked where nobody knows how a machine of others ended that an experiment ran',
  },
  {
    role: 'find-orphans',
    action: 'elasticfilesystem:DescribeMountTargets',
    why: 'asked only where a file system of EFS is left by an execution that has ended',
  },
  ...['find-orphans', 'write-receipt'].map((role) => ({
    role,
    action: 'cloudwatch:ListTagsForResource',
    why: 'asked only where an alarm is left by an execution that has ended',
  })),
  ...['DescribeKey', 'Decrypt', 'GenerateDataKeyWithoutPlaintext', 'CreateGrant'].map((action) => ({
    role: 'call-storage',
    action: `kms:${action}`,
    why: 'used where a target names a key of the customer, which no shipped experiment can',
  })),
  {
    role: 'hosts that read secrets',
    action: 'secretsmanager:GetSecretValue',
    why: 'called by the script with which one host sets up a server of ONTAP: modelled hosts run no script',
  },
  {
    role: 'compose-mail',
    action: 's3:GetObject',
    resource: 'pointers/',
    why: 'names the experiment of an execution whose plan is not there',
  },
  {
    role: 'admit',
    action: 's3:PutObject',
    resource: 'prices/',
    why: "keeps what was read from AWS's price files, which rehearsals do not read",
  },
  ...['cloudwatch:DescribeAlarms', 'cloudwatch:ListTagsForResource', 'elasticfilesystem:DescribeMountTargets'].map(
    (action) => ({
      role: 'admit',
      action,
      why: 'comes with the grant to list each kind of resource; admission lists no alarms and no children',
    }),
  ),
  {
    role: 'analyse',
    action: 's3:GetObject',
    resource: 'pointers/',
    why: 'names the execution whose name is too long for an id',
  },
  ...['plan.json', 'pointers/'].map((resource) => ({
    role: 'list-resources',
    action: 's3:GetObject',
    resource,
    why: 'read only where a kind cannot be listed: they say whether it may exist',
  })),
  {
    role: 'find-orphans',
    action: 's3:GetObject',
    resource: 'seen/',
    why: 'read only where a kind cannot be listed: notes say whether it may exist',
  },
];

/** Whether a grant is one of those that stay. */
export function isKept(kept: KeptGrant, role: string, action: string, resource: string): boolean {
  return (
    kept.role === role && kept.action === action && (kept.resource === undefined || resource.includes(kept.resource))
  );
}
