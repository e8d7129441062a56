import { wrapComments } from '../../../checks/tidy/wrap';

const word = (length: number): string => 'w'.repeat(length);
const wrap = (...lines: string[]): string[] => wrapComments({ path: 'lib/a.ts', text: lines.join('\n') }).split('\n');

describe('wrapComments', () => {
  it('breaks a comment at the last blank within 120 columns', () => {
    expect(wrap(`// ${word(60)} ${word(56)} ${word(10)}`)).toEqual([`// ${word(60)} ${word(56)}`, `// ${word(10)}`]);
    expect(wrap(`// ${word(60)} ${word(57)} ${word(10)}`)).toEqual([`// ${word(60)}`, `// ${word(57)} ${word(10)}`]);
  });

  it('splits a block comment of one line into several lines', () => {
    expect(wrap(`  /** ${word(100)} ${word(20)} */`)).toEqual([
      '  /**',
      `   * ${word(100)}`,
      `   * ${word(20)}`,
      '   */',
    ]);
  });

  it('joins the rest with the next line of the same paragraph only', () => {
    const long = ` * ${word(100)} and more than fits`;
    expect(wrap('/**', long, ' * goes on.', ' */')).toEqual([
      '/**',
      ` * ${word(100)} and more than`,
      ' * fits goes on.',
      ' */',
    ]);
    for (const next of [' * @returns x', ' * - x', ' *', ' */', ' * Another sentence.']) {
      expect(wrap(long, next)).toEqual([` * ${word(100)} and more than`, ' * fits', next]);
    }
  });

  it('keeps code, long words and recorded data unchanged', () => {
    const lines = [`const a = '${word(120)} b';`, `// ${word(130)}`, `x(); // ${word(120)} b`];
    expect(wrap(...lines)).toEqual(lines);
    const text = `# ${word(110)} ${word(20)}`;
    expect(wrapComments({ path: 'test/recorded/a.sh', text })).toBe(text);
    expect(wrapComments({ path: 'workloads/a.sh', text })).toBe(`# ${word(110)}\n# ${word(20)}`);
  });
});
