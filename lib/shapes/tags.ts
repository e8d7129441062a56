/** Tags of AWS resources that fsxbench creates. */

/** Tag keys of created resources. */
export const TAG_KEYS = {
  stack: 'fsxbench:stack',
  experiment: 'fsxbench:experiment',
  execution: 'fsxbench:execution',
  rig: 'fsxbench:rig',
  copy: 'fsxbench:copy',
  role: 'fsxbench:role',
  expiresAt: 'fsxbench:expires-at',
} as const;

/** Tags of every resource; role and copy are optional. */
export const REQUIRED_TAGS: readonly string[] = Object.values(TAG_KEYS).filter(
  (key) => key !== TAG_KEYS.role && key !== TAG_KEYS.copy,
);
