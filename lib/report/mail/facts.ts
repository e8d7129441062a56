/** Input of a mail: the known facts of an execution; many may be missing. */
import type { Summary } from '../../results/summary';
import type { MailReason } from '../../shapes/mail';
import type { Plan } from '../../shapes/plan';
import type { Receipt } from '../../shapes/receipt';
import type { ExecutionHistory } from '../../shapes/result';

export interface MailFacts {
  readonly executionId: string;
  /** Null if unknown. */
  readonly experiment: string | null;
  readonly why: MailReason;
  /** Outcome of the execution; REFUSED if it never started. */
  readonly outcome: Receipt['outcome'] | 'REFUSED';
  /** Whether the cleanup receipt says that no resources remain. */
  readonly clean: boolean;
  /** Error name of a refused execution; `cause` contains the text. */
  readonly error: string | null;
  readonly cause: string | null;
  readonly plan: Plan | null;
  readonly summary: Summary | null;
  readonly receipt: Receipt | null;
  /** Absent or null: unknown. */
  readonly history?: ExecutionHistory | null;
  readonly place: ExecutionLocation;
}

export interface ExecutionLocation {
  /** Value of the tag `fsxbench:stack`. */
  readonly stack: string;
  readonly region: string;
  readonly bucket: string;
  readonly experimentMachineArn: string;
  readonly executionArn: string;
}
