/** Reads and writes rows, observations and series in the bucket. Guarantees one row per trial of the plan. */
import { BINS_PER_DECADE, MAX_BINS, type DistributionLine } from '../../shapes/distribution';
import type { Plan } from '../../shapes/plan';
import type { Observation } from '../../shapes/observation';
import type { SeriesLine } from '../../shapes/series';
import { type Reason, type TrialRow, VERDICTS, toVerdict } from '../../shapes/verdict';

/** Started attempts of trials without a row, from `started.json`. */
export type StartedAttempts = ReadonlyMap<string, number>;

/** One row per trial, in plan order; the last duplicate. Missing rows: "not read yet" if started, else "not run". */
export function completeRows(
  plan: Pick<Plan, 'trials' | 'simulated'>,
  rows: readonly TrialRow[],
  begun: StartedAttempts = new Map(),
): readonly TrialRow[] {
  const known = new Map(rows.map((row) => [row.trial, row]));
  return plan.trials.map(({ trial, rig, block, stage, cell, replicate }) => {
    const row = known.get(trial);
    // Takes rig, cell etc. of a trial from the plan, not from the row.
    if (row !== undefined) return { ...row, trial, rig, block, stage, cell, replicate };
    const attempts = begun.get(trial) ?? 0;
    const reason: Reason = attempts === 0 ? NO_ROW_REASON : NOT_READ_REASON;
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

const NO_ROW_REASON: Reason = {
  level: 'not-run',
  code: 'RowMissing',
  text: 'neither a row nor a start of this trial is stored: it did not start, or its record was lost',
};
const NOT_READ_REASON: Reason = {
  level: 'invalid',
  code: 'NotReadYet',
  text: 'the trial started, but its raw files in the bucket could not be read yet',
};

/** Parses a row file; null for anything else. */
export function parseRow(text: string): TrialRow | null {
  const value = parseJson(text);
  if (!isRecord(value) || typeof value['trial'] !== 'string') return null;
  const whole =
    VERDICTS.some((verdict) => verdict === value['verdict']) &&
    Array.isArray(value['reasons']) &&
    isRecord(value['facts']);
  return whole ? (value as unknown as TrialRow) : null;
}

/** JSON lines. */
export function formatObservations(observations: readonly Observation[]): string {
  return observations.map((observation) => `${JSON.stringify(observation)}\n`).join('');
}

/** JSON lines. */
export function formatSeries(series: readonly (SeriesLine | DistributionLine)[]): string {
  return series.map((one) => `${JSON.stringify(one)}\n`).join('');
}

/** Parses series; skips other lines. */
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

/** Parses distributions in a series file; skips other lines. */
export function parseDistributions(text: string): readonly DistributionLine[] {
  return text.split('\n').flatMap((line) => {
    // Skips series without parsing these long lines, which are the majority.
    const value = line.includes('"counts":') ? parseJson(line) : null;
    if (!isRecord(value)) return [];
    const { counts, first, operation } = value;
    const whole =
      ['trial', 'of'].every((name) => typeof value[name] === 'string') &&
      value['unit'] === 'us' &&
      (operation === null || typeof operation === 'string') &&
      // Bins range from a nanosecond to a thousand days.
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

/** Number of trials whose raw files could not be read yet. */
export function countUnread(trials: readonly Pick<TrialRow, 'reasons'>[]): number {
  return trials.filter(({ reasons }) => reasons.some(({ code }) => code === NOT_READ_REASON.code)).length;
}
