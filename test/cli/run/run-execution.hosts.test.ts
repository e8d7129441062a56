import { mkdirSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeFullDisk, formatLeftovers, filterComplaints } from '../../../lib/cli/run/run-execution';
import { getLocalFolders } from '../../../lib/local/working-folder';
import { LIVES, NO_RECEIPT, RECEIPT, ROWS } from '../../local/receipt';

const cwd = mkdtempSync(join(tmpdir(), 'fsxbench-ending-'));
afterAll(() => rmSync(cwd, { recursive: true, force: true }));

describe('formatLeftovers', () => {
  it('lists leftovers with kind and state, and how to delete them', () => {
    const left = [{ kind: 'data directory', id: '/data/x', rig: 'r1', state: 'there' }];
    expect(formatLeftovers([{ ...RECEIPT, clean: false, remaining: left }])).toMatch(
      /^Still left:\n {2}data directory \/data\/x \(there\)\nFix .* `npx fsxbench clean` in this folder\. .*\n$/,
    );
  });

  it('lists kinds that could not be listed as unknown', () => {
    const unlisted = [{ kind: 'file system', why: 'AccessDenied' }];
    expect(formatLeftovers([{ ...RECEIPT, clean: false, unlisted }])).toMatch(
      /^Still left:\n {2}unknown: file system could not be listed \(AccessDenied\)\n/,
    );
  });

  it('reports possible leftovers when no receipt exists', () => {
    expect(formatLeftovers([null])).toMatch(/^No cleanup receipt was found, so resources may be left\.\nFix .*\n$/);
  });
});

describe('describeFullDisk and filterComplaints', () => {
  it('returns an empty text when the disk has space or the folder is missing', () => {
    expect(describeFullDisk(getLocalFolders(cwd))).toBe('');
    mkdirSync(join(cwd, '.fsxbench'), { recursive: true });
    expect(statfsSync(cwd).bavail).toBeGreaterThan(0);
    expect(describeFullDisk(getLocalFolders(cwd))).toBe('');
  });

  it('removes only complaints that a full disk causes', () => {
    const all = [LIVES, ROWS, NO_RECEIPT];
    expect(filterComplaints(all, '')).toEqual(all);
    expect(filterComplaints(all, 'the disk is full\n')).toEqual([LIVES]);
  });
});
