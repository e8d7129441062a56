/** Mistakes of users, and the exit codes of the program. */
import type { USER_ERRORS } from './error-codes';
import { FsxbenchError } from './errors';

/** Exit codes of the program, all that are in use. */
export const EXIT = {
  /** Done: the question is met, or nothing was asked. */
  done: 0,
  /** Decided against: not met. */
  against: 1,
  /** Wrong usage or a wrong spec: nothing was created. */
  usage: 2,
  /** Refused by budget, time, quotas or zone, or because this machine, or a store that others own, is busy. */
  refused: 3,
  /** Something was left behind, or the proof that nothing was does not hold. */
  left: 4,
  /** Open: the measurement cannot tell. */
  open: 5,
  /** Too little was measured for any answer. */
  tooLittle: 6,
  /** A fault of the program itself: EX_SOFTWARE of sysexits.h. */
  fault: 70,
  /** The answer could not be printed: EX_IOERR of sysexits.h. */
  unprinted: 74,
  /** Ended by Ctrl-C or SIGTERM, and cleaned up: 128 + SIGINT, as shells have it. */
  interrupted: 130,
} as const;
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** A mistake of the user, or of what the user gave: printed as it stands, without a stack. */
export class UserError extends FsxbenchError {
  constructor(
    name: keyof typeof USER_ERRORS,
    message: string,
    readonly exitCode: ExitCode = EXIT.usage,
  ) {
    super(name, message);
  }
}
