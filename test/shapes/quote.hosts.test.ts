import { execFileSync } from 'node:child_process';
import { quoted, shellWord } from '../../lib/shapes/quote';
import cases from './cases.json';

const NASTY = cases.quote.nasty;

describe.each([quoted, shellWord])('%p', (quote) => {
  it.each(NASTY)('gives %j back from a shell as it was', (text) => {
    const script = `printf %s ${quote(text)}`;
    expect(execFileSync('bash', ['-c', script], { encoding: 'utf8' })).toBe(text);
    expect(execFileSync('sh', ['-c', script], { encoding: 'utf8' })).toBe(text);
  });
});

describe('shellWord', () => {
  it('leaves what needs no quotes as it is', () => {
    expect(['--rw=randread', '/mnt/a_b.0', 'a b', '~', ''].map(shellWord)).toEqual([
      '--rw=randread',
      '/mnt/a_b.0',
      "'a b'",
      "'~'",
      "''",
    ]);
  });
});
