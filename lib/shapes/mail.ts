/** Mails to users: three kinds, each also an EventBridge event. */
import type { ExecutionResult } from './result';

/** `needs-you`: refused or failed; `finished`: succeeded and clean; `left`: resources are left, or may be. */
export const MAIL_KINDS = ['needs-you', 'finished', 'left'] as const;
export type MailKind = (typeof MAIL_KINDS)[number];

/** `source` of events from fsxbench. Sources of AWS services start with `aws.`. */
export const EVENT_SOURCE = 'fsxbench';
/** `detail-type` of the events, and start of the subjects. */
export const DETAIL_TYPE: Readonly<Record<MailKind, string>> = {
  'needs-you': 'fsxbench needs you',
  finished: 'fsxbench finished',
  left: 'fsxbench left something',
};

/**
 * Cause of a mail. `unguarded`: resources are left, and the maximum number of guardians was started. `completed`:
 * second mail after `ended`, once trials that were unreadable at first have been read.
 */
export const MAIL_REASONS = ['ended', 'completed', 'refused', 'unguarded'] as const;
export type MailReason = (typeof MAIL_REASONS)[number];

/**
 * `detail` of an event: the result and the kind of mail. The state machine adds `message`, its execution name, so that
 * receivers can detect duplicates.
 */
export interface MailDetail extends ExecutionResult {
  readonly kind: MailKind;
  readonly why: MailReason;
}

export interface Mail {
  readonly kind: MailKind;
  readonly detailType: string;
  /** Subject: up to 100 printable ASCII characters (SNS API, Publish). */
  readonly subject: string;
  /** Plain text, lines of at most 78 columns except commands and links. */
  readonly text: string;
  readonly detail: MailDetail;
}
