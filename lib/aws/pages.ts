/** Paged answers: every Describe and List is read to its end. */

/**
 * Reads all pages.
 * @param ask one call with the token of the page; undefined for the first
 * @returns the pages, in order
 */
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

/** The same of calls whose token is called `NextToken`: `next` is the part of the query that asks for a page. */
export function readNextPages<P extends { NextToken?: string | undefined }>(
  ask: (next: { readonly NextToken?: string }) => Promise<P>,
): Promise<P[]> {
  return readPages((token) => ask(token === undefined ? {} : { NextToken: token }));
}

/**
 * Batch after batch: what comes in the next begins when the last of the batch before is through.
 * @param size how many at once
 * @returns what each gave, in their order
 */
export async function mapInBatches<T, R>(all: readonly T[], size: number, work: (one: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  for (let first = 0; first < all.length; first += size)
    results.push(...(await Promise.all(all.slice(first, first + size).map(work))));
  return results;
}
