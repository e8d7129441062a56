import { execFileSync } from 'node:child_process';
import { renderParts, renderScript, joinScript, insertVariables } from '../../lib/workloads/shell';

const NASTY = '$(touch /tmp/owned) `id` $HOME ${x}';

describe('renderScript', () => {
  const files = { 'shell/one.sh': 'say() { printf "%s|" "$1"; }\n', 'two.sh': 'say "$A"\nsay "$B"\n' };

  it('exports the variables without expansion, then runs the files in order', () => {
    const script = renderScript(
      { comment: ['first', 'a\nb'], variables: { A: NASTY, B: 'b' }, files: ['shell/one.sh', 'two.sh'] },
      files,
    );
    expect(script.split('\n').slice(0, 4)).toEqual(['#!/usr/bin/env bash', '# first', '# a', '# b']);
    expect(execFileSync('bash', ['-c', script], { encoding: 'utf8' })).toBe(`${NASTY}|b|`);
  });

  it('returns equal bodies for scripts of the same files with different variables', () => {
    const render = (value: string) => renderParts({ comment: [], variables: { A: value }, files: ['two.sh'] }, files);
    expect(render('1').head).toBe("#!/usr/bin/env bash\nexport A='1'\n");
    expect(render('2').body).toBe(render('1').body);
    expect(render('1').body).toBe('# --- two.sh\nsay "$A"\nsay "$B"\n');
    expect(joinScript(render('1'))).toBe(
      renderScript({ comment: [], variables: { A: '1' }, files: ['two.sh'] }, files),
    );
    // Another set of texts has bodies of its own.
    const other = renderParts({ comment: [], variables: {}, files: ['two.sh'] }, { 'two.sh': 'exit 1\n' });
    expect(other.body).toBe('# --- two.sh\nexit 1\n');
  });

  it('refuses a missing file, an invalid variable name, and a value with a NUL byte', () => {
    expect(() => renderScript({ comment: [], variables: {}, files: ['three.sh'] }, files)).toThrow(/three.sh/);
    expect(() => renderScript({ comment: [], variables: { 'A;B': '' }, files: [] }, files)).toThrow(/A;B/);
    expect(() => renderScript({ comment: [], variables: { A: 'a\0b' }, files: [] }, files)).toThrow(/A contains a NUL/);
  });
});

describe('insertVariables', () => {
  it('adds variables that the script itself may override', () => {
    const script = renderScript({ comment: ['why'], variables: { A: '1' }, files: ['b'] }, { b: 'echo "$A $B"' });
    const more = insertVariables(script, { A: '0', B: NASTY });
    expect(more.startsWith('#!/usr/bin/env bash\n')).toBe(true);
    expect(execFileSync('bash', ['-c', more], { encoding: 'utf8' })).toBe(`1 ${NASTY}\n`);
  });
});
