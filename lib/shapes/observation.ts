/** Numbers of trials: the flat schema of every JSON line of the table `observations` (docs/results.md). */
import type { Verdict } from './verdict';

/** One number from one trial. Keys are columns: lower case, one word. */
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
  /** The trial counts, as far as it alone can say: VALID, or SUSPECT for nothing but how it came out. */
  readonly counts: boolean;
  /** Of all hosts together, or of one of them. */
  readonly scope: 'aggregate' | 'host';
  /** Name of one host; null for all of them together. */
  readonly host: string | null;
  readonly workload: string;
  readonly metric: string;
  readonly operation: string | null;
  /** What the figure is inside the trial: `value`, `mean`, `max`, … */
  readonly statistic: string;
  readonly unit: Unit;
  readonly value: number;
  /** Window in which it was measured, ISO 8601. */
  readonly started: string;
  readonly ended: string;
  readonly simulated: boolean;
  /** Raw file it was read from, relative to the execution's root. */
  readonly source: string;
}

/** Level label by factor; `target`, `workload` and, where there is one, `stage` are always among them. */
export type AllLevels = Readonly<Record<string, string>>;

/** Base units: nothing else is stored. */
export type Unit = 'ops/s' | 'bytes/s' | 'us' | 's' | '%' | 'count';

/** What a workload's parser gives, with `aggregate` for all hosts together; the trial adds the rest. */
export type RawObservation = Pick<Observation, 'metric' | 'operation' | 'statistic' | 'unit' | 'value' | 'source'> & {
  readonly host: string;
};

/** What of a cell says where it stands among others. */
export interface CellIdentity {
  /** Of the factors that vary. */
  readonly levels: Readonly<Record<string, string>>;
  readonly target: string;
  readonly stage: string | null;
  readonly workload: string;
}

/** All levels of a cell, those of target, stage and workload too where there is only one of each. */
export function mergeLevels({ levels, target, stage, workload }: CellIdentity): AllLevels {
  return { target, ...(stage === null ? {} : { stage }), workload, ...levels };
}
