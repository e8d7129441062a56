/** Tag conditions: creates require the tags that cleanup uses, and changes require this stack's tag. */
import { TAG_KEYS } from '../../shapes/tags';
import type { Conditions } from './allow';

/** Tags that every resource gets when it is created, with any value; the stack's tag must match. */
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
 * Matches certainly external resources: with another deployment's tag, or with a common tag but no tag of this
 * deployment. A missing tag alone proves nothing, because a resource has no tags during its creation.
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
