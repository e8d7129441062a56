/** `fsxbench report`: judges all trials of an execution from their raw files; rewrites summary, report and tables. */
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import pc from 'picocolors';
import { dropUndefined } from '../../shapes/canonical-json';
import { ensure } from '../../shapes/errors';
import { narrowToWalk, type WalkBatch } from '../../shapes/walk';
import { packCells, PackedLines } from '../../aws/tables';
import { toCellRows } from '../../results/tables/cell-rows';
import { getCellsKey, layout, getObservationsKey } from '../../shapes/layout';
import { mergeLevels } from '../../shapes/observation';
import type { Plan, TrialPlan } from '../../shapes/plan';
import type { SearchDecision } from '../../shapes/guard';
import { analyse, type Analysis } from '../../report/render';
import { makeMedianTable } from '../../report/medians';
import { describeReason, formatEndLines, MAX_PRINTED_REASONS, formatSettlement } from '../../report/terminal-text';
import { groupReasons } from '../../results/reason-groups';
import { pluralize } from '../../results/format';
import { VERDICTS } from '../../shapes/verdict';
import { RAW_BYTES_MAX, type RawObject, pickJudgedFiles } from '../../results/trial/attempt';
import { getMeasuringStep } from '../../results/trial/attempt-result';
import { listBars } from '../../results/timeline';
import { findTelemetry } from '../../shapes/telemetry';
import type { RigOutcome } from '../../shapes/outcomes';
import type { Receipt } from '../../shapes/receipt';
import { formatObservations, parseRow, formatSeries } from '../../results/trial/rows';
import type { Summary } from '../../results/summary';
import { planDecision } from '../../experiment/design/decide';
import { getTrialTarget } from '../../experiment/plan/objects';
import { parseAnswers, REQUESTS_RECORD, isAnswerFile, readProblem } from '../../results/servers/cloudwatch-answers';
import { judgeTrial, type TrialInput, type TrialResult } from '../../results/trial/judge-trial';
import { makeMountCheck } from '../../results/trial/mount-check';
import { redactOutcome } from '../../report/redact-accounts';
import { findWorkload } from '../../workloads/registry';
import { listEntries, EXAMPLE, readJson, readPlan, readText, refuseWithoutRaw } from '../execution-folder';
import { type Cli, type Options, printAnswer, UserError } from '../command';
import { readAccepted, toText } from '../options';
import { type ExitCode, computeExitCode } from '../exit-code';
import { toPrintable } from '../../shapes/printable';
import { supportsColour } from '../text/problems';

const FORMATS = ['text', 'markdown'];
/**
 * @returns the exit code of `run`
 * @throws UserError if the folder holds no execution, lacks raw files, or cannot be written
 */
export async function run(cli: Cli, args: readonly string[], options: Options): Promise<ExitCode> {
  const given = ensure(args[0], 'the argument <dir>');
  if (given === '')
    throw new UserError(
      'NoExecution',
      `'': found an empty text; allowed: the folder of one execution, e.g. ${EXAMPLE}`,
    );
  const format = toText(options['format']) ?? 'text';
  if (!FORMATS.includes(format))
    throw new UserError('BadOption', `--format: found '${format}'; allowed: ${FORMATS.join(', ')}`);
  const folder = resolve(cli.cwd, given);
  const made = readPlan(folder, given);
  const codes = [...(made.accept?.codes ?? []), ...(readAccepted(options['accept']) ?? [])];
  const plan: Plan = { ...made, ...planDecision(made.spec, made.decide, codes) };
  refuseWithoutRaw(folder, given, plan);
  const { summary } = rebuildReport(folder, plan, Date.now());
  const report = relative(cli.cwd, join(folder, 'report', 'index.html'));
  const colours = pc.createColors(supportsColour(cli.out));
  const ending = { colours, reportPath: report, columns: cli.out.columns ?? 100 };
  const all = format === 'markdown' ? formatMarkdown(summary) : `${formatEndLines(summary, ending).join('\n')}\n`;
  printAnswer(cli, options, { executionId: plan.executionId, summary, report }, all);
  const { receipt } = summary;
  const clean = receipt?.clean === true;
  return computeExitCode({ clean, interrupted: receipt?.outcome === 'ABORTED', error: undefined, summary });
}

function rebuildReport(folder: string, whole: Plan, now: number): Analysis {
  const keys = layout(whole.experiment, whole.executionId);
  // Keys below the root of the execution are paths below its folder, wherever that is now.
  const place = (key: string): string => join(folder, key.slice(keys.root.length));
  const walk = whole.walk === undefined ? undefined : readWalk(place(keys.walk('')));
  const plan = narrowToWalk(whole, walk);
  const outcomes = plan.rigs
    .flatMap(({ rig }) => readJson<RigOutcome>(place(keys.rigOutcome(rig))) ?? [])
    .map(redactOutcome);
  const receipt = readJson<Receipt>(place(keys.receipt));
  const judgedTrials = plan.trials.map((trial): TrialResult => {
    const { workload, params, levels, mounted, telemetry } = getTrialParts(plan, trial);
    const rigOutcome = outcomes.find(({ rig }) => rig === trial.rig) ?? null;
    const prefix = keys.trial(trial.rig, trial.trial);
    const objects = listRawObjects(place(prefix), prefix, trial);
    const executionEnded = receipt?.outcome ?? null;
    const before = parseRow(readText(place(keys.row(trial.trial))));
    const judged = { plan, trial, levels, workload, params, objects, rigOutcome, executionEnded, mounted, telemetry };
    const decision = readJson<SearchDecision>(place(keys.decision(trial.trial)));
    return judgeTrial({ ...judged, decision, now, before });
  });
  // Server-side metrics, if the deployment read them from CloudWatch.
  const folderOfAnswers = place(keys.servers(''));
  const names = listEntries(folderOfAnswers).flatMap(({ name }) => (isAnswerFile(name) ? [name] : []));
  const texts = names.map((name) => readText(join(folderOfAnswers, name)));
  const serverMetrics = texts.length === 0 ? null : parseAnswers(plan, texts);
  const results = serverMetrics === null ? judgedTrials : judgedTrials.map(serverMetrics.addTo);
  const rows = results.map(({ row }) => row);
  const observations = results.flatMap((result) => result.observations);
  const spec = readText(place(keys.spec));
  const series = results.flatMap((result) => result.series);
  const bars = listBars(outcomes, rows);
  const analysis = analyse({
    plan: serverMetrics === null ? plan : { ...plan, metrics: serverMetrics.metrics },
    rows,
    observations,
    series,
    distributions: results.flatMap((result) => result.distributions),
    outcomes,
    receipt,
    bars,
    spec,
    serversProblem: readProblem(readJson(place(keys.servers(REQUESTS_RECORD)))),
    ...dropUndefined({ walk }),
  });
  const lines = new PackedLines();
  for (const { row, observations: own, series, distributions } of results) {
    const text = formatObservations(own);
    lines.add(text);
    const inside = formatSeries([...series, ...distributions]);
    if (inside !== '') writeResult(place(keys.series(row.trial)), inside);
    writeResult(place(keys.observations(row.trial)), text);
    writeResult(place(keys.row(row.trial)), `${JSON.stringify(row)}\n`);
  }
  const top = findBucket(folder, keys.root);
  writeResult(join(top, getObservationsKey(plan)), lines.bytes());
  writeResult(join(top, getCellsKey(plan)), packCells(toCellRows(plan, rows, analysis.summary)));
  writeResult(place(keys.summary), `${JSON.stringify(analysis.summary)}\n`);
  writeResult(place(keys.report), analysis.html);
  return analysis;
}

/** The decisions of a walk by price, in order. */
function readWalk(folder: string): readonly WalkBatch[] {
  const batches = listEntries(folder).flatMap(({ name }) => readJson<WalkBatch>(join(folder, name)) ?? []);
  return batches.toSorted((a, b) => a.batch - b.batch);
}

/** The folder of the bucket that holds an execution; the execution's folder itself outside of a bucket folder. */
function findBucket(folder: string, root: string): string {
  const below = join(sep, root, sep).slice(0, -1);
  return folder.endsWith(below) ? folder.slice(0, -below.length) || sep : folder;
}

function getTrialParts(
  plan: Plan,
  { cell, trial }: TrialPlan,
): Pick<TrialInput, 'workload' | 'params' | 'levels' | 'mounted' | 'telemetry'> {
  const found = plan.cells.find(({ cellId }) => cellId === cell);
  const kind = found === undefined ? undefined : plan.spec.workloads[found.workload]?.kind;
  const workload = kind === undefined ? undefined : findWorkload(kind);
  if (found !== undefined && workload !== undefined)
    return {
      workload,
      params: found.params,
      levels: mergeLevels(found),
      mounted: makeMountCheck(getTrialTarget(plan, found) ?? undefined),
      telemetry: findTelemetry(plan.telemetry, found),
    };
  const name = kind ?? 'none';
  const message = `plan.json: trial ${trial} has the unknown workload kind '${name}'`;
  throw new UserError('UnknownWorkload', message);
}

/** The files of a trial that its verdict needs, as objects of the bucket. */
function listRawObjects(folder: string, prefix: string, trial: TrialPlan): readonly RawObject[] {
  return pickJudgedFiles(prefix, listFiles(folder, prefix), getMeasuringStep(trial).name).map(({ key, path }) => {
    const bytes = statSync(path).size;
    return bytes > RAW_BYTES_MAX ? { key, text: '', unreadBytes: bytes } : { key, text: readFileSync(path, 'utf8') };
  });
}

/** All files below a folder, with their keys; empty if it does not exist. */
function listFiles(folder: string, prefix: string): readonly { readonly key: string; readonly path: string }[] {
  return listEntries(folder).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return listFiles(path, `${prefix}${entry.name}/`);
    return entry.isFile() ? [{ key: `${prefix}${entry.name}`, path }] : [];
  });
}

function writeResult(file: string, content: string | Uint8Array): void {
  try {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
  } catch (error) {
    const why = (error as NodeJS.ErrnoException).code ?? String(error);
    throw new UserError('NotWritable', `${file}: cannot be written (${why})`);
  }
}

/** Maximum rows of the table in a pull request. */
const ROWS_MAX = 30;

function formatMarkdown(summary: Summary): string {
  const { experiment, executionId, answer, simulated, verdicts, trials, receipt } = summary;
  const { headline, evidence, cautions, settle } = answer;
  const [head = [], ...rows] = makeMedianTable(summary);
  const table = [head, head.map(() => '---'), ...rows.slice(0, ROWS_MAX)].map(
    (row) => `| ${row.map(escapeMarkdown).join(' | ')} |`,
  );
  const more = rows.length > ROWS_MAX ? [`${rows.length - ROWS_MAX} more in the report`] : [];
  const counts = VERDICTS.flatMap((verdict) => (verdicts[verdict] > 0 ? [`${verdicts[verdict]} ${verdict}`] : []));
  const reasons = groupReasons(summary)
    .slice(0, MAX_PRINTED_REASONS)
    .map(
      (one) => `- ${escapeMarkdown(`${describeReason(one)}${one.remedy === null ? '' : `. To do: ${one.remedy}`}`)}`,
    );
  const cleanup = receipt === null ? 'not verified yet' : receipt.clean ? 'verified' : 'INCOMPLETE';
  const parts = [
    [`### ${escapeMarkdown(experiment)}: ${escapeMarkdown(summary.question)}`],
    [`**${escapeMarkdown(headline)}**`],
    evidence.map((line) => `- ${escapeMarkdown(line)}`),
    simulated ? ['Simulated: these numbers come from a model, not from a measurement.'] : [],
    head.length === 0 ? [] : [...table, ...more],
    cautions.length === 0 ? [] : ['Before you rely on it:', '', ...cautions.map((one) => `- ${escapeMarkdown(one)}`)],
    settle === null ? [] : [`To settle: ${escapeMarkdown(formatSettlement(settle))}`],
    reasons.length === 0 ? [] : ['Why trials are not VALID:', '', ...reasons],
    [`${counts.join(', ')} of ${pluralize(trials.length, 'trial')}; cleanup ${cleanup}; execution \`${executionId}\``],
  ];
  return `${parts.flatMap((lines) => (lines.length > 0 ? [lines.join('\n')] : [])).join('\n\n')}\n`;
}

/** Escapes texts of a spec: no markup, no mention of a user. */
function escapeMarkdown(text: string): string {
  return toPrintable(text).replace(/[\\`*_[\]<>|#@]/g, '\\$&');
}
