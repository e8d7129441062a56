/** Conditions on tags: what is born carries those of the ledger, and only what carries this stack's is touched. */
import { TAG } from '../../shapes/layout';
import type { Conditions } from './allow';

/** Tags that everything has from its first moment; any value will do, but for the stack's. */
const CREATE_TAGS = [TAG.experiment, TAG.execution, TAG.rig, TAG.expiresAt];

/** Refuses a create without the tags by which teardown, janitor and receipt find everything. */
export function requireTags(stackName: string): Conditions {
  return {
    StringEquals: { [`aws:RequestTag/${TAG.stack}`]: stackName },
    Null: Object.fromEntries(CREATE_TAGS.map((key) => [`aws:RequestTag/${key}`, 'false'])),
  };
}

/** Tags that most things of others have: a name, and the mark of CloudFormation. */
const COMMON_TAGS = ['Name', 'aws:cloudformation:stack-id'];

/**
 * What certainly belongs to somebody else: it has the tag of another deployment, or a usual tag without one of ours.
 * What is just being made has no tags at all yet, so a missing tag of ours alone tells nothing.
 */
export function matchExternal(stackName: string): Conditions[] {
  const own = `aws:ResourceTag/${TAG.stack}`;
  return [
    { Null: { [own]: 'false' }, StringNotEquals: { [own]: stackName } },
    ...COMMON_TAGS.map((key) => ({ Null: { [own]: 'true', [`aws:ResourceTag/${key}`]: 'false' } })),
  ];
}

/** Refuses to touch what another deployment, or somebody else, has made. */
export function requireStackTag(stackName: string): Conditions {
  return { StringEquals: { [`aws:ResourceTag/${TAG.stack}`]: stackName } };
}
