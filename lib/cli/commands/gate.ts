/** `fsxbench gate`: a fio job file as a gate, against a threshold or its earlier version, with a generated spec. */
import { statSync } from 'node:fs';
import { basename, extname, resolve } from 'node:path';
import { stringify } from 'yaml';
import { expandSpec } from '../../experiment/design/expand';
import { KINDS } from '../../experiment/kinds';
import { readSpec } from '../../experiment/reading/read-spec';
import { dropUndefined } from '../../shapes/canonical-json';
import { ensure } from '../../shapes/errors';
import type { Metric, Metrics } from '../../shapes/metric';
import { toPrintable } from '../../shapes/printable';
import { parseQuantity, QuantityError } from '../../shapes/quantity';
import type { Spec } from '../../shapes/spec';
import { formatAllowed, joinNames } from '../../shapes/suggest';
import { makeGitReader, mergeSpecs, readAllow } from '../against';
import type { Path, Problem } from '../../shapes/problem';
import { printRefusal } from '../check-spec';
import { type Cli, type Options, UserError } from '../command';
import type { ExitCode } from '../exit-code';
import { toText } from '../options';
import { formatProblems, supportsColour } from '../text/problems';
import { makeFileReader, readContent, recordGenerated, type SpecText } from '../spec-file';
import { formatName, writeUserFile } from '../user-file';
import { runSpec } from './run';
import { makeTargetNames } from '../folder-names';
import { refuseBadFolders, refuseSilentPaths } from './try';

/** The default of specs. `--against` takes 10. */
const REPLICATES = 6;
/** Options that change the spec, in the order of its first line. */
const FLAGS = {
  atLeast: '--at-least',
  atMost: '--at-most',
  metric: '--metric',
  operation: '--operation',
  allow: '--allow',
} as const;
/** Thresholds, the metrics that they may mean without `--metric`, and an example. */
const THRESHOLDS = {
  atLeast: { better: 'higher', metrics: ['iops', 'bandwidth'], example: '20k or 500MB/s' },
  atMost: { better: 'lower', metrics: ['latency_p99'], example: '10ms' },
} as const;

interface Threshold {
  readonly name: keyof typeof THRESHOLDS;
  /** As typed. */
  readonly value: string;
}

interface Job {
  /** Path as typed; of a git reference `main:mix.fio`. */
  readonly file: string;
  readonly text: string;
}

/** @returns see `lib/cli/exit-code.ts` */
export async function run(cli: Cli, args: readonly string[], options: Options): Promise<ExitCode> {
  const [file, folder] = [ensure(args[0], 'the argument <job>'), ensure(args[1], 'the argument <dir>')];
  const threshold = readThreshold(options);
  readAllow(options);
  await refuseSilentPaths(cli, [folder]);
  refuseBadFolders(cli, [folder]);
  const jobs = readJobs(cli, file, toText(options['against']));
  const specs: Spec[] = [];
  for (const job of jobs) {
    const made = makeGateSpec(job, { name: file, folder });
    const read = readSpec(made.text, job.file);
    if (read.spec === undefined) return printRefusal(cli, made, read, options['json'] === true);
    const isWarning = ({ severity, path }: Problem): boolean => severity === 'warning' && path.at(-1) === 'jobFile';
    cli.err.write(formatProblems(read.problems.filter(isWarning), job.file, made.text, supportsColour(cli.err)));
    specs.push(read.spec);
  }
  const command = formatCommand(file, folder, options);
  const decide = pickQuestion(specs, jobs, threshold, options);
  const made = jobs.map((job) => makeGateSpec(job, { name: file, folder, command, decide }));
  const [now, before] = [ensure(made[0], 'the spec of the job file'), made[1]];
  const spec = before === undefined ? now : await mergeSpecs(cli, { now, before, command }, options);
  if (before !== undefined) recordGenerated(spec.text, [], (path) => findTyped(path, folder));
  const kept = toText(options['keepSpec']);
  if (kept !== undefined) writeUserFile(cli.cwd, kept, spec.text, { option: '--keep-spec: ' });
  return runSpec(cli, spec, options, { shows: true });
}

/** Null with `--against`. @throws UserError unless exactly one question is asked */
function readThreshold(options: Options): Threshold | null {
  const given = (['atLeast', 'atMost'] as const).flatMap((name) => {
    const value = toText(options[name]);
    return value === undefined ? [] : [{ name, value }];
  });
  const flags = [...given.map(({ name }) => FLAGS[name]), ...(options['against'] === undefined ? [] : ['--against'])];
  if (flags.length === 1) return given[0] ?? null;
  const found = flags.length === 0 ? 'no question' : flags.join(' and ');
  throw new UserError('WrongUsage', `gate: found ${found}; allowed: one of --at-least, --at-most and --against`);
}

/** The job file, and its baseline if there is one. @throws UserError for a missing file or an unknown baseline */
function readJobs(cli: Cli, file: string, baseline: string | undefined): readonly Job[] {
  const files = makeFileReader(cli);
  const now = { file, text: readContent(files, file, formatName(file)) };
  if (baseline === undefined) return [now];
  const isFile = statSync(resolve(cli.cwd, baseline), { throwIfNoEntry: false })?.isFile() === true;
  const reader = isFile ? files : makeGitReader(cli, file, baseline);
  const [path, name] = isFile ? [baseline, baseline] : [file, `${baseline}:${file}`];
  if (reader !== null) return [now, { file: name, text: readContent(reader, path, name) }];
  throw new UserError(
    'BadOption',
    `--against: found '${baseline}'; allowed: another job file, or a git reference of ${file} (e.g. main)`,
  );
}

interface GateFacts {
  /** The job file that names experiment and workload, the same for a baseline. */
  readonly name: string;
  readonly folder: string;
  readonly command?: string;
  readonly decide?: object;
}

function makeGateSpec({ file, text: jobFile }: Job, { name, folder, command, decide }: GateFacts): SpecText {
  const [target = ''] = makeTargetNames([folder]);
  const [workload = ''] = makeTargetNames([basename(name, extname(name))]);
  const spec = dropUndefined({
    experiment: `gate-${workload}`,
    // A leading dollar sign would be a factor.
    targets: { [target]: { kind: 'directory', path: folder.replace(/^\$/, '$$$$') } },
    workloads: { [workload]: { kind: 'fio', jobFile } },
    design: { replicates: REPLICATES },
    decide,
  });
  const head = command === undefined ? '' : `# Made by: npx fsxbench ${command}\n`;
  const text = `${head}${stringify(spec, { lineWidth: 0 })}`;
  recordGenerated(text, [[['workloads', workload, 'jobFile'], file]], (path) => findTyped(path, folder));
  return { file, text };
}

/** The argument or option of `gate` for a setting; empty if there is none. */
function findTyped([section, key]: Path, folder: string): string {
  if (section === 'targets') return folder;
  return section === 'decide' && typeof key === 'string' ? ((FLAGS as Record<string, string>)[key] ?? '') : '';
}

/** The section `decide`. @throws UserError if the options name no figure that all sides measure */
function pickQuestion(specs: readonly Spec[], jobs: readonly Job[], threshold: Threshold | null, options: Options) {
  const cells = specs.map((spec) => ensure(expandSpec(spec, KINDS).cells[0], 'the configuration of a job file'));
  const [own = [], ...others] = cells.map(({ workloadKind, params }) => workloadKind.listMetrics(params));
  const names = jobs.map(({ file }) => file).join(' and ');
  const shared = own.flatMap(({ operation, metrics }) => {
    const alike = others.map((all) => all.find((one) => one.operation === operation)?.metrics ?? []);
    return metrics
      .filter((metric) => alike.every((all) => all.includes(metric)))
      .map((metric) => ({ operation: operation ?? '', metric }));
  });
  if (shared.length === 0)
    throw new UserError(
      'NotComparable',
      `${names} share no operation of a job. Keep the name of one job on both sides`,
    );
  const { metrics } = ensure(cells[0], 'the configuration of a job file').workloadKind;
  const known = [...new Set(shared.map(({ metric }) => metric))];
  const metric = pickMetric(toText(options['metric']), known, threshold, metrics);
  const operations = shared.filter((one) => one.metric === metric).map(({ operation }) => operation);
  const prefer = metrics[metric]?.better === 'lower' ? 'lowest' : 'highest';
  return {
    metric,
    operation: pickOperation(toText(options['operation']), operations, names),
    ...(threshold === null ? {} : { [threshold.name]: threshold.value }),
    prefer,
  };
}

/** The named metric, else the first that the threshold may mean, else IOPS. */
function pickMetric(
  given: string | undefined,
  known: readonly string[],
  threshold: Threshold | null,
  metrics: Metrics,
): string {
  if (given !== undefined && !known.includes(given))
    throw new UserError('BadOption', `--metric: found '${given}'; ${formatAllowed(given, known)}`);
  if (threshold === null) return given ?? 'iops';
  const { name, value } = threshold;
  const { better, example, metrics: defaults } = THRESHOLDS[name];
  const explain = (one: string): string | null => explainThreshold(ensure(metrics[one], `the metric ${one}`), value);
  const found = given ?? defaults.find((one) => explain(one) === null);
  const other = name === 'atLeast' ? FLAGS.atMost : FLAGS.atLeast;
  const why =
    found === undefined
      ? `found '${value}'; allowed: e.g. ${example}. For other metrics set --metric`
      : metrics[found]?.better === better
        ? explain(found)
        : `${better === 'higher' ? 'lower' : 'higher'} values of ${found} are better: use ${other}`;
  if (found !== undefined && why === null) return found;
  throw new UserError('BadOption', `${FLAGS[name]}: ${why ?? ''}`);
}

/** Null for an amount above 0 in the unit of the metric. */
function explainThreshold({ unit }: Metric, value: string): string | null {
  try {
    return parseQuantity(unit, value) > 0 ? null : `found '${value}'; allowed: more than 0`;
  } catch (error) {
    if (error instanceof QuantityError) return error.message;
    throw error;
  }
}

/** The named operation, also by its job or direction alone; else the only one. */
function pickOperation(given: string | undefined, all: readonly string[], names: string): string {
  const isNamed = (one: string): boolean =>
    given === undefined || one.startsWith(`${given} `) || one.endsWith(` ${given}`);
  const [found, ...others] = all.includes(given ?? '') ? [given] : all.filter(isNamed);
  if (found !== undefined && others.length === 0) return found;
  throw new UserError(
    'BadOption',
    `--operation: ${given === undefined ? '' : `found '${given}'; `}${names}: ${all.length} figures, which are never ` +
      `summed over jobs. Name one: ${joinNames(all)}`,
  );
}

function formatCommand(file: string, folder: string, options: Options): string {
  const flags = (Object.keys(FLAGS) as (keyof typeof FLAGS)[]).flatMap((name) => {
    const value = toText(options[name]);
    return value === undefined ? [] : [FLAGS[name], value];
  });
  const quote = (word: string): string => (/^[\w./%,:-]+$/.test(word) ? word : JSON.stringify(word));
  return ['gate', file, folder, ...flags].map(quote).map(toPrintable).join(' ');
}
