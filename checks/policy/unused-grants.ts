/** Grants that no simulated execution uses, and why they remain. A test fails if one is used or no longer granted. */

export interface KeptGrant {
  readonly role: string;
  readonly action: string;
  /** Part of the resource pattern; absent: all patterns. */
  readonly resource?: string;
  readonly why: string;
  /** AWS's reference does not list this resource type for the action. */
  readonly unnamed?: true;
}

const FROM_TEMPLATE =
  'AWS lists this type for CreateFleet, but says that RunInstances checks the contents of a launch template';

const AS_KARPENTER =
  "AWS lists this type for RunInstances, not for CreateFleet, but Karpenter's policy for instant fleets grants it. " +
  'Without a needed grant every launch is refused; a surplus one launches nothing';

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
    why: 'depends on which children still run when a guardian starts',
  },
  ...['states:ListExecutions', 'states:StartExecution'].map((action) => ({
    role: 'janitor',
    action,
    why: 'called only if no function of the deployment can run',
  })),
  {
    role: 'find-orphans',
    action: 'states:ListExecutions',
    resource: 'guardian',
    why: 'needed after the bench stack is deleted, which no rehearsal does',
  },
  {
    role: 'admit',
    action: 'servicequotas:GetAWSDefaultServiceQuota',
    why: 'called if the account has no applied value for a quota',
  },
  {
    role: 'admit',
    action: 's3:PutObject',
    resource: '/results/',
    why: 'written if the input requests only a plan, which no rehearsal does',
  },
  {
    role: 'write-receipt',
    action: 'states:DescribeExecution',
    why: 'called if the end of a hook is unknown',
  },
  {
    role: 'find-orphans',
    action: 'elasticfilesystem:DescribeMountTargets',
    why: 'called only if an ended execution left an EFS file system',
  },
  ...['find-orphans', 'write-receipt'].map((role) => ({
    role,
    action: 'cloudwatch:ListTagsForResource',
    why: 'called only if an ended execution left an alarm',
  })),
  ...['DescribeKey', 'Decrypt', 'GenerateDataKeyWithoutPlaintext', 'CreateGrant'].map((action) => ({
    role: 'call-storage',
    action: `kms:${action}`,
    why: 'used if a target names a customer key, which no shipped experiment can',
  })),
  {
    role: 'hosts that read secrets',
    action: 'secretsmanager:GetSecretValue',
    why: 'called by scripts that set up ONTAP, mount Ceph or query Prometheus: simulated hosts run no scripts',
  },
  {
    role: 'compose-mail',
    action: 's3:GetObject',
    resource: 'pointers/',
    why: 'finds the experiment of an execution whose plan is missing',
  },
  {
    role: 'admit',
    action: 's3:PutObject',
    resource: 'prices/',
    why: "stores rows of AWS's price files, which rehearsals do not read",
  },
  ...['cloudwatch:DescribeAlarms', 'cloudwatch:ListTagsForResource', 'elasticfilesystem:DescribeMountTargets'].map(
    (action) => ({
      role: 'admit',
      action,
      why: 'part of the grant to list each kind of resource; admission lists neither alarms nor children',
    }),
  ),
  {
    role: 'analyse',
    action: 's3:GetObject',
    resource: 'pointers/',
    why: 'finds the execution whose name is too long for an ID',
  },
  ...['plan.json', 'pointers/'].map((resource) => ({
    role: 'list-resources',
    action: 's3:GetObject',
    resource,
    why: 'read only if a kind cannot be listed: they say whether it may exist',
  })),
  {
    role: 'find-orphans',
    action: 's3:GetObject',
    resource: 'seen/',
    why: 'read only if a kind cannot be listed: notes say whether it may exist',
  },
];

/** Whether `kept` covers a grant. */
export function isKept(kept: KeptGrant, role: string, action: string, resource: string): boolean {
  return (
    kept.role === role && kept.action === action && (kept.resource === undefined || resource.includes(kept.resource))
  );
}
