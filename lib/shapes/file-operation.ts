/** Metadata operations on files and directories: workloads request them, targets limit them. */
/** All operations, in the order in which estimates process them. `open` includes the close. */
export const FILE_OPERATIONS = ['create', 'delete', 'stat', 'open', 'mkdir', 'rmdir', 'rename'] as const;
export type FileOperation = (typeof FILE_OPERATIONS)[number];

/** Number of each operation; absent: 0. */
export type FileOperations = Readonly<Partial<Record<FileOperation, number>>>;

/** A fixed amount of work per host, or of all hosts together. */
export interface StepWork {
  /** The hosts share the work, e.g. as one MPI job. Absent: each host does all of it. */
  readonly ofAll?: true;
  readonly writtenBytes: number;
  /** Bytes read after the operations, repeatedly from a working set; absent: none. */
  readonly reads?: { readonly bytes: number; readonly workingBytes: number };
  readonly operations: FileOperations;
  /** Number of sequential writes that wait for the storage when a file is closed; absent: none. */
  readonly writes?: number;
  /** Maximum concurrent operations and writes per host; absent: unlimited. */
  readonly inFlight?: number;
}
