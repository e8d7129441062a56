import { execFileSync } from 'node:child_process';
import { shellQuote, quoteIfNeeded } from '../../lib/shapes/shell-quote';
import cases from './cases.json';

const NASTY = cases.quote.nasty;

describe.each([shellQuote, quoteIfNeeded])('%p', (quote) => {
  it.each(NASTY)('gives %j back from a shell as it was', (text) => {
    const script = `printf %s ${quote(text)}`;
    expect(execFileSync('bash', ['-c', script], { encoding: 'utf8' })).toBe(text);
    expect(execFileSync('sh', ['-c', script], { encoding: 'utf8' })).toBe(text);
  });
});

describe('quoteIfNeeded', () => {
  it('leaves what needs no quotes as it is', () => {
    expect(['--rw=randread', '/mnt/a_b.0', 'a b', '~', ''].map(quoteIfNeeded)).toEqual([
      '--rw=randread',
      '/mnt/a_b.0',
      "'a b'",
      "'~'",
      "''",
    ]);
  });
});
