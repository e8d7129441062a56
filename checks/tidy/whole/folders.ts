/** Folders with too many files to find one. */
import { posix } from 'node:path';
import { groupBy } from '../../../lib/shapes/collections';
import type { Fault, Source } from '../source';

const MOST = 25;

/** Larger folders, and why. An unneeded entry is a fault. */
const REASONS: Readonly<Record<string, string>> = {
  'lib/shapes': 'one file a word that every room speaks, found by the word',
  'test/recorded/fio': 'outputs of one tool, as they came',
};

/** Folders with too many files, and unneeded reasons. */
export function folderFaults(sources: readonly Source[], reasons: Readonly<Record<string, string>> = REASONS): Fault[] {
  const house = sources.filter(({ path }) => /^(lib|lambdas|bin|checks|bench|test|workloads|docs)\//.test(path));
  const full = [...groupBy(house, ({ path }) => posix.dirname(path))].filter(([, files]) => files.length > MOST);
  return [
    ...full.flatMap(([folder, files]) => {
      if (reasons[folder] !== undefined) return [];
      const message = `${folder} holds ${files.length} files, at most ${MOST} are allowed; split them by concept`;
      return [{ path: folder, line: 1, message }];
    }),
    ...Object.keys(reasons)
      .filter((folder) => house.some(({ path }) => posix.dirname(path) === folder))
      .filter((folder) => !full.some(([name]) => name === folder))
      .map((folder) => ({ path: folder, line: 1, message: 'holds few files; remove it from the list of reasons' })),
  ];
}
