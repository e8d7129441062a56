/**
 * Errors as FSx names them. Some carry one more member, as the SDK's exceptions do.
 * https://docs.aws.amazon.com/fsx/latest/APIReference/API_CreateFileSystem.html, section Errors.
 */
import type { ServiceLimit, Tag } from '@aws-sdk/client-fsx';
import { constraintError, ServiceError, type Tags } from '../service';
import { page } from '../paging';
import { canonical } from '../../../shapes/canonical';

/** All client errors of FSx have this status. */
const STATUS = 400;

/** "A generic error indicating a failure with a client request." */
export function badRequest(message: string): ServiceError {
  return new ServiceError('BadRequest', message, STATUS);
}

export function fsxError(name: string, message: string): ServiceError {
  return new ServiceError(name, message, STATUS);
}

/** The same token with another request. `Parameter` names the member that differs. */
class IncompatibleParameterError extends ServiceError {
  constructor(
    message: string,
    readonly Parameter: string,
  ) {
    super('IncompatibleParameterError', message, STATUS);
  }
}

/** A quota of the account. */
export class ServiceLimitExceeded extends ServiceError {
  constructor(
    message: string,
    readonly Limit: ServiceLimit,
  ) {
    super('ServiceLimitExceeded', message, STATUS);
  }
}

/** What a request names of a network that is not there. */
export interface NetworkFault {
  readonly InvalidSubnetId?: string;
  readonly InvalidSecurityGroupId?: string;
  readonly InvalidRouteTableId?: string;
}

/** A subnet, security group or route table that FSx does not find. */
export class InvalidNetworkSettings extends ServiceError {
  readonly InvalidSubnetId?: string;
  readonly InvalidSecurityGroupId?: string;
  readonly InvalidRouteTableId?: string;

  constructor(message: string, fault: NetworkFault) {
    super('InvalidNetworkSettings', message, STATUS);
    Object.assign(this, fault);
  }
}

/** @throws ServiceError ValidationException for a value that its enumeration does not have */
export function requireOneOf(member: string, value: string | undefined, allowed: readonly string[]): void {
  if (value === undefined || allowed.includes(value)) return;
  throw constraintError(member, `Member must satisfy enum value set: [${allowed.join(', ')}]`, value);
}

// Ids and pages of FSx's listings.

/** The service gives at most "its internal maximum", which is published nowhere; assumed. */
const PAGE_ITEMS = 100;
/** Ids of one request at most. https://docs.aws.amazon.com/fsx/latest/APIReference/API_DescribeFileSystems.html */
const MAX_IDS = 50;

/** Ids of a request, each once; undefined where none were given. @throws ServiceError ValidationException */
export function idsOf(member: string, ids: readonly string[] | undefined): readonly string[] | undefined {
  if (ids === undefined || ids.length === 0) return undefined;
  if (ids.length > MAX_IDS) throw constraintError(member, `Member must have length less than or equal to ${MAX_IDS}`);
  return [...new Set(ids)];
}

/**
 * One page, in order of creation. Tokens are base64 with padding, as the service model demands.
 * @throws ServiceError ValidationException for a MaxResults below 1, BadRequest for a token that was not made here
 */
export function listPage<R extends { readonly rank: number }>(
  records: readonly R[],
  asked: { readonly MaxResults?: number | undefined; readonly NextToken?: string | undefined },
): { readonly items: readonly R[]; readonly NextToken: string | undefined } {
  const { MaxResults = PAGE_ITEMS } = asked;
  if (MaxResults < 1)
    throw constraintError('maxResults', 'Member must have value greater than or equal to 1', MaxResults);
  const { items, next } = page(
    records.toSorted((a, b) => a.rank - b.rank),
    ({ rank }) => rank,
    Math.min(MaxResults, PAGE_ITEMS),
    asked.NextToken,
    () => badRequest('Invalid NextToken'),
  );
  return { items, NextToken: next === undefined ? next : Buffer.from(next, 'base64url').toString('base64') };
}

// Tags of FSx resources: read from the request, and required of every create.

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

// * Client request tokens: the same request again gives what the first one made, as long as that exists; another
// request under the same token is refused. What is gone has freed its token: a late repetition of a create makes a
// new one. https://docs.aws.amazon.com/fsx/latest/APIReference/API_CreateFileSystem.html ("If a file system with the
// specified client request token exists …").

/** As the service model has it, `A-z` included. Same source, ClientRequestToken. */
const TOKEN = /^[A-za-z0-9_.-]{1,63}$/;

type Request = Readonly<Record<string, unknown>>;

/** Memory of the tokens of one action. */
export class RequestTokens<Made> {
  private readonly made = new Map<string, { readonly request: Request; readonly made: Made }>();

  /** @param exists what was made is still there */
  constructor(private readonly exists: (made: Made) => boolean) {}

  /**
   * @param token absent: every call is a request of its own, as the SDK makes a random one
   * @throws ServiceError ValidationException for a malformed token, IncompatibleParameterError; or what `make` throws,
   * and then the token stays free
   */
  once(token: string | undefined, request: Request, make: () => Made): Made {
    if (token === undefined) return make();
    if (!TOKEN.test(token)) {
      const rule = `Member must satisfy regular expression pattern: ${TOKEN.source}`;
      throw constraintError('clientRequestToken', rule, token);
    }
    const before = this.made.get(token);
    if (before === undefined || !this.exists(before.made)) {
      const made = make();
      this.made.set(token, { request, made });
      return made;
    }
    const differing = firstDifference(before.request, request);
    if (differing !== undefined) {
      const message = `The parameter ${differing} is incompatible with the earlier request of the same client token`;
      throw new IncompatibleParameterError(message, differing);
    }
    return before.made;
  }
}

/** Name of the first member, in alphabetical order, that is not the same. */
function firstDifference(before: Request, now: Request): string | undefined {
  const names = [...new Set([...Object.keys(before), ...Object.keys(now)])].sort();
  return names.find((name) => canonical(before[name]) !== canonical(now[name]));
}
