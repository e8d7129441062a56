/** `fsxbench.result/1`: how an execution ended, for programs; the same in console, event, bucket and `--json`. */
import type { Receipt } from './receipt';
import type { Verdict } from './verdict';

export const RESULT_SCHEMA = 'fsxbench.result/1';

/**
 * How an execution can end. `Answered`: there are trials that count; `TooLittleMeasured`: there are none;
 * `CleanupIncomplete`: something may be left, whatever was measured. `Stopped` and `Failed` ended before their end.
 */
export type End =
  | 'Answered'
  | 'TooLittleMeasured'
  | 'CleanupIncomplete'
  | 'Stopped'
  | 'Failed'
  | 'PlannedOnly'
  | 'Refused';

/**
 * The record of an end; what is not known is null.
 * @example { "schema": "fsxbench.result/1", "end": "Answered", "outcome": "SUCCEEDED", "clean": true, ... }
 */
export interface ExecutionResult {
  readonly schema: typeof RESULT_SCHEMA;
  readonly end: End;
  /** Value of the tag `fsxbench:stack`; `local` on a machine of a person. */
  readonly stack: string;
  readonly executionId: string;
  readonly experiment: string | null;
  /** How the measurement ended; REFUSED where it never began, PLANNED where it was not to. */
  readonly outcome: Receipt['outcome'] | 'REFUSED' | 'PLANNED';
  readonly error: { readonly name: string; readonly message: string } | null;
  readonly answer: {
    /** `meets`, `misses`, `burst-only`, `best`, `safe-choice`, `equivalent`, `inconclusive`, `too-little`, `described`;
     * `planned` where nothing was to be measured. */
    readonly outcome: string;
    readonly met: 'yes' | 'no' | 'open' | null;
    /** Why it is inconclusive, or why what is preferred is; else null. */
    readonly reason: string | null;
    /** At most two sentences and 40 words. */
    readonly headline: string;
    /** One sentence each. */
    readonly evidence: readonly string[];
    readonly cautions: readonly string[];
    readonly settle: {
      readonly text: string;
      readonly setting: string | null;
      readonly effort: { readonly trials: number; readonly usd: number; readonly seconds: number } | null;
    } | null;
    readonly winner: {
      readonly label: string;
      /** In `unit`, a base unit such as `bytes/s`. */
      readonly value: number;
      readonly unit: string;
      readonly interval: { readonly low: number; readonly high: number; readonly level: number } | null;
      readonly storageUsdPerMonth: number | null;
    } | null;
  } | null;
  readonly trials: {
    readonly planned: number;
    /** Those whose figures count. */
    readonly counted: number;
    /** Those whose files are there and could not be read so far: INVALID among the verdicts until they are. */
    readonly unread: number;
    readonly verdicts: Readonly<Record<Verdict, number>>;
  } | null;
  /** US dollars by list prices; `spentUsd` null where rigs left no times. */
  readonly cost: { readonly estimateUsd: number; readonly spentUsd: number | null; readonly maxUsd: number } | null;
  /** True where a receipt proves that nothing is left, or nothing was created; null until a receipt is written. */
  readonly clean: boolean | null;
  readonly receipt: {
    /** ISO 8601: each guardian writes it anew. */
    readonly verifiedAt: string;
    /** At most {@link LEFT_MAX}. */
    readonly left: readonly { readonly kind: string; readonly id: string }[];
  } | null;
  readonly links: ResultLinks;
}

/** Where to look: addresses of the console, or paths on this machine; null for what there is not. */
export interface ResultLinks {
  readonly execution: string | null;
  readonly report: string | null;
  /** Folder with plan, summary, report, receipt and raw files. */
  readonly files: string | null;
}

/** Resources named in a result: an event is at most 256 KiB (EventBridge API, PutEvents). */
export const LEFT_MAX = 100;
