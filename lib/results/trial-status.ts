/** Which trials count, where each was measured, and why other trials are excluded. */
import { groupBy } from '../shapes/collections';
import type { Plan, TrialPlan } from '../shapes/plan';
import { isLowerBound, isOutcome, countsInDecisions, judgeExclusion, listLowerBounds } from '../shapes/reason-effects';
import type { TRIAL_REASONS } from '../shapes/error-codes';
import { affects, HOST_CREDITS, type TrialRow, type Verdict } from '../shapes/verdict';

export interface TrialStatus {
  readonly trial: string;
  readonly cell: string;
  readonly rig: string;
  readonly block: number;
  /** Period of the rig; during a period no target instance changes its stage. */
  readonly period: number;
  /** Round in the rig, from 1; a round runs every configuration of its period once. */
  readonly round: number;
  /** Target instance of the trial, unique in the execution: `r1/c2`. */
  readonly copy: string;
  /** Existing storage, which is not deleted: a local folder, or external storage. Blocks do not vary it. */
  readonly given?: true;
  readonly verdict: Verdict;
  /** Null if the trial counts; else the most important reason against it, or {@link UNFINISHED}. */
  readonly out: string | null;
  /** All reasons against the trial, worst first. */
  readonly against: readonly string[];
  /** The trial, or an attempt, is excluded as slow, or too fast to judge: other trials of the cell are then biased. */
  readonly lost: 'slow' | 'quick' | null;
  /** Reasons against the trial that do not exclude it, because they depend on its result. */
  readonly despite: readonly string[];
  /** Metrics that do not count although the trial counts; absent: none. See {@link findExclusion}. */
  readonly outOf?: ReadonlyMap<string, MetricExclusion>;
  /** What else limited the trial, so that the storage may be better: hosts, or values of a search. Absent: nothing. */
  readonly limited?: 'hosts' | 'search';
  /** Metrics of a counted trial that are only lower bounds; absent: none. */
  readonly floors?: readonly string[];
  /** Lower level ÷ mean of the rate, if the rate had a step or fell: the lowest, and by operation (null: of all). */
  readonly lowerLevel?: number;
  readonly levels?: readonly (readonly [operation: string | null, level: number])[];
  /** Network baseline of the hosts ÷ their traffic, if they moved more, by credits. */
  readonly hostLevel?: number;
  /** ISO 8601; null if nothing was measured. */
  readonly started: string | null;
}

/** The most important reason against a metric; `lost`: see {@link TrialStatus}. */
export type MetricExclusion = Pick<TrialStatus, 'lost'> & { readonly code: string };

/** Why a metric of a counted trial does not count; undefined if the metric counts. */
export function findExclusion({ outOf }: Pick<TrialStatus, 'outOf'>, metric: string): MetricExclusion | undefined {
  return outOf?.get(metric);
}

/** The trial with the levels of one operation; null: of all, which are in sums. */
export function narrowLevels(status: TrialStatus, wanted: string | null): TrialStatus {
  const { lowerLevel: _, levels, ...rest } = status;
  if (levels === undefined || wanted === null) return status;
  const own = levels.flatMap(([operation, level]) => (operation === null || operation === wanted ? [level] : []));
  return own.length === 0 ? rest : { ...rest, lowerLevel: Math.min(...own) };
}

type PlannedTrial = Pick<TrialPlan, 'trial' | 'rig' | 'period' | 'copy' | 'round'>;

/** The rig stopped during the round. Counting it would give some cells one trial more, from another hour. */
export const UNFINISHED = 'RoundNotFinished';

/** Trials with this status did not run, but the rig continues with its rounds. */
const RIG_CONTINUES: readonly string[] = ['TargetFailed', 'OutsideBracket', 'NotNeeded'];

/** Cells on existing storage: see {@link TrialStatus.given}. */
export function findExternalCells({ local, cells }: Pick<Plan, 'local' | 'cells'>): ReadonlySet<string> {
  return new Set(cells.flatMap(({ cellId, foreign }) => (local || foreign === true ? [cellId] : [])));
}

/** Status by trial, in the order of the rows. @param given from {@link findExternalCells} @param accepted reasons */
export function toTrialStatuses(
  planned: readonly PlannedTrial[],
  rows: readonly TrialRow[],
  given: ReadonlySet<string> = new Set(),
  accepted: readonly string[] = [],
): ReadonlyMap<string, TrialStatus> {
  const byTrial = new Map(planned.map((one) => [one.trial, one]));
  const roundOf = ({ trial, rig }: TrialRow): string => `${rig} ${byTrial.get(trial)?.round ?? 1}`;
  const unfinished = new Set(
    [...groupBy(rows, roundOf)].flatMap(([round, own]) => (own.some(hasEndedRig) ? [round] : [])),
  );
  return new Map(
    rows.map((row) => {
      const { trial, cell, rig, block, verdict, started } = row;
      const place = byTrial.get(trial);
      const counts = countsInDecisions(row, null, accepted);
      const out = counts ? (unfinished.has(roundOf(row)) ? UNFINISHED : null) : pickWorstCode(row, accepted);
      const despite =
        counts && verdict !== 'VALID'
          ? listSuspectCodes(row).filter((code) => isOutcome(code) || accepted.includes(code))
          : [];
      const below = out === null ? listLowerBounds(row.reasons) : [];
      const floors = below.length === 0 ? {} : { floors: below };
      const left = out === null ? mapExclusions(row, accepted) : new Map<string, MetricExclusion>();
      const outOf = left.size === 0 ? {} : { outOf: left };
      const lost = judgeExclusion(row);
      const levelsOf = (isOfHosts: boolean) =>
        row.reasons.flatMap(({ code, operation = null, lowerLevel }) =>
          lowerLevel === undefined || (code === HOST_CREDITS) !== isOfHosts ? [] : [[operation, lowerLevel] as const],
        );
      const [levels, credits] = [levelsOf(false), levelsOf(true)];
      const pickLowest = (all: typeof levels): number => Math.min(...all.map(([, level]) => level));
      const stepped = levels.length === 0 ? {} : { lowerLevel: pickLowest(levels), levels };
      const carried = credits.length === 0 ? {} : { hostLevel: pickLowest(credits) };
      const bounds = row.reasons.filter(({ level, code }) => level === 'note' && isLowerBound(code));
      const by = bounds.some(({ code }) => code === SEARCH_BOUND) ? 'search' : 'hosts';
      const limited = bounds.length === 0 ? {} : ({ limited: by } as const);
      const copy = `${rig}/${place?.copy ?? 'c1'}`;
      const external = given.has(cell) ? { given: true as const } : {};
      const where = { rig, block, period: place?.period ?? 1, round: place?.round ?? 1, copy, ...external };
      const more = { ...outOf, ...floors, ...stepped, ...carried, ...limited };
      return [trial, { trial, cell, ...where, verdict, out, against: listCodes(row), lost, despite, ...more, started }];
    }),
  );
}

/** The note of a search whose highest value met all criteria. */
export const SEARCH_BOUND = 'SearchLowerBound' satisfies keyof typeof TRIAL_REASONS;

function hasEndedRig({ verdict, reasons }: TrialRow): boolean {
  return verdict === 'NOT_RUN' && !reasons.some(({ code }) => RIG_CONTINUES.includes(code));
}

function mapExclusions(row: TrialRow, accepted: readonly string[]): ReadonlyMap<string, MetricExclusion> {
  const named = [...new Set(row.reasons.flatMap(({ metrics = [] }) => metrics))];
  return new Map(
    named
      .filter((metric) => !countsInDecisions(row, metric, accepted))
      .map((metric) => {
        const code = listCodes(row, metric).find((one) => !isOutcome(one)) ?? row.verdict;
        return [metric, { code, lost: judgeExclusion(row, metric) }];
      }),
  );
}

function pickWorstCode(row: TrialRow, accepted: readonly string[]): string {
  const all = listCodes(row).filter((code) => !accepted.includes(code));
  return all.find((code) => !isOutcome(code)) ?? all[0] ?? row.verdict;
}

/** Also lists reasons that concern single metrics. */
function listSuspectCodes({ reasons }: TrialRow): readonly string[] {
  return [...new Set(reasons.flatMap(({ level, code }) => (level === 'suspect' ? [code] : [])))];
}

/** Worst first. @param metric see {@link countsInDecisions} */
function listCodes({ reasons }: TrialRow, metric: string | null = null): readonly string[] {
  const levels = ['not-run', 'infeasible', 'invalid', 'suspect'];
  const told = reasons.filter((one) => one.level !== 'note' && affects(one, metric));
  return [
    ...new Set(told.toSorted((a, b) => levels.indexOf(a.level) - levels.indexOf(b.level)).map(({ code }) => code)),
  ];
}
