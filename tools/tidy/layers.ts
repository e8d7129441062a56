/**
 * The layers of the house and who may import whom:
 * cli → twin → lambdas → aws → report → results → experiment → {pricing, targets, workloads} → shapes; `asl` and
 * `stacks` stand apart. There is no list of exceptions: types count like code.
 */
import { importsOf, resolveImport } from './imports';
import { type Fault, isScript, type Source } from './source';

/** From the outside in; a layer may import those after it. Those of one row stand side by side. */
const ORDER: readonly (readonly string[])[] = [
  ['cli'],
  ['twin'],
  ['lambdas'],
  ['aws'],
  ['report'],
  ['results'],
  ['experiment'],
  ['pricing', 'targets', 'workloads'],
  ['shapes'],
];

/** Layers that stand side by side and may still be seen from another one of their row: never both ways. */
const ASIDE: Readonly<Record<string, readonly string[]>> = { pricing: ['targets'], targets: ['workloads'] };

/** What stands apart: what it may import beside its own. */
const APART: readonly { readonly from: RegExp; readonly may: RegExp; readonly why: string }[] = [
  { from: /^lib\/asl\//, may: /^lib\/asl\//, why: 'the state language imports nothing of the house' },
  {
    from: /^lib\/stacks\//,
    may: /^lib\/(stacks|shapes)\//,
    why: 'stacks take machines, lambdas and scripts as files',
  },
  { from: /^bin\//, may: /^lib\/(cli|stacks)\//, why: 'entry points only call lib/cli or lib/stacks' },
];

/** The state language is taken by those who execute or check machines. */
const TAKES_ASL: readonly string[] = ['cli', 'twin'];

/** Imports against the order of the layers. */
export function layerFaults(source: Source): Fault[] {
  if (!isScript(source.path) || !/^(lib|lambdas|bin|tools)\//.test(source.path)) return [];
  return importsOf(source.text).flatMap((found) => {
    const target = resolveImport(source.path, found.specifier);
    // Data is no code: machines, documents of hosts and price books are files to everybody.
    if (target === null || target.endsWith('.json')) return [];
    const wrong = complaint(source.path, target);
    return wrong === null ? [] : [{ path: source.path, line: found.line, message: wrong }];
  });
}

function complaint(from: string, target: string): string | null {
  if (from.startsWith('tools/')) return /^(tools|lib)\//.test(target) ? null : `imports ${target}; tools look at lib`;
  if (/^(test|tools|bench|bin|dist)\//.test(target)) return `imports ${target}; the house does not know its tools`;
  const apart = APART.find((rule) => rule.from.test(from));
  if (apart !== undefined) return apart.may.test(target) ? null : `imports ${target}; ${apart.why}`;
  const here = layerOf(from);
  const there = layerOf(target);
  if (here === null) return `${from} belongs to no layer; put it into a folder that tools/tidy/layers.ts names`;
  if (target.startsWith('lib/asl/')) {
    return TAKES_ASL.includes(here)
      ? null
      : `imports ${target}; of lib only ${TAKES_ASL.join(' and ')} execute machines`;
  }
  if (there === null) return `imports ${target}, which belongs to no layer`;
  if (here === there) return kindComplaint(from, target);
  if (rank(here) === rank(there)) return besideComplaint(here, there, target);
  if (rank(here) < rank(there)) return null;
  const order = ORDER.map((names) => names.join(', ')).join(' → ');
  return `${here} imports ${target}, against the order ${order}; move what is shared inwards or pass it in`;
}

function besideComplaint(here: string, there: string, target: string): string | null {
  const beside = `imports ${target}; ${here} and ${there} stand side by side`;
  if (kindOf(target) !== null) return `${beside}; a kind of the one does not know a kind of the other`;
  return ASIDE[here]?.includes(there) === true ? null : `${beside}, and ${here} does not see ${there}`;
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
