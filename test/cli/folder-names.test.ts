import { makeTargetNames } from '../../lib/cli/folder-names';

it('derives unique target names from folder names', () => {
  const names = ['disk', 'disk-2', 'disk-3', 'folder', 'folder-2', 'folder-3', 'p', 'a-b'];
  expect(makeTargetNames(['/mnt/disk', 'disk/', './disk', '.', '/', '..', '9p', 'a b'])).toEqual(names);
});
