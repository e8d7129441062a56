/** What requests of EC2 have alike: errors, client tokens, tags at birth, filters, pages, user data. */
import type { Filter, RequestLaunchTemplateData, ResourceType, TagSpecification } from '@aws-sdk/client-ec2';
import { canonical } from '../../../shapes/canonical';
import { page } from '../paging';
import { ServiceError, type Tags } from '../service';

/** All client errors of EC2, but for missing permissions, have this status. */
export function ec2Error(name: string, message: string): ServiceError {
  return new ServiceError(name, message, 400);
}

/** @throws ServiceError InvalidParameterValue outside the bounds of MaxResults, InvalidNextToken */
export function listPage<R extends { readonly rank: number }>(
  records: readonly R[],
  asked: { readonly MaxResults?: number | undefined; readonly NextToken?: string | undefined },
  { min, max }: { readonly min: number; readonly max: number },
): { readonly items: readonly R[]; readonly NextToken: string | undefined } {
  const { MaxResults = max, NextToken } = asked;
  if (MaxResults < min || MaxResults > max) {
    const message = `Value ( ${MaxResults} ) for parameter maxResults is invalid. Expecting ${min} to ${max}.`;
    throw ec2Error('InvalidParameterValue', message);
  }
  const refuse = (): Error => ec2Error('InvalidNextToken', 'The token is invalid');
  const { items, next } = page(records, ({ rank }) => rank, MaxResults, NextToken, refuse);
  return { items, NextToken: next };
}

/** Longest token. https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_CreateFleet.html */
const TOKEN_CHARACTERS = 64;

/**
 * Client tokens of one action: the same request again gives the first one's answer, another request under the same
 * token is refused.
 */
export class ClientTokens<Answer> {
  private readonly answers = new Map<string, { readonly request: string; readonly answer: Answer }>();

  /**
   * @param token absent: every call is a request of its own
   * @throws ServiceError IdempotentParameterMismatch; or what `make` throws, and then the token stays free
   */
  once(token: string | undefined, request: object, make: () => Answer): Answer {
    if (token === undefined) return make();
    if (token === '' || token.length > TOKEN_CHARACTERS) {
      const message = `The client token has ${token.length} characters, allowed are 1 to ${TOKEN_CHARACTERS}`;
      throw ec2Error('InvalidParameterValue', message);
    }
    const text = canonical(request);
    const before = this.answers.get(token);
    if (before === undefined) {
      const answer = make();
      this.answers.set(token, { request: text, answer });
      return answer;
    }
    if (before.request !== text) {
      const message =
        'Arguments on this idempotent request are inconsistent with arguments used in previous request(s).';
      throw ec2Error('IdempotentParameterMismatch', message);
    }
    return before.answer;
  }
}

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
      throw ec2Error('InvalidParameterValue', message);
    }
    if (of === type) for (const { Key, Value } of given ?? []) tags[checkedKey(Key, tags)] = Value ?? '';
  }
  return tags;
}

function checkedKey(key: string | undefined, before: Tags): string {
  if (key === undefined || key === '' || key.length > 128 || key.startsWith('aws:')) {
    const message = `Tag key '${key ?? ''}' is empty, over 128 characters or begins with 'aws:'`;
    throw ec2Error('InvalidParameterValue', message);
  }
  if (Object.hasOwn(before, key)) {
    throw ec2Error('InvalidParameterValue', `Duplicate tag key '${key}' specified.`);
  }
  return key;
}

/** Refuses a create that lacks a required tag, as the roles' policies do (condition `aws:RequestTag`). */
export function requireTags(what: string, missing: readonly string[]): void {
  if (missing.length === 0) return;
  const message = `You are not authorized to perform this operation. The ${what} lacks the tags ${missing.join(', ')}`;
  throw new ServiceError('UnauthorizedOperation', message, 403);
}

/** Values of a resource by filter name, beside its tags. */
export type Fields = Readonly<Record<string, string>>;

/**
 * A predicate over tags and fields: all filters must match, each by any of its values; `*` and `?` are wildcards.
 * @param names filters that the action has, beside `tag:KEY` and `tag-key`
 * @throws ServiceError InvalidParameterValue for a filter that the action does not have
 */
export function matcher(
  filters: readonly Filter[] | undefined,
  names: readonly string[],
): (tags: Tags, fields: Fields) => boolean {
  const tests = (filters ?? []).map(({ Name = '', Values = [] }) => {
    if (!Name.startsWith('tag:') && Name !== 'tag-key' && !names.includes(Name)) {
      throw ec2Error('InvalidParameterValue', `The filter '${Name}' is invalid`);
    }
    if (Values.length === 0 || Values.length > 200) {
      const message = `The filter '${Name}' needs 1 to 200 values, it has ${Values.length}`;
      throw ec2Error('InvalidParameterValue', message);
    }
    const fits = anyOf(Values);
    if (Name === 'tag-key') return (tags: Tags): boolean => Object.keys(tags).some(fits);
    const tag = Name.startsWith('tag:') ? Name.slice('tag:'.length) : undefined;
    return (tags: Tags, fields: Fields): boolean => {
      const value = tag === undefined ? fields[Name] : tags[tag];
      return value !== undefined && fits(value);
    };
  });
  return (tags, fields) => tests.every((test) => test(tags, fields));
}

/** Whether a value is one of these. Most have no wildcard, and are looked for among hundreds of instances. */
function anyOf(values: readonly string[]): (value: string) => boolean {
  const plain = new Set(values.filter((value) => !/[*?\\]/.test(value)));
  const patterns = values.filter((value) => !plain.has(value)).map(wildcard);
  return (value) => plain.has(value) || patterns.some((pattern) => pattern.test(value));
}

/** `*` stands for any characters, `?` for one, a backslash before either for itself. */
function wildcard(value: string): RegExp {
  const source = value.replace(/\\([*?\\])|[*?]|[^A-Za-z0-9]/g, (found, escaped: string | undefined) => {
    if (escaped !== undefined) return `\\${escaped}`;
    if (found === '*') return '[^]*';
    return found === '?' ? '[^]' : `\\u{${Number(found.codePointAt(0)).toString(16)}}`;
  });
  return new RegExp(`^${source}$`, 'u');
}

/** Before encoding. https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/instancedata-add-user-data.html */
export const USER_DATA_BYTES = 16_384;

const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/**
 * The boot script of a template; empty where it has none.
 * @throws ServiceError InvalidUserData.Malformed where it is no base64 or too long
 */
export function userDataOf(data: RequestLaunchTemplateData): string {
  const encoded = data.UserData ?? '';
  if (!BASE64.test(encoded)) {
    throw ec2Error('InvalidUserData.Malformed', 'Invalid BASE64 encoding of user data.');
  }
  const bytes = Buffer.from(encoded, 'base64');
  if (bytes.length > USER_DATA_BYTES) {
    const message = `User data is limited to ${USER_DATA_BYTES} bytes, it has ${bytes.length}`;
    throw ec2Error('InvalidUserData.Malformed', message);
  }
  return bytes.toString('utf8');
}
