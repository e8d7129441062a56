/** Pages of a listing. A token names the last item, not a count, so that deletes between two pages skip nothing. */

import type { Service } from './service';
import { SUPPORTED_MEMBERS } from './sdk-shape';

/** Sort key of an item in its listing, ascending. */
export type SortKey = number | string;

export interface Page<T> {
  readonly items: readonly T[];
  /** Undefined on the last page. */
  readonly next: string | undefined;
}

/** @param items ascending by `rank` @param token `next` of a page @param refuse makes the error for other tokens */
export function slicePage<T>(
  items: readonly T[],
  rank: (item: T) => SortKey,
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

/** Index of the first item after a rank. */
function findFirstAfter<T>(items: readonly T[], rank: (item: T) => SortKey, after: SortKey): number {
  let low = 0;
  let high = items.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (rank(items[middle] as T) > after) high = middle;
    else low = middle + 1;
  }
  return low;
}

function readToken(token: string, refuse: () => Error): SortKey {
  try {
    const value: unknown = JSON.parse(Buffer.from(token, 'base64url').toString('utf8'));
    const rank: unknown = Array.isArray(value) ? value[0] : undefined;
    if (typeof rank === 'number' || typeof rank === 'string') return rank;
  } catch {
    // Falls through: an invalid JSON text is an unknown token too.
  }
  throw refuse();
}

export interface PageRules {
  /** Minimum and maximum of the limit in a request. */
  readonly least: number;
  readonly most: number;
  /** Page size without a limit in the request. Default: the maximum. */
  readonly usual?: number;
  /** A limit above the maximum is reduced and not refused. */
  readonly cuts?: true;
  readonly refuseSize: (size: number) => Error;
  readonly refuseToken: () => Error;
}

/** One page of a listing, in order of creation unless another rank is given. */
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

// Listings in small pages: services may return less than the requested limit, so callers must read on.

/** Names of the page limit in the services. */
const PAGE_LIMIT_MEMBER = /\b(?:MaxBuckets|MaxItems|MaxKeys|MaxRecords|MaxResults|maxResults)\b/;
/** Minimum of the limit, if it exceeds one. Sources: see the actions. */
const MIN_PAGE_ITEMS: Readonly<Record<string, number>> = {
  DescribeInstances: 5,
  DescribeInstanceTypeOfferings: 5,
  DescribeVolumes: 5,
  DescribeInstanceInformation: 5,
};

/** Pages of at most `items` items, or the minimum if larger. The call log keeps the original requests. */
export function limitPageSizes(
  services: Readonly<Record<string, Service>>,
  items: number,
): Readonly<Record<string, Service>> {
  const small = (name: string, action: string, run: Service[string]): Service[string] => {
    const [member] = PAGE_LIMIT_MEMBER.exec(SUPPORTED_MEMBERS[name]?.[action] ?? '') ?? [];
    const most = Math.max(items, MIN_PAGE_ITEMS[action] ?? 1);
    return member === undefined ? run : (input, caller) => run(limitPageSize(input, member, most), caller);
  };
  return Object.fromEntries(
    Object.entries(services).map(([name, service]) => [
      name,
      Object.fromEntries(Object.entries(service).map(([action, run]) => [action, small(name, action, run)])),
    ]),
  );
}

/** Listings by ids are complete, and EC2 refuses a limit together with ids. */
function limitPageSize(input: never, member: string, most: number): never {
  const given = input as Readonly<Record<string, unknown>>;
  if (Object.keys(given).some((name) => name.endsWith('Ids'))) return input;
  return { ...given, [member]: Math.min(Number(given[member] ?? most), most) } as never;
}
