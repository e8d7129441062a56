import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { install, installedPython } from '../../../checks/moto/install';

describe('moto installation', () => {
  const before = { ...process.env };
  const cache = mkdtempSync(join(tmpdir(), 'fsxbench-moto-'));
  beforeEach(() => {
    process.env['XDG_CACHE_HOME'] = cache;
  });
  afterEach(() => {
    process.env = { ...before };
  });
  afterAll(() => rmSync(cache, { recursive: true }));

  it('returns null when moto is not installed', () => {
    expect(installedPython()).toBeNull();
  });

  it('throws with the searched interpreters when Python is missing, and leaves no files', () => {
    expect(() => install(['no-such-python'])).toThrow('needs Python 3.11 or newer; looked for no-such-python');
    expect(readdirSync(join(cache, 'fsxbench'))).toEqual([]);
  });
});
