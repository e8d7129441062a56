/** Messages to people: three kinds, each a mail and an event of EventBridge. */

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
 * `detail` of an event: for programs, what the mail says to people. The machine adds `message`, the name of its
 * execution: what comes twice under one name is one message, delivered twice.
 */
export interface MailDetail {
  readonly kind: MailKind;
  /** Value of the tag `fsxbench:stack`. */
  readonly stack: string;
  readonly executionId: string;
  readonly experiment: string | null;
  readonly why: MailReason;
  /** How the measurement ended; REFUSED where it never began. */
  readonly outcome: string;
  /** Nothing is left, by the receipt. */
  readonly clean: boolean;
  /** Of the receipt, ISO 8601; null where there is none: each guardian writes it anew. */
  readonly verifiedAt: string | null;
  /** Null where there is none. */
  readonly answer: {
    readonly status: string;
    readonly met: 'yes' | 'no' | 'open' | null;
    readonly text: string;
  } | null;
  /** Trials by verdict; null where nothing was planned. */
  readonly verdicts: Readonly<Record<string, number>> | null;
  readonly estimateUsd: number | null;
  readonly maxUsd: number | null;
  /** What is left, at most {@link DETAIL_LEFT_MAX}. */
  readonly left: readonly { readonly kind: string; readonly id: string }[];
  /** Key in the results bucket; null where there is no report. */
  readonly report: string | null;
}

/** An event is at most 256 KiB (EventBridge API, PutEvents). */
export const DETAIL_LEFT_MAX = 100;

export interface Mail {
  readonly kind: MailKind;
  readonly detailType: string;
  /** Up to 100 printable ASCII characters (SNS API, Publish). */
  readonly subject: string;
  /** Plain text, lines of at most 78 columns where nothing longer must stay whole. */
  readonly text: string;
  readonly detail: MailDetail;
}
