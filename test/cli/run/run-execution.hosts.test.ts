import { mkdirSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeFullDisk, formatLeftovers, filterComplaints } from '../../../lib/cli/run/run-execution';
import { getLocalFolders } from '../../../lib/local/working-folder';
import { LIVES, NO_RECEIPT, RECEIPT, ROWS } from '../../local/receipt';

const cwd = mkdtempSync(join(tmpdir(), 'fsxbench-ending-'));
afterAll(() => rmSync(cwd, { recursive: true, force: true }));

describe('formatLeftovers', () => {
  it('names what is left, with its kind and state, and what to do', () => {
    const left = [{ kind: 'data directory', id: '/data/x', rig: 'r1', state: 'there' }];
    expect(formatLeftovers([{ ...RECEIPT, clean: false, remaining: left }])).toMatch(
      /^Still left:\n {2}data directory \/data\/x \(there\)\nFix .* `npx fsxbench clean` in this folder\. .*\n$/,
    );
  });

  it('says of kinds that could not be listed that they were not', () => {
    const unlisted = [{ kind: 'file system', why: 'AccessDenied' }];
    expect(formatLeftovers([{ ...RECEIPT, clean: false, unlisted }])).toMatch(
      /^Still left:\n {2}unknown: file system could not be listed \(AccessDenied\)\n/,
    );
  });

  it('says that nothing is known without a receipt', () => {
    expect(formatLeftovers([null])).toMatch(/^No cleanup receipt was found, so resources may be left\.\nFix .*\n$/);
  });
});

describe('describeFullDisk', () => {
  it('says nothing where there is space, or no folder', () => {
    expect(describeFullDisk(getLocalFolders(cwd))).toBe('');
    mkdirSync(join(cwd, '.fsxbench'), { recursive: true });
    expect(statfsSync(cwd).bavail).toBeGreaterThan(0);
    expect(describeFullDisk(getLocalFolders(cwd))).toBe('');
  });

  it('leaves out what follows from a full disk, and nothing else', () => {
    const all = [LIVES, ROWS, NO_RECEIPT];
    expect(filterComplaints(all, '')).toEqual(all);
    expect(filterComplaints(all, 'the disk is full\n')).toEqual([LIVES]);
  });
});
