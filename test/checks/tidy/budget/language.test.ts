import { languageHits } from '../../../../checks/tidy/budget/language';

const hits = (path: string, text: string): Record<string, string[]> =>
  Object.fromEntries(
    [...languageHits([{ path, text }], [])]
      .filter(([, found]) => found.length > 0)
      .map(([rule, found]) => [rule, found.map(({ line, text: what }) => `${line} ${what}`)]),
  );

describe('languageHits', () => {
  it('checks prose in docs, but not code in it', () => {
    expect(hits('docs/a.md', 'Whoever asks\n\n```\nnobody\n```\n\n`told` is reckoned.\n')).toEqual({
      'docs: no persons': ['1 Whoever'],
      'docs: reckon': ['7 reckoned'],
    });
    expect(Object.keys(hits('docs/a.md', `${'word '.repeat(31)}end.\n`))).toEqual([
      'docs: sentence of more than 30 words',
    ]);
  });

  it('checks texts of several words, but not comments and names', () => {
    const text = "// nobody\nconst told = 'told';\nfail('nothing of it is told, nothing');\n";
    expect(hits('lib/a.ts', text)).toEqual({
      'texts: tell': ['3 told'],
      'texts: two negations': ['3 nothing of it is told, nothing'],
    });
  });

  it('checks names of functions, types and files', () => {
    // Put together here, so that this file does not carry these names itself.
    const [fn, type] = ['function', 'interface'];
    expect(hits('lib/told.ts', `${fn} told() {}\n${fn} stateOf() {}\n${type} Asked {}\n`)).toEqual({
      'code: function without a verb': [`1 ${fn} told(`],
      'code: function called …Of': [`2 ${fn} stateOf(`],
      'code: type without a noun': [`3 ${type} Asked`],
      'names: file without a noun': ['1 told'],
    });
  });

  it('checks remedies of errors and bullets of the changelog', () => {
    expect(hits('lib/shapes/texts/a.json', '{ "remedy": "Follow it." }')).toHaveProperty([
      'data: remedy without an action',
    ]);
    expect(hits('CHANGELOG.md', `- ${'x'.repeat(140)}\n- short\n`)).toHaveProperty([
      'changelog: bullet of more than 140 characters',
    ]);
  });

  it('reports a type name that occurs in two files of a folder of lib', () => {
    const text = 'export interface Row {}\n';
    const sources = ['lib/a/one.ts', 'lib/a/two.ts', 'lib/b/one.ts', 'checks/two.ts'].map((path) => ({ path, text }));
    expect(languageHits(sources, []).get('code: type of several files of a room')).toEqual([
      { path: 'lib/a/one.ts', line: 1, text: 'Row' },
      { path: 'lib/a/two.ts', line: 1, text: 'Row' },
    ]);
  });

  it('omits exceptions by rule, path and text of the line', () => {
    const exception = { rules: ['copy'], path: 'docs/a', text: 'of a tree', reason: 'what cp does' };
    const found = (path: string, text: string) =>
      languageHits([{ path, text }], [exception])
        .get('docs: copy')
        ?.map(({ line }) => line);
    expect(found('docs/a.md', 'a copy\n\na copy of a tree\n')).toEqual([1]);
    expect(found('docs/b.md', 'a copy of a tree\n')).toEqual([1]);
    expect(found('docs/b.md', 'tree-copy\n')).toEqual([]);
  });

  it('lists exceptions that match no line', () => {
    const exception = { rules: ['copy'], path: 'docs/a', text: '', reason: 'what cp does' };
    const unused = (text: string) =>
      languageHits([{ path: 'docs/a.md', text }], [exception]).get('exceptions: one that nothing needs');
    expect(unused('a copy\n')).toEqual([]);
    expect(unused('a tree\n')).toHaveLength(1);
  });

  it('counts two negations only within one text', () => {
    const negations = (text: string) =>
      languageHits([{ path: 'lib/a.ts', text }], [])
        .get('texts: two negations')
        ?.map(({ line }) => line);
    expect(negations("fail('it is not so', 'and not so');\n")).toEqual([]);
    expect(negations("fail('it is not so, and not so');\n")).toEqual([1]);
  });
});
