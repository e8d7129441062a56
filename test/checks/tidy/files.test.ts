import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { readSources } from '../../../checks/tidy/files';

describe('readSources', () => {
  const root = mkdtempSync(join(tmpdir(), 'fsxbench-tidy-'));
  afterAll(() => rmSync(root, { recursive: true }));

  it('reads text files by path, and skips installed, generated and binary files', () => {
    const files = ['b/two.ts', 'b/one.sh', 'LICENSE', '.ci/run', 'node_modules/x/a.ts', 'dist/a.mjs', 'picture.png'];
    for (const path of [...files, '.fsxbench/bucket/a.json']) {
      mkdirSync(join(root, dirname(path)), { recursive: true });
      writeFileSync(join(root, path), path);
    }
    const sources = readSources(root);
    expect(sources.map((source) => source.path)).toEqual(['.ci/run', 'LICENSE', 'b/one.sh', 'b/two.ts']);
    expect(sources.every((source) => source.text === source.path)).toBe(true);
  });
});
