/** Forbidden texts in lines, and required parts of files: one table. */
import { listUnverified, type Lock, missingPlatforms } from '../lock/platforms';
import { type Fault, isRecorded, isScript, type Source } from './source';

interface LineRule {
  readonly in: (path: string) => boolean;
  /** The forbidden pattern; it may span several lines. */
  readonly finds: RegExp;
  /** Removed from a line first, e.g. comments. */
  readonly without?: RegExp;
  readonly message: (found: string) => string;
}

/** Layers whose results depend only on their arguments, and the simulation and Lambda functions, which get a clock. */
const TIMELESS =
  /^(?:lib\/(?:shapes|experiment|targets|workloads|pricing|results|report|twin)\/|lib\/asl\/(?!clock\/)|lambdas\/)/;
/** The root of errors; the state language, which imports nothing; errors of simulated services. */
const BARE_ERRORS = /^lib\/(shapes\/errors|twin\/cloud\/service)\.ts$|^lib\/asl\//;
/** Only one function in each language removes folders, and it never crosses a mount. */
const REMOVER = { shell: 'workloads/shell/remove.sh', script: 'lib/local/remove-tree.ts' };
const removes = (name: string, where: string): string =>
  `removes a folder with all that is in it; call ${name} of ${where}`;

const RULES: readonly LineRule[] = [
  {
    // Open work belongs in the tracker. With brackets, so that this file does not match itself.
    in: (path) => !isRecorded(path) && path !== 'package-lock.json',
    // Random names of mktemp end with several equal letters: no mark.
    without: /X{4,}/g,
    finds: /\b(?:T[O]DO|F[I]XME|X[X]X|H[A]CK)\b/,
    message: (mark) => `${mark} marks open work; do it now or remove it`,
  },
  {
    // A bare error has no name for machines, tests and people.
    in: (path) => isScript(path) && /^(lib|lambdas)\//.test(path) && !BARE_ERRORS.test(path),
    finds: /\bnew (Error|RangeError|TypeError)\(|\bextends Error\b/,
    message: () => 'a bare error; throw an FsxbenchError with a name of texts/errors.json, or use expected()',
  },
  {
    // The linter's lists of names cannot express it.
    in: (path) => isScript(path) && TIMELESS.test(path),
    without: /^\s*(?:\*|\/\*).*|(?:^|\s)\/\/.*$/g,
    finds: /\bnew Date\(\s*\)|\bnew Date\b(?!\s*\()|(?<![.\w]|new )Date\(\s*\)/,
    message: () => 'Date without an argument reads the clock; pass the time in',
  },
  {
    in: (path) => path.startsWith('workloads/') && path !== REMOVER.shell,
    finds: /\brm\s+(?:-\S+\s+)*-(?:[a-zA-Z]*[rR]|-recursive)|\bfind\b(?!.*\s-empty\b).*\s-delete\b|\brmtree\b/,
    message: () => removes('remove_tree', REMOVER.shell),
  },
];
/** A call may span several lines. */
const REMOVES_IN_SCRIPT = /\b(?:rm|rmSync|rmdir|rmdirSync)\((?:[^;](?!\b(?:rm|rmSync)\())*?\brecursive\b/g;

/** Lines that break a rule of the table. */
export function lineFaults({ path, text }: Source): Fault[] {
  const rules = RULES.filter((rule) => rule.in(path));
  const lines = rules.length === 0 ? [] : text.split('\n');
  const found = lines.flatMap((line, index) =>
    rules.flatMap(({ finds, without, message }) => {
      const mark = finds.exec(without === undefined ? line : line.replace(without, ''))?.[0];
      return mark === undefined ? [] : [{ path, line: index + 1, message: message(mark) }];
    }),
  );
  if (!/^(lib|lambdas|bin)\//.test(path) || !isScript(path) || path === REMOVER.script) return found;
  const removed = [...text.matchAll(REMOVES_IN_SCRIPT)].map(({ index }) => text.slice(0, index).split('\n').length);
  return [...found, ...removed.map((line) => ({ path, line, message: removes('removeTree', REMOVER.script) }))];
}

const BANNED = new Set(['util', 'utils', 'helper', 'helpers', 'common', 'misc']);

/** Meaningless file names, files without an opening comment, and an incomplete package lock. */
export function fileFaults({ path, text }: Source): Fault[] {
  const at = (message: string): Fault => ({ path, line: 1, message });
  const bad = path.split('/').find((part) => splitWords(part).some((word) => BANNED.has(word)));
  const opens = !isScript(path) || !/^(lib|lambdas|bin|checks|bench)\//.test(path) || /^(#!.*\n)?\/\*\*/.test(text);
  return [
    ...(bad === undefined || isRecorded(path) ? [] : [at(`"${bad}" names no concept; name it after its content`)]),
    ...(opens ? [] : [at('lacks an opening comment; describe the file in one sentence')]),
    ...(path === 'package-lock.json' ? lockComplaints(text).map(at) : []),
  ];
}

function splitWords(part: string): string[] {
  return part
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .toLowerCase()
    .split(/[-_.]/);
}

/** Packages that `npm ci` would miss on another platform, or install unverified. */
function lockComplaints(text: string): string[] {
  const lock = JSON.parse(text) as Lock;
  const complain = (names: readonly string[], what: string, result: string): string[] =>
    names.length === 0
      ? []
      : [`lacks ${names.length} ${what} (${names.slice(0, 3).join(', ')}, …), and npm ci ${result}; ${REMEDY}`];
  return [
    ...complain(
      missingPlatforms(lock).map(({ name }) => name),
      'packages of other platforms',
      'refuses it',
    ),
    ...complain(listUnverified(lock), 'integrity hashes', 'installs these packages unverified'),
  ];
}

const REMEDY = 'run: npx tsx checks/complete-lock.ts';
