import { removalFaults } from '../../../checks/tidy/removal';

const lines = (path: string, text: string): number[] => removalFaults({ path, text }).map(({ line }) => line);

it.each(['rm -rf -- "$x"', 'rm -f -r x', 'as_root rm --recursive x', 'find x -type f -delete', 'shutil.rmtree(x)'])(
  'finds in shell: %s',
  (text) => {
    expect(lines('workloads/fio/remove.sh', `true\n${text}\n`)).toEqual([2]);
    expect(lines('workloads/shell/remove.sh', text)).toEqual([]);
  },
);

it.each(['await rm(x, { recursive: true });', 'rmSync(\n  x,\n  { force: true, recursive: true },\n);'])(
  'finds in TypeScript: %s',
  (text) => {
    for (const path of ['lib/cli/x.ts', 'lambdas/x.ts', 'bin/x.ts']) expect(lines(path, `\n${text}`)).toEqual([2]);
    expect(lines('lib/local/remove-tree.ts', text)).toEqual([]);
    expect(lines('test/x.test.ts', text)).toEqual([]);
  },
);

it('allows files, and folders that are made', () => {
  expect(lines('workloads/x.sh', 'rm -f -- "$x"\nfind x -type d -empty -delete\nterm -r\nrmdir -- "$x"\n')).toEqual([]);
  expect(lines('lib/x.ts', 'await rm(x, { force: true });\nawait mkdir(x, { recursive: true });\n')).toEqual([]);
});
