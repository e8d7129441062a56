import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { UserError } from '../../lib/cli/command';
import { readSpecFile } from '../../lib/cli/spec-file';
import { captureCli } from './capture-cli';
import cases from './spec-file.cases.json';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'fsxbench-spec-'));
  mkdirSync(join(folder, 'folder'));
  symlinkSync('loop', join(folder, 'loop'));
  writeFileSync(join(folder, 'good.yaml'), 'question: é?\n');
  writeFileSync(join(folder, 'nul'), Buffer.from([65, 0, 66]));
  writeFileSync(join(folder, 'latin1'), Buffer.from([0xe9, 0x41]));
  execFileSync('mkfifo', [join(folder, 'pipe')]);
  writeFileSync(join(folder, 'large'), 'x'.repeat(1_000_001));
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('readSpecFile', () => {
  it('reads a file from the working directory', () => {
    expect(readSpecFile(captureCli(folder).cli, ['good.yaml']).text).toBe('question: é?\n');
  });

  it.each(cases.refused)('refuses %p with one line', (file, expected) => {
    const { cli } = captureCli(folder);
    const read = (): string => readSpecFile(cli, [file]).text;
    expect(read).toThrow(UserError);
    expect(read).toThrow(new RegExp(expected));
  });
});
