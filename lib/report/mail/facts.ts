/** What a mail is made of: everything that is known of an execution, much of which may be missing. */
import type { Summary } from '../../results/summary';
import type { MailReason } from '../../shapes/mail';
import type { Plan } from '../../shapes/plan';
import type { Receipt } from '../../shapes/receipt';

export interface MailFacts {
  readonly executionId: string;
  /** Null where nobody knows. */
  readonly experiment: string | null;
  readonly why: MailReason;
  /** How the measurement ended; REFUSED where it never began. */
  readonly outcome: Receipt['outcome'] | 'REFUSED';
  /** The receipt of this very ending says that nothing is left. */
  readonly clean: boolean;
  /** Name and text of the error of a refusal. */
  readonly error: string | null;
  readonly cause: string | null;
  readonly plan: Plan | null;
  readonly summary: Summary | null;
  readonly receipt: Receipt | null;
  readonly place: MailPlace;
}

/** Where it happened, for links and commands. */
export interface MailPlace {
  /** Value of the tag `fsxbench:stack`. */
  readonly stack: string;
  readonly region: string;
  readonly bucket: string;
  readonly experimentMachineArn: string;
  readonly executionArn: string;
}
