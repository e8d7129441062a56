/** Pages of the listings of SSM. */
import { constraintError } from '../constraint';
import { page, type Page, type Rank } from '../paging';
import { ServiceError } from '../service';

/** Entries of a page at most. https://docs.aws.amazon.com/systems-manager/latest/APIReference/API_ListCommands.html */
const PAGE_ENTRIES = 50;

export interface PageRequest {
  readonly MaxResults: number | undefined;
  readonly NextToken: string | undefined;
}

/**
 * One page, in ascending order of `rank`.
 * @param least smallest MaxResults that the action takes
 */
export function entries<T>(items: readonly T[], rank: (item: T) => Rank, request: PageRequest, least: number): Page<T> {
  const { MaxResults = PAGE_ENTRIES, NextToken } = request;
  if (MaxResults < least || MaxResults > PAGE_ENTRIES) {
    throw constraintError('maxResults', `Member must be from ${least} to ${PAGE_ENTRIES}`, MaxResults);
  }
  const refuse = (): Error => new ServiceError('InvalidNextToken', 'The specified token is not valid', 400);
  return page(items, rank, MaxResults, NextToken, refuse);
}

export function nextToken(given: Page<unknown>): { readonly NextToken?: string } {
  return given.next === undefined ? {} : { NextToken: given.next };
}
