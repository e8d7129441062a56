/** Pages that are generated from the code, by path. */
import { ensure } from '../../lib/shapes/errors';
import { TARGET_KINDS, findTarget } from '../../lib/targets/registry';
import { WORKLOAD_KINDS } from '../../lib/shapes/workload-kinds';
import { findWorkload } from '../../lib/workloads/registry';
import { machineBounds } from './machine-bounds';
import { checklistPage, errorsPage, imagesPage, operatePage } from './text-pages';
import { summaryPage } from './summary-page';
import { targetPage, targetsIndex } from './target-page';
import { workloadPage, workloadsIndex } from './workload-page';

/** Makes a page from its present text. */
type Page = (now: string) => string;

export const PAGES: Readonly<Record<string, Page>> = {
  'docs/aws-checklist.md': checklistPage,
  'docs/errors.md': errorsPage,
  'docs/reference/images.md': imagesPage,
  'docs/operate.md': operatePage,
  'docs/reference/summary.md': () => summaryPage(),
  'lib/shapes/machine-bounds.json': () => machineBounds(process.cwd()),
  'docs/targets/README.md': targetsIndex,
  'docs/workloads/README.md': workloadsIndex,
  ...Object.fromEntries(
    TARGET_KINDS.map((kind) => [`docs/targets/${kind}.md`, () => targetPage(known(findTarget(kind)))]),
  ),
  ...Object.fromEntries(
    WORKLOAD_KINDS.map((kind) => [
      `docs/workloads/${kind}.md`,
      (now: string) => workloadPage(known(findWorkload(kind)), now),
    ]),
  ),
};

/** New texts of all pages, by path. @param textOf present text of a file; empty where there is none */
export function makePages(textOf: (path: string) => string): ReadonlyMap<string, string> {
  return new Map(Object.entries(PAGES).map(([path, page]) => [path, page(textOf(path))]));
}

function known<T>(kind: T | undefined): T {
  return ensure(kind, 'a kind of the registry');
}
