/** What a receipt says, and of which kinds. */
import { LISTED_KINDS } from './resources';

/** What only a person makes; nobody here may delete it. */
export const BACKUP_KIND = 'fsx:backup';
/** The right to measure a store that others own: an object of the results bucket. */
export const LEASE_KIND = 'lease';
/** A host that others own, on which something of the execution stays. */
export const MANAGED_HOST_KIND = 'managed host';
/** What receipts of an account cover. */
export const CLOUD_KINDS: readonly string[] = [...LISTED_KINDS, BACKUP_KIND];

/** How a measurement can end; UNKNOWN where it could not be looked at. */
export const OUTCOMES = ['SUCCEEDED', 'FAILED', 'ABORTED', 'TIMED_OUT', 'UNKNOWN'] as const;

/** A status of Step Functions as an outcome; UNKNOWN where it is none. */
export function readOutcome(status: string): (typeof OUTCOMES)[number] {
  return OUTCOMES.find((outcome) => outcome === status) ?? 'UNKNOWN';
}

/** The proof that nothing of an execution is left: written by the guardian, last. */
export interface Receipt {
  readonly schemaVersion: 1;
  readonly experiment: string;
  readonly executionId: string;
  /** True only where a listing of every kind that it covers showed nothing that still exists, after the settle time. */
  readonly clean: boolean;
  /** How the measurement ended; kept apart from how the cleanup ended. */
  readonly outcome: (typeof OUTCOMES)[number];
  /** ISO 8601. */
  readonly fencedAt: string;
  readonly verifiedAt: string;
  /** Everything that any listing saw, with when it was last seen to exist. */
  readonly resources: readonly ReceiptResource[];
  /** What could not be shown to be gone; empty where clean. */
  readonly left: readonly ReceiptResource[];
  /** Kinds that were listed, so that a reader knows what the proof covers. */
  readonly covered: readonly string[];
  /**
   * What stays in stores that others own, a sentence each: no host could remove it. It keeps no receipt from being
   * clean, since nobody here can do more: the next execution that leases the store removes it. Of managed hosts that
   * could not be cleaned, too: these are left, and somebody can do something. Absent: nothing.
   */
  readonly notCleaned?: readonly string[];
  /**
   * State machines of others that hooks started, and that may still run, a line each. They are not ours to stop, so
   * they keep no receipt from being clean. Absent: nothing.
   */
  readonly othersRunning?: readonly string[];
  /** Kinds that could not be looked at: of them anything may be left, so the receipt is not clean. */
  readonly unlisted: readonly ListingFailure[];
  /**
   * Kinds that could not be looked at, and keep no receipt from being clean: of what only tells, as alarms do, which
   * cost cents a month, and what neither the plan nor any note says was made. The receipt does not cover them, and says
   * of nothing of theirs that it is gone. Absent: none.
   */
  readonly passedOver?: readonly SkippedKind[];
}

/** A kind that could not be listed, and what its service said; `note` for what was noted and cannot be read. */
export interface ListingFailure {
  readonly kind: string;
  readonly why: string;
}

/** Of such a kind, what was made as far as anybody noted, and was never seen to be gone. */
export interface SkippedKind extends ListingFailure {
  readonly ids: readonly string[];
  /** The plan makes none, and no note names one. Absent: it may be there, and only tells. */
  readonly neverMade?: true;
}

/**
 * `cloudwatch:alarm (2 that we know of; cents a month each), efs:file-system (never made)`, of each kind that was
 * passed over; empty where none was.
 */
export function formatSkipped({ passedOver = [] }: Pick<Receipt, 'passedOver'>): string {
  return passedOver
    .map(({ kind, ids, neverMade }) => {
      const known = `${ids.length === 0 ? 'none' : ids.length} that we know of; cents a month each`;
      return `${kind} (${neverMade ? 'never made' : known})`;
    })
    .join(', ');
}

/**
 * What executions of one machine make, in the words of their receipts: a host is a folder and processes, its storage a
 * directory, and directories that had to be made to hold it. A host itself stands there only while its end is under
 * way.
 */
export const LOCAL_KINDS = ['host', 'host folder', 'process', 'data directory', 'parent directory'] as const;
export type LocalKind = (typeof LOCAL_KINDS)[number];

export interface ReceiptResource {
  readonly kind: string;
  /** As its service has it; on one machine a path, or the number of a process. */
  readonly id: string;
  readonly rig: string | null;
  readonly state: string;
}
