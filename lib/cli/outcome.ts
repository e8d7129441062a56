/** What became of an execution, as an exit code: the same for `run` and `rehearse`. */
import type { Summary } from '../results/summary';
import { MIN_TRIALS } from '../shapes/decision-rule';
import { EXIT, type ExitCode } from '../shapes/user-error';
import data from './commands.json';

export { EXIT, type ExitCode };

/** The same in words, for `--help` and for the table of docs/commands.md. */
export const EXIT_WORDS: Readonly<Record<keyof typeof EXIT, string>> = data.exitCodes;

/** Codes that promise that something was printed: without it they would be taken for the whole answer. */
const ANSWER_CODES: readonly unknown[] = [EXIT.done, EXIT.against, EXIT.open, EXIT.tooLittle];

/** The code of a program whose standard output could not be written. */
export function unprintedCode(code: number): number {
  return ANSWER_CODES.includes(code) ? EXIT.unprinted : code;
}

/** What of a summary counts here. */
interface AnswerSummary {
  /** `met` is null where nothing was asked, or nothing that can be decided. */
  readonly answer: Pick<Summary['answer'], 'met'> & {
    readonly isExploratory?: boolean;
    readonly ranking: readonly { readonly n: number }[];
  };
  readonly trials: readonly Pick<Summary['trials'][number], 'out'>[];
}

/** What {@link computeExitCode} judges. */
export interface Outcome {
  /** The receipt proves it, and no check of it complains. */
  readonly clean: boolean;
  /** A person ended it. */
  readonly interrupted: boolean;
  /** Name of the error that ended it, where one did. */
  readonly error: string | undefined;
  /** Null where no results could be read. */
  readonly summary: AnswerSummary | null;
}

/** Refusals of admission: whoever checks the spec first does not meet them. */
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
};

/** The code of a refusal by admission; undefined for everything else. */
export function findRefusalCode(error: string | undefined): ExitCode | undefined {
  return error !== undefined && Object.hasOwn(REFUSALS, error) ? REFUSALS[error] : undefined;
}

/** What an answer leads to. */
const ANSWER_EXITS: Readonly<Record<NonNullable<AnswerSummary['answer']['met']>, ExitCode>> = {
  yes: EXIT.done,
  no: EXIT.against,
  open: EXIT.open,
};

/**
 * The first that is true counts: left, interrupted, refused, too little, then whether the question is met, or open.
 * Single trials that were thrown out or did not run change nothing: the answer names them.
 */
export function computeExitCode({ clean, interrupted, error, summary }: Outcome): ExitCode {
  if (!clean) return EXIT.left;
  if (interrupted) return EXIT.interrupted;
  const refused = findRefusalCode(error);
  if (refused !== undefined) return refused;
  if (summary === null) return EXIT.tooLittle;
  const { answer, trials } = summary;
  const asked = answer.met !== null || answer.ranking.length > 0;
  const tooLittle = asked ? answer.ranking.every(({ n }) => n < MIN_TRIALS) : trials.every(({ out }) => out !== null);
  if (tooLittle) return EXIT.tooLittle;
  if (answer.isExploratory === true) return EXIT.open;
  return answer.met === null ? EXIT.done : ANSWER_EXITS[answer.met];
}
