/** User errors and exit codes. */
import type { USER_ERRORS } from './error-codes';
import { FsxbenchError } from './errors';

export const EXIT = {
  /** Threshold met, or no question. */
  done: 0,
  /** Threshold not met. */
  against: 1,
  /** Usage or spec error: nothing was created. */
  usage: 2,
  /** Refused because of budget, time, quota, zone, or a lock on this machine, storage or hosts. */
  refused: 3,
  /** Cleanup incomplete or not verified. */
  left: 4,
  /** Inconclusive. */
  open: 5,
  /** Too few valid trials. */
  tooLittle: 6,
  /** A bug: EX_SOFTWARE of sysexits.h. */
  fault: 70,
  /** The answer could not be printed: EX_IOERR of sysexits.h. */
  unprinted: 74,
  /** Interrupted by Ctrl-C or SIGTERM, and cleaned up: 128 + 2 (SIGINT), as in shells. */
  interrupted: 130,
} as const;
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** An error of the user or the input: printed without a stack trace. */
export class UserError extends FsxbenchError {
  constructor(
    name: keyof typeof USER_ERRORS,
    message: string,
    readonly exitCode: ExitCode = EXIT.usage,
  ) {
    super(name, message);
  }
}
