/** What was asked of CloudWatch about an execution and what came of it, as files of its folder `servers/`. */
import type { Plan } from '../../shapes/plan';
import { type Reason, type TrialRow, verdictOf } from '../../shapes/verdict';
import type { TrialResult } from '../trial/judge-trial';
import { placesOf, pointsOf, type Points, serverWords, toldOf } from './told';

/** `asked.json`: how the program's own asking went. Not there where it never asked, or nothing was worth it. */
export interface Asked {
  /** ISO 8601. */
  readonly at: string;
  readonly requests: number;
  readonly answered: number;
  /** Why not all of them were answered; null where they were. */
  readonly problem: string | null;
}

/** Names in that folder, without `.json`. */
export const ASKED = 'asked';
export const ask = (number: number): string => `ask-${number}`;
export const answer = (number: number): string => `answer-${number}`;
const ANSWER = /(?:^|\/)answer-\d+\.json$/;

/** Whether a name or key is that of an answer. */
export function isAnswer(name: string): boolean {
  return ANSWER.test(name);
}

/** What is read of `asked.json`; null for what is none. */
export function problemOf(asked: unknown): string | null {
  const problem = (asked as Partial<Asked> | null)?.problem;
  return typeof problem === 'string' ? problem : null;
}

/** A trial that was measured, with what its servers say against it. */
function withReasons(row: TrialRow, more: readonly Reason[]): TrialRow {
  if (more.length === 0) return row;
  const reasons = [...row.reasons, ...more];
  return { ...row, reasons, verdict: verdictOf(reasons) };
}

/** What servers told of an execution. */
export interface Answers {
  readonly points: Points;
  /** A trial with what its servers told. */
  readonly of: (result: TrialResult) => TrialResult;
  /** The metrics of a plan, with the words of what servers tell. */
  readonly metrics: Plan['metrics'];
}

/** @param texts of all answers; with none everything stays as it is */
export function answersOf(plan: Pick<Plan, 'rigs' | 'trials' | 'metrics'>, texts: readonly string[]): Answers {
  const points = pointsOf(texts);
  if (texts.length === 0) return { points, of: (result) => result, metrics: plan.metrics };
  const places = placesOf(plan);
  return {
    points,
    of: (result) => {
      const like = result.observations.find(({ scope }) => scope === 'aggregate');
      const told = toldOf(places, result.row, points, like);
      return {
        ...result,
        row: withReasons(result.row, told.reasons),
        observations: [...result.observations, ...told.observations],
        series: [...result.series, ...told.series],
      };
    },
    metrics: { ...plan.metrics, ...serverWords(plan) },
  };
}
