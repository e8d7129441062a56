/**
 * Error codes, reasons of trials and the glossary, with texts from `texts/*.json` that `docs/errors.md` and `fsxbench
 * explain` show. Every thrown error has one of these codes as its name.
 */
import errors from './texts/errors.json';
import reasons from './texts/reasons.json';
import words from './texts/words.json';

export interface ErrorEntry {
  readonly what: string;
  readonly remedy: string;
}

export interface TrialReason extends ErrorEntry {
  /**
   * The doubt concerns the outcome, not the method: the storage was slow or unsteady. Excluding these trials would hide
   * bad hours of the storage, so they count like VALID trials, and the answer says so.
   */
  readonly cameOut?: boolean;
  /** A host, network or source was the limit, so the storage may be faster. Answers say so. */
  readonly lowerBound?: boolean;
  /** Answers repeat the note, as a remark on the configuration. */
  readonly showWithAnswer?: boolean;
  /** Affected times are lower bounds: they can prove that a threshold is missed, but never that one is met. */
  readonly understates?: boolean;
  /**
   * Cause of the reason, if slow storage cannot be the cause. `hosts`: hosts, clocks, other processes, another
   * measurement, or impossible values. `quick`: too fast to judge, or served from memory. `configuration`: a trial of
   * another configuration. Absent: slow storage may be the cause, e.g. of a failed tool or a lost host.
   */
  readonly cause?: string;
  /** The reason concerns the environment (e.g. other processes): users may accept trials with this reason. */
  readonly surroundings?: boolean;
}

type Table<C extends string, E> = Readonly<Record<C, E>>;

/** Errors of users of the command line or a deployment. */
export const USER_ERRORS: Table<keyof typeof errors.user, ErrorEntry> = errors.user;
/** Errors of state machines; outcomes of rigs also have these codes. */
export const MACHINE_ERRORS: Table<keyof typeof errors.machine, ErrorEntry> = errors.machine;
/** Errors of Lambda functions and of the program. */
export const PROGRAM_ERRORS: Table<keyof typeof errors.program, ErrorEntry> = errors.program;

export type ErrorCode = keyof typeof USER_ERRORS | keyof typeof MACHINE_ERRORS | keyof typeof PROGRAM_ERRORS;
export const ERROR_CODES = [USER_ERRORS, MACHINE_ERRORS, PROGRAM_ERRORS].flatMap(
  (part) => Object.keys(part) as ErrorCode[],
);

/** Reasons of trials that are independent of workloads. */
export const TRIAL_REASONS: Table<keyof typeof reasons.trial, TrialReason> = reasons.trial;
/** Reasons that users may accept: `decide.accept`, `--accept`. */
export const ACCEPTABLE_REASONS: readonly string[] = Object.entries<TrialReason>(reasons.trial).flatMap(
  ([code, one]) => (one.surroundings === true ? [code] : []),
);
/** Reasons that workloads derive from the output of their tools. */
export const WORKLOAD_REASONS: Table<keyof typeof reasons.workload, TrialReason> = reasons.workload;

export type GlossaryTerm = keyof typeof words;
/** Terms by name. A report explains the terms in it; `fsxbench explain` explains all terms. */
export const GLOSSARY: Table<GlossaryTerm, string> = words;
