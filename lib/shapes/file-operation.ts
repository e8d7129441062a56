/** What is done to files and directories as such, apart from their data: workloads ask for it, targets limit it. */

/** All kinds, in the order in which they are reckoned. An `open` closes the file again. */
export const FILE_OPERATIONS = ['create', 'delete', 'stat', 'open', 'mkdir', 'rmdir', 'rename'] as const;
export type FileOperation = (typeof FILE_OPERATIONS)[number];

/** How many of each; a kind that is left out is not asked for. */
export type FileOperations = Readonly<Partial<Record<FileOperation, number>>>;

/** A fixed amount of work of one host, or of all together. */
export interface StepWork {
  /** Of all hosts together, who share it: e.g. processes of one MPI job. Left out: of each host. */
  readonly ofAll?: true;
  readonly writtenBytes: number;
  /** What is read after that, again and again out of so many bytes. Left out: nothing. */
  readonly reads?: { readonly bytes: number; readonly workingBytes: number };
  readonly operations: FileOperations;
  /** Writes that wait for the storage as their file is closed, one after the other. Left out: none waits. */
  readonly writes?: number;
  /** Operations and writes of one host that wait at once. Left out: as many as it takes. */
  readonly inFlight?: number;
}
