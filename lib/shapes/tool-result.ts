/** One output file of a tool, read: its figures, and what the tool says of itself. */
import type { BareObservation } from './observation';

/** What a run says of itself beside its figures, as far as its tool prints that. */
export interface Stated {
  /** As it was asked for, by the words of the tool, e.g. `bs`: `4k`. */
  readonly options: Readonly<Record<string, string>>;
  /** Seconds that were measured. */
  readonly seconds: number;
  /** I/Os in flight at most, of all its jobs; null where nothing says so, or they come by the clock. */
  readonly inFlight: number | null;
  /** Past the memory of the host. */
  readonly direct: boolean;
  /** Bytes of the files that it works on; null where nothing says so. */
  readonly workingBytes: number | null;
  /** What it wrote was on the storage when its time ended. */
  readonly flushed: boolean;
  /** What it wrote compresses to nothing. */
  readonly zeros: boolean;
  /** It only writes: its reads are those by which its tool verified that, and no load. */
  readonly readBack: boolean;
}

/** One tool output as `fsxbench parse` prints it. */
export interface ToolResult {
  readonly tool: string;
  readonly toolVersion: string | null;
  readonly status: 'ok' | 'suspect' | 'failed';
  readonly problems: readonly string[];
  /** Of its figures some cannot be, or contradict each other: no measurement gives this. */
  readonly impossible?: true;
  readonly runs: readonly {
    readonly label: string;
    /** Runs of one group were at it at once; left out: it was alone. */
    readonly group?: string;
    /** By its options it may have begun at another time than its group, or beside another one: nobody can tell. */
    readonly loose?: true;
    readonly observations: readonly Omit<BareObservation, 'host' | 'source'>[];
    /** Left out: the tool does not print it. */
    readonly stated?: Stated;
  }[];
}
