/**
 * The layers, and their allowed imports:
 * cli → local → twin → lambdas → aws → report → results → experiment → pricing → targets → workloads →
 * machine-files → shapes; `asl` and `stacks` are separate. There are no exceptions: types count like code.
 */
import { listImports, resolveImport } from './imports';
import { type Fault, isScript, type Source } from './source';

/** From the outside in; a layer may import those after it. */
const ORDER: readonly string[] = [
  'cli',
  'local',
  'twin',
  'lambdas',
  'aws',
  'report',
  'results',
  'experiment',
  'pricing',
  'targets',
  'workloads',
  'machine-files',
  'shapes',
];

/** Inside of a folder: each entry, a folder or a file next to the folders, may import those after it. */
const INSIDE: Readonly<Record<string, readonly string[]>> = {
  experiment: ['reading', 'plan', 'fixtures', 'design', 'language', 'kinds'],
  'workloads/fio': ['workload', 'fixtures', 'job-file', 'cell', 'schema', 'jobs', 'output', 'options'],
};

/** Separate folders, and their allowed imports. */
const APART: readonly { readonly from: RegExp; readonly may: RegExp; readonly why: string }[] = [
  { from: /^lib\/asl\//, may: /^lib\/asl\//, why: 'the state language imports no other room' },
  {
    from: /^lib\/stacks\//,
    may: /^lib\/(stacks|machine-files|shapes)\//,
    why: 'stacks read machines, Lambda functions and scripts as files',
  },
  { from: /^bin\//, may: /^lib\/(cli|stacks)\//, why: 'entry points only call lib/cli or lib/stacks' },
];

/** Rooms that execute or check machines may import the state language. */
const TAKES_ASL: readonly string[] = ['cli', 'local', 'twin'];

/** Imports against the order of the layers. */
export function layerFaults(source: Source): Fault[] {
  if (!isScript(source.path) || !/^(lib|lambdas|bin|checks)\//.test(source.path)) return [];
  return listImports(source.text).flatMap((found) => {
    const target = resolveImport(source.path, found.specifier);
    // Data is no code: every layer may read machines, documents of hosts and price books.
    if (target === null || target.endsWith('.json')) return [];
    const wrong = complaint(source.path, target);
    return wrong === null ? [] : [{ path: source.path, line: found.line, message: wrong }];
  });
}

function complaint(from: string, target: string): string | null {
  if (from.startsWith('checks/'))
    return /^(checks|lib)\//.test(target) ? null : `imports ${target}; checks may only import lib`;
  if (/^(test|checks|bench|bin|dist)\//.test(target)) return `imports ${target}; production code may not import checks`;
  const apart = APART.find((rule) => rule.from.test(from));
  if (apart !== undefined) return apart.may.test(target) ? null : `imports ${target}; ${apart.why}`;
  const here = findLayer(from);
  const there = findLayer(target);
  if (here === null) return `${from} belongs to no layer; put it into a folder that checks/tidy/layers.ts names`;
  if (target.startsWith('lib/asl/')) {
    return TAKES_ASL.includes(here)
      ? null
      : `imports ${target}; of lib only ${TAKES_ASL.join(' and ')} execute machines`;
  }
  if (there === null) return `imports ${target}, which belongs to no layer`;
  const room = Object.keys(INSIDE).find((folder) => [from, target].every((path) => path.startsWith(`lib/${folder}/`)));
  if (room !== undefined) return insideComplaint(room, INSIDE[room] ?? [], [from, target]);
  if (rank(here) <= rank(there)) return kindComplaint(from, target);
  const order = ORDER.join(' → ');
  return `${here} imports ${target}, against the order ${order}; move what is shared inwards or pass it in`;
}

function insideComplaint(room: string, order: readonly string[], paths: readonly [string, string]): string | null {
  const target = paths[1];
  const [here = '', there = ''] = paths.map((path) => /^[^/.]+/.exec(path.slice(`lib/${room}/`.length))?.[0]);
  const unknown = [here, there].find((name) => !order.includes(name));
  if (unknown !== undefined)
    return `${unknown} has no place in ${order.join(' → ')}; give it one in checks/tidy/layers.ts`;
  if (order.indexOf(here) <= order.indexOf(there)) return null;
  return `${here} imports ${target}, against the order ${order.join(' → ')}; move what is shared inwards or pass it in`;
}

/** Simulations of one type of file system, which share durations and limits with its target. */
const MODELS_ONE_TYPE = /^lib\/twin\/cloud\/[^/]+\/[^/]+\//;
/** Files with the name of a kind: the simulation of a service with one kind of targets, and printers. */
const MODELS_OF = /^lib\/twin\/(?:cloud|printers)\/([^/.]+)[/.]/;

/** Workload kinds that run with the scripts and parsers of another kind. */
const BUILT_ON: Readonly<Record<string, string>> = { database: 'fio' };

/** Only a kind itself, the registry next to it, and its simulation know a kind of targets or workloads. */
function kindComplaint(from: string, target: string): string | null {
  const there = findKind(target);
  if (there === null || MODELS_ONE_TYPE.test(from) || MODELS_OF.exec(from)?.[1] === there) return null;
  const here = findKind(from);
  if (here !== null && BUILT_ON[here] === there) return null;
  if (findLayer(from) === findLayer(target) && (here === null || here === there)) return null;
  return `${here === null ? from : `kind ${here}`} imports kind ${there}; ask its registry, or move what is shared out`;
}

/** `fio` for `lib/workloads/fio/parse`, null for files next to the contract, or of several kinds. */
function findKind(path: string): string | null {
  const folder = /^lib\/((?:targets|workloads)\/([^/]+))\//.exec(path);
  return folder === null || OF_SEVERAL.includes(folder[1] ?? '') ? null : (folder[2] ?? null);
}

/** Shared folders of several kinds. */
const OF_SEVERAL = ['workloads/tools', 'targets/prometheus'];

function findLayer(path: string): string | null {
  const name = /^(?:lib\/)?([^/]+)\//.exec(path)?.[1];
  if (name === undefined || (name === 'lambdas') === path.startsWith('lib/')) return null;
  return ORDER.includes(name) ? name : null;
}

function rank(layer: string): number {
  return ORDER.indexOf(layer);
}
