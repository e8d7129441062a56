/** What a deployment writes to CloudWatch about itself: metrics, and the query that shows an execution in the logs. */
import table from './deployment-metrics.json';
import type { FunctionName } from './machines';

export const METRICS_NAMESPACE = 'fsxbench';

export interface MetricFacts {
  /** CloudWatch has no unit for dollars. */
  readonly unit: 'Count' | 'Seconds' | 'None';
  /** Sums add up to the documents of executions; `Maximum` is for a level. */
  readonly statistic: 'Sum' | 'Maximum';
  readonly writtenBy: readonly FunctionName[];
  /** Whether it has the dimension `experiment`, too. Every metric has the dimension `stack`. */
  readonly isByExperiment: boolean;
  readonly means: string;
  /** When sums differ from the documents. */
  readonly limits: string;
}

/** As in CloudWatch. */
export type MetricName = keyof typeof table;
export const METRICS = table as Readonly<Record<MetricName, MetricFacts>>;

/** Values by metric; others are not written. */
export type Figures = Readonly<Partial<Record<MetricName, number>>>;

/** Log group of a function, as Lambda itself would name it. @param functionName e.g. `fsxbench-admit` */
export function getLogGroupName(functionName: string): string {
  return `/aws/lambda/${functionName}`;
}

/** CloudWatch Logs Insights: the calls of one execution in their order, over the log groups of all functions. */
export const EXECUTION_QUERY = [
  'fields @timestamp, function_name, level, message, rig, trial, answer, error, cause',
  "filter execution = 'EXECUTION'",
  'sort @timestamp asc',
  'limit 10000',
].join('\n| ');
