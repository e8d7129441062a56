/** Tests mirror source: the path of a file gives that of its test, and every file with behaviour has one. */
import { posix } from 'node:path';
import { listImports, resolveImport } from '../imports';
import { type Fault, isRecorded, isScript, type Source } from '../source';

/** Files without their own test, each with the reason. An unneeded entry is a fault. */
const UNTESTED: Readonly<Record<string, string>> = {};

/** Endings of the subject of `test/a/b.test.ts`: `a/b` or `lib/a/b` with one of these. */
const ENDINGS = ['.ts', '.mjs', '.sh', '.asl.yaml', '.yaml', '.json'];
/** Test folders whose source has another name. */
const ELSEWHERE: Readonly<Record<string, string>> = { machines: 'state-machines' };

/** Tests with these names are about their whole folder. */
const WHOLE_FOLDER = ['conformance', 'end-to-end', 'properties'];

/** Tests without a subject, and files with exported functions and no test. */
export function mirrorFaults(
  sources: readonly Source[],
  untested: Readonly<Record<string, string>> = UNTESTED,
): Fault[] {
  const paths = new Set(sources.map((source) => source.path));
  const folders = new Set([...paths].flatMap(ancestors));
  const tests = sources.filter((source) => /^test\/.*\.test\.ts$/.test(source.path) && !isRecorded(source.path));
  const reached = reachedModules(
    sources,
    tests.flatMap((test) => subjects(test.path, paths, folders)),
  );
  const lost = sources.filter((source) => hasBehaviour(source) && !reached.has(toModule(source.path)));
  return [
    ...tests.filter((test) => subjects(test.path, paths, folders).length === 0).map(strayTest),
    ...lost.filter((source) => untested[source.path] === undefined).map(missingTest),
    ...Object.keys(untested)
      .filter((path) => !lost.some((source) => source.path === path))
      .map((path) => ({ path, line: 1, message: 'has a test or is gone; remove it from the list of exceptions' })),
  ];
}

/**
 * Modules that tests reach: their subjects, the imports of these, and the imports of those outside their own folder, or
 * in another wing of the same room. A part with a single user is tested through that neighbour. But only tests in the
 * folder of a kind count for the kind: a registry imports all of them.
 */
function reachedModules(sources: readonly Source[], about: readonly string[]): Set<string> {
  const imports = new Map(
    sources
      .filter((source) => isScript(source.path))
      .map((source) => [
        toModule(source.path),
        listImports(source.text).flatMap((found) => resolveImport(source.path, found.specifier) ?? []),
      ]),
  );
  const direct = [...imports].flatMap(([module, names]) => (module.startsWith('test/') ? names : []));
  const folders = new Set(about);
  const inFolders = [...imports.keys()].filter((module) => folders.has(posix.dirname(module)));
  const reached = new Set<string>();
  const waiting = [...about.map(toModule), ...direct, ...inFolders];
  for (let module = waiting.pop(); module !== undefined; module = waiting.pop()) {
    if (reached.has(module)) continue;
    reached.add(module);
    waiting.push(...(imports.get(module) ?? []).filter((name) => isNeighbour(module, name)));
  }
  return reached;
}

/** Below the folder of a module, or in a wing next to it: `lib/cli/text/…` for `lib/cli/commands/run`. */
function isNeighbour(module: string, name: string): boolean {
  if (kindFolder(name) !== kindFolder(module)) return false;
  const folder = posix.dirname(module);
  const around = folder.split('/').length > 2 ? posix.dirname(folder) : folder;
  return `${posix.dirname(name)}/`.startsWith(`${around}/`);
}

/** `lib/targets/efs` for files in it; null for files outside kinds. */
function kindFolder(module: string): string | null {
  return /^lib\/(?:targets|workloads)\/[^/]+(?=\/)/.exec(module)?.[0] ?? null;
}

/**
 * The subjects of a test: files (`test/a/b.test.ts` → `lib/a/b.ts`; `b.faults.test.ts` is about `b` too), a folder
 * (`test/a.test.ts` or `test/a/a.test.ts` → `lib/a/`), a state machine, a module of test code next to it, or a
 * configuration file of the root (`test/checks/oxlintrc.test.ts` → `.oxlintrc.json`).
 */
function subjects(test: string, paths: ReadonlySet<string>, folders: ReadonlySet<string>): string[] {
  const folder = posix.dirname(test).replace(/^test\/?/, '');
  const words = posix.basename(test, '.test.ts').split('.');
  const names = words.map((_, count) => words.slice(0, words.length - count).join('.'));
  const bases = names.flatMap((name) => {
    const base = posix.join(folder, name);
    const [first = '', ...rest] = base.split('/');
    const moved = ELSEWHERE[first];
    const own =
      posix.basename(folder) === name || WHOLE_FOLDER.includes(name)
        ? [folder, `lib/${folder}`, ELSEWHERE[folder] ?? folder]
        : [];
    return [
      base,
      `lib/${base}`,
      `test/${base}`,
      `.${name}`,
      ...(moved === undefined ? [] : [[moved, ...rest].join('/')]),
      ...own,
    ];
  });
  const files = bases.flatMap((base) => ENDINGS.map((ending) => base + ending)).filter((path) => paths.has(path));
  return [...files, ...bases.filter((base) => folders.has(base) && !base.startsWith('test'))];
}

/** Exports a function or a class; constants, types and bare error classes need no test. */
function hasBehaviour(source: Source): boolean {
  if (!/^(lib|lambdas|checks)\//.test(source.path) || !isScript(source.path)) return false;
  if (/^export (async )?function\b/m.test(source.text)) return true;
  if (/^export class \w+\b(?! extends \w*Error\b)/m.test(source.text)) return true;
  return /^export const \w+[^=\n]*= (async )?(\([^\n]*=>|\w+ =>)/m.test(source.text);
}

function toModule(path: string): string {
  return path.replace(/\.(ts|mts|mjs|js)$/, '');
}

function strayTest(test: Source): Fault {
  const about = test.path.replace(/^test\//, '').replace(/\.test\.ts$/, '');
  const message = `there is no ${about}, lib/${about} or machine of that name; move the test to the path of its source`;
  return { path: test.path, line: 1, message };
}

function missingTest(source: Source): Fault {
  const test = `test/${source.path.replace(/^lib\//, '').replace(/\.\w+$/, '')}.test.ts`;
  return { path: source.path, line: 1, message: `exports a function and no test reaches it; write ${test}` };
}

function ancestors(path: string): string[] {
  const parts = path.split('/').slice(0, -1);
  return parts.map((_, index) => parts.slice(0, index + 1).join('/'));
}
