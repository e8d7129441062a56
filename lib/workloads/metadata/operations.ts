/** Operations on files and directories that `metadata` measures, one phase after the other. */
import type { FileOperations } from '../../shapes/file-operation';
import type { LimitName, Metric } from '../../shapes/metric';

/** Names that one reply to a listing carries. Assumed: what fits into a reply of 32 KiB. */
const NAMES_PER_REPLY = 250;

interface OperationFacts {
  readonly metric: string;
  readonly words: string;
  /** What it asks of the storage, once. */
  readonly asks: FileOperations;
  /** What is paid for holds it; left out: nothing does. */
  readonly limit?: LimitName;
  /** The memory of a host may answer, where it knows the file. */
  readonly looks?: true;
}

/** In the order in which they are done. A read opens a file and closes it: files are empty. */
export const OPERATIONS = {
  mkdir: { metric: 'dir_create', words: 'directory creates', asks: { mkdir: 1 }, limit: 'metadataMkdirs' },
  create: { metric: 'file_create', words: 'file creates', asks: { create: 1 }, limit: 'metadataCreates' },
  stat: { metric: 'file_stat', words: 'file lookups', asks: { stat: 1 }, looks: true },
  read: { metric: 'file_read', words: 'file reads', asks: { open: 1 }, limit: 'metadataOpens', looks: true },
  list: { metric: 'dir_list', words: 'names listed', asks: { stat: 1 / NAMES_PER_REPLY }, looks: true },
  rename: { metric: 'file_rename', words: 'file renames', asks: { rename: 1 }, limit: 'metadataRenames' },
  remove: { metric: 'file_remove', words: 'file removes', asks: { delete: 1 }, limit: 'metadataDeletes' },
  rmdir: { metric: 'dir_remove', words: 'directory removes', asks: { rmdir: 1 }, limit: 'metadataRmdirs' },
} as const satisfies Readonly<Record<string, OperationFacts>>;

export type OperationName = keyof typeof OPERATIONS;

/** In their order. */
export const OPERATION_NAMES = Object.keys(OPERATIONS) as OperationName[];

/** What is known of one. */
export function getFacts(name: OperationName): OperationFacts {
  return OPERATIONS[name];
}

/** The operation that makes what another one works on; undefined of those that make. */
export function getPrerequisite(name: OperationName): OperationName | undefined {
  if (name === 'mkdir' || name === 'create') return undefined;
  return name === 'rmdir' ? 'mkdir' : 'create';
}

/** Rates of all processes together, over the time in which any of them was at it: as `mdtest` has them. */
export const METRICS: Readonly<Record<string, Metric>> = Object.fromEntries(
  OPERATION_NAMES.map((name) => {
    const { metric, words } = OPERATIONS[name];
    return [metric, { unit: 'ops/s', better: 'higher', words, column: true, overHosts: 'sum', statistic: 'mean' }];
  }),
);
