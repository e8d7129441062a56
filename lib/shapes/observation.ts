/** Schema of the JSON lines of the table `observations` (docs/results.md). */
import type { Verdict } from './verdict';

/**
 * One number from one trial. Keys are columns.
 * @example { trial: 't0001', attempt: 1, verdict: 'VALID', counts: true, scope: 'host', host: 'client-0', metric:
 *   'iops', operation: 'read', statistic: 'value', unit: 'ops/s', value: 84100, simulated: false, … }
 */
export interface Observation {
  readonly experiment: string;
  readonly execution: string;
  readonly cell: string;
  readonly levels: AllLevels;
  readonly rig: string;
  readonly block: number;
  readonly period: number;
  readonly stage: string | null;
  readonly copy: string;
  readonly trial: string;
  readonly attempt: number;
  readonly replicate: number;
  readonly verdict: Verdict;
  /** Whether the trial is VALID, or SUSPECT only because of its outcome. */
  readonly counts: boolean;
  /** Scope of the value: all hosts together, or one host. */
  readonly scope: 'aggregate' | 'host';
  /** Host name; null for all hosts together. */
  readonly host: string | null;
  readonly workload: string;
  readonly metric: string;
  readonly operation: string | null;
  /** Statistic within the trial: `value`, `mean`, `max`, … */
  readonly statistic: string;
  readonly unit: Unit;
  readonly value: number;
  /** Measurement window, ISO 8601. */
  readonly started: string;
  readonly ended: string;
  readonly simulated: boolean;
  /** Path of the raw file, relative to the folder of the execution. */
  readonly source: string;
}

/** Level label by factor; always includes `target`, `workload` and, if any, `stage`. */
export type AllLevels = Readonly<Record<string, string>>;

/** Base units. Values are stored in no other unit. */
export type Unit = 'ops/s' | 'bytes/s' | 'us' | 's' | '%' | 'count';

/** Output of a workload's parser, with host `aggregate` for all hosts; the trial adds the rest. */
export type RawObservation = Pick<Observation, 'metric' | 'operation' | 'statistic' | 'unit' | 'value' | 'source'> & {
  readonly host: string;
};

/** What identifies a configuration. */
export interface CellIdentity {
  readonly levels: Readonly<Record<string, string>>;
  readonly target: string;
  readonly stage: string | null;
  readonly workload: string;
}

/** All levels of a configuration, always including target, stage and workload. */
export function mergeLevels({ levels, target, stage, workload }: CellIdentity): AllLevels {
  return { target, ...(stage === null ? {} : { stage }), workload, ...levels };
}
