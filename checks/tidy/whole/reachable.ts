/**
 * Lines that a Lambda function loads: its handler, `lib/aws/production.ts`, and all TypeScript that these load,
 * directly or through others. Type imports are not loaded; `import()` is.
 */
import { listImports, resolveImport } from '../imports';
import { type Fault, isScript, type Source } from '../source';

/** Maximum for functions that end executions, delete, or write receipts: a reader must be able to read all of it. */
const LINES_MAX: Readonly<Record<string, number>> = {
  'close-fence': 1300,
  'stop-children': 1500,
  'delete-storage': 5000,
  'write-receipt': 5500,
};

export interface Reachable {
  readonly files: readonly string[];
  readonly lines: number;
}

/** @param starts modules by their path without ending, as {@link resolveImport} returns them */
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

/** The modules that a Lambda function loads. */
export function reachableFromLambda(name: string, sources: readonly Source[]): Reachable {
  return reachableFrom([`lambdas/${name}/handler`, 'lib/aws/production'], sources);
}

/** One fault for each Lambda function that loads too many lines. */
export function reachFaults(sources: readonly Source[], most = LINES_MAX): Fault[] {
  return Object.entries(most).flatMap(([name, allowed]) => {
    const { files, lines } = reachableFromLambda(name, sources);
    const message =
      `${name} loads ${lines} lines in ${files.length} files, at most ${allowed} are allowed: ` +
      'move unneeded code to another file, or import only its type';
    return lines > allowed ? [{ path: `lambdas/${name}/handler.ts`, line: 1, message }] : [];
  });
}

function toModule(path: string): string {
  return path.replace(/\.(ts|js|mjs)$/, '');
}
