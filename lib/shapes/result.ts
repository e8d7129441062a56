/** `fsxbench.result/2`: the result of an execution for programs, in console, event, bucket and `--json`. */
import type { Receipt } from './receipt';
import type { Verdict } from './verdict';

export const RESULT_SCHEMA = 'fsxbench.result/2';

/**
 * How executions end. `Answered`: with valid trials. `TooLittleMeasured`: without valid trials. `CleanupIncomplete`:
 * resources may be left, with or without results. `Stopped` and `Failed`: ended early.
 */
export type ExecutionEnd =
  | 'Answered'
  | 'TooLittleMeasured'
  | 'CleanupIncomplete'
  | 'Stopped'
  | 'Failed'
  | 'PlannedOnly'
  | 'Refused';

/**
 * The record of an end; unknown values are null.
 * @example { schema: 'fsxbench.result/2', end: 'Answered', stack: 'fsxbench', executionId: 'night-1', outcome:
 *   'SUCCEEDED', clean: true, … }
 */
export interface ExecutionResult {
  readonly schema: typeof RESULT_SCHEMA;
  readonly end: ExecutionEnd;
  /** Value of the tag `fsxbench:stack`; `local` for local executions. */
  readonly stack: string;
  readonly executionId: string;
  readonly experiment: string | null;
  /** Outcome of the execution; REFUSED if it never started, PLANNED with `do: plan`. */
  readonly outcome: Receipt['outcome'] | 'REFUSED' | 'PLANNED';
  readonly error: { readonly name: string; readonly message: string } | null;
  readonly answer: {
    /** `meets`, `misses`, `best`, `equal`, `open`; `planned` with `do: plan`; null without a question. */
    readonly outcome: string | null;
    readonly met: 'yes' | 'no' | 'open' | null;
    /** `few`, `noise`, `assumed`, `bound` or `unmeasured`: why the answer, or what is preferred, is open; else null. */
    readonly reason: string | null;
    /** The answer in at most two sentences and 40 words. */
    readonly headline: string;
    /** One sentence each. */
    readonly evidence: readonly string[];
    readonly cautions: readonly string[];
    /** Further remarks. */
    readonly details: readonly string[];
    readonly settle: {
      readonly text: string;
      readonly setting: string | null;
      readonly effort: { readonly trials: number; readonly usd: number; readonly seconds: number } | null;
    } | null;
    readonly winner: {
      readonly label: string;
      /** Value in `unit`, a base unit such as `bytes/s`. */
      readonly value: number;
      readonly unit: string;
      readonly interval: { readonly low: number; readonly high: number; readonly level: number } | null;
      readonly storageUsdPerMonth: number | null;
    } | null;
  } | null;
  readonly trials: {
    readonly planned: number;
    readonly valid: number;
    /** Trials whose files could not be read yet; `verdicts` counts them as INVALID until then. */
    readonly unread: number;
    readonly verdicts: Readonly<Record<Verdict, number>>;
  } | null;
  /** US dollars at list prices; `spentUsd` is null if rigs left no times. */
  readonly cost: { readonly estimateUsd: number; readonly spentUsd: number | null; readonly maxUsd: number } | null;
  /** True if the cleanup receipt is clean, or nothing was created; null until a receipt is written. */
  readonly clean: boolean | null;
  readonly receipt: {
    /** ISO 8601; every guardian updates it. */
    readonly verifiedAt: string;
    /** At most {@link LEFT_RESOURCES_MAX}. */
    readonly remaining: readonly { readonly kind: string; readonly id: string }[];
  } | null;
  /** Null before the first analysis, and without a measured metric. */
  readonly history: ExecutionHistory | null;
  readonly links: ResultLinks;
}

/** Levels and changes of an experiment as its newest execution shows them: `history.json`. */
export interface ExecutionHistory {
  /** Metric of the question, else the first one. */
  readonly metric: string;
  /** Number of compared executions, with this one. */
  readonly executions: number;
  /** Level of each configuration since its last change; at most {@link LEVELS_MAX} in a result. */
  readonly levels: readonly HistoryLevel[];
  /** Changes that no earlier execution reported; at most {@link CHANGES_MAX} in a result. */
  readonly changes: readonly ReportedChange[];
}

interface HistoryLevel {
  readonly label: string;
  readonly operation: string | null;
  /** Geometric mean, in `unit`; null if no execution has enough valid trials. */
  readonly level: number | null;
  readonly unit: string;
  /** First execution of the level; null: the level has not changed. */
  readonly since: string | null;
}

/** A change of level. Ratios are new ÷ old − 1, with a 96% interval. */
export interface ReportedChange {
  /** Configuration; null: all together. */
  readonly cell: string | null;
  readonly label: string | null;
  readonly operation: string | null;
  readonly change: number;
  readonly low: number;
  readonly high: number;
  /** Last execution of the old level, first execution of the new one, and its start. */
  readonly before: string;
  readonly from: string;
  readonly started: string;
  /** Executions of the new level until it was seen. */
  readonly executions: number;
  /** What else differs between `before` and `from`, e.g. `kernel: 6.1.1 → 6.1.2`; null if it is unknown. */
  readonly differs: readonly string[] | null;
}

export const LEVELS_MAX = 50;
export const CHANGES_MAX = 20;

/** Console addresses, or local paths; null if missing. */
export interface ResultLinks {
  readonly execution: string | null;
  readonly report: string | null;
  /** Folder of plan, summary, report, receipt and raw files. */
  readonly files: string | null;
}

/** Maximum resources in a result: an event is at most 256 KiB (EventBridge API, PutEvents). */
export const LEFT_RESOURCES_MAX = 100;
