import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { allPointers } from '../../lib/aws/tools/store';
import { folderStore } from '../../lib/local/tool-folder';

it('takes a link that leads to itself for what is not there', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'fsxbench-store-'));
  mkdirSync(join(folder, 'tools/ior'), { recursive: true });
  symlinkSync('linux-x64.txt', join(folder, 'tools/ior/linux-x64.txt'));
  const store = folderStore(folder);
  expect(await store.read('tools/ior/linux-x64.txt')).toBeNull();
  expect(await store.open('tools/ior/linux-x64.txt')).toBeNull();
  expect((await allPointers(store)).map(({ says }) => typeof says)).toEqual(['string']);
  rmSync(folder, { recursive: true });
});
