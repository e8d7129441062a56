import { folderFaults } from '../../../../checks/tidy/whole/folders';

const files = (folder: string, count: number) =>
  Array.from({ length: count }, (_, index) => ({ path: `${folder}/f${index}.ts`, text: '' }));

describe('folderFaults', () => {
  it('reports folders with more than 25 files, without counting subfolders', () => {
    expect(folderFaults([...files('lib/a', 25), ...files('lib/a/b', 25)], {})).toEqual([]);
    expect(folderFaults(files('lib/a', 26), {})).toEqual([expect.objectContaining({ path: 'lib/a' })]);
  });

  it('accepts a folder with a reason, and reports a reason that is not needed', () => {
    expect(folderFaults(files('lib/a', 26), { 'lib/a': 'why' })).toEqual([]);
    expect(folderFaults(files('lib/a', 3), { 'lib/a': 'why' })).toEqual([
      expect.objectContaining({ message: expect.stringContaining('remove it') as string }),
    ]);
  });
});
