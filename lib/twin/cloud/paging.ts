/**
 * Pages of a listing. A token names the last item given, not a count, so that what is deleted between two pages skips
 * nothing.
 */

import type { Service } from './service';
import { MODELLED } from './sdk-shape';

/** Position of an item in its listing; items come in ascending order of it. */
export type Rank = number | string;

export interface Page<T> {
  readonly items: readonly T[];
  /** Undefined on the last page. */
  readonly next: string | undefined;
}

/**
 * One page of `items`, which are in ascending order of `rank`.
 * @param size at most this many items
 * @param token what an earlier page gave as `next`
 * @param refuse makes the service's own error for a token that was not made here
 */
export function slicePage<T>(
  items: readonly T[],
  rank: (item: T) => Rank,
  size: number,
  token: string | undefined,
  refuse: () => Error,
): Page<T> {
  const after = token === undefined ? undefined : readToken(token, refuse);
  const first = after === undefined ? 0 : findFirstAfter(items, rank, after);
  const taken = items.slice(first, first + size);
  const last = taken.at(-1);
  if (last === undefined || first + taken.length === items.length) return { items: taken, next: undefined };
  return { items: taken, next: Buffer.from(JSON.stringify([rank(last)])).toString('base64url') };
}

/** Place of the first item beyond a rank. */
function findFirstAfter<T>(items: readonly T[], rank: (item: T) => Rank, after: Rank): number {
  let low = 0;
  let high = items.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (rank(items[middle] as T) > after) high = middle;
    else low = middle + 1;
  }
  return low;
}

function readToken(token: string, refuse: () => Error): Rank {
  try {
    const value: unknown = JSON.parse(Buffer.from(token, 'base64url').toString('utf8'));
    const rank: unknown = Array.isArray(value) ? value[0] : undefined;
    if (typeof rank === 'number' || typeof rank === 'string') return rank;
  } catch {
    // Falls through: a text that is no JSON was not made here either.
  }
  throw refuse();
}

/** How many items a service gives at once, and how it refuses what it cannot give. */
export interface PageRules {
  /** Fewest and most that may be asked for. */
  readonly least: number;
  readonly most: number;
  /** Where nothing is asked for. Default: the most. */
  readonly usual?: number;
  /** More than the most is asked for in vain, and not refused. */
  readonly cuts?: true;
  readonly refuseSize: (size: number) => Error;
  readonly refuseToken: () => Error;
}

/** One page of what a service lists, in order of creation unless another rank is given. */
export function getPage<T extends { readonly rank: number }>(
  items: readonly T[],
  size: number | undefined,
  token: string | undefined,
  rules: PageRules,
): Page<T> {
  const { least, most, usual = most, cuts, refuseSize, refuseToken } = rules;
  const wanted = size ?? usual;
  if (!Number.isInteger(wanted) || wanted < least || (wanted > most && cuts !== true)) throw refuseSize(wanted);
  return slicePage(items, ({ rank }) => rank, Math.min(wanted, most), token, refuseToken);
}

// Listings in small pages: no service promises to give as much as it is asked for, so callers must read on.

/** How services call the limit of a page. */
const PAGE_LIMIT = /\b(?:MaxItems|MaxKeys|MaxRecords|MaxResults|maxResults)\b/;
/** The least that may be asked for, where it is more than one. Sources stand at the actions. */
const MIN_PAGE_ITEMS: Readonly<Record<string, number>> = {
  DescribeInstances: 5,
  DescribeInstanceTypeOfferings: 5,
  DescribeVolumes: 5,
  DescribeInstanceInformation: 5,
};

/**
 * The services, whose listings give pages of at most `items`, or of the least that can be asked for.
 * What callers ask for is recorded as they asked for it.
 */
export function withSmallPages(
  services: Readonly<Record<string, Service>>,
  items: number,
): Readonly<Record<string, Service>> {
  const small = (name: string, action: string, run: Service[string]): Service[string] => {
    const [member] = PAGE_LIMIT.exec(MODELLED[name]?.[action] ?? '') ?? [];
    const most = Math.max(items, MIN_PAGE_ITEMS[action] ?? 1);
    return member === undefined ? run : (input, caller) => run(limitInput(input, member, most), caller);
  };
  return Object.fromEntries(
    Object.entries(services).map(([name, service]) => [
      name,
      Object.fromEntries(Object.entries(service).map(([action, run]) => [action, small(name, action, run)])),
    ]),
  );
}

/** What is asked for by ids comes whole, and EC2 refuses a limit beside ids. */
function limitInput(input: never, member: string, most: number): never {
  const given = input as Readonly<Record<string, unknown>>;
  if (Object.keys(given).some((name) => name.endsWith('Ids'))) return input;
  return { ...given, [member]: Math.min(Number(given[member] ?? most), most) } as never;
}
