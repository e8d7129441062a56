/**
 * Grants that nothing was seen to use, and why they stay. One that is used, or is gone, has no business here: the test
 * says so.
 */

export interface Kept {
  readonly role: string;
  readonly action: string;
  /** What the resource pattern holds; all patterns where it is absent. */
  readonly resource?: string;
  readonly why: string;
}

const FROM_TEMPLATE =
  'AWS names this type for CreateFleet, and says that what a launch template names is checked by RunInstances';

export const KEPT: readonly Kept[] = [
  ...['volume/', 'image/', 'subnet/'].map((resource) => ({
    role: 'launch',
    action: 'ec2:CreateFleet',
    resource,
    why: FROM_TEMPLATE,
  })),
  {
    role: 'stop-children',
    action: 'states:StopExecution',
    why: 'which children are alive when a guardian comes is a matter of moments, and any may be',
  },
  {
    role: 'compose-mail',
    action: 's3:GetObject',
    resource: 'pointers/',
    why: 'names the experiment of an execution whose plan is not there',
  },
  ...['s3:ListBucket', 's3:GetObject'].map((action) => ({
    role: 'find-orphans',
    action,
    why: 'finds what was admitted and never proven, where no tag tells of it any more',
  })),
];
