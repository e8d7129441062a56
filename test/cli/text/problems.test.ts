import { countProblems, formatCounts, formatProblems } from '../../../lib/cli/text/problems';
import type { Problem } from '../../../lib/shapes/problem';

const problem = (severity: Problem['severity'], rest: Partial<Problem> = {}): Problem => ({
  severity,
  code: 'Code',
  path: ['a', 0],
  message: 'what and why',
  ...rest,
});

describe('formatProblems', () => {
  it('sorts errors before warnings before advice, with the line and a caret', () => {
    const text = formatProblems(
      [
        problem('advice'),
        problem('warning', { path: [] }),
        problem('error', { line: 2, column: 4, source: 'https://x' }),
      ],
      'x.yaml',
      'first\na: bad\n',
      false,
    );
    expect(text).toBe(
      [
        'x.yaml:2:4: error: a.0: what and why [Code]',
        '    2 | a: bad',
        '      |    ^',
        '        see https://x',
        'x.yaml: warning: what and why [Code]',
        'x.yaml: advice: a.0: what and why [Code]',
        '',
      ].join('\n'),
    );
  });

  it('merges advice at several places, but prints each error separately', () => {
    const at = (severity: Problem['severity'], line: number): Problem => problem(severity, { path: ['t', line], line });
    const spec = 'one\ntwo\nthree\n';
    expect(formatProblems([at('advice', 1), at('advice', 2), at('advice', 3)], 'f', spec, false)).toBe(
      'f:1: advice: t.1: what and why [Code]\n    1 | one\n      | ^\n        also t.2 (line 2), t.3 (line 3)\n',
    );
    expect(formatProblems([at('error', 1), at('error', 2)], 'f', spec, false).match(/error: /g)).toHaveLength(2);
  });

  it('omits the line that may contain a secret key', () => {
    const text = formatProblems(
      [problem('error', { path: ['targets', 'c', 'secret'], line: 1 })],
      'f',
      'secret: AQD0==',
      false,
    );
    expect(text).toBe('f:1: error: targets.c.secret: what and why [Code]\n');
  });

  it('replaces control characters, and truncates long paths and messages', () => {
    const path = ['k\u001b[31m', 'x'.repeat(100_000)];
    const message = `found '\u0000\r\n\u202e${'9'.repeat(100_000)}'; allowed: 1`;
    const text = formatProblems([problem('error', { path, message })], 'f\u001b', '', false);
    expect(text).toMatch(/^f\?: error: k\?\[31m\.x+…: found '\?\?\?\?9+… \[Code\]\n$/);
    expect(text.length).toBeLessThan(4100);
  });

  it('prints identical advice about one place only once', () => {
    const advice = problem('advice', { path: ['t', 'a'], line: 1 });
    expect(formatProblems([advice, advice, advice], 'f', 'one', false)).toBe(
      'f:1: advice: t.a: what and why [Code]\n    1 | one\n      | ^\n',
    );
  });

  it('prints advice marked `once` last, merged and without the line of the spec', () => {
    const trait = (line: number): Problem =>
      problem('advice', { path: ['t', line], line, code: 'Bursts', message: `bursts to ${line}`, once: true });
    const text = formatProblems([trait(1), trait(2), problem('advice', { line: 3 })], 'f', 'one\ntwo\nthree\n', false);
    expect(text).toBe(
      [
        'f:3: advice: a.0: what and why [Code]',
        '    3 | three',
        '      | ^',
        'f:1: advice: t.1: bursts to 1 [Bursts]',
        '        likewise t.2 (line 2)',
        '',
      ].join('\n'),
    );
  });

  it('shortens a long line around the column of the caret', () => {
    const line = `${'x'.repeat(300)}HERE${'y'.repeat(300)}`;
    const [, excerpt = '', caret = ''] = formatProblems(
      [problem('error', { line: 1, column: 301 })],
      'f',
      line,
      false,
    ).split('\n');
    expect(excerpt.length).toBeLessThan(120);
    expect(excerpt.slice(caret.indexOf('^'), caret.indexOf('^') + 4)).toBe('HERE');
  });

  it('aligns the caret after tabs, and replaces control characters', () => {
    const [, excerpt, caret] = formatProblems(
      [problem('error', { line: 1, column: 3 })],
      'f',
      '\t\u001b[31mx',
      false,
    ).split('\n');
    expect(excerpt).toBe('    1 |  ?[31mx');
    expect(caret).toBe('      |   ^');
  });

  it('uses colours only when requested', () => {
    expect(formatProblems([problem('error')], 'f', '', true)).toContain('\u001b[31merror');
    expect(formatProblems([problem('error')], 'f', '', false)).not.toContain('\u001b');
  });
});

describe('formatCounts', () => {
  it('uses singular and plural forms', () => {
    expect(formatCounts(countProblems([problem('error'), problem('advice'), problem('advice')]))).toBe(
      '1 error, no warnings, 2 pieces of advice',
    );
    expect(formatCounts(countProblems([problem('warning')]))).toBe('no errors, 1 warning, no advice');
  });
});
