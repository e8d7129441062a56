import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readScripts } from '../../lib/aws/scripts';
import { temporaryFolder } from '../temporary';

describe('readScripts', () => {
  it('reads the shell scripts of every kind in alphabetical order, and ignores other files', async () => {
    const folder = temporaryFolder('fsxbench-scripts-');
    for (const kind of ['shell', 'fio', 'empty']) mkdirSync(join(folder, kind));
    const scripts = { 'fio/fill.sh': '', 'fio/measure.sh': 'echo ä\n', 'shell/status.sh': 'echo status\n' };
    const others = { 'fio/README.md': 'no script', 'stray.sh': 'of no kind' };
    for (const [name, text] of Object.entries({ ...others, ...scripts }).toReversed())
      writeFileSync(join(folder, name), text);
    expect(Object.entries(await readScripts(folder))).toEqual(Object.entries(scripts));
  });

  it('reads the scripts in `workloads` unchanged', async () => {
    const files = await readScripts('workloads');
    expect(files['fio/measure.sh']).toBe(readFileSync('workloads/fio/measure.sh', 'utf8'));
    expect(Object.keys(files)).toContain('shell/status.sh');
  });

  it('throws ENOENT for a missing folder', async () => {
    await expect(readScripts(join(temporaryFolder('fsxbench-scripts-'), 'nowhere'))).rejects.toMatchObject({
      code: 'ENOENT',
    });
  });
});
