/** Import cycles: modules that import each other, directly or through others. Types count like code. */
import { posix } from 'node:path';
import { listImports, resolveImport } from '../imports';
import { type Fault, isScript, type Source } from '../source';

/** One fault for each cycle, at the import by which its first file enters it. */
export function circleFaults(sources: readonly Source[]): Fault[] {
  const graph = makeGraph(sources);
  return findCircles(graph).map((circle) => toFault(circle, graph));
}

/** Modules by path without ending, each with the lines of its imports. */
type Graph = ReadonlyMap<string, { readonly path: string; readonly imports: ReadonlyMap<string, number> }>;

function makeGraph(sources: readonly Source[]): Graph {
  const house = sources.filter(({ path }) => isScript(path) && /^(lib|lambdas|bin|checks)\//.test(path));
  const known = new Set(house.map(({ path }) => toModule(path)));
  return new Map(
    house.map(({ path, text }) => {
      const imports = new Map<string, number>();
      for (const found of listImports(text)) {
        const target = resolveImport(path, found.specifier);
        if (target !== null && known.has(target) && !imports.has(target)) imports.set(target, found.line);
      }
      return [toModule(path), { path, imports }];
    }),
  );
}

/** Strongly connected components of more than one file, and files that import themselves (Tarjan 1972). */
function findCircles(graph: Graph): string[][] {
  const index = new Map<string, number>();
  const low = new Map<string, number>();
  const open: string[] = [];
  const circles: string[][] = [];
  const visit = (module: string): number => {
    const mine = index.size;
    index.set(module, mine);
    let lowest = mine;
    open.push(module);
    for (const next of graph.get(module)?.imports.keys() ?? []) {
      if (!index.has(next)) lowest = Math.min(lowest, visit(next));
      else if (open.includes(next)) lowest = Math.min(lowest, index.get(next) ?? lowest);
    }
    low.set(module, lowest);
    if (lowest === mine) {
      const members = open.splice(open.indexOf(module));
      if (members.length > 1 || graph.get(module)?.imports.has(module) === true) circles.push(members.sort());
    }
    return lowest;
  };
  for (const module of [...graph.keys()].sort()) if (!index.has(module)) visit(module);
  return circles;
}

function toFault(circle: readonly string[], graph: Graph): Fault {
  const [first = ''] = circle;
  const from = graph.get(first);
  const into = [...(from?.imports ?? [])].find(([target]) => circle.includes(target));
  const names = circle.map((module) => posix.relative('lib', module)).join(', ');
  const message = `an import cycle of ${circle.length} files: ${names}; move the shared part to another file`;
  return { path: from?.path ?? first, line: into?.[1] ?? 1, message };
}

function toModule(path: string): string {
  return path.replace(/\.(ts|mts|mjs|js)$/, '');
}
