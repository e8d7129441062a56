/** The cleanup receipt. */
import { LISTED_KINDS } from './resources';

/** Backups, which only users create; fsxbench may not delete them. */
export const BACKUP_KIND = 'fsx:backup';
/** The lock of an external storage system or host: an object of the results bucket. */
export const LEASE_KIND = 'lease';
/** A managed host that could not be cleaned. */
export const MANAGED_HOST_KIND = 'managed host';
/** Resource kinds covered by receipts of an account. */
export const CLOUD_KINDS: readonly string[] = [...LISTED_KINDS, BACKUP_KIND];

/** Outcomes of an execution; UNKNOWN if its status could not be read. */
export const OUTCOMES = ['SUCCEEDED', 'FAILED', 'ABORTED', 'TIMED_OUT', 'UNKNOWN'] as const;

/** Converts a Step Functions status; UNKNOWN for other texts. */
export function readOutcome(status: string): (typeof OUTCOMES)[number] {
  return OUTCOMES.find((outcome) => outcome === status) ?? 'UNKNOWN';
}

/** The proof that all resources of an execution are deleted: the last object that the guardian writes. */
export interface Receipt {
  readonly schemaVersion: 1;
  readonly experiment: string;
  readonly executionId: string;
  /** True only if listings of all covered kinds, after the settle time, showed no existing resource. */
  readonly clean: boolean;
  /** Outcome of the execution, independent of the cleanup. */
  readonly outcome: (typeof OUTCOMES)[number];
  /** ISO 8601. */
  readonly fencedAt: string;
  readonly verifiedAt: string;
  /** All resources in any listing, with their last state. */
  readonly resources: readonly ReceiptResource[];
  /** Resources that are not proven to be deleted; empty if clean. */
  readonly left: readonly ReceiptResource[];
  /** Listed kinds: the scope of the proof. */
  readonly covered: readonly string[];
  /**
   * Data left in external storage, a sentence each, because no host could remove it. The receipt may still be clean:
   * the next execution that locks the storage removes it. Also managed hosts that could not be cleaned; these count as
   * left.
   */
  readonly notCleaned?: readonly string[];
  /** State machines of hooks that may still run, a line each. fsxbench does not stop them; the receipt may be clean. */
  readonly othersRunning?: readonly string[];
  /** Kinds that could not be listed: their resources may be left, so the receipt is not clean. */
  readonly unlisted: readonly ListingFailure[];
  /**
   * Kinds that could not be listed, while the receipt may be clean: alarms and the like, which cost cents a month, and
   * kinds that neither plan nor notes mention. The receipt does not cover them. Absent: none.
   */
  readonly passedOver?: readonly SkippedKind[];
}

/** A kind that could not be listed, with the error; kind `note`: a note that cannot be read. */
export interface ListingFailure {
  readonly kind: string;
  readonly why: string;
}

/** A skipped kind, with noted resources that are not proven to be deleted. */
export interface SkippedKind extends ListingFailure {
  readonly ids: readonly string[];
  /** Neither plan nor notes mention one. Absent: an optional resource may exist. */
  readonly neverMade?: true;
}

/**
 * `cloudwatch:alarm (2 known; cents a month each), efs:file-system (never created)`, per skipped kind; may be empty.
 */
export function formatSkipped({ passedOver = [] }: Pick<Receipt, 'passedOver'>): string {
  return passedOver
    .map(({ kind, ids, neverMade }) => {
      const known = `${ids.length === 0 ? 'none' : ids.length} known; cents a month each`;
      return `${kind} (${neverMade ? 'never created' : known})`;
    })
    .join(', ');
}

/**
 * Resource kinds of local executions in receipts: a host is a folder and processes, its storage a directory, perhaps
 * with created parent directories. A host itself is listed only while it is being ended.
 */
export const LOCAL_KINDS = ['host', 'host folder', 'process', 'data directory', 'parent directory'] as const;
export type LocalKind = (typeof LOCAL_KINDS)[number];

export interface ReceiptResource {
  readonly kind: string;
  /** Id of the service; on one machine a path or process id. */
  readonly id: string;
  readonly rig: string | null;
  readonly state: string;
}
