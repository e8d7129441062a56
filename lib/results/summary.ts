/**
 * The summary of an execution, `summary.json`: all that the report shows, for machines. Its size is linear in cells and
 * trials.
 */
import { listCopies, type Plan } from '../shapes/plan';
import type { LineItem } from '../shapes/line-item';
import { type CellSummary, summarizeCells, hasBlocks } from './cells';
import { type TrialStatus, toTrialStatuses, findExternalCells } from './trial-status';
import { type DesignFacts, getDesignFacts, hasOwnFleets } from './design/facts';
import { buildAnswer } from './answer/decision';
import { type EffortEstimator, estimateEffort } from './answer/settle';
import type { Answer } from './answer/answer';
import { makeQuestion } from './question';
import type { RigOutcome } from '../shapes/outcomes';
import { listBaseNotes } from './label';
import { pickMainMetric } from './measures';
import type { Observation } from '../shapes/observation';
import { type HostFact, type Provenance, collectProvenance } from './provenance';
import type { Receipt } from '../shapes/receipt';
import type { DistributionLine } from '../shapes/distribution';
import type { SeriesLine } from '../shapes/series';
import { type Repeatability, computeRepeatability } from './repeatability';
import { findExactSpend } from './rig-cost';
import type { TimelineBar } from '../shapes/timeline';
import { type AttemptsBegun, completeRows } from './trial/rows';
import { type Reason, type TrialRow, type Verdict, countVerdicts } from '../shapes/verdict';

export interface SummaryInput {
  readonly plan: Plan;
  /**
   * A trial of the plan without a row becomes INVALID with the reason `NotReadYet` if it was begun, else NOT_RUN with
   * `RowMissing`; rows of no trial are ignored.
   */
  readonly rows: readonly TrialRow[];
  /** Attempts that were begun of trials without a row. Default: none. */
  readonly begun?: AttemptsBegun;
  readonly observations: readonly Observation[];
  /** Rates over time of all hosts of a trial together; the report shows them, the summary does not hold them. */
  readonly series?: readonly SeriesLine[];
  /** Of all hosts of a trial together: as the series, only for the report. */
  readonly distributions?: readonly DistributionLine[];
  /** One a rig, where it left one. */
  readonly outcomes: readonly RigOutcome[];
  /** Null while the guardian has not written it yet. */
  readonly receipt: Receipt | null;
  readonly bars: readonly TimelineBar[];
  /** When it ended; by default the last moment that anything is known of. */
  readonly endedAt?: string;
  /** Money spent; by default 0 for local executions, else unknown. */
  readonly spend?: Spend;
  /** The spec as it was written, where it is at hand. */
  readonly spec?: string;
  /** Why CloudWatch did not tell of servers, where it was asked in vain. */
  readonly serversProblem?: string | null;
}

/** A trial as the report lists it. */
export interface TrialSummary {
  readonly trial: string;
  readonly cell: string;
  readonly rig: string;
  readonly block: number;
  /** The copy that it measured, unique in the execution: `r1/c2`. */
  readonly copy: string;
  /** Time of its rig in which no copy changed its stage, from 1. */
  readonly period: number;
  readonly stage: string | null;
  readonly replicate: number;
  readonly attempt: number;
  readonly attempts: number;
  readonly verdict: Verdict;
  readonly reasons: readonly Reason[];
  readonly started: string | null;
  readonly ended: string | null;
  readonly overlap: number | null;
  /** What the machines did beside it; null or absent where no host told. */
  readonly beside?: TrialRow['beside'];
  /** Null where it counts; else the reason that speaks most against it, `RoundNotFinished` among them. */
  readonly out: string | null;
  /** Raw files that its numbers were read from, relative to the execution's root; at most {@link FILES_MAX}. */
  readonly files: readonly string[];
}

/** What was spent, and on what. */
export interface Spend {
  readonly usd: number;
  readonly lines: readonly LineItem[];
  readonly phases: readonly { readonly phase: TimelineBar['phase']; readonly usd: number; readonly seconds: number }[];
}

export interface Cost {
  readonly estimateUsd: number;
  /** Null where it is not known. */
  readonly spendUsd: number | null;
  /** The limit; null for local executions, where it has no meaning. */
  readonly maxUsd: number | null;
  /** Line items of what was spent where that is known, else of the estimate. */
  readonly lines: readonly LineItem[];
  /** What was spent by what the rigs were busy with; empty where it is not known. */
  readonly phases: Spend['phases'];
  /** Seconds in which trials measured ÷ seconds in which their rigs existed; null where no rig left its times. */
  readonly measuredShare: number | null;
}

export interface Summary {
  readonly schemaVersion: 1;
  readonly experiment: string;
  readonly executionId: string;
  /** Of the spec; made of `decide`, or of the factors, where that has none. */
  readonly question: string;
  /** On one machine, not in AWS. */
  readonly local: boolean;
  /** True where any trial was modelled: nothing in it was measured. */
  readonly simulated: boolean;
  readonly startedAt: string;
  /** Null where nothing is known. */
  readonly endedAt: string | null;
  /** The question as numbers; null where nothing was asked. */
  readonly decide: Plan['decide'];
  /** Reasons in spite of which SUSPECT trials count; absent: none. */
  readonly accept?: Plan['accept'];
  /** All that the workloads measure, by name. */
  readonly metrics: Plan['metrics'];
  /** Facts that hosts report, by name, as people read them. */
  readonly factWords: Plan['factWords'];
  /** What was decided, or described, and on what that rests. */
  readonly answer: Answer;
  /** Trials by verdict. */
  readonly verdicts: Readonly<Record<Verdict, number>>;
  /** How far replicates of one configuration lie apart. */
  readonly repeatability: Repeatability;
  /** Whose figures stand with the cells; null where the spec names none. */
  readonly published: { readonly study: string } | null;
  /** Rivals took turns on one fleet, or had a rig each. */
  readonly comparison: Plan['comparison'];
  /** What was done to compare, by the trials that count. */
  readonly design: DesignFacts;
  /** What was varied, with the labels of its levels. */
  readonly factors: Plan['factors'];
  /** What each configuration has reached. */
  readonly cells: readonly CellSummary[];
  /** Every trial of the plan, whatever became of it. */
  readonly trials: readonly TrialSummary[];
  readonly rigs: readonly {
    readonly rig: string;
    readonly copy: string;
    readonly target: string;
    readonly kind: string;
    /** Folder of this machine. */
    readonly path?: string;
    readonly block: number;
    /** It was there before and stays: the same in every block. Absent: it was made. */
    readonly given?: true;
  }[];
  /** How each rig ended, where it left word of it. */
  readonly outcomes: readonly RigOutcome[];
  /** What it was to cost, and what was spent. */
  readonly cost: Cost;
  /** The proof that nothing is left; null while there is none. */
  readonly receipt: Receipt | null;
  /** What each rig was busy with, and when. */
  readonly timeline: readonly TimelineBar[];
  /** Where the numbers come from: tools, kernels, mounts, versions. */
  readonly provenance: Provenance;
}
export type { CellSummary, HostFact as Fact, Provenance };

/** Raw files named with one trial; the folder holds the others. */
const FILES_MAX = 8;

/** How a line of the aggregate can be told from those of hosts before it is parsed. */
const AGGREGATE = '"scope":"aggregate"';

/**
 * The observations of one trial that {@link summarize} looks at: the aggregate, and those of hosts until they name as
 * many files as a summary lists. A fleet has hundreds of hosts, and parsing all of their lines takes longest.
 * @param text the trial's JSON lines, as `formatObservations` writes them
 * @throws SyntaxError for a line that is broken
 */
export function pickObservations(text: string): Observation[] {
  const files = new Set<string>();
  const found: Observation[] = [];
  const take = (from: number): number => {
    const end = text.indexOf('\n', from);
    const next = end === -1 ? text.length : end + 1;
    const line = text.slice(from, next).trim();
    if (line === '') return next;
    const observation = JSON.parse(line) as Observation;
    files.add(observation.source);
    found.push(observation);
    return next;
  };
  let at = 0;
  while (at < text.length && files.size < FILES_MAX) at = take(at);
  for (let hit = text.indexOf(AGGREGATE, at); hit !== -1; hit = text.indexOf(AGGREGATE, at))
    at = take(text.lastIndexOf('\n', hit) + 1);
  return found;
}

/** Puts everything together. Same input, same output. */
export function summarize(input: SummaryInput): Summary {
  const { plan, outcomes, receipt, bars } = input;
  const rows = completeRows(plan, input.rows, input.begun);
  const trials = toTrialStatuses(plan.trials, rows, findExternalCells(plan), plan.accept?.codes);
  const cells = summarizeCells(plan, rows, input.observations, trials, input.serversProblem);
  const candidates = cells.map((cell) => ({ ...cell, cell: cell.cellId }));
  const names = plan.factors.map(({ name }) => name);
  const design = getDesignFacts(hasOwnFleets(plan), hasBlocks(plan), trials.values());
  const circumstances = { ...design, trials, accept: plan.accept };
  const effortOf: EffortEstimator = (unit, more) => estimateEffort(plan, unit, more);
  const answer = buildAnswer(plan.decide, candidates, names, plan.metrics, circumstances, effortOf);
  const metric = pickMainMetric(plan.decide, cells);
  return {
    schemaVersion: 1,
    experiment: plan.experiment,
    executionId: plan.executionId,
    question: makeQuestion(plan),
    local: plan.local,
    simulated: plan.simulated || rows.some(({ simulated }) => simulated),
    startedAt: plan.startedAt,
    endedAt: input.endedAt ?? findEnd(input, rows),
    decide: plan.decide,
    ...(plan.accept === undefined ? {} : { accept: plan.accept }),
    metrics: plan.metrics,
    factWords: plan.factWords,
    answer: { ...answer, details: [...listBaseNotes(plan.cells, names), ...answer.details] },
    verdicts: countVerdicts(rows),
    repeatability: computeRepeatability(cells, metric),
    published: plan.published === null ? null : { study: plan.published.study },
    comparison: plan.comparison,
    design,
    factors: plan.factors,
    cells,
    trials: summarizeTrials(rows, input.observations, trials),
    rigs: listCopies(plan).map(({ rig, copy, target, kind, block, foreign, targetConfig: { path } }) => ({
      rig,
      copy,
      target,
      kind,
      block,
      ...(plan.local && typeof path === 'string' ? { path } : {}),
      ...(plan.local || foreign !== undefined ? { given: true } : {}),
    })),
    outcomes,
    cost: computeCost(input, rows),
    receipt,
    timeline: bars,
    provenance: collectProvenance(plan, rows, input.spec),
  };
}

function summarizeTrials(
  rows: readonly TrialRow[],
  observations: readonly Observation[],
  trials: ReadonlyMap<string, TrialStatus>,
): readonly TrialSummary[] {
  const files = new Map<string, Set<string>>();
  for (const { trial, attempt, source } of observations) {
    const key = `${trial} ${attempt}`;
    files.set(key, (files.get(key) ?? new Set()).add(source));
  }
  return rows.map(({ facts: _, simulated: __, uses: ___, ...row }) => ({
    ...row,
    copy: trials.get(row.trial)?.copy ?? `${row.rig}/c1`,
    period: trials.get(row.trial)?.period ?? 1,
    out: trials.get(row.trial)?.out ?? null,
    files: [...(files.get(`${row.trial} ${row.attempt}`) ?? [])].slice(0, FILES_MAX),
  }));
}

function computeCost({ plan, outcomes, spend, receipt }: SummaryInput, rows: readonly TrialRow[]): Cost {
  const existed = outcomes.reduce((sum, { marks }) => sum + secondsBetween(marks[0]?.at, marks.at(-1)?.at), 0);
  const measured = rows.reduce((sum, { started, ended }) => sum + secondsBetween(started, ended), 0);
  return {
    estimateUsd: plan.estimate.usd,
    spendUsd: spend?.usd ?? (plan.local ? 0 : findExactSpend(plan, outcomes, receipt)),
    maxUsd: plan.local ? null : plan.spec.limits.maxUsd,
    lines: spend?.lines ?? plan.estimate.lines,
    phases: spend?.phases ?? [],
    measuredShare: existed > 0 ? Math.min(1, measured / existed) : null,
  };
}

function findEnd({ receipt, bars, outcomes }: SummaryInput, rows: readonly TrialRow[]): string | null {
  const instants = [
    ...rows.map(({ ended }) => ended),
    ...bars.map(({ to }) => to),
    ...outcomes.flatMap(({ marks }) => marks.map(({ at }) => at)),
    receipt?.verifiedAt,
  ].filter((instant) => typeof instant === 'string' && !Number.isNaN(Date.parse(instant)));
  return instants.reduce<string | null>(
    (latest, instant) => (instant && (latest === null || Date.parse(instant) > Date.parse(latest)) ? instant : latest),
    null,
  );
}

function secondsBetween(from: string | null | undefined, to: string | null | undefined): number {
  const seconds = (Date.parse(to ?? '') - Date.parse(from ?? '')) / 1000;
  return Number.isFinite(seconds) && seconds > 0 ? seconds : 0;
}
