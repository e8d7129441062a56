/** Metadata operations on files and directories: workloads request them, targets limit them. */
/** All operations, in order of calculation. `open` includes the close. */
export const FILE_OPERATIONS = ['create', 'delete', 'stat', 'open', 'mkdir', 'rmdir', 'rename'] as const;
export type FileOperation = (typeof FILE_OPERATIONS)[number];

/** Number of each operation; absent: 0. */
export type FileOperations = Readonly<Partial<Record<FileOperation, number>>>;

/** A fixed amount of work per host, or of all hosts together. */
export interface StepWork {
  /** Shared by all hosts, e.g. processes of one MPI job; absent: per host. */
  readonly ofAll?: true;
  readonly writtenBytes: number;
  /** Bytes read afterwards, repeatedly from a working set; absent: none. */
  readonly reads?: { readonly bytes: number; readonly workingBytes: number };
  readonly operations: FileOperations;
  /** Writes that wait for the storage when their file is closed, in sequence; absent: none. */
  readonly writes?: number;
  /** Maximum concurrent operations and writes per host; absent: unlimited. */
  readonly inFlight?: number;
}
