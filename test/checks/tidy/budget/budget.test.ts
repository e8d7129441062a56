import { type Budget, budgetFaults, budgetHints, makeBudget } from '../../../../checks/tidy/budget/budget';
import type { Source } from '../../../../checks/tidy/source';

const MEMBERS = Array.from({ length: 17 }, (_, nth) => `  readonly m${nth}?: string;`);
const SOURCES: readonly Source[] = [
  { path: 'lib/asl/a.ts', text: "import { b } from './b';\nexport const a = b;\n" },
  { path: 'lib/asl/b.ts', text: 'export const b = 1;\n' },
  {
    path: 'lib/workloads/contract.ts',
    text: ['export interface Wide {', ...MEMBERS, '}', ''].join('\n'),
  },
  { path: 'docs/spec.md', text: 'Nobody is told.\n' },
];
const budget = makeBudget(SOURCES);
const messages = (sources: readonly Source[], most: Budget = budget): string[] =>
  budgetFaults(sources, most, (_, line) => line === 1).map(({ message }) => message);

describe('tidy budget', () => {
  it('accepts the sources from which it was made', () => {
    expect(messages(SOURCES)).toEqual([]);
    expect(budget).toMatchObject({ lines: { 'lib/asl': 4 }, shortFiles: 1 });
    expect(budget.contracts).toEqual({ 'lib/workloads/contract.ts Wide': { members: 17, optional: 17 } });
    expect(budget.language).toMatchObject({ 'docs: no persons': 1, 'docs: tell': 1, 'docs: copy': 0 });
  });

  it('reports counts above the limits, and the new lines that cause them', () => {
    const more = [
      ...SOURCES,
      { path: 'docs/more.md', text: 'Somebody looks at it.\n' },
      { path: 'lib/new/c.ts', text: 'export const c = 1;\n' },
      { path: 'docs/made.json', text: '{}' },
    ];
    expect(messages(more)).toEqual([
      'lines of lib/new: 1, at most 0 are allowed',
      'docs: no persons: 2, at most 1 are allowed; new: docs/spec.md:1 Nobody; docs/more.md:1 Somebody',
      'docs: asked: 1, at most 0 are allowed; new: docs/more.md:1 looks at',
      'docs hold pages for readers; what is generated is made in dist/',
    ]);
    expect(messages(SOURCES, { ...budget, contracts: {}, shortFiles: 0 })).toEqual([
      'short files with one importer: 1, at most 0 are allowed; new: lib/asl/b.ts:1 1 lines',
      'members of lib/workloads/contract.ts Wide: 17, at most 15 are allowed; new: lib/workloads/contract.ts:1 Wide',
      'optional members of lib/workloads/contract.ts Wide: 17, at most 5 are allowed; ' +
        'new: lib/workloads/contract.ts:1 Wide',
    ]);
  });

  it('lists limits that can be lowered', () => {
    const { language, lines } = budget;
    const exact = { ...budget, lines: { 'lib/asl': 3, 'lib/workloads': 19 } };
    expect(budgetHints(SOURCES, exact)).toEqual([]);
    const roomy = {
      ...exact,
      lines: { ...lines, 'lib/asl': 40, 'lib/workloads': 19 },
      language: { ...language, 'docs: copy': 3 },
    };
    expect(budgetHints(SOURCES, roomy)).toEqual(['lines of lib/asl: 3, budget 40', 'docs: copy: 0, budget 3']);
  });
});
