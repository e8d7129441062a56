import { mkdirSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fullText, leftText, worthTelling } from '../../../lib/cli/run/conduct';
import { localFolders } from '../../../lib/local/working-folder';
import { LIVES, NO_RECEIPT, RECEIPT, ROWS } from '../../local/receipt';

const cwd = mkdtempSync(join(tmpdir(), 'fsxbench-ending-'));
afterAll(() => rmSync(cwd, { recursive: true, force: true }));

describe('leftText', () => {
  it('names what is left, with its kind and state, and what to do', () => {
    const left = [{ kind: 'data directory', id: '/data/x', rig: 'r1', state: 'there' }];
    expect(leftText({ ...RECEIPT, clean: false, left })).toMatch(
      /^Still left:\n {2}data directory \/data\/x \(there\)\nMend .* `npx fsxbench clean` in this folder; .*\n$/,
    );
  });

  it('says of kinds that could not be listed that they were not', () => {
    const unlisted = [{ kind: 'file system', why: 'AccessDenied' }];
    expect(leftText({ ...RECEIPT, clean: false, unlisted })).toMatch(
      /^Still left:\n {2}whatever there is of file system, which could not be listed \(AccessDenied\)\n/,
    );
  });

  it('says that nothing is known without a receipt', () => {
    expect(leftText(null)).toMatch(/^No receipt could be written: what is left is not known\.\nMend .*\n$/);
  });
});

describe('fullText', () => {
  it('says nothing where there is space, or no folder', () => {
    expect(fullText(localFolders(cwd))).toBe('');
    mkdirSync(join(cwd, '.fsxbench'), { recursive: true });
    expect(statfsSync(cwd).bavail).toBeGreaterThan(0);
    expect(fullText(localFolders(cwd))).toBe('');
  });

  it('leaves out what follows from a full disk, and nothing else', () => {
    const all = [LIVES, ROWS, NO_RECEIPT];
    expect(worthTelling(all, '')).toEqual(all);
    expect(worthTelling(all, 'the disk is full\n')).toEqual([LIVES]);
  });
});
