/** Turns raw files in the bucket into rows, observations, summary and report. */
import { CONTRACT_VERSION, isReadable, makeUnreadableError } from '../shapes/contract-version';
import { dropUndefined } from '../shapes/canonical-json';
import { FsxbenchError } from '../shapes/errors';
import type { SearchDecision } from '../shapes/guard';
import { type Layout, layout } from '../shapes/layout';
import type { DistributionLine } from '../shapes/distribution';
import type { SeriesLine } from '../shapes/series';
import type { Observation } from '../shapes/observation';
import type { TrialItem } from '../shapes/documents';
import type { Plan, TrialPlan } from '../shapes/plan';
import { analyse } from '../report/render';
import {
  type ServerAnswers,
  parseAnswers,
  REQUESTS_RECORD,
  isAnswerFile,
  readProblem,
} from '../results/servers/cloudwatch-answers';
import { listAttempts, RAW_BYTES_MAX, pickJudgedFiles } from '../results/trial/attempt';
import {
  type StartedAttempts,
  parseDistributions,
  formatObservations,
  parseRow,
  formatSeries,
  parseSeries,
} from '../results/trial/rows';
import { toCellRows } from '../results/tables/cell-rows';
import { listBars } from '../results/timeline';
import type { RigOutcome } from '../shapes/outcomes';
import { getMeasuringStep } from '../results/trial/attempt-result';
import { makeMountCheck } from '../results/trial/mount-check';
import { type Receipt, readOutcome } from '../shapes/receipt';
import { COMPARED_HOSTS_MAX, countMeasuringHosts } from '../results/host-figures';
import type { Summary, SummaryInput } from '../results/summary';
import { pickObservations } from '../results/trial/pick-observations';
import { judgeTrial } from '../results/trial/judge-trial';
import type { TrialRow, Verdict } from '../shapes/verdict';
import { makeLinks, makeResult } from '../report/result';
import { redactOutcome } from '../report/redact-accounts';
import type { ExecutionResult } from '../shapes/result';
import { locateExecution } from './executions';
import { findName } from './recovery/pointer';
import { findWorkload } from '../workloads/registry';
import { listKeys, listObjects, readTexts, READS_AT_ONCE, tryReadJson, readJson, readText, writeText } from './bucket';
import type { Context } from './context';
import { updateHistory } from './history/update-history';
import { writeChanges } from './logging/figures';
import { countFigures } from './spend';
import { PackedLines, writeTables } from './tables';
import { areUnstartedJudged, explainUnstarted, readWalk } from './walk/batches';
import { narrowToWalk, type WalkBatch } from '../shapes/walk';

export interface ParseTrialEvent {
  readonly executionId: string;
  readonly experiment: string;
  /** How the execution ended; null while it runs. */
  readonly ended: string | null;
  readonly trial: TrialItem;
}

/** Judges one trial and writes its row and observations, independently of other trials. */
export async function parseTrial(
  event: ParseTrialEvent,
  context: Context,
): Promise<{ trial: string; verdict: Verdict }> {
  const { executionId, experiment, ended } = event;
  const { trial, levels, workload: kind, params, roles } = event.trial;
  const keys = layout(experiment, executionId);
  const workload = findWorkload(kind);
  if (workload === undefined) throw new FsxbenchError('EventInvalid', `no workload kind ${kind}`);
  const folder = keys.trial(trial.rig, trial.trial);
  const command = getMeasuringStep(trial).name;
  const listed = pickJudgedFiles(folder, await listObjects(context, folder), command);
  const storedAt = new Map(listed.map((one) => [one.key, one.storedAt]));
  const large = listed.filter(({ bytes }) => bytes > RAW_BYTES_MAX);
  const read = listed.filter((one) => !large.includes(one)).map(({ key }) => key);
  const found = await readTexts(context, read);
  const outcome = await readJson<RigOutcome>(context, keys.rigOutcome(trial.rig));
  const decision =
    trial.guard === undefined ? null : await readJson<SearchDecision>(context, keys.decision(trial.trial));
  const isUnstarted = event.trial.walk === true && outcome === null && listed.length === 0;
  const ending = isUnstarted ? explainUnstarted(await readWalk(keys, context), trial.rig) : null;
  const { row, observations, series, distributions } = judgeTrial({
    plan: { experiment, executionId, rigs: [{ rig: trial.rig, roles }] },
    trial,
    levels,
    workload,
    params,
    objects: [...found, ...large.map(({ key, bytes }) => ({ key, text: '', unreadBytes: bytes }))].map((object) => ({
      ...object,
      storedAt: storedAt.get(object.key),
    })),
    rigOutcome: outcome === null ? null : redactOutcome(outcome),
    executionEnded: ended,
    decision: decision ?? ending,
    mounted: makeMountCheck(event.trial.target),
    telemetry: event.trial.telemetry,
    now: context.now(),
  });
  await writeText(
    context,
    keys.observations(trial.trial),
    observations.map((one) => `${JSON.stringify(one)}\n`).join(''),
  );
  const inside = formatSeries([...series, ...distributions]);
  if (inside !== '') await writeText(context, keys.series(trial.trial), inside);
  // The row is written last: its presence proves complete observations.
  await writeText(context, keys.row(trial.trial), `${JSON.stringify(row)}\n`);
  return { trial: trial.trial, verdict: row.verdict };
}

/** Output of the results machine, for users and the experiment machine. */
export interface Analysis {
  /** Whether every planned trial has a row and readable observations. */
  readonly complete: boolean;
  /** Number of executions that a scheduled one starts to confirm itself: see {@link updateHistory}. */
  readonly confirm: number;
  /** Output of a successful execution; the receipt is written later. */
  readonly result: ExecutionResult;
}

/**
 * Combines rows and observations, and writes summary, report, both tables and history, replacing earlier ones.
 * @throws FsxbenchError `PlanMissing` for a missing or corrupt plan; `OtherVersion` for a plan that this version cannot
 * read
 */
export async function analyseExecution(
  event: { executionId: string; experiment: string; ended: string | null },
  context: Context,
): Promise<Analysis> {
  const keys = layout(event.experiment, event.executionId);
  const plan = await readPlan(keys.plan, context);
  const observations = new PackedLines();
  const results = await readResults(plan, context, (lines) => observations.add(lines));
  const receipt = await readJson<Receipt>(context, keys.receipt);
  const { summary, html } = analyse({
    ...results,
    receipt,
    bars: listBars(results.outcomes, results.rows),
  });
  const before = await tryReadJson<Summary>(context, keys.summary);
  await writeText(context, keys.summary, `${JSON.stringify(summary)}\n`);
  writeChanges(countFigures(plan, summary), before === null ? null : countFigures(plan, before), context.log);
  await writeText(context, keys.report, html);
  await writeTables(plan, observations, toCellRows(results.plan, results.rows, summary), context);
  const { history, confirm } = await updateHistory({ plan, summary }, context);
  const facts = { executionId: event.executionId, experiment: event.experiment, plan, summary, receipt, history };
  // While the execution runs, the result assumes that it will succeed.
  const ended = {
    error: null,
    cause: null,
    outcome: readOutcome(event.ended ?? 'SUCCEEDED'),
    clean: receipt?.clean ?? null,
  };
  const place = locateExecution(await findName(event.executionId, context), context);
  const links = makeLinks({ ...facts, ...ended, place });
  return {
    complete: results.rows.length === results.plan.trials.length && (await areUnstartedJudged(plan, results, context)),
    confirm,
    result: makeResult({ ...facts, ...ended, stack: context.config.stack, links }),
  };
}

/**
 * A plan is never repaired, so the caller must know that no rows will follow.
 * @throws FsxbenchError `PlanMissing`, `OtherVersion`
 */
export async function readPlan(key: string, context: Context): Promise<Plan> {
  const text = await readText(context, key);
  if (text === null) throw new FsxbenchError('PlanMissing', `${key} does not exist`);
  const deployed = context.config.contractVersion ?? CONTRACT_VERSION;
  let plan: Partial<Plan> | null = null;
  try {
    plan = JSON.parse(text) as Partial<Plan> | null;
  } catch {
    // Treated like any other invalid plan.
  }
  const version = plan?.schemaVersion;
  if (version !== undefined && !isReadable(version, deployed)) throw makeUnreadableError(version, deployed);
  if (Array.isArray(plan?.trials) && Array.isArray(plan.rigs)) return plan as Plan;
  throw new FsxbenchError('PlanMissing', `${key} is corrupt`);
}

/**
 * Reads the results of an execution: rows, rig outcomes, server-side metrics, and the observations that a summary
 * needs. The returned plan includes descriptions of all metrics, and only the rigs that a walk by price started. Skips
 * a trial whose row or observations are
 * unreadable.
 * @param take receives the lines of each trial with a row, in plan order; they do not stay in memory
 */
export async function readResults(
  whole: Plan,
  context: Context,
  take: (lines: string) => void = () => undefined,
): Promise<
  Pick<SummaryInput, 'plan' | 'rows' | 'observations' | 'outcomes' | 'serversProblem'> & {
    readonly begun: StartedAttempts;
    readonly walk?: readonly WalkBatch[];
    readonly series: readonly SeriesLine[];
    readonly distributions: readonly DistributionLine[];
  }
> {
  const { experiment, executionId } = whole;
  const keys = layout(experiment, executionId);
  const walk = whole.walk === undefined ? undefined : await readWalk(keys, context);
  const plan = narrowToWalk(whole, walk);
  const { trials, rigs } = plan;
  const servers = await readAnswers(plan, keys, context);
  const isOfHosts = plan.published?.figures.some(({ host }) => host !== null) === true;
  const filesMax = isOfHosts || countMeasuringHosts(plan) <= COMPARED_HOSTS_MAX ? Infinity : undefined;
  const rows: TrialRow[] = [];
  const observations: Observation[] = [];
  const series: SeriesLine[] = [];
  const distributions: DistributionLine[] = [];
  const atOnce = Math.floor(READS_AT_ONCE / 3);
  // Reads small batches: observations of a large fleet have megabytes per trial.
  for (let first = 0; first < trials.length; first += atOnce) {
    const some = trials.slice(first, first + atOnce).map(({ trial }) => trial);
    const texts = await readTextsByKey(
      some.flatMap((trial) => [keys.row(trial), keys.observations(trial), keys.series(trial)]),
      context,
    );
    for (const trial of some) {
      const row = parseRow(texts.get(keys.row(trial)) ?? '');
      const lines = texts.get(keys.observations(trial));
      const summed = sumOrNull(lines, filesMax);
      if (row === null || row.trial !== trial || lines === undefined || summed === null) continue;
      const inside = texts.get(keys.series(trial)) ?? '';
      const own = parseSeries(inside).filter(({ host }) => host === null);
      const enriched = servers.addTo({
        row,
        observations: summed,
        series: own,
        distributions: parseDistributions(inside),
      });
      rows.push(enriched.row);
      for (const one of enriched.observations) observations.push(one);
      series.push(...enriched.series);
      distributions.push(...enriched.distributions);
      take(`${lines}${formatObservations(enriched.observations.slice(summed.length))}`);
    }
  }
  const outcomes = await readTextsByKey(
    rigs.map(({ rig }) => keys.rigOutcome(rig)),
    context,
  );
  return {
    plan: { ...plan, metrics: servers.metrics },
    rows,
    observations,
    series,
    distributions,
    serversProblem: readProblem(await tryReadJson(context, keys.servers(REQUESTS_RECORD))),
    outcomes: [...outcomes.values()].map((text) => redactOutcome(JSON.parse(text) as RigOutcome)),
    begun: await countAttempts(keys, listMissingTrials(trials, rows), context),
    ...dropUndefined({ walk }),
  };
}

/** Server-side metrics that the guardian or a user fetched. */
async function readAnswers(plan: Plan, keys: Layout, context: Context): Promise<ServerAnswers> {
  const names = (await listKeys(context, keys.servers(''))).filter(isAnswerFile);
  const texts = await readTexts(context, names);
  return parseAnswers(
    plan,
    texts.map(({ text }) => text),
  );
}

async function readTextsByKey(keys: readonly string[], context: Context): Promise<ReadonlyMap<string, string>> {
  return new Map((await readTexts(context, keys)).map(({ key, text }) => [key, text]));
}

/** Null if the file is missing or one of its lines is corrupt. */
function sumOrNull(text: string | undefined, filesMax?: number): Observation[] | null {
  try {
    return text === undefined ? null : pickObservations(text, filesMax);
  } catch {
    return null;
  }
}

function listMissingTrials(trials: readonly TrialPlan[], rows: readonly TrialRow[]): readonly TrialPlan[] {
  const known = new Set(rows.map(({ trial }) => trial));
  return trials.filter(({ trial }) => !known.has(trial));
}

/** Counts the attempts of each trial without a row, by the objects that each attempt writes first. */
async function countAttempts(keys: Layout, trials: readonly TrialPlan[], context: Context): Promise<StartedAttempts> {
  const begun = new Map<string, number>();
  for (const { rig, trial } of trials) {
    const folder = keys.trial(rig, trial);
    const objects = (await listKeys(context, folder)).map((key) => ({ key, text: '' }));
    begun.set(trial, listAttempts(folder, objects).length);
  }
  return begun;
}
