/**
 * The layers of the house and who may import whom:
 * cli → twin → lambdas → aws → report → results → experiment → {targets, workloads, pricing}; stacks stand apart.
 */
import { importsOf, resolveImport } from './imports';
import { type Fault, isScript, type Source } from './source';

/** From the outside in; a layer may import those after it. The last three stand side by side. */
const ORDER: readonly (readonly string[])[] = [
  ['cli'],
  ['twin'],
  ['lambdas'],
  ['aws'],
  ['report'],
  ['results'],
  ['experiment'],
  ['targets', 'workloads', 'pricing'],
];

/** Modules of shapes that lower layers may import as types, because every layer speaks of them. */
const CONTRACTS: ReadonlySet<string> = new Set([
  'lib/experiment/problem',
  'lib/experiment/plan',
  'lib/results/observation',
  'lib/results/verdict',
  'lib/results/marks',
]);

/** What stands apart, and the only modules of the house that it may import beside its own. */
const APART: readonly { readonly from: RegExp; readonly may: RegExp; readonly why: string }[] = [
  {
    from: /^lib\/stacks\//,
    may: /^lib\/(stacks\/|experiment\/layout$)/,
    why: 'stacks take machines, lambdas and scripts as files',
  },
  { from: /^bin\//, may: /^lib\/(cli|stacks)\//, why: 'entry points only call lib/cli or lib/stacks' },
];

/** Imports against the order of the layers. */
export function layerFaults(source: Source): Fault[] {
  if (!isScript(source.path) || !/^(lib|lambdas|bin)\//.test(source.path)) return [];
  return importsOf(source.text).flatMap((found) => {
    const target = resolveImport(source.path, found.specifier);
    // Data is no code: machines, documents of hosts and price books are files to everybody.
    if (target === null || target.endsWith('.json')) return [];
    const wrong = complaint(source.path, target, found.typeOnly);
    return wrong === null ? [] : [{ path: source.path, line: found.line, message: wrong }];
  });
}

function complaint(from: string, target: string, typeOnly: boolean): string | null {
  if (/^(test|tools|bench|bin|dist)\//.test(target)) return `imports ${target}; the house does not know its tools`;
  const apart = APART.find((rule) => rule.from.test(from));
  if (apart !== undefined) return apart.may.test(target) ? null : `imports ${target}; ${apart.why}`;
  const here = layerOf(from);
  const there = layerOf(target);
  if (here === null) return `${from} belongs to no layer; put it into a folder that tools/tidy/layers.ts names`;
  if (there === null) return `imports ${target}, which belongs to no layer`;
  if (typeOnly && CONTRACTS.has(target)) return null;
  if (here === there) return kindComplaint(from, target);
  if (rank(here) === rank(there)) {
    const why = `${here} and ${there} stand side by side; a kind of the one does not know a kind of the other`;
    return kindOf(target) === null ? null : `imports ${target}; ${why}`;
  }
  if (rank(here) < rank(there)) return null;
  const order = ORDER.map((names) => names.join(', ')).join(' → ');
  return `${here} imports ${target}, against the order ${order}; move what is shared inwards or pass it in`;
}

/**
 * Kinds of targets and workloads are strangers to each other; only the registry, which lies beside them, knows them
 * all.
 */
function kindComplaint(from: string, target: string): string | null {
  const here = kindOf(from);
  const there = kindOf(target);
  if (here === null || there === null || here === there) return null;
  return `kind ${here} imports kind ${there}; move what they share beside the contract`;
}

/** `fio` for `lib/workloads/fio/parse`, null for what lies beside the contract. */
function kindOf(path: string): string | null {
  return /^lib\/(?:targets|workloads)\/([^/]+)\//.exec(path)?.[1] ?? null;
}

function layerOf(path: string): string | null {
  const name = /^(?:lib\/)?([^/]+)\//.exec(path)?.[1];
  if (name === undefined || (name === 'lambdas') === path.startsWith('lib/')) return null;
  return ORDER.some((names) => names.includes(name)) ? name : null;
}

function rank(layer: string): number {
  return ORDER.findIndex((names) => names.includes(layer));
}
