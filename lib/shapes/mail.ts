/** Messages to people: three kinds, each a mail and an event of EventBridge. */
import type { ExecutionResult } from './result';

/**
 * `needs-you`: it was refused, or it ended otherwise than well; `finished`: it ended well and nothing is left;
 * `left`: something outlives it, or nobody could show that nothing does.
 */
export const MAIL_KINDS = ['needs-you', 'finished', 'left'] as const;
export type MailKind = (typeof MAIL_KINDS)[number];

/** `source` of the events; those of AWS begin with `aws.`. */
export const EVENT_SOURCE = 'fsxbench';
/** `detail-type` of the events, and how subjects begin: the words that people know the kinds by. */
export const DETAIL_TYPE: Readonly<Record<MailKind, string>> = {
  'needs-you': 'fsxbench needs you',
  finished: 'fsxbench finished',
  left: 'fsxbench left something',
};

/**
 * Why somebody is told. `unguarded`: something is left and no guardian may start any more. `completed`: once more after
 * `ended`, since trials whose results could not be read then have been now.
 */
export const MAIL_REASONS = ['ended', 'completed', 'refused', 'unguarded'] as const;
export type MailReason = (typeof MAIL_REASONS)[number];

/**
 * `detail` of an event: the result, with what kind of message it is. The machine adds `message`, the name of its
 * execution: what comes twice under one name is one message, delivered twice.
 */
export interface MailDetail extends ExecutionResult {
  readonly kind: MailKind;
  readonly why: MailReason;
}

export interface Mail {
  readonly kind: MailKind;
  readonly detailType: string;
  /** Up to 100 printable ASCII characters (SNS API, Publish). */
  readonly subject: string;
  /** Plain text, lines of at most 78 columns where nothing longer must stay whole. */
  readonly text: string;
  readonly detail: MailDetail;
}
