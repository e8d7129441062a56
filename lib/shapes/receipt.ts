/** The cleanup receipt. */
import { LISTED_KINDS } from './resources';

/** Resource kind of backups. Only users create backups; fsxbench has no permission to delete them. */
export const BACKUP_KIND = 'fsx:backup';
/** Resource kind of locks of external storage or managed hosts: objects in the results bucket. */
export const LEASE_KIND = 'lease';
/** Resource kind of managed hosts that could not be cleaned. */
export const MANAGED_HOST_KIND = 'managed host';
/** Resource kinds covered by receipts of an account. */
export const CLOUD_KINDS: readonly string[] = [...LISTED_KINDS, BACKUP_KIND];

/** Outcomes of an execution; UNKNOWN if the status could not be read. */
export const OUTCOMES = ['SUCCEEDED', 'FAILED', 'ABORTED', 'TIMED_OUT', 'UNKNOWN'] as const;

/** Converts a Step Functions status; UNKNOWN for other texts. */
export function readOutcome(status: string): (typeof OUTCOMES)[number] {
  return OUTCOMES.find((outcome) => outcome === status) ?? 'UNKNOWN';
}

/**
 * The cleanup receipt: whether all resources of an execution are deleted. The guardian writes it last.
 * @example { schemaVersion: 1, experiment: 'lustre-small', executionId: 'night-1', clean: true, outcome: 'SUCCEEDED',
 *   fencedAt: '2026-11-28T03:00:00Z', verifiedAt: '2026-11-28T03:12:00Z', resources: [], remaining: [], covered:
 *   ['ec2:instance', 'fsx:file-system'], unlisted: [] }
 */
export interface Receipt {
  readonly schemaVersion: 1;
  readonly experiment: string;
  readonly executionId: string;
  /** True only if listings of all covered kinds, made after the settle time, found no existing resource. */
  readonly clean: boolean;
  /** Outcome of the execution, independent of the cleanup. */
  readonly outcome: (typeof OUTCOMES)[number];
  /** ISO 8601. */
  readonly fencedAt: string;
  readonly verifiedAt: string;
  /** All resources that any listing found, with their last state. */
  readonly resources: readonly ReceiptResource[];
  /** Resources that are not proven to be deleted; empty if clean. */
  readonly remaining: readonly ReceiptResource[];
  /** Kinds that were listed. The receipt proves nothing about other kinds. */
  readonly covered: readonly string[];
  /**
   * Data left in external storage because no host could remove it, one sentence each. The receipt may still be clean:
   * the next execution that locks the storage removes the data. Also managed hosts that could not be cleaned; these
   * hosts count as left.
   */
  readonly notCleaned?: readonly string[];
  /**
   * State machines of hooks that may still run, one line each. fsxbench does not stop them, and the receipt may still
   * be clean.
   */
  readonly externalRunning?: readonly string[];
  /** Kinds that could not be listed. Resources may be left, so the receipt is not clean. */
  readonly unlisted: readonly ListingFailure[];
  /**
   * Kinds that could not be listed and that the receipt does not cover; it may still be clean. These are
   * alarms and similar resources, which cost cents a month, and kinds that neither plan nor notes mention. Absent:
   * none.
   */
  readonly skipped?: readonly SkippedKind[];
}

/** A kind that could not be listed, with the error. Kind `note`: a creation note that cannot be read. */
export interface ListingFailure {
  readonly kind: string;
  readonly why: string;
}

/** A kind that the receipt does not cover, with known resources whose deletion is not proven. */
export interface SkippedKind extends ListingFailure {
  readonly ids: readonly string[];
  /** True: neither plan nor notes mention this kind. Undefined: the kind is optional (e.g. alarms); one may exist. */
  readonly neverCreated?: true;
}

/**
 * `cloudwatch:alarm (2 known; cents a month each), efs:file-system (never created)`, per skipped kind; may be empty.
 */
export function formatSkipped({ skipped = [] }: Pick<Receipt, 'skipped'>): string {
  return skipped
    .map(({ kind, ids, neverCreated }) => {
      const known = `${ids.length === 0 ? 'none' : ids.length} known; cents a month each`;
      return `${kind} (${neverCreated ? 'never created' : known})`;
    })
    .join(', ');
}

/**
 * Resource kinds of local executions. A local host is a folder and processes; its storage is a directory, perhaps with
 * created parents. A host is listed only while it is being terminated.
 */
export const LOCAL_KINDS = ['host', 'host folder', 'process', 'data directory', 'parent directory'] as const;
export type LocalKind = (typeof LOCAL_KINDS)[number];

export interface ReceiptResource {
  readonly kind: string;
  /** Resource id of the AWS service; in local executions a path or process id. */
  readonly id: string;
  readonly rig: string | null;
  readonly state: string;
}
