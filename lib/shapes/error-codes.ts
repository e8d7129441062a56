/**
 * What codes mean, and what to do: errors of the house, reasons of trials, and the words that are explained. The texts
 * are data (`texts/*.json`); `docs/errors.md` and `fsxbench explain` show them, and every error that is thrown has one
 * of these codes as its name, so that machines, tests and people can tell them apart by it.
 */
import errors from './texts/errors.json';
import reasons from './texts/reasons.json';
import words from './texts/words.json';

/** What is told of an error. */
export interface ErrorEntry {
  /** What has happened. */
  readonly what: string;
  /** What to do about it. */
  readonly remedy: string;
}

/** A reason of a trial. */
export interface TrialReason extends ErrorEntry {
  /**
   * It says how the measurement came out, not how it was made: throwing such trials out would throw out the bad hours
   * of a storage and keep the good ones. They count in decisions like VALID ones, and the answer says so.
   */
  readonly cameOut?: boolean;
  /** Something else than the storage was the limit: it may give more than was measured. Answers say so. */
  readonly lowerBound?: boolean;
  /**
   * The figures that it speaks against count, and are no more than lower bounds, of times that are the better the lower
   * they are: they may miss a limit, and keep to none.
   */
  readonly understates?: boolean;
  /**
   * Why a trial that has it says nothing of a slow storage. `hosts`: the host and its clock, what others did, a
   * measurement of something else, figures that cannot be: a storage that is slow, or fails, brings none of them about.
   * `quick`: it was too quick to be judged, or quicker than the storage: memory took it. `configuration`: it is the
   * trial of another one, of which nothing is missed. Left out: it may have befallen the trial because that was slow:
   * tools fail, and hosts are lost, in bad hours.
   */
  readonly cause?: string;
  /** What else went on where it was measured: who knows of it may accept such trials. */
  readonly surroundings?: boolean;
}

type Table<C extends string, E> = Readonly<Record<C, E>>;

/** Of whoever uses the command line, or starts an execution. */
export const USER_ERRORS: Table<keyof typeof errors.user, ErrorEntry> = errors.user;
/** By which state machines end, or which they leave as the reason of a rig. */
export const MACHINE_ERRORS: Table<keyof typeof errors.machine, ErrorEntry> = errors.machine;
/** Of functions and of the program itself: no fault of users. */
export const PROGRAM_ERRORS: Table<keyof typeof errors.program, ErrorEntry> = errors.program;

/** Names of all errors. */
export type ErrorCode = keyof typeof USER_ERRORS | keyof typeof MACHINE_ERRORS | keyof typeof PROGRAM_ERRORS;
export const ERROR_CODES = [USER_ERRORS, MACHINE_ERRORS, PROGRAM_ERRORS].flatMap(
  (part) => Object.keys(part) as ErrorCode[],
);

/** Reasons of a trial that come from no workload: how it was run, and what is left of it. */
export const TRIAL_REASONS: Table<keyof typeof reasons.trial, TrialReason> = reasons.trial;
/** Reasons that a person may accept: `decide.accept`, `--accept`. */
export const ACCEPTABLE: readonly string[] = Object.entries<TrialReason>(reasons.trial).flatMap(([code, one]) =>
  one.surroundings === true ? [code] : [],
);
/** Reasons that workloads find in what their tools left: what was measured, and whether it is what was asked. */
export const WORKLOAD_REASONS: Table<keyof typeof reasons.workload, TrialReason> = reasons.workload;

/** A word that has a meaning of its own here. */
export type GlossaryTerm = keyof typeof words;
/** A report explains those that it uses, `fsxbench explain` all. */
export const GLOSSARY: Table<GlossaryTerm, string> = words;
