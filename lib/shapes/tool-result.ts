/** A parsed output file of a tool: results, and details that the tool prints. */
import type { RawObservation } from './observation';

/** Details of a run in addition to its results, as far as the tool prints them. */
export interface RunDetails {
  /** Requested options as the tool names them, e.g. `bs`: `4k`. */
  readonly options: Readonly<Record<string, string>>;
  /** Measured seconds. */
  readonly seconds: number;
  /** Maximum I/Os in flight of all jobs; null if unknown, for open-loop jobs, or without data transfer. */
  readonly inFlight: number | null;
  /** It pauses between I/Os, so that fewer in flight are expected. */
  readonly pauses?: true;
  /** Whether it uses O_DIRECT; null without reads or writes of data. */
  readonly direct: boolean | null;
  /** Why not, in the tool's words; absent: its options do not request it. */
  readonly directReason?: string;
  /** Bytes of its files; null if unknown. */
  readonly workingBytes: number | null;
  /** Whether written data was on the storage at the end of its time. */
  readonly flushed: boolean;
  /** It only writes, and flushes after every few writes, so that no cache can have absorbed them. */
  readonly durable?: true;
  /** Doubts about its results. */
  readonly doubts: readonly {
    readonly text: string;
    /** An option: no doubt if its value was intended. */
    readonly unless?: string;
    /** No doubt if it reached the provisioned rate. */
    readonly isLimit?: true;
  }[];
  /** It only writes: its reads are verification, not load. */
  readonly readBack: boolean;
  /** Remarks about the workload. */
  readonly remarks?: readonly string[];
}

/**
 * Minimum length of a phase of one iteration of a multi-process job. In shorter ones, process starts, file opens and
 * barriers dominate. Bursts and caches last longer: server-side metrics and settings show them.
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
  /** Values that it prints twice with different numbers. */
  readonly contradictions?: readonly string[];
  /** See {@link RunDetails.remarks}. */
  readonly remarks?: readonly string[];
  /** Doubts about its results, on any hosts. */
  readonly doubts: readonly string[];
  /** Facts that it does not print. */
  readonly unknown: readonly string[];
}

/** One tool output, as printed by `fsxbench parse`. */
export interface ToolResult {
  readonly tool: string;
  readonly toolVersion: string | null;
  readonly status: 'ok' | 'suspect' | 'failed';
  readonly problems: readonly string[];
  /** Doubts about all its runs, in a valid output. */
  readonly doubts?: readonly string[];
  /** Some values are impossible or contradict each other. */
  readonly impossible?: true;
  readonly runs: readonly {
    readonly label: string;
    /** It ended with an error, so its values do not count. */
    readonly failed?: true;
    /** Group of concurrent runs; absent: it ran alone. */
    readonly group?: string;
    /** Its options allow other start times than those of its group. */
    readonly loose?: true;
    readonly observations: readonly Omit<RawObservation, 'host' | 'source'>[];
    /** Absent: not printed by the tool. */
    readonly stated?: RunDetails;
    /** The same for jobs over several hosts. */
    readonly job?: JobDetails;
  }[];
}
