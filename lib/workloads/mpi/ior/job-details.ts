/** Details of a job that an IOR report states. */
import type { JobDetails, ToolResult } from '../../../shapes/tool-result';
import { type LetterSyntax, type MpiOptions, parseOptions } from '../options';
import { findUnevenRates } from '../consistency';
import table from '../letters.json';
import { listWarnings } from '../output';

/** Names of option letters in configuration files and JSON. */
const { flags: FLAGS, words: WORDS, letters, aside } = table.ior;
const SINGLE_RUN = { i: '1', s: '1' } as const;
/** Flags, the time limit, and the storage interface. */
const DEFAULT_OPTIONS: Readonly<Record<string, string>> = {
  ...Object.fromEntries([...FLAGS, 'D'].map((name) => [name, '0'])),
  a: 'POSIX',
};
/** Options of IOR 3.0 to 4.1 (user guide; O_DIRECT as since 3.3). Long names mean the same as letters. */
export const IOR_LETTERS: LetterSyntax = {
  ...letters,
  unsaid: { ...DEFAULT_OPTIONS, ...SINGLE_RUN },
  aside: [...aside, ...Object.values(WORDS)],
};
const MOVED_BYTES = /Using actual aggregate bytes moved *= (\d{1,18})/;
/** Message of versions whose other storage interfaces cannot flush. */
const CANNOT_FLUSH = /WARNING: fsync\(\) only available in POSIX/;

/** What the report states in addition to the command line, including settings from an options file. */
export interface ReportedJob {
  readonly nodes: number | null;
  readonly tasks: number | null;
  /** Planned bytes of all processes in one repetition. */
  readonly bytes: number | null;
  /** By letter. */
  readonly settings: Readonly<Partial<Record<keyof typeof WORDS, string>>>;
  /** Whether the report states all settings, so that the command line adds none. */
  readonly isComplete: boolean;
}

/** Null if the report lacks its command line, nodes or tasks. @param text text of one run with figures */
export function describeJob(
  text: string,
  reported: ReportedJob,
  observations: ToolResult['runs'][number]['observations'],
): JobDetails | null {
  const called = parseOptions(text, IOR_LETTERS);
  const { nodes, tasks } = reported;
  if (called === null || nodes === null || tasks === null) return null;
  // The text report does not repeat all settings of an options file.
  const hidden = called.has('f') && !reported.isComplete;
  const settings = Object.entries(reported.settings);
  const options = new Map<string, string>([
    ...(hidden ? [] : Object.entries(DEFAULT_OPTIONS)),
    ...Object.entries(SINGLE_RUN),
    ...settings,
    ...called,
    // Reported flags override the command line.
    ...settings.filter(([name]) => FLAGS.includes(name)),
  ]);
  const means = observations.filter(({ statistic }) => statistic === 'mean');
  const gives = (metric: string): boolean => means.some((one) => one.metric === metric);
  // A job stopped by its time limit (`-D`) moved less than planned.
  const moved = Number(MOVED_BYTES.exec(text)?.[1] ?? Number.NaN);
  const bytes = Number.isNaN(moved) ? reported.bytes : moved;
  const direct = hasValue(options, 'B');
  const why = direct || !gives('read_bandwidth') || hidden ? null : describeOwnReads(nodes, options);
  return {
    options: listOptionNames(options, tasks),
    nodes,
    seconds:
      bytes === null ? {} : Object.fromEntries(means.map(({ metric, value }) => [metric, bytes / Math.max(1, value)])),
    readBack: why === null ? null : { why, bytes: Number.isNaN(moved) && hasValue(options, 'D') ? null : bytes },
    remarks: listWarnings(text),
    doubts: [
      ...(gives('write_bandwidth') && !direct && !hidden ? checkFlush(text, options) : []),
      ...findUnevenRates(observations).map((one) => one.text),
    ],
    unknown: [
      ...(hidden ? ['the options are in a file (`-f`), which the report does not repeat'] : []),
      ...(bytes === null ? ['the number of bytes is missing, so the length of its phases is unknown'] : []),
    ],
  };
}

function hasValue(options: MpiOptions, name: string): boolean {
  return !['0', undefined].includes(options.get(name));
}

/** Options by letter and by long name. */
function listOptionNames(options: MpiOptions, tasks: number): Readonly<Record<string, string>> {
  const words = Object.entries(WORDS).flatMap(([letter, word]) => {
    const value = options.get(letter);
    return value === undefined ? [] : [[word, value] as const];
  });
  return { np: String(tasks), numTasks: String(tasks), ...Object.fromEntries([...options, ...words]) };
}

function describeOwnReads(nodes: number, options: MpiOptions): string | null {
  if (nodes === 1) return 'a single node read back data that it had written itself';
  if (hasValue(options, 'C') || hasValue(options, 'Z')) return null;
  return 'each node read what it had written itself (no `-C`)';
}

function checkFlush(text: string, options: MpiOptions): readonly string[] {
  const flushes = hasValue(options, 'e') || hasValue(options, 'Y');
  if (flushes && !CANNOT_FLUSH.test(text)) return [];
  const why = flushes ? 'its storage interface ignores `-e`' : 'no `-e`';
  return [`written data may still have been in memory when the write phase ended (${why})`];
}

const RATES_HEADER = /^access +bw\(MiB\/s\)/m;
const SETTING_LINES = /^[ \t]*([a-z][a-z ]{1,30}?) *[:=] *(\S.{0,100})$/gim;

/** Parses the part of the text report before its rates. */
export function parseJobText(text: string): ReportedJob {
  const head = text.slice(0, RATES_HEADER.exec(text)?.index);
  const all = new Map(
    [...head.matchAll(SETTING_LINES)].map(([, name = '', value = '']) => [name.toLowerCase(), value.trim()]),
  );
  // Up to version 3.2: `clients = 96 (12 per node)`.
  const [, clients, each] = /^(\d{1,9}) \((\d{1,9}) per node\)/.exec(all.get('clients') ?? '') ?? [];
  const count = (value: string | undefined): number | null =>
    /^[1-9]\d{0,8}$/.test(value ?? '') ? Number(value) : null;
  const order = all.get('ordering inter file');
  const size = (name: string): string | undefined => all.get(name)?.replace(/ bytes$/, '');
  const settings = {
    i: all.get('repetitions'),
    s: all.get('segments'),
    t: size('xfersize'),
    b: size('blocksize'),
    F: toFlag(all.get('access'), /^file-per-process/),
    C: toFlag(order, /^constant/),
    Z: toFlag(order, /^random/),
    z: toFlag(all.get('ordering in a file'), /^random/),
  };
  const tasks = count(all.get('tasks')) ?? count(clients);
  // Version 3.2 does not print the number of nodes.
  const ofNode = count(all.get('clients per node')) ?? count(each);
  return {
    nodes: count(all.get('nodes')) ?? (tasks === null || ofNode === null ? null : Math.ceil(tasks / ofNode)),
    tasks,
    bytes: parseAmount(all.get('aggregate filesize')),
    settings: Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined)),
    isComplete: false,
  };
}

function toFlag(value: string | undefined, pattern: RegExp): string | undefined {
  return value === undefined ? undefined : pattern.test(value) ? '1' : '0';
}

/** Parses `58.59 GiB`, which is rounded, or `47008 bytes`. */
function parseAmount(text: string | undefined): number | null {
  const [, digits, unit = ''] = /^(\d{1,15}(?:\.\d{1,6})?) (bytes|[KMGTPE]iB)$/.exec(text ?? '') ?? [];
  return digits === undefined ? null : Number(digits) * 1024 ** Math.max(0, ' KMGTPE'.indexOf(unit.charAt(0)));
}

/** Parses one test in the JSON: its `Parameters` and its entry in the summary. */
export function parseJobJson(
  parameters: Readonly<Record<string, unknown>>,
  entry: {
    readonly numTasks: number;
    readonly tasksPerNode: number;
    readonly blockSize: number;
    readonly segmentCount: number;
  },
): ReportedJob {
  const { nodes } = parameters;
  // 3.2 says 0.
  const counted = entry.tasksPerNode > 0 ? Math.ceil(entry.numTasks / entry.tasksPerNode) : null;
  const settings = Object.entries(WORDS).flatMap(([letter, word]) => {
    const value = parameters[word === 'fsyncPerWrite' ? 'fsyncperwrite' : word];
    const isSaid = typeof value === 'number' || (word === 'api' && typeof value === 'string');
    return isSaid ? [[letter, String(value)] as const] : [];
  });
  return {
    nodes: typeof nodes === 'number' && nodes > 0 ? nodes : counted,
    tasks: entry.numTasks,
    bytes: entry.numTasks * entry.blockSize * entry.segmentCount,
    settings: Object.fromEntries(settings),
    isComplete: true,
  };
}
