/** Counts that may not grow, compared with `budget.json`. Above a budget is a fault, well below it a hint. */
import { groupBy } from '../../../lib/shapes/collections';
import { listImports, resolveImport } from '../imports';
import { type Fault, isScript, type Source } from '../source';
import { type Hit, languageHits } from './language';

/** Numbers by what they count. */
export interface Budget {
  /** Lines of TypeScript: of `lib`, the leaves (see {@link LEAF}) and the core, which is all else; `checks`, `test`. */
  readonly lines: Readonly<Record<string, number>>;
  /** Short files of lib and checks with one importer: they belong in it. */
  readonly shortFiles: number;
  /** Contracts above 15 members or 5 optional ones, by `file interface`. */
  readonly contracts: Readonly<Record<string, { readonly members: number; readonly optional: number }>>;
  /** See {@link languageHits}. */
  readonly language: Readonly<Record<string, number>>;
}

/** Files below this length count as short. */
const SHORT_LINES = 60;
const MEMBERS_MAX = 15;
const OPTIONAL_MAX = 5;
/** Budgets of lines are in hundreds, so that branches that land at the same time do not conflict. */
const STEP = 100;
const roundUp = (lines: number): number => STEP * Math.ceil(lines / STEP);
export const BUDGET_FILE = 'checks/tidy/budget/budget.json';

/** One count of the tree, with its locations. */
interface BudgetItem {
  readonly name: string;
  readonly count: number;
  readonly allowed: number;
  readonly hits: readonly Hit[];
}

/**
 * @param added whether a line is new: only new locations are shown
 * @returns a fault for each count above its budget, and for missing pages in docs
 */
export function budgetFaults(
  sources: readonly Source[],
  budget: Budget,
  added: (path: string, line: number) => boolean = () => false,
): Fault[] {
  const above = measure(sources, budget).filter(({ count, allowed }) => count > allowed);
  return [
    ...above.map(({ name, count, allowed, hits }) => {
      const fresh = hits.filter(({ path, line }) => added(path, line)).slice(0, 10);
      const places = fresh.map(({ path, line, text }) => `${path}:${line} ${text}`).join('; ');
      const where = places === '' ? '' : `; new: ${places}`;
      return { path: BUDGET_FILE, line: 1, message: `${name}: ${count}, at most ${allowed} are allowed${where}` };
    }),
    ...sources
      .filter(({ path }) => /^docs\/.*\.(?:json|yaml|html)$/.test(path))
      .map(({ path }) => ({
        path,
        line: 1,
        message: 'docs hold pages for readers; what is generated is made in dist/',
      })),
  ];
}

/** Budgets that can be lowered, one line each. */
export function budgetHints(sources: readonly Source[], budget: Budget): string[] {
  const isLines = (name: string): boolean => name.startsWith('lines of ');
  return measure(sources, budget)
    .filter(({ name, count, allowed }) => (isLines(name) ? roundUp(count) < allowed : count < allowed))
    .filter(({ name }) => !name.includes('members of ') || name.replace(/^.*members of /, '') in budget.contracts)
    .map(({ name, count, allowed }) => `${name}: ${count}, budget ${allowed}`);
}

/** The budget with the current counts. */
export function makeBudget(sources: readonly Source[]): Budget {
  const none: Budget = { lines: {}, shortFiles: 0, contracts: {}, language: {} };
  const lines = [...linesByPart(sources)].map(([part, count]) => [part, roundUp(count)] as const);
  const contracts = contractsIn(sources).filter(
    ({ members, optional }) => members.length > MEMBERS_MAX || optional > OPTIONAL_MAX,
  );
  return {
    ...none,
    lines: Object.fromEntries(lines),
    shortFiles: shortFiles(sources).length,
    contracts: Object.fromEntries(
      contracts.map(({ name, members, optional }) => [name, { members: members.length, optional }]),
    ),
    language: Object.fromEntries([...languageHits(sources)].map(([rule, hits]) => [rule, hits.length])),
  };
}

function measure(sources: readonly Source[], budget: Budget): BudgetItem[] {
  const short = shortFiles(sources);
  return [
    ...[...linesByPart(sources)].map(([part, count]) => ({
      name: `lines of ${part}`,
      count,
      allowed: budget.lines[part] ?? 0,
      hits: [],
    })),
    { name: 'short files with one importer', count: short.length, allowed: budget.shortFiles, hits: short },
    ...contractsIn(sources).flatMap(({ name, members, optional, hit }) => {
      const allowed = budget.contracts[name] ?? { members: MEMBERS_MAX, optional: OPTIONAL_MAX };
      return [
        {
          name: `members of ${name}`,
          count: members.length,
          allowed: Math.max(MEMBERS_MAX, allowed.members),
          hits: [hit],
        },
        {
          name: `optional members of ${name}`,
          count: optional,
          allowed: Math.max(OPTIONAL_MAX, allowed.optional),
          hits: [hit],
        },
      ];
    }),
    ...[...languageHits(sources)].map(([rule, hits]) => ({
      name: rule,
      count: hits.length,
      allowed: budget.language[rule] ?? 0,
      hits,
    })),
  ];
}

/** The folder of one kind, which no other code knows: its deletion test is `checks/deletion.ts`. */
const LEAF = /^lib\/(?:targets|workloads|twin\/printers|twin\/cloud)\/[^/]+\//;

function linesByPart(sources: readonly Source[]): Map<string, number> {
  const parts = groupBy(
    sources.filter(({ path }) => path.endsWith('.ts')),
    ({ path }) =>
      LEAF.test(path)
        ? 'leaves of lib'
        : (/^(?:lib|checks|test|lambdas|bench|bin)(?=\/)/.exec(path)?.[0] ?? '').replace(/^lib$/, 'core of lib'),
  );
  return new Map(
    [...parts]
      .filter(([part]) => part !== '')
      .map(([part, files]) => [part, files.reduce((sum, { text }) => sum + countLines(text), 0)]),
  );
}

/** Short files with only one importer: they belong into it. Each workload has a printer, which its registry imports. */
function shortFiles(sources: readonly Source[]): Hit[] {
  const scripts = sources.filter(({ path }) => isScript(path) && !path.startsWith('test/'));
  const importers = new Map<string, number>();
  for (const { path, text } of scripts) {
    const targets = new Set(listImports(text).map(({ specifier }) => resolveImport(path, specifier)));
    for (const target of targets) if (target !== null) importers.set(target, (importers.get(target) ?? 0) + 1);
  }
  return scripts
    .filter(({ path, text }) => /^(?:lib|checks)\/(?!twin\/printers\/)/.test(path) && countLines(text) < SHORT_LINES)
    .filter(({ path }) => importers.get(path.replace(/\.\w+$/, '')) === 1)
    .map(({ path, text }) => ({ path, line: 1, text: `${countLines(text)} lines, below ${SHORT_LINES}` }));
}

interface Contract {
  readonly name: string;
  readonly members: readonly string[];
  readonly optional: number;
  readonly hit: Hit;
}

/** Interfaces of kinds: those of `contract.ts` and `model.ts` next to them. */
function contractsIn(sources: readonly Source[]): Contract[] {
  return sources
    .filter(({ path }) => /^lib\/(?:targets|workloads)\/(?:contract|model)\.ts$/.test(path))
    .flatMap(({ path, text }) =>
      [...text.matchAll(/^export interface (\w+)[^{\n]*\{\n([\s\S]*?)^\}/gm)].map(([, name = '', body = '']) => {
        const members = [...body.matchAll(/^ {2}(?:readonly )?(\w+)(\??)[:(<]/gm)];
        return {
          name: `${path} ${name}`,
          members: members.map(([, member = '']) => member),
          optional: members.filter(([, , mark]) => mark === '?').length,
          hit: { path, line: 1, text: name },
        };
      }),
    );
}

function countLines(text: string): number {
  return text.split('\n').length - 1;
}
