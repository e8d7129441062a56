/** Which trials count, where each was measured, and why those that do not count were left out. */
import { groupBy } from '../shapes/collections';
import type { Plan, TrialPlan } from '../shapes/plan';
import { isOutcome, countsInDecisions, judgeExclusion, listLowerBounds } from '../shapes/reason-effects';
import { affects, type TrialRow, type Verdict } from '../shapes/verdict';

/** What statistics and decisions know of a trial. */
export interface TrialStatus {
  readonly trial: string;
  readonly cell: string;
  readonly rig: string;
  readonly block: number;
  /** Time of the rig in which no copy changed its stage. */
  readonly period: number;
  /** Number in the rig, from 1: each round has every configuration of its period once. */
  readonly round: number;
  /** The copy that it measured, unique in the execution: `r1/c2`. */
  readonly copy: string;
  /** Its storage was there before and stays: a folder of this machine, or storage of others. No block makes another. */
  readonly given?: true;
  readonly verdict: Verdict;
  /** Null where it counts; else the reason that speaks most against it, or {@link UNFINISHED}. */
  readonly out: string | null;
  /** All reasons that speak against it, the worst first. */
  readonly against: readonly string[];
  /**
   * It does not count, or an attempt of it does not, and it was slow, or too quick to be judged: what is left of its
   * cell is a selection. Null where its outcome is not missed.
   */
  readonly lost: 'slow' | 'quick' | null;
  /** Reasons in spite of which it counts: they say how it came out. */
  readonly despite: readonly string[];
  /** Where it counts, metrics of it that do not; left out: none. See {@link findExclusion}. */
  readonly outOf?: ReadonlyMap<string, MetricExclusion>;
  /** Where it counts, metrics of which it says only that they are no lower; left out: none. */
  readonly floors?: readonly string[];
  /** Where its rate had a step, the lower level ÷ its mean; absent: it had none. */
  readonly lowerLevel?: number;
  /** ISO 8601; null where nothing was measured. */
  readonly started: string | null;
}

/** Of a metric that does not count the reason that speaks most against it, and `lost` by it. */
export type MetricExclusion = Pick<TrialStatus, 'lost'> & { readonly code: string };

/** Why a metric of a trial that counts does not; undefined where it does. */
export function findExclusion({ outOf }: Pick<TrialStatus, 'outOf'>, metric: string): MetricExclusion | undefined {
  return outOf?.get(metric);
}

/** A trial as the plan has it. */
type PlannedTrial = Pick<TrialPlan, 'trial' | 'rig' | 'period' | 'copy' | 'round'>;

/**
 * The rig was stopped in the middle of the round: the cells that had their turn already would have one trial more than
 * the others, of an hour that the others did not have.
 */
export const UNFINISHED = 'RoundNotFinished';

/** Not run, and no end of the rig: rounds go on without them. */
const RIG_CONTINUES: readonly string[] = ['TargetFailed', 'OutsideBracket'];

/** Cells whose storage nobody made for it: see {@link TrialStatus.given}. */
export function findExternalCells({ local, cells }: Pick<Plan, 'local' | 'cells'>): ReadonlySet<string> {
  return new Set(cells.flatMap(({ cellId, foreign }) => (local || foreign === true ? [cellId] : [])));
}

/**
 * What counts, by trial, in the order of the rows. @param given of {@link findExternalCells}; @param accepted reasons
 */
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
      const steps = row.reasons.flatMap(({ lowerLevel }) => lowerLevel ?? []);
      const stepped = steps.length === 0 ? {} : { lowerLevel: Math.min(...steps) };
      const copy = `${rig}/${place?.copy ?? 'c1'}`;
      const where = {
        rig,
        block,
        period: place?.period ?? 1,
        round: place?.round ?? 1,
        copy,
        ...(given.has(cell) ? { given: true as const } : {}),
      };
      const all = listCodes(row);
      return [
        trial,
        { trial, cell, ...where, verdict, out, against: all, lost, despite, ...outOf, ...floors, ...stepped, started },
      ];
    }),
  );
}

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

/** Of single metrics, too. */
function listSuspectCodes({ reasons }: TrialRow): readonly string[] {
  return [...new Set(reasons.flatMap(({ level, code }) => (level === 'suspect' ? [code] : [])))];
}

/** The worst first. @param metric as of {@link countsInDecisions} */
function listCodes({ reasons }: TrialRow, metric: string | null = null): readonly string[] {
  const levels = ['not-run', 'infeasible', 'invalid', 'suspect'];
  const told = reasons.filter((one) => one.level !== 'note' && affects(one, metric));
  return [
    ...new Set(told.toSorted((a, b) => levels.indexOf(a.level) - levels.indexOf(b.level)).map(({ code }) => code)),
  ];
}
