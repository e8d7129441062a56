/** FSx errors as in the SDK: https://docs.aws.amazon.com/fsx/latest/APIReference/API_CreateFileSystem.html, Errors. */
import type { ServiceLimit, Tag } from '@aws-sdk/client-fsx';
import { makeConstraintError, ServiceError, type Tags } from '../service';
import { getPage, type PageRules } from '../paging';
import { readTags } from '../resource-store';

/** "A generic error indicating a failure with a client request." */
export function makeBadRequest(message: string): ServiceError {
  return makeFsxError('BadRequest', message);
}

/** Members of some errors in addition to the message. */
interface FsxErrorMembers {
  /** IncompatibleParameterError (same token, other request): the member that differs. */
  readonly Parameter?: string;
  /** ServiceLimitExceeded: the quota of the account. */
  readonly Limit?: ServiceLimit;
  /** InvalidNetworkSettings: the unknown ids. */
  readonly InvalidSubnetId?: string;
  readonly InvalidSecurityGroupId?: string;
  readonly InvalidRouteTableId?: string;
}

export function makeFsxError(name: string, message: string, members: FsxErrorMembers = {}): ServiceError {
  return Object.assign(new ServiceError(name, message), members);
}

/** @throws ServiceError ValidationException for a value outside the enumeration */
export function requireEnum(member: string, value: string | undefined, allowed: readonly string[]): void {
  if (value === undefined || allowed.includes(value)) return;
  throw makeConstraintError(member, `Member must satisfy enum value set: [${allowed.join(', ')}]`, value);
}

// Ids and pages of FSx's listings.

/** The service has an unpublished "internal maximum"; assumed. */
const MAX_PAGE_ITEMS = 100;
/** Maximum ids of one request. https://docs.aws.amazon.com/fsx/latest/APIReference/API_DescribeFileSystems.html */
const MAX_REQUEST_IDS = 50;

/** Ids of a request, without duplicates; undefined if none were given. @throws ServiceError ValidationException */
export function readIds(member: string, ids: readonly string[] | undefined): readonly string[] | undefined {
  if (ids === undefined || ids.length === 0) return undefined;
  if (ids.length > MAX_REQUEST_IDS)
    throw makeConstraintError(member, `Member must have length less than or equal to ${MAX_REQUEST_IDS}`);
  return [...new Set(ids)];
}

const PAGE_RULES: PageRules = {
  least: 1,
  most: MAX_PAGE_ITEMS,
  cuts: true,
  refuseSize: (size) => makeConstraintError('maxResults', 'Member must have value greater than or equal to 1', size),
  refuseToken: () => makeBadRequest('Invalid NextToken'),
};

/** Base64 tokens, padded. @throws ServiceError ValidationException for a MaxResults below 1, BadRequest for a token */
export function getFsxPage<R extends { readonly rank: number }>(
  records: readonly R[],
  requested: { readonly MaxResults?: number | undefined; readonly NextToken?: string | undefined },
): { readonly items: readonly R[]; readonly NextToken: string | undefined } {
  const { items, next } = getPage(
    records.toSorted((a, b) => a.rank - b.rank),
    requested.MaxResults,
    requested.NextToken,
    PAGE_RULES,
  );
  return { items, NextToken: next === undefined ? next : Buffer.from(next, 'base64url').toString('base64') };
}

/** @throws ServiceError ValidationException or BadRequest for an invalid list of tags */
export function parseTags(list: readonly Tag[] | undefined): Tags {
  if (list?.length === 0) throw makeConstraintError('tags', 'Member must have length greater than or equal to 1');
  return readTags(list, (message, member) =>
    member === undefined ? makeBadRequest(message) : makeConstraintError(member, message),
  );
}
