/** A parsed output file of a tool: results, and details that the tool prints. */
import type { RawObservation } from './observation';

/** Details of a run in addition to its results, as far as the tool prints them. */
export interface RunDetails {
  /** Requested options with the names of the tool, e.g. `bs`: `4k`. */
  readonly options: Readonly<Record<string, string>>;
  /** Measured seconds. */
  readonly seconds: number;
  /** Maximum I/Os in flight of all jobs; null if unknown, for open-loop jobs, or without data transfer. */
  readonly inFlight: number | null;
  /** Whether no page cache serves the run; null if it moves no data, or if its engine is unknown. */
  readonly direct: boolean | null;
  /** Why O_DIRECT is not used, in the tool's words; absent if the options do not request O_DIRECT. */
  readonly directReason?: string;
  /** Total bytes of the files; null if unknown. */
  readonly workingBytes: number | null;
  /** Whether all written data was on the storage when the measured time ended. */
  readonly flushed: boolean;
  /** The run only writes, and flushes so often that no cache can have absorbed the writes. */
  readonly durable?: true;
  /** Its flushes are not those of its writes, so their latency is no commit latency. */
  readonly uncommitted?: true;
  readonly doubts: readonly {
    /** See `causes.json`. */
    readonly code: string;
    readonly text: string;
    /** Name of an option: if its value was intended, the doubt does not apply. */
    readonly unless?: string;
    /** The doubt does not apply if the run reached the provisioned rate. */
    readonly isLimit?: true;
  }[];
  /** The run writes: its reads include verification, which is no load. */
  readonly readBack: boolean;
  /** Remarks about the workload. */
  readonly remarks?: readonly string[];
}

/**
 * Minimum seconds of a phase in one iteration of a multi-process job. In shorter phases, process starts, file opens and
 * barriers dominate. This minimum does not exclude bursts and caches, which last longer: see server-side metrics.
 */
export const MIN_PHASE_SECONDS = 1;

/** Details of a multi-process job, as far as the tool prints them. */
export interface JobDetails {
  /** Like {@link RunDetails.options}; flags are `1` or `0`. */
  readonly options: Readonly<Record<string, string>>;
  readonly nodes: number;
  /** Maximum seconds of one iteration, by metric. */
  readonly seconds: Readonly<Record<string, number>>;
  /** Data that the writing host read back, possibly from its memory; null without any. */
  readonly readBack: { readonly why: string; readonly bytes: number | null } | null;
  /** Values that the tool prints twice, with different numbers. */
  readonly contradictions?: readonly string[];
  /** See {@link RunDetails.remarks}. */
  readonly remarks?: readonly string[];
  /** Doubts about the results, on any hosts. */
  readonly doubts: readonly string[];
  /** Facts that the tool does not print. */
  readonly unknown: readonly string[];
}

/** One tool output, as printed by `fsxbench parse`. */
export interface ToolResult {
  readonly tool: string;
  readonly toolVersion: string | null;
  readonly status: 'ok' | 'suspect' | 'failed';
  readonly problems: readonly string[];
  /** Doubts about all runs of a valid output. */
  readonly doubts?: readonly string[];
  /** Some values are impossible or contradict each other. */
  readonly impossible?: true;
  readonly runs: readonly {
    readonly label: string;
    /** The run ended with an error, so its values do not count. */
    readonly failed?: true;
    /** Group of concurrent runs; absent: the run was alone. */
    readonly group?: string;
    /** The options allow the run to start later than its group. */
    readonly loose?: true;
    readonly observations: readonly Omit<RawObservation, 'host' | 'source'>[];
    /** Details of the run; absent if the tool does not print them. */
    readonly stated?: RunDetails;
    /** Why its options are not known; absent if the tool never prints them. */
    readonly unstated?: string;
    /** Details of a job over several hosts. */
    readonly job?: JobDetails;
  }[];
}
