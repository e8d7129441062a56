/** What `tree-copy` finds on its hosts: the tree that it copies, apart from the storage under test. */
import { groupBy } from '../../shapes/group';
import { type Fixture, fixtureKey } from '../../shapes/fixture';
import type { LaidOut, Place } from '../contract';
import { renderScript } from '../shell';
import type { TreeCopyParams } from './schema';
import { SHELL, START_SECONDS, treeOf } from './steps';

/** Making the tree in the memory or on the disk of the host: 38,000 files of 800 MB take two seconds here. */
const MAKE = { files: 10_000, bytes: 100e6 };
/** Removing it: from a slow disk of the host. Assumed. */
const REMOVE_FILES = 1000;
/** Block in which file systems allot space. */
const BLOCK = 4096;

/** Each tree has a slot of its own: one beside the other they serve all cells of all copies. */
export function fixtures(params: TreeCopyParams, { files }: Pick<Place, 'files'>): readonly Fixture[] {
  const tree = treeOf(params);
  const script = (comment: string, file: string): string =>
    renderScript({ comment: [comment], variables: tree, files: [...SHELL, 'tree.sh', file] }, files);
  const up = script('Makes the tree that is copied, apart from the storage under test.', 'make.sh');
  const expectedSeconds = START_SECONDS + params.files / MAKE.files + params.size / MAKE.bytes;
  return [
    {
      slot: `source/tree-${fixtureKey(tree)}`,
      key: fixtureKey(up),
      roles: [params.role],
      needs: [],
      up,
      down: script('Removes a tree that was copied.', 'remove.sh'),
      expectedSeconds,
      timeoutSeconds: Math.ceil(10 * expectedSeconds) + 120,
      downSeconds: Math.ceil(params.files / REMOVE_FILES) + 120,
      stays: true,
    },
  ];
}

/** One copy of the largest tree: older ones are removed where space is short. */
export function laidOut(cells: readonly TreeCopyParams[]): readonly LaidOut[] {
  return [...groupBy(cells, ({ role }) => role)].map(([role, its]) => ({
    role,
    parts: [Math.max(...its.map(({ files, dirs, size }) => size + (files + dirs) * BLOCK))],
    setting: 'size',
  }));
}
