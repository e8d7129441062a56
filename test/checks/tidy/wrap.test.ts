import { wrapComments } from '../../../checks/tidy/wrap';

const word = (length: number): string => 'w'.repeat(length);
const wrapped = (...lines: string[]): string[] =>
  wrapComments({ path: 'lib/a.ts', text: lines.join('\n') }).split('\n');

describe('wrapComments', () => {
  it('breaks at the last blank that fits', () => {
    expect(wrapped(`// ${word(60)} ${word(56)} ${word(10)}`)).toEqual([`// ${word(60)} ${word(56)}`, `// ${word(10)}`]);
    expect(wrapped(`// ${word(60)} ${word(57)} ${word(10)}`)).toEqual([`// ${word(60)}`, `// ${word(57)} ${word(10)}`]);
  });

  it('opens a comment of one line', () => {
    expect(wrapped(`  /** ${word(100)} ${word(20)} */`)).toEqual([
      '  /**',
      `   * ${word(100)}`,
      `   * ${word(20)}`,
      '   */',
    ]);
  });

  it('joins what is left with the next line of the paragraph, and with nothing else', () => {
    const long = ` * ${word(100)} and more than fits`;
    expect(wrapped('/**', long, ' * goes on.', ' */')).toEqual([
      '/**',
      ` * ${word(100)} and more than`,
      ' * fits goes on.',
      ' */',
    ]);
    for (const next of [' * @returns x', ' * - x', ' *', ' */', ' * Another sentence.']) {
      expect(wrapped(long, next)).toEqual([` * ${word(100)} and more than`, ' * fits', next]);
    }
  });

  it('leaves code, words without a blank, and recorded data alone', () => {
    const lines = [`const a = '${word(120)} b';`, `// ${word(130)}`, `x(); // ${word(120)} b`];
    expect(wrapped(...lines)).toEqual(lines);
    const text = `# ${word(110)} ${word(20)}`;
    expect(wrapComments({ path: 'test/recorded/a.sh', text })).toBe(text);
    expect(wrapComments({ path: 'workloads/a.sh', text })).toBe(`# ${word(110)}\n# ${word(20)}`);
  });
});
