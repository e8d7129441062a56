/**
 * What reasons of trials, of workloads or not, mean for what may be concluded: whether a trial counts, whether its
 * figures are bounds, and what is missed where it does not count.
 */
import { TRIAL_REASONS, type TrialReason, WORKLOAD_REASONS } from './coded-texts';
import { concerns, type Reason, type TrialRow } from './verdict';

const ALL: Readonly<Record<string, TrialReason>> = { ...WORKLOAD_REASONS, ...TRIAL_REASONS };

function entryOf(code: string): TrialReason | undefined {
  return Object.hasOwn(ALL, code) ? ALL[code] : undefined;
}

/** Whether a note says that the storage may give more than was measured. */
export function isLowerBound(code: string): boolean {
  return entryOf(code)?.lowerBound === true;
}

/** Metrics of which a trial says only that they are no lower. */
export function understated(reasons: readonly Reason[]): readonly string[] {
  return [
    ...new Set(reasons.flatMap(({ code, metrics = [] }) => (entryOf(code)?.understates === true ? metrics : []))),
  ];
}

/** Whether a reason says how a trial came out, so that it counts all the same. Unknown codes do not. */
export function cameOut(code: string): boolean {
  return entryOf(code)?.cameOut === true;
}

/**
 * Whether a trial counts in decisions: VALID, or SUSPECT for nothing but how it came out.
 * @param metric by which is decided: reasons may speak against single figures; null: the trial as a whole
 */
export function countsInDecisions(
  { verdict, reasons }: Pick<TrialRow, 'verdict' | 'reasons'>,
  metric: string | null = null,
): boolean {
  if (verdict === 'VALID') return true;
  return (
    verdict === 'SUSPECT' && reasons.every((one) => one.level === 'note' || cameOut(one.code) || !concerns(one, metric))
  );
}

/** Reasons, of workloads too, of what was too quick to be judged, or quicker than the storage: memory took it. */
const QUICK: readonly string[] = ['DepthNotReached', 'RateExceeded', 'ShortRun', 'SourceBound', 'UnwrittenData'];

/**
 * Reasons, of workloads too, that are none of the storage's: the host and its clock, what others did, a measurement of
 * something else, figures that cannot be. A storage that is slow, or fails, brings none of them about. Everything else
 * that a trial is missed for may have befallen it because it was slow: tools fail, and hosts are lost, in bad hours.
 */
const NOT_OF_STORAGE: readonly string[] = [
  'CacheServed',
  'ClockSkew',
  'Contradiction',
  'CpuStolen',
  'DepthIgnored',
  'DeviceShared',
  'FiguresDisagree',
  'HostBusy',
  'HostsDiffer',
  'ImpossibleFigure',
  'Interrupted',
  'MemoryPressure',
  'NoData',
  'NotClosed',
  'OtherBlockSize',
  'OtherMix',
  'OtherOptions',
  'OthersRunning',
  'SeveralRuns',
  'ShortIos',
  'StartedLate',
  'Throttled',
  'UnwrittenReads',
  'WritesDelayed',
];

/** What makes it the trial of another configuration: then nothing of it is missed. */
const OF_ANOTHER: readonly string[] = ['WrongFixture', 'WrongResult'];

/**
 * Whether a trial, or an attempt of it, would have said something else than those that count: it was slow, or failed
 * for what may come of being slow, whatever else is wrong with it; or it was too quick to be judged, and nothing else
 * is wrong with it. Null where its outcome is not missed.
 * @param metric as of {@link countsInDecisions}
 */
export function leftOutBy(
  { verdict, reasons }: Pick<TrialRow, 'verdict' | 'reasons'>,
  metric: string | null = null,
): 'slow' | 'quick' | null {
  if (reasons.some(({ code }) => code === LOST_AT_WORK)) return 'slow';
  if (verdict !== 'SUSPECT' && verdict !== 'INVALID') return null;
  const against = reasons.flatMap((one) =>
    one.level === 'note' || cameOut(one.code) || !concerns(one, metric) ? [] : [one.code],
  );
  if (against.some((code) => OF_ANOTHER.includes(code))) return null;
  if (against.some((code) => !QUICK.includes(code) && !NOT_OF_STORAGE.includes(code))) return 'slow';
  return against.length > 0 && against.every((code) => QUICK.includes(code)) ? 'quick' : null;
}

/** The one note that says how an attempt came out. */
export const LOST_AT_WORK = 'LostAtWork' satisfies keyof typeof TRIAL_REASONS;
