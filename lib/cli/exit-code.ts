/** The exit code of an execution, for `run` and `rehearse`. */
import type { Summary } from '../results/summary';
import { type CountedTrial, isMetDespiteLoad } from '../results/met-despite-load';
import { MIN_TRIALS } from '../shapes/decision-rule';
import { EXIT, type ExitCode } from '../shapes/user-error';
import data from './commands.json';

export { EXIT, type ExitCode };

/** Exit codes in words, for `--help` and the table in docs/commands.md. */
export const EXIT_WORDS: Readonly<Record<keyof typeof EXIT, string>> = data.exitCodes;

/** Codes that promise printed output: without it they would look like the whole answer. */
const ANSWER_CODES: readonly unknown[] = [EXIT.done, EXIT.against, EXIT.open, EXIT.tooLittle];

/** The exit code if standard output could not be written. */
export function getUnprintedCode(code: number): number {
  return ANSWER_CODES.includes(code) ? EXIT.unprinted : code;
}

/** The part of a summary that decides the exit code. */
interface AnswerSummary {
  /** `met` is null without a question, or with one that cannot be decided. */
  readonly answer: Pick<Summary['answer'], 'met'> & {
    readonly isExploratory?: boolean;
    readonly outcome?: Summary['answer']['outcome'];
    readonly ranking: readonly { readonly n: number }[];
  };
  readonly trials: readonly CountedTrial[];
}

export interface Outcome {
  /** The cleanup receipt proves it, and its checks pass. */
  readonly clean: boolean;
  /** The user ended it. */
  readonly interrupted: boolean;
  /** Name of the error that ended it, if any. */
  readonly error: string | undefined;
  /** Null if no results could be read. */
  readonly summary: AnswerSummary | null;
}

/** Exit codes for refusals of admission. */
const REFUSALS: Readonly<Record<string, ExitCode>> = {
  BudgetExceeded: EXIT.refused,
  QuotaTooSmall: EXIT.refused,
  CannotList: EXIT.refused,
  CannotLaunch: EXIT.refused,
  StorageInUse: EXIT.refused,
  AlreadyRunning: EXIT.refused,
  OtherVersion: EXIT.refused,
  Queued: EXIT.refused,
  TooManyRunning: EXIT.refused,
  MonthlyBudgetExceeded: EXIT.refused,
  Paused: EXIT.refused,
  HostsMissing: EXIT.refused,
  ZoneLacksTypes: EXIT.refused,
  NameInvalid: EXIT.usage,
  NotSupported: EXIT.usage,
  SpecInvalid: EXIT.usage,
  InputInvalid: EXIT.usage,
  UnreadablePrices: EXIT.usage,
};

/** The code of a refusal by admission; undefined for everything else. */
export function findRefusalCode(error: string | undefined): ExitCode | undefined {
  return error !== undefined && Object.hasOwn(REFUSALS, error) ? REFUSALS[error] : undefined;
}

const ANSWER_EXITS: Readonly<Record<NonNullable<AnswerSummary['answer']['met']>, ExitCode>> = {
  yes: EXIT.done,
  no: EXIT.against,
  open: EXIT.open,
};

/**
 * The first that applies: left, interrupted, refused, too little, then whether the threshold is met, or open. Excluded
 * trials alone do not change the code: the answer names them.
 */
export function computeExitCode({ clean, interrupted, error, summary }: Outcome): ExitCode {
  if (!clean) return EXIT.left;
  if (interrupted) return EXIT.interrupted;
  const refused = findRefusalCode(error);
  if (refused !== undefined) return refused;
  if (summary === null) return EXIT.tooLittle;
  const { answer, trials } = summary;
  const hasQuestion = answer.met !== null || answer.ranking.length > 0;
  const tooLittle = hasQuestion
    ? answer.ranking.every(({ n }) => n < MIN_TRIALS)
    : trials.every(({ excludedFor: out }) => out !== null);
  if (tooLittle) return EXIT.tooLittle;
  if (answer.isExploratory === true) return isMetDespiteLoad(summary) ? EXIT.done : EXIT.open;
  return answer.met === null ? EXIT.done : ANSWER_EXITS[answer.met];
}
