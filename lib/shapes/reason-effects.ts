/**
 * Effects of reasons: whether a trial counts, whether its values are bounds, and whether its exclusion biases the
 * answer.
 */
import { TRIAL_REASONS, type TrialReason, WORKLOAD_REASONS } from './error-codes';
import { affects, type Reason, type TrialRow } from './verdict';

const ALL_REASONS: Readonly<Record<string, TrialReason>> = { ...WORKLOAD_REASONS, ...TRIAL_REASONS };

function findEntry(code: string): TrialReason | undefined {
  return Object.hasOwn(ALL_REASONS, code) ? ALL_REASONS[code] : undefined;
}

/** Whether a reason means that the storage may be faster than measured. */
export function isLowerBound(code: string): boolean {
  return findEntry(code)?.lowerBound === true;
}

/** The cause, if answers repeat it as a remark; else null. */
export function findRemark({ level, code, why }: Reason): string | null {
  return level === 'note' && findEntry(code)?.showWithAnswer === true ? (why ?? null) : null;
}

/** Metrics of a trial that are only lower bounds. */
export function listLowerBounds(reasons: readonly Reason[]): readonly string[] {
  return [
    ...new Set(reasons.flatMap(({ code, metrics = [] }) => (findEntry(code)?.understates === true ? metrics : []))),
  ];
}

/** Whether a reason concerns only the outcome of a trial, so that the trial counts. False for unknown codes. */
export function isOutcome(code: string): boolean {
  return findEntry(code)?.cameOut === true;
}

/**
 * Whether a trial counts in decisions: VALID, or SUSPECT only because of its outcome.
 * @param metric the deciding metric, since reasons may affect single metrics; null: the whole trial
 * @param accepted reasons that the user accepts
 */
export function countsInDecisions(
  { verdict, reasons }: Pick<TrialRow, 'verdict' | 'reasons'>,
  metric: string | null = null,
  accepted: readonly string[] = [],
): boolean {
  if (verdict === 'VALID') return true;
  const isIgnored = ({ level, code }: Reason): boolean =>
    level === 'note' || isOutcome(code) || accepted.includes(code);
  return verdict === 'SUSPECT' && reasons.every((one) => isIgnored(one) || !affects(one, metric));
}

/**
 * How excluding a trial or attempt biases the answer. `slow`: the storage was slow, or may have caused the failure by
 * being slow. `quick`: excluded only because the trial was too fast to judge. Null: no bias.
 * @param metric see {@link countsInDecisions}
 */
export function judgeExclusion(
  { verdict, reasons }: Pick<TrialRow, 'verdict' | 'reasons'>,
  metric: string | null = null,
): 'slow' | 'quick' | null {
  if (reasons.some(({ code }) => code === ATTEMPT_LOST)) return 'slow';
  if (verdict !== 'SUSPECT' && verdict !== 'INVALID') return null;
  const against = reasons.flatMap((one) =>
    one.level === 'note' || isOutcome(one.code) || !affects(one, metric) ? [] : [one.code],
  );
  const causes = against.map((code) => findEntry(code)?.cause);
  if (causes.includes('configuration')) return null;
  if (causes.includes(undefined)) return 'slow';
  return causes.length > 0 && causes.every((cause) => cause === 'quick') ? 'quick' : null;
}

/** The only note that describes the outcome of an attempt: it started to measure, and was lost. */
export const ATTEMPT_LOST = 'AttemptLost' satisfies keyof typeof TRIAL_REASONS;
