/**
 * Lines that a lambda stands on: its handler, `lib/aws/production.ts`, and all TypeScript that these load, directly or
 * through others. What is imported only as a type is not loaded; what `import()` names is.
 */
import { listImports, resolveImport } from '../imports';
import { type Fault, isScript, type Source } from '../source';

/** The most lines of functions that end, delete or prove: who reads one must be able to read all of it. */
const LINES_MAX: Readonly<Record<string, number>> = {
  'close-fence': 1100,
  'stop-children': 1500,
  'delete-storage': 5000,
  'write-receipt': 5000,
};

export interface Reachable {
  readonly files: readonly string[];
  readonly lines: number;
}

/** @param starts modules by their path without ending, as {@link resolveImport} gives them */
export function reachableFrom(starts: readonly string[], sources: readonly Source[]): Reachable {
  const byModule = new Map(sources.filter(({ path }) => isScript(path)).map((one) => [toModule(one.path), one]));
  const reached = new Map<string, number>();
  const waiting = [...starts];
  for (let module = waiting.pop(); module !== undefined; module = waiting.pop()) {
    const source = byModule.get(module);
    if (source === undefined || reached.has(source.path)) continue;
    reached.set(source.path, source.text.split('\n').length - 1);
    for (const { specifier, typeOnly } of listImports(source.text)) {
      const target = typeOnly ? null : resolveImport(source.path, specifier);
      if (target !== null) waiting.push(target);
    }
  }
  return { files: [...reached.keys()].sort(), lines: [...reached.values()].reduce((sum, count) => sum + count, 0) };
}

/** What a lambda stands on. */
export function reachableFromLambda(name: string, sources: readonly Source[]): Reachable {
  return reachableFrom([`lambdas/${name}/handler`, 'lib/aws/production'], sources);
}

/** One fault for each lambda that stands on more lines than it may. */
export function reachFaults(sources: readonly Source[], most = LINES_MAX): Fault[] {
  return Object.entries(most).flatMap(([name, allowed]) => {
    const { files, lines } = reachableFromLambda(name, sources);
    const message =
      `${name} stands on ${lines} lines in ${files.length} files, at most ${allowed} are allowed: ` +
      'give what it does not need a file of its own, or import only its type';
    return lines > allowed ? [{ path: `lambdas/${name}/handler.ts`, line: 1, message }] : [];
  });
}

function toModule(path: string): string {
  return path.replace(/\.(ts|js|mjs)$/, '');
}
