/** `fsxbench try --commits`: the spec that measures commits, and its result by engine. */
import { formatValue } from '../results/format';
import { includeSuspects } from '../results/suspect-values';
import type { CellSummary } from '../results/cells';
import type { Summary } from '../results/summary';
import { toPrintable } from '../shapes/printable';
import {
  ENGINE_NAMES,
  ENGINE_TIME_US,
  type EngineName,
  getEngine,
  isSqlite,
  listAlike,
} from '../workloads/tools/commit-engines';
import { findNearest } from '../shapes/suggest';
import { UserError } from './command';

/** Measurements that answer for most engines: SQLite itself, and both kinds of logs. */
const CLASSES = ['sqlite', 'growing', 'recycled'] as const satisfies readonly EngineName[];

/** Seconds of a trial: 15 trials of all classes, or 6 of one engine, take about 80 s with their overhead. */
const RUNTIME = { classes: 3, engine: 11 };
/** More folders need more replicates: each comparison takes a part of the confidence. */
const REPLICATES = { few: 5, many: 6, manyFolders: 4 };
/** A threshold is decided by six trials of one engine. */
const ENGINE_REPLICATES = 6;

export interface CommitRequest {
  /** Null: the classes. */
  readonly engine: EngineName | null;
  /** Threshold for the p99, as text of the spec. */
  readonly within: string | null;
}

/** Names that users type, and the engine that they mean. MariaDB and MySQL servers with replicas have a binlog. */
const OTHER_NAMES: Partial<Readonly<Record<string, EngineName>>> = {
  mariadb: 'mysql-binlog',
  innodb: 'mysql',
  postgresql: 'postgres',
  sqlite3: 'sqlite',
};

/** @throws UserError for an unknown engine */
export function readEngine(name: string): EngineName {
  const found = ENGINE_NAMES.find((one) => one === name);
  if (found !== undefined) return found;
  const near = OTHER_NAMES[name.toLowerCase()] ?? findNearest(name, ENGINE_NAMES);
  const hint = near === undefined ? '' : `did you mean \`${near}\`? `;
  throw new UserError('BadOption', `--engine: found '${name}'; ${hint}allowed: ${ENGINE_NAMES.join(', ')}`);
}

/** Lines of the spec from `workloads` on, its question, and the flags that make it. @param targets names of folders */
export function makeCommitSections(
  targets: readonly string[],
  { engine, within }: CommitRequest,
): { readonly question: string; readonly flags: readonly string[]; readonly lines: readonly string[] } {
  const [first = '', second] = targets;
  const engines = engine === null ? CLASSES : [engine];
  const [main] = engines;
  const several = second !== undefined;
  const replicates =
    engine === null || several
      ? targets.length >= REPLICATES.manyFolders
        ? REPLICATES.many
        : REPLICATES.few
      : ENGINE_REPLICATES;
  const runtime = engine === null ? RUNTIME.classes : RUNTIME.engine;
  const where = engine === null ? `, where: { workload: ${main} }` : '';
  const flags = ['--commits', ...(engine === null ? [] : ['--engine', engine])];
  const name = getEngine(main).words;
  return {
    question: several
      ? `Which of ${targets.length} folders commits fastest, with ${name}?`
      : `How long does a commit take in this folder?`,
    flags: within === null ? flags : [...flags, '--at-most', within],
    lines: [
      'workloads:',
      ...engines.map((one, index) =>
        index === 0
          ? `  ${one}: { kind: commits, engine: ${one}, runtime: ${runtime}s }`
          : `  ${one}: { extends: ${main}, engine: ${one} }`,
      ),
      `design: { replicates: ${replicates}${several ? `, reference: { target: ${first} }` : ''} }`,
      ...(within !== null ? [`decide: { metric: commit_latency_p99, atMost: ${within}, prefer: lowest }`] : []),
      ...(within === null && several ? [`decide: { metric: commit_latency_p50${where}, prefer: lowest }`] : []),
    ],
  };
}

/** One line for each measurement, with the engines for which it answers; for several folders, with their names. */
export function formatCommitLines({ cells }: Pick<Summary, 'cells'>): readonly string[] {
  const several = new Set(cells.map(({ target }) => target)).size > 1;
  const lines = cells.flatMap((cell) => {
    const text = formatCell(cell);
    return text === null ? [] : [`${several ? `${toPrintable(cell.target)}: ` : ''}${text}`];
  });
  return lines.map((line, index) => `${index === 0 ? 'commits   ' : '          '}${line}`);
}

/** Null without a result. Below 1 ms it names no engine whose own time was not measured. */
function formatCell({ params, measures }: CellSummary): string | null {
  const engine = ENGINE_NAMES.find((one) => one === params['engine']);
  const measure = measures.find(({ metric }) => metric === 'commit_latency_p50');
  if (engine === undefined || measure === undefined) return null;
  const { statistics } = measure;
  const p50 = statistics?.centre ?? includeSuspects(measure)?.value;
  if (p50 === undefined) return null;
  const mark = statistics === null ? ' (suspect)' : '';
  const rate = measures.find(({ metric }) => metric === 'commits')?.statistics?.centre;
  const spread =
    statistics === null || statistics.n < 2
      ? ''
      : ` (trials: ${formatValue(statistics.min, 'us')} to ${formatValue(statistics.max, 'us')})`;
  const perSecond = rate === undefined ? '' : `, ${formatValue(rate, 'ops/s')}`;
  const figures = `p50 ${formatValue(p50, 'us')}${mark}${spread}${perSecond}`;
  if (isSqlite(engine) || p50 >= ENGINE_TIME_US) return `${listAlike(engine).join(', ')}: ${figures}`;
  const shape = getEngine(engine).like ?? engine;
  const words = ENGINE_NAMES.includes(shape as EngineName) ? getEngine(shape as EngineName).words : shape;
  return `${words}: ${figures}. This is the part of the storage: below 1 ms an engine itself takes as long again`;
}
