/** Tags at birth: read from TagSpecifications, and required of every create. */
import type { ResourceType, Tag, TagSpecification } from '@aws-sdk/client-ec2';
import { ServiceError } from '../service';
import type { Tags } from './state';

/**
 * Tags that TagSpecifications give to one type of resource.
 * @param allowed resource types that the call may tag
 */
export function tagsFor(
  type: ResourceType,
  specifications: readonly TagSpecification[] | undefined,
  allowed: readonly ResourceType[],
): Tags {
  const tags: Record<string, string> = {};
  for (const { ResourceType: of, Tags: given } of specifications ?? []) {
    if (of === undefined || !allowed.includes(of)) {
      const message = `'${of ?? ''}' is not a valid taggable resource type for this operation.`;
      throw new ServiceError('InvalidParameterValue', message, 400);
    }
    if (of === type) for (const { Key, Value } of given ?? []) tags[checkedKey(Key, tags)] = Value ?? '';
  }
  return tags;
}

function checkedKey(key: string | undefined, before: Tags): string {
  if (key === undefined || key === '' || key.length > 128 || key.startsWith('aws:')) {
    const message = `Tag key '${key ?? ''}' is empty, over 128 characters or begins with 'aws:'`;
    throw new ServiceError('InvalidParameterValue', message, 400);
  }
  if (Object.hasOwn(before, key)) {
    throw new ServiceError('InvalidParameterValue', `Duplicate tag key '${key}' specified.`, 400);
  }
  return key;
}

/** Refuses a create that lacks a required tag, as the roles' policies do (condition `aws:RequestTag`). */
export function requireTags(what: string, tags: Tags, required: readonly string[]): void {
  const missing = required.filter((key) => !tags[key]);
  if (missing.length === 0) return;
  const message = `You are not authorized to perform this operation. The ${what} lacks the tags ${missing.join(', ')}`;
  throw new ServiceError('UnauthorizedOperation', message, 403);
}

/** Tags in the form of answers. */
export function tagList(tags: Tags): Tag[] {
  return Object.entries(tags).map(([Key, Value]) => ({ Key, Value }));
}
