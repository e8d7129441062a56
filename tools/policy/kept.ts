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
    resource: 'fsxbench-experiment/',
    why: 'children of a Map run may outlive its end for a moment; the modelled ones never do',
  },
];
