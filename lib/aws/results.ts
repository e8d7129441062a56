/** From the bucket's raw files to rows, observations, summary and report. */
import { FsxbenchError } from '../shapes/errors';
import { type Layout, layout } from '../shapes/layout';
import type { Observation } from '../shapes/observation';
import type { Plan, TrialItem, TrialPlan } from '../shapes/plan';
import { analyse } from '../report/analyse';
import { attemptsOf, isOfMeasurement } from '../results/trial/attempt';
import { type Begun, rowOfText, seriesLines } from '../results/trial/rows';
import { barsOf } from '../results/timeline';
import type { RigOutcome } from '../shapes/marks';
import { measuringStep } from '../results/trial/measured';
import type { Receipt } from '../shapes/receipt';
import { type SummaryInput, summedObservations } from '../results/summary';
import { judgeTrial } from '../results/trial/judge-trial';
import type { TrialRow, Verdict } from '../shapes/verdict';
import { workloadOf } from '../workloads/registry';
import { listKeys, listObjects, readAll, readJson, readText, writeText } from './bucket';
import type { Context } from './context';

export interface ParseTrialEvent {
  readonly executionId: string;
  readonly experiment: string;
  /** How the execution ended; null while it goes on. */
  readonly ended: string | null;
  readonly trial: TrialItem;
}

/** Judges one trial and writes its row and its observations. Reads nothing of other trials. */
export async function parseTrial(
  event: ParseTrialEvent,
  context: Context,
): Promise<{ trial: string; verdict: Verdict }> {
  const { executionId, experiment, ended } = event;
  const { trial, workload: kind, params, roles } = event.trial;
  const keys = layout(experiment, executionId);
  const workload = workloadOf(kind);
  if (workload === undefined) throw new FsxbenchError('EventInvalid', `no workload kind ${kind}`);
  const folder = keys.trial(trial.rig, trial.trial);
  const command = measuringStep(trial).name;
  const listed = (await listObjects(context, folder)).filter(({ key }) => isOfMeasurement(folder, key, command));
  const storedAt = new Map(listed.map((one) => [one.key, one.storedAt]));
  const found = await readAll(context, [...storedAt.keys()]);
  const { row, observations, series } = judgeTrial({
    plan: { experiment, executionId, rigs: [{ rig: trial.rig, roles }] },
    trial,
    workload,
    params,
    objects: found.map((object) => ({ ...object, storedAt: storedAt.get(object.key) })),
    rigOutcome: await readJson<RigOutcome>(context, keys.rigOutcome(trial.rig)),
    executionEnded: ended,
    now: context.now(),
  });
  await writeText(
    context,
    keys.observations(trial.trial),
    observations.map((one) => `${JSON.stringify(one)}\n`).join(''),
  );
  if (series.length > 0) await writeText(context, keys.series(trial.trial), seriesLines(series));
  // The row last: where it is, the observations are complete.
  await writeText(context, keys.row(trial.trial), `${JSON.stringify(row)}\n`);
  return { trial: trial.trial, verdict: row.verdict };
}

/** What the results machine hands on: short, for people and for the experiment machine. */
export interface Analysed {
  /** Every trial of the plan has its row, and its observations can be read. */
  readonly complete: boolean;
  readonly answer: string;
  readonly verdicts: Readonly<Record<Verdict, number>>;
  readonly report: string;
}

/**
 * Puts rows and observations together, writes summary and report.
 * @throws Error `PlanMissing` where the execution was never admitted, or somebody spoilt its plan
 */
export async function analyseExecution(
  event: { executionId: string; experiment: string; ended: string | null },
  context: Context,
): Promise<Analysed> {
  const keys = layout(event.experiment, event.executionId);
  const plan = await readPlan(keys.plan, context);
  const results = await readResults(plan, context);
  const { summary, html } = analyse({
    plan,
    ...results,
    receipt: await readJson<Receipt>(context, keys.receipt),
    bars: barsOf(results.outcomes, results.rows),
  });
  await writeText(context, keys.summary, `${JSON.stringify(summary)}\n`);
  await writeText(context, keys.report, html);
  const complete = results.rows.length === plan.trials.length;
  return { complete, answer: summary.answer.text, verdicts: summary.verdicts, report: keys.report };
}

/** Nobody mends a plan: whoever waits for its rows must hear that there will be none. */
async function readPlan(key: string, context: Context): Promise<Plan> {
  const text = await readText(context, key);
  if (text === null) throw new FsxbenchError('PlanMissing', `${key} does not exist`);
  try {
    const { trials, rigs } = JSON.parse(text) as Partial<Plan>;
    if (Array.isArray(trials) && Array.isArray(rigs)) return JSON.parse(text) as Plan;
  } catch {
    // As what is no plan.
  }
  throw new FsxbenchError('PlanMissing', `${key} is not as it was written`);
}

/**
 * What lies in the bucket of an execution's trials and rigs, and of its observations what a summary looks at. A row
 * that cannot be read, or whose observations cannot be, is none.
 */
export async function readResults(
  { experiment, executionId, trials, rigs }: Plan,
  context: Context,
): Promise<Pick<SummaryInput, 'rows' | 'observations' | 'outcomes'> & { readonly begun: Begun }> {
  const keys = layout(experiment, executionId);
  const texts = async (names: readonly string[]): Promise<ReadonlyMap<string, string>> =>
    new Map((await readAll(context, names)).map(({ key, text }) => [key, text]));
  const written = await texts(trials.map(({ trial }) => keys.row(trial)));
  const lines = await texts(
    trials.flatMap(({ trial }) => (written.has(keys.row(trial)) ? keys.observations(trial) : [])),
  );
  const found = trials.flatMap(({ trial }) => {
    const row = rowOfText(written.get(keys.row(trial)) ?? '');
    const observations = summedOrNull(lines.get(keys.observations(trial)));
    return row === null || row.trial !== trial || observations === null ? [] : [{ row, observations }];
  });
  const rows = found.map(({ row }) => row);
  const outcomes = [...(await texts(rigs.map(({ rig }) => keys.rigOutcome(rig)))).values()];
  return {
    rows,
    observations: found.flatMap(({ observations }) => observations),
    outcomes: outcomes.map((text) => JSON.parse(text) as RigOutcome),
    begun: await begunOf(keys, missing(trials, rows), context),
  };
}

/** Null where there are none, or a line of them is broken. */
function summedOrNull(text: string | undefined): Observation[] | null {
  try {
    return text === undefined ? null : summedObservations(text);
  } catch {
    return null;
  }
}

function missing(trials: readonly TrialPlan[], rows: readonly TrialRow[]): readonly TrialPlan[] {
  const known = new Set(rows.map(({ trial }) => trial));
  return trials.filter(({ trial }) => !known.has(trial));
}

/** How many attempts of each trial left anything: their marks come before all else. */
async function begunOf(keys: Layout, trials: readonly TrialPlan[], context: Context): Promise<Begun> {
  const begun = new Map<string, number>();
  for (const { rig, trial } of trials) {
    const folder = keys.trial(rig, trial);
    const objects = (await listKeys(context, folder)).map((key) => ({ key, text: '' }));
    begun.set(trial, attemptsOf(folder, objects).length);
  }
  return begun;
}
