import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readScripts } from '../../lib/aws/scripts';

describe('readScripts', () => {
  let folder = '';
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'fsxbench-scripts-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('reads the shell scripts of every kind in alphabetical order, and ignores other files', async () => {
    for (const kind of ['shell', 'fio', 'empty']) mkdirSync(join(folder, kind));
    writeFileSync(join(folder, 'shell', 'status.sh'), 'echo status\n');
    writeFileSync(join(folder, 'fio', 'measure.sh'), 'echo ä\n');
    writeFileSync(join(folder, 'fio', 'fill.sh'), '');
    writeFileSync(join(folder, 'fio', 'README.md'), 'no script');
    writeFileSync(join(folder, 'stray.sh'), 'of no kind');
    const files = await readScripts(folder);
    expect(Object.entries(files)).toEqual([
      ['fio/fill.sh', ''],
      ['fio/measure.sh', 'echo ä\n'],
      ['shell/status.sh', 'echo status\n'],
    ]);
  });

  it('reads the scripts in `workloads` unchanged', async () => {
    const files = await readScripts('workloads');
    expect(files['fio/measure.sh']).toBe(readFileSync('workloads/fio/measure.sh', 'utf8'));
    expect(Object.keys(files)).toContain('shell/status.sh');
  });

  it('throws ENOENT for a missing folder', async () => {
    await expect(readScripts(join(folder, 'nowhere'))).rejects.toMatchObject({ code: 'ENOENT' });
  });
});
