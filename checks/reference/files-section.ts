/** Every file of the house by its folder: a part of `docs/contributing.md` that is made from the tree. */
import { posix } from 'node:path';
import { groupBy } from '../../lib/shapes/group';

const BEGIN = '<!-- Every file: made by `npm run reference` -->';
const END = '<!-- End of every file -->';

/** Rooms that are listed, and which of their files. */
const LISTED = /^(lib|checks|bench|bin)\/.+\.ts$|^lambdas\/.+\/handler\.ts$|^workloads\/.+\.(sh|json)$/;

/**
 * The page with its list of files made anew.
 * @param page as it stands, with the two marks
 * @param paths of all files
 * @throws Error where the page has no place for the list
 */
export function withFiles(page: string, paths: readonly string[]): string {
  const begin = page.indexOf(BEGIN);
  const end = page.indexOf(END);
  if (begin === -1 || end < begin) throw new Error(`docs/contributing.md needs the marks ${BEGIN} and ${END}`);
  return `${page.slice(0, begin + BEGIN.length)}\n\n${listOf(paths)}\n\n${page.slice(end)}`;
}

function listOf(paths: readonly string[]): string {
  const listed = paths.filter((path) => LISTED.test(path)).sort();
  const handlers = listed
    .filter((path) => path.startsWith('lambdas/'))
    .map((path) => posix.basename(posix.dirname(path)));
  const rest = listed.filter((path) => !path.startsWith('lambdas/'));
  const folders = [...groupBy(rest, (path) => posix.dirname(path))].map(
    ([folder, files]) => `- \`${folder}/\`: ${files.map((file) => posix.basename(file, '.ts')).join(', ')}`,
  );
  return [`- \`lambdas/\`: ${handlers.join(', ')}`, ...folders].join('\n');
}
