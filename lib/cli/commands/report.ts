/**
 * `fsxbench report`: judges every trial of an execution again from its raw files, and makes summary, report and its
 * part of the tables again.
 */
import { type Dirent, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import pc from 'picocolors';
import { CONTRACT_VERSION, isReadable, OLDEST_READABLE } from '../../shapes/contract-version';
import { expected } from '../../shapes/errors';
import { NAME } from '../../shapes/spec-schema';
import { EXECUTION_ID_PATTERN } from '../../shapes/execution-names';
import { packedCells, PackedLines } from '../../aws/tables';
import { cellRows } from '../../results/tables/cell-rows';
import { cellsKey, layout, observationsKey } from '../../shapes/layout';
import { allLevels } from '../../shapes/observation';
import type { Plan, TrialPlan } from '../../shapes/plan';
import { analyse, type Analysis } from '../../report/analyse';
import { endText } from '../../report/text';
import { RAW_BYTES_MAX, type RawObject, toJudge } from '../../results/trial/attempt';
import { measuringStep } from '../../results/trial/measured';
import { barsOf } from '../../results/timeline';
import { telemetryOfCell } from '../../shapes/telemetry';
import type { RigOutcome } from '../../shapes/marks';
import type { Receipt } from '../../shapes/receipt';
import { observationLines, rowOfText, seriesLines } from '../../results/trial/rows';
import type { Summary, TrialSummary } from '../../results/summary';
import { trialTarget } from '../../experiment/plan/objects';
import { answersOf, ASKED, isAnswer, problemOf } from '../../results/servers/answers';
import { judgeTrial, type TrialInput, type TrialResult } from '../../results/trial/judge-trial';
import { mountedAs } from '../../results/trial/mounted';
import { toldOutcome } from '../../report/without-accounts';
import { workloadOf } from '../../workloads/registry';
import { type Cli, type Options, printAnswer, UserError } from '../command';
import { EXIT, type ExitCode } from '../outcome';
import { takesColour } from '../text/problems';

const EXAMPLE = '.fsxbench/bucket/executions/<experiment>/<executionId>';

/**
 * Makes rows, observations, summary and report of an execution's folder again.
 * @throws UserError where the folder is none of an execution, has lost its raw files, or cannot be written
 */
export async function run(cli: Cli, args: readonly string[], options: Options): Promise<ExitCode> {
  const given = expected(args[0], 'the argument <dir>');
  if (given === '')
    throw new UserError('NoExecution', `'': found an empty text; allowed: the folder of one execution: ${EXAMPLE}`);
  const folder = resolve(cli.cwd, given);
  const plan = readPlan(folder, given);
  refuseWithoutRaw(folder, given, plan);
  const { summary } = remake(folder, plan, Date.now());
  const report = relative(cli.cwd, join(folder, 'report', 'index.html'));
  const colours = pc.createColors(takesColour(cli.out));
  const lines = endText(summary, { colours, reportPath: report, columns: cli.out.columns ?? 100 });
  const all = lines.map((line) => `${line}\n`).join('');
  printAnswer(cli, options, { executionId: plan.executionId, summary, report }, all);
  return EXIT.done;
}

function remake(folder: string, plan: Plan, now: number): Analysis {
  const keys = layout(plan.experiment, plan.executionId);
  // Keys below the execution's root are paths below its folder, wherever that was copied to.
  const place = (key: string): string => join(folder, key.slice(keys.root.length));
  const outcomes = plan.rigs
    .flatMap(({ rig }) => readJson<RigOutcome>(place(keys.rigOutcome(rig))) ?? [])
    .map(toldOutcome);
  const receipt = readJson<Receipt>(place(keys.receipt));
  const judgedTrials = plan.trials.map((trial): TrialResult => {
    const { workload, params, levels, mounted, telemetry } = workloadFor(plan, trial);
    const rigOutcome = outcomes.find(({ rig }) => rig === trial.rig) ?? null;
    const prefix = keys.trial(trial.rig, trial.trial);
    const objects = rawObjects(place(prefix), prefix, trial);
    const executionEnded = receipt?.outcome ?? null;
    const before = rowOfText(readText(place(keys.row(trial.trial))));
    const judged = { plan, trial, levels, workload, params, objects, rigOutcome, executionEnded, mounted, telemetry };
    return judgeTrial({ ...judged, now, before });
  });
  // What servers told CloudWatch, where the deployment asked it.
  const folderOfAnswers = place(keys.servers(''));
  const names = entries(folderOfAnswers).flatMap(({ name }) => (isAnswer(name) ? [name] : []));
  const texts = names.map((name) => readText(join(folderOfAnswers, name)));
  const told = texts.length === 0 ? null : answersOf(plan, texts);
  const results = told === null ? judgedTrials : judgedTrials.map(told.of);
  const rows = results.map(({ row }) => row);
  const observations = results.flatMap((result) => result.observations);
  const spec = readText(place(keys.spec));
  const series = results.flatMap((result) => result.series);
  const bars = barsOf(outcomes, rows);
  const analysis = analyse({
    plan: told === null ? plan : { ...plan, metrics: told.metrics },
    rows,
    observations,
    series,
    distributions: results.flatMap((result) => result.distributions),
    outcomes,
    receipt,
    bars,
    spec,
    serversProblem: problemOf(readJson(place(keys.servers(ASKED)))),
  });
  const lines = new PackedLines();
  for (const { row, observations: own, series, distributions } of results) {
    const text = observationLines(own);
    lines.add(text);
    const inside = seriesLines([...series, ...distributions]);
    if (inside !== '') write(place(keys.series(row.trial)), inside);
    write(place(keys.observations(row.trial)), text);
    write(place(keys.row(row.trial)), `${JSON.stringify(row)}\n`);
  }
  const top = bucketOf(folder, keys.root);
  write(join(top, observationsKey(plan)), lines.bytes());
  write(join(top, cellsKey(plan)), packedCells(cellRows(plan, rows, analysis.summary)));
  write(place(keys.summary), `${JSON.stringify(analysis.summary)}\n`);
  write(place(keys.report), analysis.html);
  return analysis;
}

/** The folder of the bucket that an execution's folder lies in; itself where somebody has copied it elsewhere. */
function bucketOf(folder: string, root: string): string {
  const below = join(sep, root, sep).slice(0, -1);
  return folder.endsWith(below) ? folder.slice(0, -below.length) || sep : folder;
}

function workloadFor(
  plan: Plan,
  { cell, trial }: TrialPlan,
): Pick<TrialInput, 'workload' | 'params' | 'levels' | 'mounted' | 'telemetry'> {
  const found = plan.cells.find(({ cellId }) => cellId === cell);
  const kind = found === undefined ? undefined : plan.spec.workloads[found.workload]?.kind;
  const workload = kind === undefined ? undefined : workloadOf(kind);
  if (found !== undefined && workload !== undefined)
    return {
      workload,
      params: found.params,
      levels: allLevels(found),
      mounted: mountedAs(trialTarget(plan, found) ?? undefined),
      telemetry: telemetryOfCell(plan.telemetry, found),
    };
  const name = kind ?? 'none';
  const message = `plan.json: trial ${trial} has a workload of kind '${name}', which this version does not know`;
  throw new UserError('UnknownWorkload', message);
}

function readPlan(folder: string, given: string): Plan {
  const file = join(folder, 'plan.json');
  if (!existsSync(file)) {
    const isThere = existsSync(folder);
    const inside = isThere ? executionsBelow(folder) : [];
    const hint = inside.length === 0 ? EXAMPLE : inside.map((one) => join(given, one)).join(', ');
    const why = isThere ? "this is no execution's folder, as it has no plan.json" : 'there is no such folder';
    throw new UserError('NoExecution', `${given}: ${why}; name that of one execution: ${hint}`);
  }
  const unreadable = (why: string): UserError => new UserError('PlanUnreadable', `${join(given, 'plan.json')}: ${why}`);
  let plan: Partial<Plan> | null = null;
  try {
    plan = JSON.parse(readFileSync(file, 'utf8')) as Partial<Plan> | null;
  } catch (error) {
    throw unreadable(`cannot be read (${error instanceof Error ? error.message : String(error)})`);
  }
  const lists = [plan?.cells, plan?.rigs, plan?.trials, plan?.factors];
  if (plan === null || !isReadable(plan.schemaVersion) || !lists.every((list) => Array.isArray(list)))
    throw unreadable(`this is no plan of version ${OLDEST_READABLE} to ${CONTRACT_VERSION}, which this program reads`);
  const { experiment = '', executionId = '', startedAt = '' } = plan;
  // They become paths.
  if (!NAME.test(experiment) || !EXECUTION_ID_PATTERN.test(executionId) || Number.isNaN(Date.parse(startedAt)))
    throw unreadable('experiment, executionId or startedAt are none');
  return plan as Plan;
}

/**
 * A report is made from raw files. Without them every trial would become NOT_RUN, and take the place of what was known.
 * @throws UserError for a rehearsal, which keeps none, and where raw files are gone that the summary was made from
 */
function refuseWithoutRaw(folder: string, given: string, plan: Plan): void {
  const summary = readJson<Partial<Summary>>(join(folder, 'summary.json'));
  if (plan.simulated || summary?.simulated === true) {
    throw new UserError(
      'Rehearsed',
      `${given}: this was rehearsed, not measured: there are no raw files to make a report from. ` +
        'Nothing was written.\n' +
        `Rehearse it again: npx fsxbench rehearse SPEC --name ${plan.executionId}`,
    );
  }
  const trials: readonly TrialSummary[] = Array.isArray(summary?.trials) ? summary.trials : [];
  const keys = layout(plan.experiment, plan.executionId);
  const lost = trials.flatMap(({ rig, trial, attempt, files }) => {
    // A trial that began left its marks, whatever became of it.
    const needed = [...(files ?? []), ...(attempt > 0 ? [keys.trial(rig, trial).slice(keys.root.length)] : [])];
    return needed.find((file) => !existsSync(join(folder, file))) ?? [];
  });
  const [first] = lost;
  if (first === undefined) return;
  throw new UserError(
    'RawMissing',
    `${given}: raw files of ${lost.length} of ${trials.length} trials are gone, e.g. ${first}; a new report ` +
      'would call those trials NOT_RUN. Nothing was written.\n' +
      `Bring raw/ back; or remove ${join(given, 'summary.json')} to make a report of what is left`,
  );
}

/** Folders with a plan, at most two levels below: what somebody meant who named a folder above. */
function executionsBelow(folder: string): readonly string[] {
  const folders = (path: string): readonly string[] =>
    entries(join(folder, path)).flatMap((entry) => (entry.isDirectory() ? [join(path, entry.name)] : []));
  const near = folders('');
  return [...near, ...near.flatMap(folders)].filter((path) => existsSync(join(folder, path, 'plan.json'))).slice(0, 3);
}

/** What a trial left, as objects of the bucket, as far as it is judged by it. */
function rawObjects(folder: string, prefix: string, trial: TrialPlan): readonly RawObject[] {
  return toJudge(prefix, filesBelow(folder, prefix), measuringStep(trial).name).map(({ key, path }) => {
    const bytes = statSync(path).size;
    return bytes > RAW_BYTES_MAX ? { key, text: '', unreadBytes: bytes } : { key, text: readFileSync(path, 'utf8') };
  });
}

/** All files below a folder with their keys; none where it does not exist. */
function filesBelow(folder: string, prefix: string): readonly { readonly key: string; readonly path: string }[] {
  return entries(folder).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return filesBelow(path, `${prefix}${entry.name}/`);
    return entry.isFile() ? [{ key: `${prefix}${entry.name}`, path }] : [];
  });
}

function entries(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

/** Empty where the file is not there. */
function readText(file: string): string {
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
}

/** Null where the file is not there or holds no JSON: the report says what is missing. */
function readJson<T>(file: string): T | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as T;
  } catch {
    return null;
  }
}

function write(file: string, content: string | Uint8Array): void {
  try {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
  } catch (error) {
    const why = (error as NodeJS.ErrnoException).code ?? String(error);
    throw new UserError('NotWritable', `${file}: cannot be written (${why})`);
  }
}
