/** `fsxbench judge`: whether output files of a tool may be believed, whoever made them. */
import { listUnknownNames } from '../../workloads/tools/compare-options';
import { judgeOutput, type JudgedOutput, type OwnerClaims } from '../../results/outputs/judge-output';
import { parseBytes, parseQuantity, QuantityError } from '../../shapes/quantity';
import type { Workload } from '../../workloads/contract';
import type { ToolResult } from '../../shapes/tool-result';
import { findWorkload } from '../../workloads/registry';
import { formatAllowed, findNearest } from '../../shapes/suggest';
import { type Cli, type Options, printAnswer, UserError } from '../command';
import { EXIT, type ExitCode } from '../outcome';
import { toPrintable } from '../../shapes/printable';
import { READ_KINDS, readOutputs, readWorkload } from './tool-outputs';

/** One file as it is printed with `--json`. */
interface JudgedFile extends JudgedOutput {
  readonly file: string;
  readonly tool: string;
  readonly toolVersion: string | null;
}

/**
 * Judges all files and prints them in their order.
 * @returns 1 where any file is not sound
 * @throws UserError where an option is wrong, or a file cannot be read: then nothing is printed
 */
export async function run(cli: Cli, args: readonly string[], options: Options): Promise<ExitCode> {
  const given = options['workload'];
  const wanted = given === undefined ? undefined : readWorkload(given);
  const said = parseOptions(
    options,
    wanted === undefined ? READ_KINDS.flatMap((kind) => findWorkload(kind) ?? []) : [wanted],
  );
  const read = readOutputs(cli, args).map(({ file, text }) => ({ file, ...parseFile(wanted, text) }));
  const problems = read.flatMap(({ file, result, tool }) => findUnknown(file, result, { ...said, ...tool }));
  if (problems.length > 0) throw new UserError('BadOption', [...new Set(problems)].join('\n'));
  const judged = read.map(
    ({ file, result, tool }): JudgedFile => ({
      file,
      tool: result.tool,
      toolVersion: result.toolVersion,
      ...judgeOutput(result, { ...said, ...tool }),
    }),
  );
  printAnswer(cli, options, { results: judged }, judged.map(formatFile).join(''));
  return judged.every(({ judgement }) => judgement === 'sound') ? EXIT.done : EXIT.against;
}

/** A file as its tool's kind reads it, and how that tool's options are said. */
interface ParsedFile {
  readonly result: ToolResult;
  readonly tool: Pick<OwnerClaims, 'tool'>;
}

/** By a kind, or by the first that finds figures in it; else as it is to none. */
function parseFile(wanted: Workload | undefined, text: string): ParsedFile {
  // What a script of one's own writes are any names and numbers: nobody can tell such a file from another one.
  const kinds = wanted === undefined ? READ_KINDS.flatMap((kind) => findWorkload(kind) ?? []) : [wanted];
  const told = wanted === undefined ? kinds.filter(({ needs }) => needs?.ownScripts !== true) : kinds;
  for (const workload of told) {
    const { options } = workload;
    const result = workload.parse(text);
    if (wanted === undefined && result.runs.every(({ observations }) => observations.length === 0)) continue;
    return { result, tool: options === undefined ? {} : { tool: options } };
  }
  // What a tool wrote, and is no figures: that tool's kind says what is wrong with it.
  const failed = told.map((one) => one.parse(text)).find(({ toolVersion }) => toolVersion !== null);
  if (failed !== undefined) return { result: { ...failed, runs: [] }, tool: {} };
  const names = told.map(({ kind }) => kind).join(', ');
  const problems = [`none of ${names} finds a figure in it; with \`--workload\` its tool says why`];
  return { result: { tool: 'unknown', toolVersion: null, status: 'failed', problems, runs: [] }, tool: {} };
}

/** Options that nobody can have meant. */
function findUnknown(file: string, { runs }: ToolResult, said: OwnerClaims): readonly string[] {
  const stated = runs.flatMap(({ stated: one }) => (one === undefined ? [] : [one.options]));
  return listUnknownNames(stated, said).map((name) => {
    const near = findNearest(name, said.tool?.names ?? []);
    const meant = near === undefined ? '' : `; did you mean \`${near}\`?`;
    const tool = said.tool?.of ?? '';
    return `--asked: ${tool} has no option '${name}', and ${toPrintable(file)} does not state it${meant}`;
  });
}

function parseOptions(options: Options, workloads: readonly Workload[]): OwnerClaims {
  const problems: string[] = [];
  const metrics = Object.assign({}, ...workloads.map((one) => one.metrics)) as Workload['metrics'];
  const amountsOf = (option: string): Readonly<Record<string, number>> => {
    const pairs = parsePairs(option, options[option], problems).flatMap(([name, text]) => {
      const metric = Object.hasOwn(metrics, name) ? metrics[name] : undefined;
      if (metric === undefined)
        problems.push(`--${option}: no metric is called '${name}'; ${formatAllowed(name, Object.keys(metrics))}`);
      const amount =
        metric === undefined ? null : parseAmount(() => parseQuantity(metric.unit, text), `--${option}`, problems);
      return amount === null ? [] : [[name, amount] as const];
    });
    return Object.fromEntries(pairs);
  };
  const [provisioned, burst] = [amountsOf('provisioned'), amountsOf('burst')];
  const memory = options['hostMemory'];
  const hostMemory =
    typeof memory === 'string' ? parseAmount(() => parseBytes(memory), '--host-memory', problems) : undefined;
  const asked = parsePairs('asked', options['asked'], problems);
  if (problems.length > 0) throw new UserError('BadOption', problems.join('\n'));
  return {
    provisioned,
    burst,
    asked: Object.fromEntries(asked),
    ...(hostMemory === undefined || hostMemory === null ? {} : { hostMemory }),
  };
}

/** `NAME=VALUE`, any number of them. */
function parsePairs(option: string, given: unknown, problems: string[]): readonly (readonly [string, string])[] {
  const texts = Array.isArray(given) ? given.map(String) : [];
  return texts.flatMap((text) => {
    const [, name, value] = /^([A-Za-z_][\w-]*)=(.+)$/.exec(text) ?? [];
    if (name !== undefined && value !== undefined) return [[name, value] as const];
    problems.push(`--${option}: found '${text}'; write NAME=VALUE`);
    return [];
  });
}

/** Null where it is no amount: then there is a problem. */
function parseAmount(read: () => number, option: string, problems: string[]): number | null {
  try {
    const amount = read();
    if (amount > 0) return amount;
    problems.push(`${option}: found 0; allowed: more than 0`);
  } catch (fault) {
    if (!(fault instanceof QuantityError)) throw fault;
    problems.push(`${option}: ${fault.message}`);
  }
  return null;
}

function formatFile({ file, tool, toolVersion, judgement, reasons, remarks }: JudgedFile): string {
  const lines = [
    `${file}: ${judgement} (${toolVersion ?? tool})`,
    ...reasons.map((reason) => `  ${reason}`),
    ...remarks.map((remark) => `  note: ${remark}`),
  ];
  return `${lines.map(toPrintable).join('\n')}\n`;
}
