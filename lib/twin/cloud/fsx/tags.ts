/** Tags of FSx resources: read from the request, and required of every create. */
import type { Tag } from '@aws-sdk/client-fsx';
import { constraintError, type Tags } from '../service';
import { badRequest, fsxError } from './errors';

/** Tags of one resource at most. https://docs.aws.amazon.com/fsx/latest/APIReference/API_CreateFileSystem.html */
const MAX_TAGS = 50;
/** https://docs.aws.amazon.com/fsx/latest/APIReference/API_Tag.html */
const TEXT = /^[\p{L}\p{Z}\p{N}_.:/=+\-@]*$/u;
const KEY_CHARACTERS = 128;
const VALUE_CHARACTERS = 256;

/** @throws ServiceError ValidationException or BadRequest for what cannot be a list of tags */
export function tagsOf(list: readonly Tag[] | undefined): Tags {
  if (list === undefined) return {};
  if (list.length === 0 || list.length > MAX_TAGS) {
    const bound = list.length === 0 ? 'Member must have length greater than or equal to 1' : tooMany();
    throw constraintError('tags', bound);
  }
  const tags: Record<string, string> = {};
  for (const { Key, Value } of list) {
    if (Key === undefined || Value === undefined) throw constraintError('tags', 'Member must not be null');
    if (Key === '' || Key.length > KEY_CHARACTERS || !TEXT.test(Key)) throw pattern('tags.key', Key);
    if (Value.length > VALUE_CHARACTERS || !TEXT.test(Value)) throw pattern('tags.value', Value);
    if (Key.startsWith('aws:')) throw badRequest(`Tag keys cannot begin with aws: '${Key}'`);
    if (Object.hasOwn(tags, Key)) throw badRequest(`Duplicate tag key '${Key}'`);
    tags[Key] = Value;
  }
  return tags;
}

function tooMany(): string {
  return `Member must have length less than or equal to ${MAX_TAGS}`;
}

function pattern(member: string, value: string): Error {
  return constraintError(member, `Member must satisfy regular expression pattern: ${TEXT.source}`, value);
}

/** Refuses a create that lacks a required tag, as the roles' policies do (condition `aws:RequestTag`). */
export function requireTags(action: string, missing: readonly string[]): void {
  if (missing.length === 0) return;
  const why = `because no identity-based policy allows it without the tags ${missing.join(', ')}`;
  throw fsxError('AccessDeniedException', `The caller is not authorized to perform: fsx:${action} ${why}`);
}
