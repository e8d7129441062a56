/** Pages that are made from the code, by their path. */
import { errorsPage } from './errors-page';

export const PAGES: Readonly<Record<string, () => string>> = { 'docs/errors.md': errorsPage };

/** @param textOf the file as it stands; empty where there is none. @returns paths of pages that say something else */
export function stalePages(textOf: (path: string) => string): string[] {
  return Object.entries(PAGES).flatMap(([path, page]) => (textOf(path) === page() ? [] : [path]));
}
