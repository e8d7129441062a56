/** What no line of a file may say, and no file may be without: one table of texts and where they are looked for. */
import { type Lock, missingPlatforms } from '../lock/platforms';
import { type Fault, isRecorded, isScript, type Source } from './source';

interface LineRule {
  readonly in: (path: string) => boolean;
  /** What it finds in a text; several lines where it has to be seen together. */
  readonly finds: RegExp;
  /** Takes out of a line what is not meant, e.g. comments. */
  readonly without?: RegExp;
  readonly message: (found: string) => string;
}

/** Layers whose results depend on their arguments only, and the twin and the lambdas, who are given a clock. */
const TIMELESS =
  /^(?:lib\/(?:shapes|experiment|targets|workloads|pricing|results|report|twin)\/|lib\/asl\/(?!clock\/)|lambdas\/)/;
/** The root of errors itself; the state language, which imports nothing; what a modelled service answers. */
const BARE_ERRORS = /^lib\/(shapes\/errors|twin\/cloud\/service)\.ts$|^lib\/asl\//;
/** A folder is removed by one function in each language, which never goes through a mount. */
const REMOVER = { shell: 'workloads/shell/remove.sh', script: 'lib/local/remove-tree.ts' };
const removes = (name: string, where: string): string =>
  `removes a folder with all that is in it; call ${name} of ${where}`;

const RULES: readonly LineRule[] = [
  {
    // What is not done belongs in the tracker, where it is seen. With brackets, so that this file does not find itself.
    in: (path) => !isRecorded(path) && path !== 'package-lock.json',
    // Random names of mktemp end in a row of one letter: no mark.
    without: /X{4,}/g,
    finds: /\b(?:T[O]DO|F[I]XME|X[X]X|H[A]CK)\b/,
    message: (mark) => `${mark} is a mark for later; do it now or take it out`,
  },
  {
    // A bare error has no name by which a machine, a test or a person could know it.
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
/** A call may go over several lines. */
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

/** A name that says nothing; a file that does not say what it is; a lock that does not install everywhere. */
export function fileFaults({ path, text }: Source): Fault[] {
  const at = (message: string): Fault => ({ path, line: 1, message });
  const bad = path.split('/').find((part) => splitWords(part).some((word) => BANNED.has(word)));
  const opens = !isScript(path) || !/^(lib|lambdas|bin|checks|bench)\//.test(path) || /^(#!.*\n)?\/\*\*/.test(text);
  return [
    ...(bad === undefined || isRecorded(path)
      ? []
      : [at(`"${bad}" names no concept; call it after the one thing it holds`)]),
    ...(opens ? [] : [at('does not open with a comment; say in a sentence what this file is')]),
    ...(path === 'package-lock.json' ? lockComplaints(text).map(at) : []),
  ];
}

function splitWords(part: string): string[] {
  return part
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .toLowerCase()
    .split(/[-_.]/);
}

/** Packages that `npm ci` would miss on another platform. */
function lockComplaints(text: string): string[] {
  const missing = missingPlatforms(JSON.parse(text) as Lock);
  if (missing.length === 0) return [];
  const some = missing.slice(0, 3).map(({ name }) => name);
  const what = `lacks ${missing.length} packages of other platforms (${some.join(', ')}, …), and npm ci refuses it`;
  return [`${what}; run: npx tsx checks/complete-lock.ts`];
}
