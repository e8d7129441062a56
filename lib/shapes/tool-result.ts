/** One output file of a tool, read: its figures, and what the tool says of itself. */
import type { RawObservation } from './observation';

/** What a run says of itself beside its figures, as far as its tool prints that. */
export interface RunDetails {
  /** As it was asked for, by the words of the tool, e.g. `bs`: `4k`. */
  readonly options: Readonly<Record<string, string>>;
  /** Seconds that were measured. */
  readonly seconds: number;
  /**
   * I/Os in flight at most, of all its jobs; null where nothing says so, they come by the clock, or no
   * data are moved.
   */
  readonly inFlight: number | null;
  /** It was to wait for other things than its I/Os between them: fewer in flight say nothing. */
  readonly pauses?: true;
  /** Past the memory of the host; null where no data are read or written. */
  readonly direct: boolean | null;
  /** Why not, by the words of the tool; left out: nothing of its options asked for that. */
  readonly directReason?: string;
  /** Bytes of the files that it works on; null where nothing says so. */
  readonly workingBytes: number | null;
  /** What it wrote was on the storage when its time ended. */
  readonly flushed: boolean;
  /** It only writes, and each few of its writes waited until the storage had them: no memory can have answered. */
  readonly durable?: true;
  /** What speaks against its figures. */
  readonly doubts: readonly {
    readonly text: string;
    /** An option: where that was meant as it is, nothing does. */
    readonly unless?: string;
    /** Nothing does where it had what was paid for. */
    readonly isLimit?: true;
  }[];
  /** It only writes: its reads are those by which its tool verified that, and no load. */
  readonly readBack: boolean;
  /** What speaks against no figure, and should be known of the load. */
  readonly remarks?: readonly string[];
}

/**
 * Of one phase of one iteration of a job of many processes, in trials and in outputs that people bring: below, starting
 * processes, opening files and the barrier between phases decide. Bursts and caches last longer: of a trial servers and
 * settings tell of them.
 */
export const MIN_PHASE_SECONDS = 1;

/** What a run of one job of many processes says of itself, as far as its tool prints that. */
export interface JobDetails {
  /** As {@link RunDetails.options}; a flag is `1` where it was given and `0` where not. */
  readonly options: Readonly<Record<string, string>>;
  readonly nodes: number;
  /** Seconds of one iteration at most, by metric. */
  readonly seconds: Readonly<Record<string, number>>;
  /** Data that were read where they had been written, unless the memory there was too small; null where none were. */
  readonly readBack: { readonly why: string; readonly bytes: number | null } | null;
  /** Figures that it gives twice, and not the same. */
  readonly contradictions?: readonly string[];
  /** As {@link RunDetails.remarks}. */
  readonly remarks?: readonly string[];
  /** What speaks against its figures, whatever its hosts are. */
  readonly doubts: readonly string[];
  /** What would be asked of it, and it does not tell. */
  readonly unknown: readonly string[];
}

/** One tool output as `fsxbench parse` prints it. */
export interface ToolResult {
  readonly tool: string;
  readonly toolVersion: string | null;
  readonly status: 'ok' | 'suspect' | 'failed';
  readonly problems: readonly string[];
  /** What speaks against all its runs, and does not make it a bad output. */
  readonly doubts?: readonly string[];
  /** Of its figures some cannot be, or contradict each other: no measurement gives this. */
  readonly impossible?: true;
  readonly runs: readonly {
    readonly label: string;
    /** It ended with an error: its figures are no result. */
    readonly failed?: true;
    /** Runs of one group were at it at once; left out: it was alone. */
    readonly group?: string;
    /** By its options it may have begun at another time than its group, or beside another one: nobody can tell. */
    readonly loose?: true;
    readonly observations: readonly Omit<RawObservation, 'host' | 'source'>[];
    /** Left out: the tool does not print it. */
    readonly stated?: RunDetails;
    /** The same of a tool whose runs are jobs over hosts. */
    readonly job?: JobDetails;
  }[];
}
