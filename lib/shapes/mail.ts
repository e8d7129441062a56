/** Mails to users: three kinds, each also an EventBridge event. */
import type { ExecutionResult } from './result';

/** `failed`: refused or failed; `finished`: succeeded and clean; `resources-left`: resources exist, or may exist. */
export const MAIL_KINDS = ['failed', 'finished', 'resources-left'] as const;
export type MailKind = (typeof MAIL_KINDS)[number];

/** `source` of events from fsxbench. Sources of AWS services start with `aws.`. */
export const EVENT_SOURCE = 'fsxbench';
/** `detail-type` of the events. */
export const DETAIL_TYPE: Readonly<Record<MailKind, string>> = {
  failed: 'Execution Failed',
  finished: 'Execution Finished',
  'resources-left': 'Resources Left',
};

/** Begins all subjects. */
export const SUBJECT_PREFIX = '[fsxbench] ';
/** The kind of a mail; undefined for other subjects. */
export function parseMailKind(subject: string): MailKind | undefined {
  if (/^\[fsxbench\] ACTION [\w-]+: /.test(subject)) return 'resources-left';
  const [, verb] = /^\[fsxbench\] [\w-]+ (finished|refused|failed|aborted|timed out|ended): /.exec(subject) ?? [];
  return verb === undefined ? undefined : verb === 'finished' ? 'finished' : 'failed';
}

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
