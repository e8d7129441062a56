/** Table of alarms, with meanings and remedies (`alarms.json`), for the stacks and `docs/operate.md`. Needs no CDK. */
import alarms from './alarms.json';
import type { DeploymentLimits } from '../../shapes/deployment-limits';
import type { MetricName } from '../../shapes/deployment-metrics';
import { FUNCTION_NAMES, type FunctionName, type MachineName, type StackPart } from '../../shapes/machines';

/** Sums of CloudWatch metrics (Step Functions guide, CloudWatch metrics). */
export type AlarmMetric =
  | { readonly of: 'machine'; readonly machine: MachineName; readonly names: readonly string[] }
  /** Of {@link ENDING_FUNCTIONS}. */
  | { readonly of: 'functions'; readonly name: string }
  | { readonly of: 'queue'; readonly name: string }
  /** Of the namespace `fsxbench`. */
  | { readonly of: 'deployment'; readonly name: MetricName };

export interface AlarmEntry {
  /** End of the alarm's name, as in `fsxbench-guardian-failed`. */
  readonly id: string;
  /** Stack of the alarm. Alarms of the bench stack exist only with scheduled specs. */
  readonly part: StackPart;
  readonly title: string;
  readonly metric: AlarmMetric;
  readonly periodMinutes: number;
  /**
   * Threshold; with `fewer` it is a minimum, and missing data count as 0. It is 1 for failed teardowns: each has
   * retried for hours, and its leftovers are billed.
   */
  readonly atLeast?: number;
  readonly fewer?: number;
  /** The alarm exists only with this limit; its threshold is this percentage of it. */
  readonly percentOf?: { readonly limit: keyof DeploymentLimits; readonly percent: number };
  readonly means: string;
  readonly todo: readonly string[];
}

/** Functions of the safety stack that cleanup needs. */
export const ENDING_FUNCTIONS: readonly FunctionName[] = FUNCTION_NAMES.safety.filter(
  (name) => !['analyse', 'ask-servers', 'compose-mail', 'parse-trial'].includes(name),
);

/** Most urgent first. */
export const ALARMS = alarms as readonly AlarmEntry[];

/** Alarms of one stack with their thresholds, most urgent first; without alarms of limits that are not set. */
export function listAlarms(part: StackPart, limits: DeploymentLimits = {}): readonly AlarmEntry[] {
  return ALARMS.flatMap((entry) => {
    const limit = entry.percentOf === undefined ? undefined : limits[entry.percentOf.limit];
    if (entry.part !== part) return [];
    if (entry.percentOf === undefined) return [entry];
    return limit === undefined ? [] : [{ ...entry, atLeast: (limit * entry.percentOf.percent) / 100 }];
  });
}

/** CloudWatch accepts 1,024 characters (API reference, PutMetricAlarm). */
export function formatAlarm({ title, means, todo }: AlarmEntry): string {
  const steps = todo.map((step, index) => `${index + 1}. ${step}`).join(' ');
  return `${title}. ${means} What to do: ${steps} (docs/operate.md)`;
}
