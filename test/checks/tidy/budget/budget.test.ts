import { type Budget, budgetFaults, budgetHints, makeBudget } from '../../../../checks/tidy/budget/budget';
import { languageHits } from '../../../../checks/tidy/budget/language';
import type { Source } from '../../../../checks/tidy/source';

const MEMBERS = Array.from({ length: 17 }, (_, nth) => `  readonly m${nth}?: string;`);
const SOURCES: readonly Source[] = [
  { path: 'lib/asl/a.ts', text: "import { b } from './b';\nexport const a = b;\n" },
  { path: 'lib/asl/b.ts', text: 'export const b = 1;\n' },
  { path: 'lib/workloads/contract.ts', text: ['export interface Wide {', ...MEMBERS, '}', ''].join('\n') },
  { path: 'docs/spec.md', text: 'Nobody is told.\n' },
];
const budget = makeBudget(SOURCES);
const listMessages = (sources: readonly Source[], most: Budget = budget): string[] =>
  budgetFaults(sources, most, (_, line) => line === 1).map(({ message }) => message);

describe('tidy budget', () => {
  it('accepts the sources from which it was made', () => {
    expect(listMessages(SOURCES)).toEqual([]);
    expect(budget).toMatchObject({
      lines: { 'core of lib': 100 },
      shortFiles: 1,
      contracts: { 'lib/workloads/contract.ts Wide': { members: 17, optional: 17 } },
      language: { 'docs: no persons': 1, 'docs: tell': 1, 'docs: copy': 0 },
    });
  });

  it('reports counts above the limits, and the new lines that cause them', () => {
    const more = [
      ...SOURCES,
      { path: 'docs/more.md', text: 'Somebody looks at it.\n' },
      { path: 'lib/new/c.ts', text: '\n'.repeat(97) },
      { path: 'lib/targets/new/c.ts', text: 'export const c = 1;\n' },
      { path: 'docs/made.json', text: '{}' },
    ];
    expect(listMessages(more)).toEqual([
      'lines of core of lib: 119, at most 100 are allowed',
      'lines of leaves of lib: 1, at most 0 are allowed',
      'docs: no persons: 2, at most 1 are allowed; new: docs/spec.md:1 Nobody; docs/more.md:1 Somebody',
      'docs: asked: 1, at most 0 are allowed; new: docs/more.md:1 looks at',
      'docs hold pages for readers; what is generated is made in dist/',
    ]);
    const wide = 'lib/workloads/contract.ts Wide';
    expect(listMessages(SOURCES, { ...budget, contracts: {}, shortFiles: 0 })).toEqual([
      'short files with one importer: 1, at most 0 are allowed; new: lib/asl/b.ts:1 1 lines, below 60',
      `members of ${wide}: 17, at most 15 are allowed; new: lib/workloads/contract.ts:1 Wide`,
      `optional members of ${wide}: 17, at most 5 are allowed; new: lib/workloads/contract.ts:1 Wide`,
    ]);
  });

  it('lists limits that can be lowered', () => {
    expect(budgetHints(SOURCES, budget)).toEqual([]);
    const roomy = {
      ...budget,
      lines: { 'core of lib': 300 },
      language: { ...budget.language, 'docs: copy': 3 },
    };
    expect(budgetHints(SOURCES, roomy)).toEqual(['lines of core of lib: 22, budget 300', 'docs: copy: 0, budget 3']);
  });
});

describe('languageHits', () => {
  // Put together here, so that this file does not carry these names itself.
  const [fn, type] = ['function', 'interface'];
  const negations = 'texts: two negations';

  it.each<[what: string, path: string, text: string, found: Readonly<Record<string, string[]>>]>([
    [
      'prose of docs, without code in it',
      'docs/a.md',
      'Whoever asks\n\n```\nnobody\n```\n\n`told` is reckoned.\n',
      { 'docs: no persons': ['1 Whoever'], 'docs: reckon': ['7 reckoned'] },
    ],
    ['kinds with a forbidden word', 'docs/b.md', 'tree-copy\n', {}],
    [
      'texts of several words, without comments and names',
      'lib/a.ts',
      "// nobody\nconst told = 'told';\nfail('nothing of it is told, nothing');\n",
      { 'texts: tell': ['3 told'], [negations]: ['3 nothing of it is told, nothing'] },
    ],
    ['two negations in separate texts', 'lib/a.ts', "fail('it is not so', 'and not so');\n", {}],
    [
      'names of functions, types and files',
      'lib/told.ts',
      `${fn} told() {}\n${fn} stateOf() {}\n${type} Asked {}\n`,
      {
        'code: function without a verb': [`1 ${fn} told(`],
        'code: function called …Of': [`2 ${fn} stateOf(`],
        'code: type without a noun': [`3 ${type} Asked`],
        'names: file without a noun': ['1 told'],
      },
    ],
    [
      'remedies of errors',
      'lib/shapes/texts/a.json',
      '{ "remedy": "Follow it." }',
      { 'data: remedy without an action': ['1 "remedy": "Follow'] },
    ],
    [
      'bullets of the changelog',
      'CHANGELOG.md',
      `- ${'x'.repeat(140)}\n- short\n`,
      { 'changelog: bullet of more than 140 characters': [`1 - ${'x'.repeat(58)}`] },
    ],
    [
      'long sentences',
      'docs/a.md',
      `${'word '.repeat(31)}end.\n`,
      { 'docs: sentence of more than 30 words': [`1 ${'word '.repeat(12)}`] },
    ],
  ])('checks %s', (_, path, text, expected) => {
    const found = [...languageHits([{ path, text }], [])].filter(([, hits]) => hits.length > 0);
    expect(
      Object.fromEntries(found.map(([rule, hits]) => [rule, hits.map((hit) => `${hit.line} ${hit.text}`)])),
    ).toEqual(expected);
  });

  it('reports a type name that occurs in two files of a folder of lib', () => {
    const paths = ['lib/a/one.ts', 'lib/a/two.ts', 'lib/b/one.ts', 'checks/two.ts'];
    const sources = paths.map((path) => ({ path, text: 'export interface Row {}\n' }));
    expect(languageHits(sources, []).get('code: type of several files of a room')).toEqual(
      paths.slice(0, 2).map((path) => ({ path, line: 1, text: 'Row' })),
    );
  });

  it('omits exceptions by rule, path and text of the line, and lists those that match no line', () => {
    const exception = { rules: ['copy'], path: 'docs/a', text: 'of a tree', reason: 'what cp does' };
    const find = (path: string, text: string) => {
      const hits = languageHits([{ path, text }], [exception]);
      return [hits.get('docs: copy')?.map(({ line }) => line), hits.get('exceptions: one that nothing needs')?.length];
    };
    expect(find('docs/a.md', 'a copy\n\na copy of a tree\n')).toEqual([[1], 0]);
    expect(find('docs/b.md', 'a copy of a tree\n')).toEqual([[1], 1]);
  });
});
