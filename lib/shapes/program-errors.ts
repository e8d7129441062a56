/** Errors of functions and of the program itself: the part of `error-table.ts` that is no fault of users. */

/** What is told of an error. */
export interface ErrorEntry {
  /** What has happened. */
  readonly what: string;
  /** What to do about it. */
  readonly remedy: string;
}

const REPORT = 'Report it, with its whole text: no spec and no account should lead to it.';

/** Of functions and of the program itself. */
export const PROGRAM_ERRORS = {
  ArgumentError: { what: 'A call has arguments that the twin does not know for it.', remedy: REPORT },
  EventInvalid: { what: 'A function was called with another event than it takes.', remedy: REPORT },
  FenceUnreadable: {
    what: 'The fence exists but cannot be read.',
    remedy: 'Nothing: what cannot be looked at is closed.',
  },
  LeaseContended: {
    what: 'A lease was written by others at every try.',
    remedy: 'Nothing: the machine tries again.',
  },
  HostFailed: {
    what: 'A process in the place of a host could not be started or ended.',
    remedy: 'Follow the message.',
  },
  MachineFilesInvalid: {
    what: 'A placeholder of a machine file has no value in its stack.',
    remedy: 'Follow the message.',
  },
  ConfigurationMissing: {
    what: 'Environment variables of a function are missing.',
    remedy: 'Deploy the stacks again.',
  },
  NotModelled: { what: 'Something cannot be rehearsed: it has no model.', remedy: 'Measure it, or leave it out.' },
  PassOver: {
    what: 'A pass of the janitor has no time left to look at an execution.',
    remedy: 'Nothing: the next pass begins elsewhere.',
  },
  PlanMissing: {
    what: 'The plan of an execution is not in the bucket, or not as it was written.',
    remedy: 'Nothing, where it ended in its admission. A plan that somebody spoilt: start it again.',
  },
  Transient: { what: 'A service was busy or not reached.', remedy: 'Nothing: the machine tries again.' },
  Unexpected: { what: 'Something is not there that must be there, or is there twice.', remedy: REPORT },
  UnknownActionError: { what: 'A call is made that the twin does not model.', remedy: REPORT },
} as const satisfies Readonly<Record<string, ErrorEntry>>;
