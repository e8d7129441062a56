/** The spec that `fsxbench init` writes: text as a person would write it, with comments that say what to change. */
import { KINDS } from '../../experiment/kinds';
import { expected } from '../../shapes/errors';
import type { Choices, Load } from './choices';
import { STORAGE, type Storage } from './storage';

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
  const local = expected(KINDS.targetOf(choices.target), `the target kind ${choices.target}`).local;
  const load = LINES[choices.load];
  const parts = [
    head(choices, about, local),
    [`experiment: ${about.name}`, `question: ${load.question(storage.rivals, choices, local)}`],
    ['# What is varied. A value is used elsewhere as $NAME; targets vary by themselves.', load.factors(local)],
    storage.targets,
    storage.fleet,
    load.workloads(storage, local),
    DESIGN,
    decision(choices, local, load),
    local
      ? []
      : ['# Refused before anything is created where the estimate is above it.', 'limits: { maxUsd: 20, maxHours: 8 }'],
  ];
  return `${parts
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')
    .replace('\n\nexperiment:', '\nexperiment:')}\n`;
}

const DESIGN = [
  '# Every combination five times, in an order that is drawn anew for each round. More trials tell smaller differences',
  '# apart; `blocks: 2` makes everything twice, and tells how copies of the same storage differ.',
  'design: { replicates: 5 }',
];

function head({ target, load, decision: decided, reach }: Choices, { file, schema }: About, local: boolean): string[] {
  const asked = reach === null ? '' : ` --reach ${/\s/.test(reach) ? JSON.stringify(reach) : reach}`;
  return [
    ...(schema === null ? [] : [`# yaml-language-server: $schema=${schema}`]),
    `# Made by: fsxbench init --target ${target} --workload ${load} --decide ${decided}${asked}`,
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

/** Lines that go with a load. */
interface Lines {
  readonly factors: (local: boolean) => string;
  readonly workloads: (storage: Storage, local: boolean) => readonly string[];
  readonly metric: string;
  readonly where: string;
  readonly limit: 'atLeast' | 'atMost';
  readonly question: (rivals: string, choices: Choices, local: boolean) => string;
}

const LINES: Readonly<Record<Load, Lines>> = {
  random: fioLines({
    blocks: 'bs: 4k',
    iodepth: 32,
    operations: ['randread', 'randwrite'],
    metric: 'iops',
    does: 'reads small blocks at random',
    todo: 'read small blocks at random',
  }),
  stream: fioLines({
    blocks: 'bs: 1m',
    iodepth: 8,
    operations: ['read', 'write'],
    metric: 'bandwidth',
    does: 'reads large files',
    todo: 'read large files',
  }),
  files: {
    // Two at most on one machine: more copy it in memory in less than a second, which is no measurement.
    factors: (local) => `factors: { workers: [1, ${local ? 2 : 8}] }`,
    workloads: () => [
      '# What is run: so many workers copy a tree of files. `fsxbench explain tree-copy` lists what it takes.',
      'workloads:',
      '  copy: { kind: tree-copy, files: 38000, size: 800 MB, workers: $workers }',
    ],
    metric: 'elapsed_synced',
    where: 'operation: copy',
    limit: 'atMost',
    question: questionOf({ does: 'copies many small files', todo: 'copy many small files', by: 'within' }),
  },
};

interface FioLoad {
  readonly blocks: string;
  readonly iodepth: number;
  /** Values of `rw`; the first decides. */
  readonly operations: readonly [string, string];
  readonly metric: string;
  readonly does: string;
  readonly todo: string;
}

function fioLines({ blocks, iodepth, operations, metric, ...words }: FioLoad): Lines {
  return {
    factors: () => `factors: { rw: [${operations.join(', ')}] }`,
    workloads: ({ size, why }, local) => [
      "# What is run, in fio's own words. 4k = 4 KiB, 1m = 1 MiB; files are written before the first trial.",
      `# ${why}${local ? ' One I/O at a time: a file system in memory takes no more.' : ''}`,
      'workloads:',
      `  fio: { kind: fio, rw: $rw, ${blocks}, size: ${size}, ${
        local
          ? 'iodepth: 1, ramp_time: 1s, runtime: 4s'
          : `iodepth: ${iodepth}, numjobs: 2, ramp_time: 15s, runtime: 60s`
      } }`,
    ],
    metric,
    where: `where: { rw: ${operations[0]} }`,
    limit: 'atLeast',
    question: questionOf({ ...words, by: 'at' }),
  };
}

/** What a load does, as a sentence and as a question have it, and the word before its limit. */
interface Words {
  readonly does: string;
  readonly todo: string;
  readonly by: string;
}

function questionOf({ does, todo, by }: Words): Lines['question'] {
  return (rivals, { decision: decided, reach }, local) => {
    if (decided === 'describe') return `How quickly does each ${rivals} ${todo}?`;
    if (reach === null) return `Which ${rivals} ${does} fastest?`;
    return `Which ${rivals} ${does} ${by} ${reach}${local ? '' : ' for the least money'}?`;
  };
}

function decision({ decision: decided, reach }: Choices, local: boolean, { metric, where, limit }: Lines): string[] {
  const better = limit === 'atLeast' ? 'highest' : 'lowest';
  const asked = `metric: ${metric}, ${where}`;
  if (decided === 'describe')
    return [
      '# Nothing is decided. To have something decided, take the # away:',
      `# decide: { ${asked}, prefer: ${better} }`,
    ];
  if (reach === null) return ['# What must be answered.', `decide: { ${asked}, prefer: ${better} }`];
  const limited = `${asked}, ${limit}: ${quoted(reach)}`;
  return local
    ? [
        '# What must be answered: put your own limit here. No price of folders is known: of those that reach it the',
        '# fastest is taken. With `usdPerHour` at each of them, `prefer: cheapest` takes the cheapest.',
        `decide: { ${limited}, prefer: ${better} }`,
      ]
    : ['# What must be answered: put your own limit here.', `decide: { ${limited}, prefer: cheapest }`];
}

/** As YAML reads it. */
function quoted(text: string): string {
  return /^[\w./]+( [\w./]+)*$/.test(text) ? text : JSON.stringify(text);
}
