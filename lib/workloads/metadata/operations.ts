/** Operations on files and directories that `metadata` measures in successive phases. */
import type { FileOperations } from '../../shapes/file-operation';
import type { LimitName, Metric } from '../../shapes/metric';

/** Names per reply to a directory listing. Assumed: as many as fit in 32 KiB. */
const NAMES_PER_REPLY = 250;

interface OperationFacts {
  readonly metric: string;
  readonly words: string;
  /** Storage operations per measured operation. */
  readonly asks: FileOperations;
  /** Provisioned rate that limits the operation; absent if none does. */
  readonly limit?: LimitName;
  /** Whether a host's caches may answer the operation. */
  readonly looks?: true;
}

/** Operations in the order of a trial. A read opens and closes a file, as files are empty. */
export const METADATA_OPERATIONS = {
  mkdir: { metric: 'dir_create', words: 'directory creates', asks: { mkdir: 1 }, limit: 'metadataMkdirs' },
  create: { metric: 'file_create', words: 'file creates', asks: { create: 1 }, limit: 'metadataCreates' },
  stat: { metric: 'file_stat', words: 'file lookups', asks: { stat: 1 }, looks: true },
  read: { metric: 'file_read', words: 'file reads', asks: { open: 1 }, limit: 'metadataOpens', looks: true },
  list: { metric: 'dir_list', words: 'names listed', asks: { stat: 1 / NAMES_PER_REPLY }, looks: true },
  rename: { metric: 'file_rename', words: 'file renames', asks: { rename: 1 }, limit: 'metadataRenames' },
  remove: { metric: 'file_remove', words: 'file removes', asks: { delete: 1 }, limit: 'metadataDeletes' },
  rmdir: { metric: 'dir_remove', words: 'directory removes', asks: { rmdir: 1 }, limit: 'metadataRmdirs' },
} as const satisfies Readonly<Record<string, OperationFacts>>;

export type OperationName = keyof typeof METADATA_OPERATIONS;

export const OPERATION_NAMES = Object.keys(METADATA_OPERATIONS) as OperationName[];

export function getFacts(name: OperationName): OperationFacts {
  return METADATA_OPERATIONS[name];
}

/** The operation that creates what another operation needs; undefined for operations that create. */
export function getPrerequisite(name: OperationName): OperationName | undefined {
  if (name === 'mkdir' || name === 'create') return undefined;
  return name === 'rmdir' ? 'mkdir' : 'create';
}

/** Rates of all processes together, from the first start to the last end, as in `mdtest`. */
export const METADATA_METRICS: Readonly<Record<string, Metric>> = Object.fromEntries(
  OPERATION_NAMES.map((name) => {
    const { metric, words } = METADATA_OPERATIONS[name];
    return [metric, { unit: 'ops/s', better: 'higher', words, column: true, overHosts: 'sum', statistic: 'mean' }];
  }),
);
