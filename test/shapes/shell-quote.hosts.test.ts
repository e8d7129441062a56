import { execFileSync } from 'node:child_process';
import { shellQuote, quoteIfNeeded } from '../../lib/shapes/shell-quote';
import cases from './cases.json';

const NASTY = cases.quote.nasty;

describe.each([shellQuote, quoteIfNeeded])('%p', (quote) => {
  it.each(NASTY)('quotes %j so that bash and sh return it unchanged', (text) => {
    const script = `printf %s ${quote(text)}`;
    expect(execFileSync('bash', ['-c', script], { encoding: 'utf8' })).toBe(text);
    expect(execFileSync('sh', ['-c', script], { encoding: 'utf8' })).toBe(text);
  });
});

describe('quoteIfNeeded', () => {
  it('leaves text without special characters unquoted', () => {
    expect(['--rw=randread', '/mnt/a_b.0', 'a b', '~', ''].map(quoteIfNeeded)).toEqual([
      '--rw=randread',
      '/mnt/a_b.0',
      "'a b'",
      "'~'",
      "''",
    ]);
  });
});
