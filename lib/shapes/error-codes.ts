/**
 * Error codes, reasons of trials and the glossary, with their texts from `texts/*.json`. `docs/errors.md` and
 * `fsxbench explain` show them. Every thrown error has one of these codes as its name.
 */
import errors from './texts/errors.json';
import reasons from './texts/reasons.json';
import words from './texts/words.json';

export interface ErrorEntry {
  /** What happened. */
  readonly what: string;
  /** What to do. */
  readonly remedy: string;
}

/** A reason of a trial. */
export interface TrialReason extends ErrorEntry {
  /**
   * It concerns the outcome of the measurement, not its method: excluding such trials would drop the bad hours of
   * storage and keep the good ones. They count like VALID ones, and the answer says so.
   */
  readonly cameOut?: boolean;
  /** Something other than the storage was the limit: it may be faster. Answers say so. */
  readonly lowerBound?: boolean;
  /** Affected values count as lower bounds of times: they can miss a threshold, but never meet one. */
  readonly understates?: boolean;
  /**
   * Why the reason does not indicate slow storage. `hosts`: hosts, clocks, other processes, another measurement or
   * impossible values, which slow or failing storage does not cause. `quick`: too fast to judge, or served from memory.
   * `configuration`: a trial of another configuration. Absent: slow storage may be the cause, since tools fail and
   * hosts are lost in bad hours.
   */
  readonly cause?: string;
  /** Concerns the environment of the measurement: users may accept such trials. */
  readonly surroundings?: boolean;
}

type Table<C extends string, E> = Readonly<Record<C, E>>;

/** Errors of users of the command line or a deployment. */
export const USER_ERRORS: Table<keyof typeof errors.user, ErrorEntry> = errors.user;
/** Errors of state machines, also as reasons of rigs. */
export const MACHINE_ERRORS: Table<keyof typeof errors.machine, ErrorEntry> = errors.machine;
/** Errors of functions and of the program. */
export const PROGRAM_ERRORS: Table<keyof typeof errors.program, ErrorEntry> = errors.program;

/** All error codes. */
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
/** Reasons that workloads find in the output of their tools. */
export const WORKLOAD_REASONS: Table<keyof typeof reasons.workload, TrialReason> = reasons.workload;

/** A term of the glossary. */
export type GlossaryTerm = keyof typeof words;
/** Reports explain the terms that they use, `fsxbench explain` all. */
export const GLOSSARY: Table<GlossaryTerm, string> = words;
