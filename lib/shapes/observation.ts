/** One number from one trial. The flat schema of every JSON line below `observations/`. */
export interface Observation {
  readonly experiment: string;
  readonly execution: string;
  readonly cell: string;
  readonly rig: string;
  readonly block: number;
  readonly stage: string | null;
  readonly trial: string;
  readonly attempt: number;
  readonly replicate: number;
  /** Name of one host, or `aggregate`. */
  readonly host: string;
  readonly workload: string;
  readonly metric: string;
  readonly operation: string | null;
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

/** Base units: nothing else is stored. */
export type Unit = 'ops/s' | 'bytes/s' | 'us' | 's' | '%' | 'count';

/** What a workload's parser gives; the trial adds the rest. */
export type BareObservation = Pick<
  Observation,
  'host' | 'metric' | 'operation' | 'statistic' | 'unit' | 'value' | 'source'
>;
