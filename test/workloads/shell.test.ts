import { execFileSync } from 'node:child_process';
import { quote, renderScript } from '../../lib/workloads/shell';

const NASTY = [
  '',
  'plain',
  "it's",
  '$(touch /tmp/owned) `id` $HOME ${x}',
  '"double" \\ back',
  'two\nlines\n',
  '; rm -rf / #',
  "'\\''",
  'ümlaut — ☃',
];

describe('quote', () => {
  it.each(NASTY)('%j comes back from a shell as it was', (text) => {
    const script = `printf %s ${quote(text)}`;
    expect(execFileSync('bash', ['-c', script], { encoding: 'utf8' })).toBe(text);
    expect(execFileSync('sh', ['-c', script], { encoding: 'utf8' })).toBe(text);
  });

  it('refuses what no variable can hold', () => expect(() => quote('a\0b')).toThrow(/NUL/));
});

describe('renderScript', () => {
  const files = { 'shell/one.sh': 'say() { printf "%s|" "$1"; }\n', 'two.sh': 'say "$A"\nsay "$B"\n' };

  it('exports the variables, then runs the files in their order', () => {
    const script = renderScript(
      { comment: ['first', 'a\nb'], variables: { A: NASTY[3] ?? '', B: 'b' }, files: ['shell/one.sh', 'two.sh'] },
      files,
    );
    expect(script.split('\n').slice(0, 4)).toEqual(['#!/usr/bin/env bash', '# first', '# a', '# b']);
    expect(execFileSync('bash', ['-c', script], { encoding: 'utf8' })).toBe(`${NASTY[3]}|b|`);
  });

  it('gives the same bytes for the same parts', () => {
    const parts = { comment: [], variables: { A: '1' }, files: ['two.sh'] };
    expect(renderScript(parts, files)).toBe(renderScript(parts, { ...files }));
  });

  it('refuses a missing file and a name that is no variable', () => {
    expect(() => renderScript({ comment: [], variables: {}, files: ['three.sh'] }, files)).toThrow(/three.sh/);
    expect(() => renderScript({ comment: [], variables: { 'A;B': '' }, files: [] }, files)).toThrow(/A;B/);
  });
});
