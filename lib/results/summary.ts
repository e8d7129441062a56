/** The summary of an execution, `summary.json`: all data of the report. Its size is linear in cells and trials. */
import { listSideDifferences } from '../experiment/reading/side-differences';
import { listCopies, type Plan } from '../shapes/plan';
import type { LineItem } from '../shapes/line-item';
import { type CellSummary, summarizeCells, hasBlocks } from './cells';
import { type TrialStatus, toTrialStatuses, findExternalCells } from './trial-status';
import { type DesignFacts, getDesignFacts, hasOwnFleets } from './design/facts';
import { buildAnswer } from './answer/decision';
import { listEventTexts } from './answer/notes';
import { estimateEffort } from './answer/settle';
import type { Answer, EffortEstimator } from './answer/answer';
import { listWorkloads, makeQuestion } from './question';
import type { RigOutcome } from '../shapes/outcomes';
import { type HostFigures, listHostFigures } from './host-figures';
import { listBaseNotes } from './label';
import { pickMainMetric } from './measures';
import type { Observation } from '../shapes/observation';
import { type HostFact, type Provenance, collectProvenance } from './provenance';
import type { Receipt } from '../shapes/receipt';
import type { DistributionLine } from '../shapes/distribution';
import type { SeriesLine } from '../shapes/series';
import { type Repeatability, computeRepeatability } from './repeatability';
import { addSearchTexts, applySearches, extendIntervals } from './search/apply-searches';
import { addStudyFigures } from './from-spec/study-figures';
import { addWorstWindows } from './search/criterion';
import { hideEndOfSearch, isNeedless, isSpared, judgeSearches, type SearchResult } from './search/search-result';
import { computeExactSpend } from './rig-cost';
import type { TimelineBar } from '../shapes/timeline';
import { FILES_MAX } from './trial/pick-observations';
import { type StartedAttempts, completeRows } from './trial/rows';
import { addLookTexts } from './look';
import { addWalkTexts, locateCandidates, summarizeWalk, type WalkResult } from './walk/results';
import { type Reason, type TrialRow, type Verdict, countVerdicts } from '../shapes/verdict';

export interface SummaryInput {
  readonly plan: Plan;
  /** Trials without a row become INVALID (`NotReadYet`) if they started, else NOT_RUN (`RowMissing`). */
  readonly rows: readonly TrialRow[];
  /** Attempts of trials that have no row. Default: none. */
  readonly begun?: StartedAttempts;
  readonly observations: readonly Observation[];
  /** Rates over time, as totals of the hosts of a trial; only the report uses these. */
  readonly series?: readonly SeriesLine[];
  /** Latency distributions over the hosts of a trial; only the report uses these. */
  readonly distributions?: readonly DistributionLine[];
  /** One outcome per rig, if the rig left one. */
  readonly outcomes: readonly RigOutcome[];
  /** Null until the guardian writes the receipt. */
  readonly receipt: Receipt | null;
  readonly bars: readonly TimelineBar[];
  /** End of the execution; default: the last time known. */
  readonly endedAt?: string;
  /** Default: 0 for local executions, else unknown. */
  readonly spend?: Spend;
  /** The spec as written, if available. */
  readonly spec?: string;
  /** Why CloudWatch queries failed; null: they did not. */
  readonly serversProblem?: string | null;
  /** Decisions of a walk by price; the plan has only its rigs. */
  readonly walk?: WalkResult['batches'];
  /** In a look: rounds that are still planned ÷ rounds so far. */
  readonly ahead?: number;
}

export interface TrialSummary {
  readonly trial: string;
  readonly cell: string;
  readonly rig: string;
  readonly block: number;
  /** Target instance of the trial, unique in the execution: `r1/c2`. */
  readonly copy: string;
  /** Period of the rig, from 1; during a period no target instance changes its stage. */
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
  /** Background load of the machines; null or absent without evidence. */
  readonly backgroundLoad?: TrialRow['backgroundLoad'];
  /** What state machines and hosts did during the trial; absent: nothing. */
  readonly events?: TrialRow['events'];
  /** Null if the trial counts; else the most important reason against it, e.g. `RoundNotFinished`. */
  readonly excludedFor: string | null;
  /** Raw files behind the numbers, relative to the root of the execution; at most {@link FILES_MAX}. */
  readonly files: readonly string[];
}

export interface Spend {
  readonly usd: number;
  readonly lines: readonly LineItem[];
  readonly phases: readonly { readonly phase: TimelineBar['phase']; readonly usd: number; readonly seconds: number }[];
}

export interface Cost {
  readonly estimateUsd: number;
  /** Null if unknown. */
  readonly spendUsd: number | null;
  /** Budget; null for local executions. */
  readonly maxUsd: number | null;
  /** Line items of the actual spend if known, else of the estimate. */
  readonly lines: readonly LineItem[];
  /** Spend by phase of the rigs; empty if unknown. */
  readonly phases: Spend['phases'];
  /** Measured seconds ÷ seconds in which the rigs existed; null if no rig left times. */
  readonly measuredShare: number | null;
}

export interface Summary {
  readonly schemaVersion: 1;
  readonly experiment: string;
  readonly executionId: string;
  /** From the spec; else derived from `decide` or the factors. */
  readonly question: string;
  /** True if the execution ran on one machine, not in AWS. */
  readonly local: boolean;
  /** Any trial was simulated. */
  readonly simulated: boolean;
  readonly startedAt: string;
  /** Null if unknown. */
  readonly endedAt: string | null;
  /** Thresholds of the question; null without a question. */
  readonly decide: Plan['decide'];
  /** Reasons (`--accept`) that do not exclude SUSPECT trials; absent: none. */
  readonly accept?: Plan['accept'];
  /** Metrics of all workloads, by name. */
  readonly metrics: Plan['metrics'];
  /** Display names of host facts, by fact name. */
  readonly factWords: Plan['factWords'];
  /** The answer or description, with its evidence. */
  readonly answer: Answer;
  readonly verdicts: Readonly<Record<Verdict, number>>;
  readonly repeatability: Repeatability;
  /** Published study; null if the spec cites none. */
  readonly published: { readonly study: string } | null;
  /** Whether configurations alternated on one fleet, or each had its own rig. */
  readonly comparison: Plan['comparison'];
  /** Design of the comparison, from counted trials. */
  readonly design: DesignFacts;
  readonly factors: Plan['factors'];
  readonly cells: readonly CellSummary[];
  /** Figures of the main metric by host, of configurations with several hosts; absent in older summaries. */
  readonly hosts?: readonly HostFigures[];
  /** Each workload in one line, with its settings as in the spec. */
  readonly workloads?: readonly string[];
  /** Every trial of the plan, except levels that a search did not need. */
  readonly trials: readonly TrialSummary[];
  /** Results of `design.search`, which `cells` holds as one configuration each; absent without one. */
  readonly searches?: readonly SearchResult[];
  /** Absent without `design.comparison: cheapestFirst`. */
  readonly walk?: WalkResult;
  readonly rigs: readonly {
    readonly rig: string;
    readonly copy: string;
    readonly target: string;
    readonly kind: string;
    /** Folder on this machine. */
    readonly path?: string;
    readonly block: number;
    /** The target instance existed before and is not deleted: it is the same in every block. Absent: it was created. */
    readonly isExisting?: true;
  }[];
  /** How each rig ended, if it left an outcome. */
  readonly outcomes: readonly RigOutcome[];
  readonly cost: Cost;
  /** Cleanup receipt; null before it is written. */
  readonly receipt: Receipt | null;
  readonly timeline: readonly TimelineBar[];
  readonly provenance: Provenance;
}
export type { CellSummary, HostFact as Fact, Provenance };

/** Summarizes an execution. Same input, same output. */
export function summarize(given: SummaryInput): Summary {
  const input = addStudyFigures(addWorstWindows(given));
  const { outcomes, receipt, bars } = input;
  const all = completeRows(input.plan, input.rows, input.begun).filter((row) => !isSpared(row));
  const searches = judgeSearches({ ...input, rows: all });
  const { plan, rows } = applySearches(input.plan, all, searches, input.observations);
  const trials = toTrialStatuses(plan.trials, rows.map(hideEndOfSearch), findExternalCells(plan), plan.accept?.codes);
  const measured = summarizeCells(plan, rows, input.observations, trials, input.serversProblem);
  const cells = extendIntervals(measured, searches, input.plan);
  const candidates = cells.map((cell) => ({ ...cell, cell: cell.cellId }));
  const names = plan.factors.map(({ name }) => name);
  const design = getDesignFacts(hasOwnFleets(plan), hasBlocks(plan), trials.values());
  const walk = locateCandidates(plan, input.walk);
  const circumstances = { ...design, trials, accept: plan.accept, walk, ahead: input.ahead };
  const effortOf: EffortEstimator = (unit, more) => estimateEffort(plan, unit, more);
  const answer = buildAnswer(plan.decide, candidates, names, plan.metrics, circumstances, effortOf);
  const differences = plan.decide?.noWorse === undefined ? [] : listSideDifferences(plan.spec);
  const events = [...differences.map((text) => `Compared: ${text}.`), ...listEventTexts(cells, rows, plan)];
  const details = [...listBaseNotes(plan.cells, names), ...answer.details];
  const told = { ...answer, ...(events.length === 0 ? {} : { events }), details };
  const remarked = addLookTexts(told, input.plan, input.rows);
  const walked = summarizeWalk(plan, answer, input.walk);
  const cost = computeCost(input, all);
  const cellOf = new Map(plan.trials.map(({ trial, cell }) => [trial, cell]));
  const needed = all.filter((row) => !isNeedless(row));
  const shown = needed.map((row) => ({ ...row, cell: cellOf.get(row.trial) ?? row.cell }));
  const main = pickMainMetric(plan.decide, cells);
  const listed = toTrialStatuses(plan.trials, shown.map(hideEndOfSearch), findExternalCells(plan), plan.accept?.codes);
  return {
    schemaVersion: 1,
    experiment: plan.experiment,
    executionId: plan.executionId,
    question: makeQuestion(plan),
    local: plan.local,
    simulated: plan.simulated || all.some(({ simulated }) => simulated),
    startedAt: plan.startedAt,
    endedAt: input.endedAt ?? findEndTime(input, all),
    decide: plan.decide,
    ...(plan.accept === undefined ? {} : { accept: plan.accept }),
    metrics: plan.metrics,
    factWords: plan.factWords,
    answer: addWalkTexts(addSearchTexts(remarked, searches, cells), walked, cost.spendUsd),
    verdicts: countVerdicts(shown),
    repeatability: computeRepeatability(cells, main),
    published: plan.published === null ? null : { study: plan.published.study },
    comparison: plan.comparison,
    design,
    factors: plan.factors,
    cells,
    hosts: listHostFigures({ ...plan, searches }, main, shown, input.observations, listed),
    workloads: listWorkloads(plan),
    trials: summarizeTrials(shown, input.observations, listed),
    ...(searches.length === 0 ? {} : { searches }),
    ...(walked === undefined ? {} : { walk: walked }),
    rigs: listCopies(plan).map(({ rig, copy, target, kind, block, external, targetConfig: { path } }) => ({
      rig,
      copy,
      target,
      kind,
      block,
      ...(plan.local && typeof path === 'string' ? { path } : {}),
      ...(plan.local || external !== undefined ? { isExisting: true as const } : {}),
    })),
    outcomes,
    cost,
    receipt,
    timeline: bars,
    provenance: collectProvenance(plan, all, input.spec),
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
  return rows.map(({ facts: _, simulated: __, usage: ___, ...row }) => ({
    ...row,
    copy: trials.get(row.trial)?.copy ?? `${row.rig}/c1`,
    period: trials.get(row.trial)?.period ?? 1,
    excludedFor: trials.get(row.trial)?.out ?? null,
    files: [...(files.get(`${row.trial} ${row.attempt}`) ?? [])].slice(0, FILES_MAX),
  }));
}

function computeCost({ plan, outcomes, spend, receipt }: SummaryInput, rows: readonly TrialRow[]): Cost {
  const existed = outcomes.reduce((sum, { marks }) => sum + countSecondsBetween(marks[0]?.at, marks.at(-1)?.at), 0);
  const measured = rows.reduce((sum, { started, ended }) => sum + countSecondsBetween(started, ended), 0);
  return {
    estimateUsd: plan.estimate.usd,
    spendUsd: spend?.usd ?? (plan.local ? 0 : computeExactSpend(plan, outcomes, receipt)),
    maxUsd: plan.local ? null : plan.spec.limits.maxUsd,
    lines: spend?.lines ?? plan.estimate.lines,
    phases: spend?.phases ?? [],
    measuredShare: existed > 0 ? Math.min(1, measured / existed) : null,
  };
}

function findEndTime({ receipt, bars, outcomes }: SummaryInput, rows: readonly TrialRow[]): string | null {
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

function countSecondsBetween(from: string | null | undefined, to: string | null | undefined): number {
  const seconds = (Date.parse(to ?? '') - Date.parse(from ?? '')) / 1000;
  return Number.isFinite(seconds) && seconds > 0 ? seconds : 0;
}
