/** Pagination: reads all pages of Describe and List calls. */

/** Reads all pages, in order. @param ask makes one call with the token of a page; undefined for the first */
export async function readPages<P extends { NextToken?: string | undefined } | { nextToken?: string | undefined }>(
  ask: (token: string | undefined) => Promise<P>,
): Promise<P[]> {
  const pages: P[] = [];
  let token: string | undefined;
  do {
    const page = await ask(token);
    pages.push(page);
    token = 'NextToken' in page ? page.NextToken : (page as { nextToken?: string }).nextToken;
  } while (token !== undefined && token !== '');
  return pages;
}

/** {@link readPages} for calls with `NextToken`: `next` is the part of the query that selects a page. */
export function readNextPages<P extends { NextToken?: string | undefined }>(
  ask: (next: { readonly NextToken?: string }) => Promise<P>,
): Promise<P[]> {
  return readPages((token) => ask(token === undefined ? {} : { NextToken: token }));
}

/** Runs `work` in batches of `size`; each batch waits for the previous one. @returns results in order */
export async function mapInBatches<T, R>(all: readonly T[], size: number, work: (one: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  for (let first = 0; first < all.length; first += size)
    results.push(...(await Promise.all(all.slice(first, first + size).map(work))));
  return results;
}
