import { folderFaults } from '../../../../checks/tidy/whole/folders';

const files = (folder: string, count: number) =>
  Array.from({ length: count }, (_, index) => ({ path: `${folder}/f${index}.ts`, text: '' }));

describe('folderFaults', () => {
  it('finds folders with too many files, those in folders below not counted', () => {
    expect(folderFaults([...files('lib/a', 25), ...files('lib/a/b', 25)], {})).toEqual([]);
    expect(folderFaults(files('lib/a', 26), {})).toEqual([expect.objectContaining({ path: 'lib/a' })]);
  });

  it('takes a reason, as long as it is needed', () => {
    expect(folderFaults(files('lib/a', 26), { 'lib/a': 'why' })).toEqual([]);
    expect(folderFaults(files('lib/a', 3), { 'lib/a': 'why' })).toEqual([
      expect.objectContaining({ message: expect.stringContaining('remove it') as string }),
    ]);
  });
});
