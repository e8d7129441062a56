/** The spec that `fsxbench init` writes: text as a person would write it, with comments that say what to change. */
import { KINDS } from '../../experiment/kinds';
import { expected } from '../../shapes/errors';
import { type Choices, type LoadFacts, LOADS } from './choices';
import { fleetOf, STORAGE, type Storage } from './storage';

/** What goes with the file. */
export interface About {
  /** Of the experiment. */
  readonly name: string;
  /** As a person types it. */
  readonly file: string;
  /** Where its JSON Schema lies, from the folder of the file; null where there is none. */
  readonly schema: string | null;
}

/** The whole text. */
export function firstSpec(choices: Choices, about: About): string {
  const storage = STORAGE[choices.target];
  const { local } = expected(KINDS.targetOf(choices.target), `the target kind ${choices.target}`);
  const load: LoadFacts = LOADS[choices.load];
  const parts = [
    [
      ...head(choices, about, local),
      `experiment: ${about.name}`,
      `question: ${question(choices, load, storage.rivals, local)}`,
    ],
    ['# What is varied. A value is used elsewhere as $NAME; targets vary by themselves.', factors(load, local)],
    storage.targets,
    fleetOf(storage),
    workloads(load, storage, local),
    DESIGN,
    decide(choices, load, local),
    local
      ? []
      : ['# Refused before anything is created where the estimate is above it.', 'limits: { maxUsd: 20, maxHours: 8 }'],
  ];
  const sections = parts.filter((lines) => lines.length > 0).map((lines) => lines.join('\n'));
  return `${sections.join('\n\n')}\n`;
}

const DESIGN = [
  '# Every combination five times, in an order that is drawn anew for each round. More trials tell smaller differences',
  '# apart; `blocks: 2` makes everything twice, and tells how copies of the same storage differ.',
  'design: { replicates: 5 }',
];

function head({ target, load, decision, reach }: Choices, { file, schema }: About, local: boolean): string[] {
  const asked = reach === null ? '' : ` --reach ${/\s/.test(reach) ? JSON.stringify(reach) : reach}`;
  return [
    ...(schema === null ? [] : [`# yaml-language-server: $schema=${schema}`]),
    `# Made by: fsxbench init --target ${target} --workload ${load} --decide ${decision}${asked}`,
    '# A beginning: change what you like, and look at it again with',
    '#',
    `#   fsxbench validate ${file}   what is wrong with it`,
    `#   fsxbench plan ${file}       all that it would do, how long it takes and what it costs`,
    local
      ? `#   fsxbench run ${file}        measures, on this machine`
      : `#   fsxbench rehearse ${file}   does it in virtual time: nothing is created, nothing is paid`,
    '#',
    '# `fsxbench explain NAME` says what any key or word of it means.',
  ];
}

function question({ decision, reach }: Choices, { todo, does, by }: LoadFacts, rivals: string, local: boolean): string {
  if (decision === 'describe') return `How quickly does each ${rivals} ${todo}?`;
  if (reach === null) return `Which ${rivals} ${does} fastest?`;
  return `Which ${rivals} ${does} ${by} ${reach}${local ? '' : ' for the least money'}?`;
}

function factors({ fio }: LoadFacts, local: boolean): string {
  if (fio !== undefined) return `factors: { rw: [${fio.rw.join(', ')}] }`;
  // Two at most on one machine: more copy it in memory in less than a second, which is no measurement.
  return `factors: { workers: [1, ${local ? 2 : 8}] }`;
}

function workloads({ fio }: LoadFacts, { size, why }: Storage, local: boolean): string[] {
  if (fio === undefined)
    return [
      '# What is run: so many workers copy a tree of files. `fsxbench explain tree-copy` lists what it takes.',
      'workloads:',
      '  copy: { kind: tree-copy, files: 38000, size: 800 MB, workers: $workers }',
    ];
  const depth = local
    ? 'iodepth: 1, ramp_time: 1s, runtime: 4s'
    : `iodepth: ${fio.iodepth}, numjobs: 2, ramp_time: 15s, runtime: 60s`;
  return [
    "# What is run, in fio's own words. 4k = 4 KiB, 1m = 1 MiB; files are written before the first trial.",
    `# ${why}${local ? ' One I/O at a time: a file system in memory takes no more.' : ''}`,
    'workloads:',
    `  fio: { kind: fio, rw: $rw, bs: ${fio.bs}, size: ${size}, ${depth} }`,
  ];
}

function decide({ decision, reach }: Choices, { decides, limit }: LoadFacts, local: boolean): string[] {
  const better = `prefer: ${limit === 'atLeast' ? 'highest' : 'lowest'}`;
  if (decision === 'describe')
    return ['# Nothing is decided. To have something decided, take the # away:', `# decide: { ${decides}, ${better} }`];
  if (reach === null) return ['# What must be answered.', `decide: { ${decides}, ${better} }`];
  const limited = `${decides}, ${limit}: ${quoted(reach)}`;
  if (!local) return ['# What must be answered: put your own limit here.', `decide: { ${limited}, prefer: cheapest }`];
  return [
    '# What must be answered: put your own limit here. No price of folders is known: of those that reach it the',
    '# fastest is taken. With `usdPerHour` at each of them, `prefer: cheapest` takes the cheapest.',
    `decide: { ${limited}, ${better} }`,
  ];
}

/** As YAML reads it. */
function quoted(text: string): string {
  return /^[\w./]+( [\w./]+)*$/.test(text) ? text : JSON.stringify(text);
}
