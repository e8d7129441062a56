/** Pages of FSx's listings: tokens are base64 with padding, as the service model demands. */
import { constraintError } from '../../constraint';
import { page } from '../../paging';
import { badRequest } from '../errors';

/** The service gives at most "its internal maximum", which is published nowhere; assumed. */
const PAGE_ITEMS = 100;
/** Ids of one request at most. https://docs.aws.amazon.com/fsx/latest/APIReference/API_DescribeFileSystems.html */
const MAX_IDS = 50;

/** @throws ServiceError ValidationException for a MaxResults below 1, BadRequest for a token that was not made here */
export function listPage<R extends { readonly rank: number }>(
  records: readonly R[],
  { MaxResults, NextToken }: { readonly MaxResults?: number | undefined; readonly NextToken?: string | undefined },
): { readonly items: readonly R[]; readonly more: { readonly NextToken?: string } } {
  if (MaxResults !== undefined && MaxResults < 1) {
    throw constraintError('maxResults', 'Member must have value greater than or equal to 1', MaxResults);
  }
  const size = Math.min(MaxResults ?? PAGE_ITEMS, PAGE_ITEMS);
  const { items, next } = page(
    records,
    ({ rank }) => rank,
    size,
    NextToken,
    () => badRequest('Invalid NextToken'),
  );
  if (next === undefined) return { items, more: {} };
  return { items, more: { NextToken: Buffer.from(next, 'base64url').toString('base64') } };
}

/** Ids of a request, each once; undefined where none were given. @throws ServiceError ValidationException */
export function idsOf(member: string, ids: readonly string[] | undefined): readonly string[] | undefined {
  if (ids === undefined || ids.length === 0) return undefined;
  if (ids.length > MAX_IDS) throw constraintError(member, `Member must have length less than or equal to ${MAX_IDS}`);
  return [...new Set(ids)];
}
