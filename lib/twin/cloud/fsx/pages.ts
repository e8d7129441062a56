/** Ids and pages of FSx's listings. */
import { page } from '../paging';
import { badRequest } from './errors';
import { constraintError } from '../service';

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
