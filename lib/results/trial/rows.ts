/** Rows and observations as they lie in the bucket, and the promise that every trial of a plan has exactly one row. */
import { BINS_PER_DECADE, MAX_BINS, type DistributionLine } from '../../shapes/distribution';
import type { Plan } from '../../shapes/plan';
import type { Observation } from '../../shapes/observation';
import type { SeriesLine } from '../../shapes/series';
import { type Reason, type TrialRow, VERDICTS, toVerdict } from '../../shapes/verdict';

/** Attempts that were begun, by trial: what `started.json` tells of a trial without a row. */
export type AttemptsBegun = ReadonlyMap<string, number>;

/**
 * One row for each trial of the plan, in its order. Rows of other trials are dropped; of two rows the last one stands.
 * A trial without one is not read yet if it was begun, and was not run if it was not.
 */
export function completeRows(
  plan: Pick<Plan, 'trials' | 'simulated'>,
  rows: readonly TrialRow[],
  begun: AttemptsBegun = new Map(),
): readonly TrialRow[] {
  const known = new Map(rows.map((row) => [row.trial, row]));
  return plan.trials.map(({ trial, rig, block, stage, cell, replicate }) => {
    const row = known.get(trial);
    // The plan knows best where a trial belongs.
    if (row !== undefined) return { ...row, trial, rig, block, stage, cell, replicate };
    const attempts = begun.get(trial) ?? 0;
    const reason: Reason = attempts === 0 ? NO_ROW : NOT_READ;
    return {
      trial,
      rig,
      block,
      stage,
      cell,
      replicate,
      attempt: attempts,
      attempts,
      verdict: toVerdict([reason]),
      reasons: [reason],
      started: null,
      ended: null,
      overlap: null,
      facts: {},
      simulated: plan.simulated,
    } satisfies TrialRow;
  });
}

const NO_ROW: Reason = {
  level: 'not-run',
  code: 'RowMissing',
  text: 'no row was written for this trial: the execution was stopped before its results were read',
};
const NOT_READ: Reason = {
  level: 'invalid',
  code: 'NotReadYet',
  text: 'the trial was started, and its raw files in the bucket could not be read yet',
};

/** A row as it lies in the bucket; null for anything else. */
export function parseRow(text: string): TrialRow | null {
  const value = parseJson(text);
  if (!isRecord(value) || typeof value['trial'] !== 'string') return null;
  const whole =
    VERDICTS.some((verdict) => verdict === value['verdict']) &&
    Array.isArray(value['reasons']) &&
    isRecord(value['facts']);
  return whole ? (value as unknown as TrialRow) : null;
}

/** Observations as JSON lines, one line each. */
export function formatObservations(observations: readonly Observation[]): string {
  return observations.map((observation) => `${JSON.stringify(observation)}\n`).join('');
}

/** Series and distributions as JSON lines, one line each. */
export function formatSeries(series: readonly (SeriesLine | DistributionLine)[]): string {
  return series.map((one) => `${JSON.stringify(one)}\n`).join('');
}

/** Series as they lie in the bucket; lines that are none are skipped. */
export function parseSeries(text: string): readonly SeriesLine[] {
  return text.split('\n').flatMap((line) => {
    const value = line.trim() === '' ? null : parseJson(line);
    const whole =
      isRecord(value) &&
      ['trial', 'metric', 'unit'].every((name) => typeof value[name] === 'string') &&
      ['from', 'step'].every((name) => typeof value[name] === 'number') &&
      Array.isArray(value['values']);
    return whole ? [value as unknown as SeriesLine] : [];
  });
}

/** Distributions among the series as they lie in the bucket; lines that are none are skipped. */
export function parseDistributions(text: string): readonly DistributionLine[] {
  return text.split('\n').flatMap((line) => {
    // Most lines are long series: they are not parsed twice.
    const value = line.includes('"counts":') ? parseJson(line) : null;
    if (!isRecord(value)) return [];
    const { counts, first, operation } = value;
    const whole =
      ['trial', 'of'].every((name) => typeof value[name] === 'string') &&
      value['unit'] === 'us' &&
      (operation === null || typeof operation === 'string') &&
      // No bin lies beyond a nanosecond and a thousand days.
      Number.isInteger(first) &&
      Math.abs(first as number) <= BINS_PER_DECADE * 14 &&
      Array.isArray(counts) &&
      counts.length > 0 &&
      counts.length <= MAX_BINS &&
      counts.every((count) => Number.isFinite(count) && count >= 0);
    return whole ? [value as unknown as DistributionLine] : [];
  });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Trials whose raw files are there, and could not be read so far. */
export function countUnread(trials: readonly Pick<TrialRow, 'reasons'>[]): number {
  return trials.filter(({ reasons }) => reasons.some(({ code }) => code === NOT_READ.code)).length;
}
