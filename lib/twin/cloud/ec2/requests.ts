/** Common parts of EC2 requests: errors, client tokens, tags at creation, filters, pages, user data. */
import type { Filter, RequestLaunchTemplateData, ResourceType, TagSpecification } from '@aws-sdk/client-ec2';
import { getPage, type PageRules } from '../paging';
import { ServiceError, type Tags } from '../service';
import { readTags, type ResourceStore } from '../resource-store';

/** All client errors of EC2, except missing permissions, have this status. */
export function makeEc2Error(name: string, message: string): ServiceError {
  return new ServiceError(name, message);
}

/** @throws ServiceError InvalidParameterValue outside the bounds of MaxResults, InvalidNextToken */
export function getEc2Page<R extends { readonly rank: number }>(
  records: readonly R[],
  { MaxResults, NextToken }: { readonly MaxResults?: number | undefined; readonly NextToken?: string | undefined },
  { least, most }: Pick<PageRules, 'least' | 'most'>,
): { readonly items: readonly R[]; readonly NextToken: string | undefined } {
  const refuseSize = (size: number): Error => {
    const message = `Value ( ${size} ) for parameter maxResults is invalid. Expecting ${least} to ${most}.`;
    return makeEc2Error('InvalidParameterValue', message);
  };
  const refuseToken = (): Error => makeEc2Error('InvalidNextToken', 'The token is invalid');
  const { items, next } = getPage(records, MaxResults, NextToken, { least, most, refuseSize, refuseToken });
  return { items, NextToken: next };
}

/** Longest token. https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_CreateFleet.html */
const MAX_TOKEN_CHARACTERS = 64;

/** Runs a request once per token. @throws ServiceError IdempotentParameterMismatch; or that of `make`: token unused */
export function runOncePerToken<Made>(
  store: ResourceStore,
  action: string,
  { ClientToken: token, ...request }: { readonly ClientToken?: string | undefined },
  make: () => Made,
): Made {
  if (token !== undefined && (token === '' || token.length > MAX_TOKEN_CHARACTERS)) {
    const message = `The client token has ${token.length} characters, allowed are 1 to ${MAX_TOKEN_CHARACTERS}`;
    throw makeEc2Error('InvalidParameterValue', message);
  }
  const message = 'Arguments on this idempotent request are inconsistent with arguments used in previous request(s).';
  const refuse = (): Error => makeEc2Error('IdempotentParameterMismatch', message);
  return store.once(action, token, request, make, { exists: () => true, refuse });
}

/** Tags in TagSpecifications for one type of resource. @param allowed types that the call may tag */
export function readTypeTags(
  type: ResourceType,
  specifications: readonly TagSpecification[] | undefined,
  allowed: readonly ResourceType[],
): Tags {
  const its = (specifications ?? []).flatMap(({ ResourceType: of, Tags: given = [] }) => {
    if (of === undefined || !allowed.includes(of)) {
      const message = `'${of ?? ''}' is not a valid taggable resource type for this operation.`;
      throw makeEc2Error('InvalidParameterValue', message);
    }
    return of === type ? given.map(({ Key, Value = '' }) => ({ Key, Value })) : [];
  });
  return readTags(its, (message) => makeEc2Error('InvalidParameterValue', message));
}

export function makeUntaggedError(what: string): (missing: string) => ServiceError {
  const message = 'You are not authorized to perform this operation.';
  return (missing) =>
    new ServiceError('UnauthorizedOperation', `${message} The ${what} lacks the tags ${missing}`, 403);
}

/** For each filter of an action: how to read the filtered values from a resource. */
export interface FilterReaders<R> {
  readonly fields: Readonly<Record<string, (record: R) => string>>;
  /** Default: it has none. */
  readonly tags?: (record: R) => Tags;
}

/**
 * One page of resources that match all filters, each by any value (`*`, `?`); every action has `tag:KEY`.
 * @throws ServiceError InvalidParameterValue for an unknown filter
 */
export function selectPage<R extends { readonly rank: number }>(
  records: readonly R[],
  { Filters = [], ...paging }: Parameters<typeof getEc2Page>[1] & { readonly Filters?: readonly Filter[] | undefined },
  bounds: Parameters<typeof getEc2Page>[2],
  of: FilterReaders<R>,
): ReturnType<typeof getEc2Page<R>> {
  const tests = Filters.map((filter) => makeMatcher(filter, of));
  return getEc2Page(
    records.filter((record) => tests.every((test) => test(record))),
    paging,
    bounds,
  );
}

export function makeMatcher<R>(
  { Name = '', Values = [] }: Filter,
  { fields, tags: tagsOf = () => ({}) }: FilterReaders<R>,
): (record: R) => boolean {
  const field = fields[Name];
  if (!Name.startsWith('tag:') && field === undefined)
    throw makeEc2Error('InvalidParameterValue', `The filter '${Name}' is invalid`);
  if (Values.length === 0 || Values.length > 200) {
    const message = `The filter '${Name}' needs 1 to 200 values, it has ${Values.length}`;
    throw makeEc2Error('InvalidParameterValue', message);
  }
  const fits = makeAnyMatcher(Values);
  const tag = Name.slice('tag:'.length);
  return (record) => {
    const value = field === undefined ? tagsOf(record)[tag] : field(record);
    return value !== undefined && fits(value);
  };
}

/** Whether a value matches any pattern. Fast for patterns without wildcards, as most are. */
function makeAnyMatcher(values: readonly string[]): (value: string) => boolean {
  const plain = new Set(values.filter((value) => !/[*?\\]/.test(value)));
  const patterns = values.filter((value) => !plain.has(value)).map(toPattern);
  return (value) => plain.has(value) || patterns.some((pattern) => pattern.test(value));
}

/** `*` matches any characters, `?` one; a backslash escapes both. */
function toPattern(value: string): RegExp {
  const source = value.replace(/\\([*?\\])|[*?]|[^A-Za-z0-9]/g, (found, escaped: string | undefined) => {
    if (escaped !== undefined) return `\\${escaped}`;
    if (found === '*') return '[^]*';
    return found === '?' ? '[^]' : `\\u{${Number(found.codePointAt(0)).toString(16)}}`;
  });
  return new RegExp(`^${source}$`, 'u');
}

/** Before encoding. https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/instancedata-add-user-data.html */
export const MAX_USER_DATA_BYTES = 16_384;

const BASE64_PATTERN = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/** The boot script of a template; empty if it has none. @throws ServiceError InvalidUserData.Malformed */
export function decodeUserData(data: RequestLaunchTemplateData): string {
  const encoded = data.UserData ?? '';
  if (!BASE64_PATTERN.test(encoded)) {
    throw makeEc2Error('InvalidUserData.Malformed', 'Invalid BASE64 encoding of user data.');
  }
  const bytes = Buffer.from(encoded, 'base64');
  if (bytes.length > MAX_USER_DATA_BYTES) {
    const message = `User data is limited to ${MAX_USER_DATA_BYTES} bytes, it has ${bytes.length}`;
    throw makeEc2Error('InvalidUserData.Malformed', message);
  }
  return bytes.toString('utf8');
}
