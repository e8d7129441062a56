/** Tag conditions: resources are created with the ledger's tags, and changed only with this stack's tag. */
import { TAG_KEYS } from '../../shapes/layout';
import type { Conditions } from './allow';

/** Tags that every resource has from its creation, with any value; the stack's tag must match. */
const CREATE_TAGS = [TAG_KEYS.experiment, TAG_KEYS.execution, TAG_KEYS.rig, TAG_KEYS.expiresAt];

/** Denies creates without the tags by which teardown, janitor and receipt find resources. */
export function requireTags(stackName: string): Conditions {
  return {
    StringEquals: { [`aws:RequestTag/${TAG_KEYS.stack}`]: stackName },
    Null: Object.fromEntries(CREATE_TAGS.map((key) => [`aws:RequestTag/${key}`, 'false'])),
  };
}

/** Tags that most external resources have: a name, and CloudFormation's mark. */
const COMMON_TAGS = ['Name', 'aws:cloudformation:stack-id'];

/**
 * Certainly external: it has another deployment's tag, or a usual tag without one of ours. A resource during its
 * creation has no tags yet, so a missing tag alone proves nothing.
 */
export function matchExternal(stackName: string): Conditions[] {
  const own = `aws:ResourceTag/${TAG_KEYS.stack}`;
  return [
    { Null: { [own]: 'false' }, StringNotEquals: { [own]: stackName } },
    ...COMMON_TAGS.map((key) => ({ Null: { [own]: 'true', [`aws:ResourceTag/${key}`]: 'false' } })),
  ];
}

/** Denies changes to resources of other deployments or owners. */
export function requireStackTag(stackName: string): Conditions {
  return { StringEquals: { [`aws:ResourceTag/${TAG_KEYS.stack}`]: stackName } };
}
