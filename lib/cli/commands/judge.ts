/** `fsxbench judge`: judges whether output files of a tool are trustworthy, also from runs outside fsxbench. */
import { listUnknownNames } from '../../workloads/tools/compare-options';
import { compareOutputs } from '../../results/outputs/compare-outputs';
import { judgeOutput, type JudgedOutput, type OwnerClaims } from '../../results/outputs/judge-output';
import { parseBytes, parseQuantity, QuantityError } from '../../shapes/quantity';
import type { OutputReader } from '../../workloads/contract';
import { READERS } from '../../workloads/readers';
import type { ToolResult } from '../../shapes/tool-result';
import { formatAllowed, findNearest } from '../../shapes/suggest';
import { type Cli, type Options, printAnswer, UserError } from '../command';
import { EXIT, type ExitCode } from '../exit-code';
import { toPrintable } from '../../shapes/printable';
import { readOutputs, readWorkload } from './tool-outputs';

/** One file in the output of `--json`. */
interface JudgedFile extends JudgedOutput {
  readonly file: string;
  readonly tool: string;
  readonly toolVersion: string | null;
}

/**
 * Judges all files and prints them in order.
 * @returns 1 if at least one file is not sound
 * @throws UserError for a wrong option or an unreadable file, before anything is printed
 */
export async function run(cli: Cli, args: readonly string[], options: Options): Promise<ExitCode> {
  const given = options['workload'];
  const wanted = given === undefined ? undefined : readWorkload(given);
  const said = parseOptions(options, wanted === undefined ? READERS : [wanted]);
  const read = readOutputs(cli, args).flatMap(({ file, text }) =>
    parseFile(wanted, text).map((parsed) => ({ file, ...parsed })),
  );
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
  const remarks = compareOutputs(read.map(({ result }) => result));
  const notes = remarks.map((one) => `note: ${toPrintable(one)}\n`);
  printAnswer(cli, options, { results: judged, remarks }, [...judged.map(formatFile), ...notes].join(''));
  return judged.every(({ judgement }) => judgement === 'sound') ? EXIT.done : EXIT.against;
}

/** A parsed file, and the options of its tool. */
interface ParsedFile {
  readonly result: ToolResult;
  readonly tool: Pick<OwnerClaims, 'tool'>;
}

/** Parses a file with the requested reader, otherwise with the first one of each tool whose results are in it. */
function parseFile(wanted: OutputReader | undefined, text: string): readonly ParsedFile[] {
  // Output of `command` scripts is any list of names and numbers, so it cannot be recognised.
  const recognised = wanted === undefined ? READERS.filter(({ needs }) => needs?.ownScripts !== true) : [wanted];
  const all = recognised.map(({ tool, parse }): ParsedFile => {
    const result = parse(text);
    return { result, tool: tool?.options === undefined ? {} : { tool: tool.options } };
  });
  if (wanted !== undefined) return all;
  const found = all.filter(({ result }) => result.runs.some(({ observations }) => observations.length > 0));
  const byTool = new Map(found.toReversed().map((one) => [one.result.tool, one]));
  if (byTool.size > 0) return found.filter((one) => byTool.get(one.result.tool) === one);
  // Output of a known tool without results: let the parser of that tool explain the problem.
  const failed = all.find(({ result }) => result.toolVersion !== null)?.result;
  if (failed !== undefined) return [{ result: { ...failed, runs: [] }, tool: {} }];
  const names = recognised.map(({ kind }) => kind).join(', ');
  const problems = [`no results of ${names} found; name the tool with \`--workload\` to see why`];
  return [{ result: { tool: 'unknown', toolVersion: null, status: 'failed', problems, runs: [] }, tool: {} }];
}

/** Options that neither the tool nor the file knows. */
function findUnknown(file: string, { runs }: ToolResult, said: OwnerClaims): readonly string[] {
  const stated = runs.flatMap(({ stated: one }) => (one === undefined ? [] : [one.options]));
  return listUnknownNames(stated, said).map((name) => {
    const near = findNearest(name, said.tool?.names ?? []);
    const meant = near === undefined ? '' : `; did you mean \`${near}\`?`;
    const tool = said.tool?.of ?? '';
    return `--requested ${name}: unknown option of ${tool}, missing from ${toPrintable(file)}${meant}`;
  });
}

function parseOptions(options: Options, readers: readonly OutputReader[]): OwnerClaims {
  const problems: string[] = [];
  const metrics = Object.assign({}, ...readers.map((one) => one.metrics)) as OutputReader['metrics'];
  const amountsOf = (option: string): Readonly<Record<string, number>> => {
    const pairs = parsePairs(option, options[option], problems).flatMap(([name, text]) => {
      const metric = Object.hasOwn(metrics, name) ? metrics[name] : undefined;
      if (metric === undefined)
        problems.push(`--${option}: unknown metric '${name}'; ${formatAllowed(name, Object.keys(metrics))}`);
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
  const intended = parsePairs('requested', options['requested'], problems);
  if (problems.length > 0) throw new UserError('BadOption', problems.join('\n'));
  return {
    provisioned,
    burst,
    requested: Object.fromEntries(intended),
    ...(hostMemory === undefined || hostMemory === null ? {} : { hostMemory }),
  };
}

/** Parses a list of `NAME=VALUE`. */
function parsePairs(option: string, given: unknown, problems: string[]): readonly (readonly [string, string])[] {
  const texts = Array.isArray(given) ? given.map(String) : [];
  return texts.flatMap((text) => {
    const [, name, value] = /^([A-Za-z_][\w-]*)=(.+)$/.exec(text) ?? [];
    if (name !== undefined && value !== undefined) return [[name, value] as const];
    problems.push(`--${option}: found '${text}'; write NAME=VALUE`);
    return [];
  });
}

/** Null if it is not an amount; then adds a problem. */
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
  const version = toolVersion?.startsWith(tool) === true ? toolVersion : `${tool} ${toolVersion ?? ''}`.trimEnd();
  const lines = [
    `${file}: ${judgement} (${version})`,
    ...reasons.map((reason) => `  ${reason}`),
    ...remarks.map((remark) => `  note: ${remark}`),
  ];
  return `${lines.map(toPrintable).join('\n')}\n`;
}
