/** What is done to files and directories as such, apart from their data: workloads ask for it, targets limit it. */

/** All kinds, in the order in which they are reckoned. */
export const FILE_OPERATIONS = ['create', 'delete', 'stat', 'mkdir', 'rmdir', 'rename'] as const;
export type FileOperation = (typeof FILE_OPERATIONS)[number];

/** How many of each; a kind that is left out is not asked for. */
export type FileOperations = Readonly<Partial<Record<FileOperation, number>>>;

/** A fixed amount of work of one host. */
export interface StepWork {
  readonly writtenBytes: number;
  readonly operations: FileOperations;
}
