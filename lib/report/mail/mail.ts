/** The mail and the event on how an execution ended: pure, so that what people read can be read in a test. */
import { pluralize } from '../../results/format';
import { DETAIL_TYPE, type Mail, type MailDetail, type MailKind } from '../../shapes/mail';
import { countUnread } from '../../results/trial/rows';
import { wrapWords } from '../terminal-text';
import type { MailFacts } from './facts';
import { answerLines, COLUMNS, moneyLines, toPlain, rigLines, trialLine } from './figures';
import { leftoverLines, receiptLine, nextStepLines } from './leftovers';
import { linkLines, repeatLines } from './links';
import { countTrials, makeLinks, makeResult } from '../result';

/** https://docs.aws.amazon.com/sns/latest/api/API_Publish.html, Subject. */
const SUBJECT_MAX = 100;
/** Of a cause: all problems of a spec with many, and no log file. */
const CAUSE_MAX = 6000;

/** Which of the three it is: what is left goes before all else, since it costs. */
export function pickMailKind({ why, clean, outcome }: Pick<MailFacts, 'why' | 'clean' | 'outcome'>): MailKind {
  if (why === 'refused') return 'needs-you';
  if (why === 'unguarded' || !clean) return 'left';
  return outcome === 'SUCCEEDED' ? 'finished' : 'needs-you';
}

/** Puts it into words. Same input, same bytes. */
export function writeMail(facts: MailFacts): Mail {
  const kind = pickMailKind(facts);
  const { executionId, experiment, summary } = facts;
  const blocks = [
    [
      `execution   ${executionId}`,
      ...(experiment === null ? [] : [`experiment  ${experiment}`]),
      ...(summary === null ? [] : wrapHanging('question    ', toPlain(summary.question))),
    ],
    KIND_LINES[kind](facts),
    kind === 'left' ? [] : unreadLines(facts),
    ...resultBlocks(facts),
    addTitle('WHERE', linkLines(facts)),
    addTitle('AGAIN', kind === 'left' ? [] : repeatLines(facts)),
  ];
  const text = blocks
    .filter((block) => block.length > 0)
    .map((block) => block.join('\n'))
    .join('\n\n');
  return {
    kind,
    detailType: DETAIL_TYPE[kind],
    subject: formatSubject(facts, kind),
    text: `${text}\n`,
    detail: makeDetail(facts, kind),
  };
}

/** What each kind is about. */
const KIND_LINES: Readonly<Record<MailKind, (facts: MailFacts) => string[]>> = {
  finished: () => [],
  left: (facts) => addTitle('LEFT', [...leftoverLines(facts), '', ...nextStepLines(facts)]),
  'needs-you': (facts) => (facts.why === 'refused' ? refusalLines(facts) : badEndLines(facts)),
};

function refusalLines({ error, cause }: MailFacts): string[] {
  const lines = wrapCause(cause ?? 'No cause was given.');
  return addTitle(`REFUSED: ${error ?? 'Unknown'}`, [
    ...lines,
    '',
    'Nothing was created and nothing was spent.',
    ...wrapWords(REFUSALS[error ?? ''] ?? OTHER_REFUSAL, COLUMNS),
  ]);
}

const OTHER_REFUSAL = 'Start it again under another name; docs/errors.md says what the name of the error means.';

/** What to do, by the name of the error that admission gives. */
const REFUSALS: Readonly<Record<string, string>> = {
  NotSupported: 'Take out what the message names: this version can only plan it.',
  SpecInvalid: 'Mend the spec and start it again under another name.',
  BudgetExceeded: 'Raise the limit or ask for less, and start it again under another name.',
  QuotaTooSmall: 'Then start it again under another name.',
  CannotList: 'Then start it again under another name.',
  CannotLaunch: 'Then start it again under another name.',
  StorageInUse: 'Start it again under another name when that execution has ended.',
  OtherVersion: 'Start it again under another name: the stacks were updated while it waited.',
  AlreadyRunning:
    'The next scheduled moment tries again. If this repeats, schedule it less often or set `schedule.overlap: queue`.',
  Queued: 'It has waited for a day. See what runs for so long, or schedule it less often.',
  TooManyRunning: 'Start it again under another name when another execution has ended.',
  MonthlyBudgetExceeded: 'Then start it again under another name.',
  Paused: 'Start it again under another name when starts are resumed.',
  ImageNotFound: 'Then start it again under another name.',
  ToolMissing: 'Then start it again under another name.',
  ZoneLacksTypes: 'Then start it again under another name.',
  NotAdmitted: 'If nobody stopped it on purpose, start it again under another name.',
  NameInvalid: 'Start it again under another name.',
  AlreadyStarted: 'Nothing is to be done: the same moment of the schedule was delivered twice.',
};

const END_TEXTS: Readonly<Record<string, string>> = {
  ABORTED: 'Somebody or something stopped it before its end.',
  TIMED_OUT: 'It ran longer than any execution may and was ended.',
  FAILED: 'It ended with an error; the console shows it, and the report names rigs that failed.',
  UNKNOWN: 'How it ended is not known: it could not be looked at, or its stack was deleted.',
};

const NO_RESULT = 'Every trial was excluded: its figures cannot be believed. ANSWER and the report say why.';
const NOT_READ = 'What was measured is in the bucket, and is still to be read: see STILL TO BE READ.';

/** Trials that are not read yet: all of the plan where the analysis itself did not come through. */
function countUnreadTrials({ plan, summary }: Pick<MailFacts, 'plan' | 'summary'>): number {
  return summary === null ? (plan?.trials.length ?? 0) : countUnread(summary.trials);
}

/** Whether all trials have been read, and none of them counts. */
function hasNoResult({ summary }: MailFacts): boolean {
  return summary !== null && countTrials(summary) === 0 && countUnread(summary.trials) === 0;
}

function badEndLines(facts: MailFacts): string[] {
  const { outcome, plan, summary } = facts;
  const none = plan === null ? 'There are no results: its plan cannot be read.' : NOT_READ;
  const what = hasNoResult(facts) ? NO_RESULT : (END_TEXTS[outcome] ?? 'It did not end well.');
  return addTitle(`ENDED ${outcome}`, [
    ...wrapWords(what, COLUMNS),
    'Nothing of it is left.',
    ...wrapWords(summary === null ? none : 'What was measured until then was read and reported.', COLUMNS),
  ]);
}

/** Trials of which nothing could be read yet, and what becomes of them; or that they could be, after all. */
function unreadLines({ why, plan, summary }: MailFacts): string[] {
  if (why === 'completed')
    return addTitle('COMPLETE', ['Trials that had no result in the first message have theirs now.']);
  const unread = countUnreadTrials({ plan, summary });
  if (why !== 'ended' || unread === 0) return [];
  return addTitle('STILL TO BE READ', [
    `${pluralize(unread, 'trial')}: reading failed so far; the raw files are in the bucket.`,
    'They are read again for two days, which costs nothing; another message comes',
    'when it worked. See who denies or throttles the functions `parse-trial` and',
    '`analyse`. Later: `npx fsxbench fetch NAME --raw`, then `npx fsxbench report FOLDER`.',
  ]);
}

/** Answer, figures, receipt: whatever there is. */
function resultBlocks(facts: MailFacts): string[][] {
  const { summary, receipt, clean, why } = facts;
  if (why === 'refused') return [];
  const figures = [
    ...(summary === null ? [] : [trialLine(summary)]),
    ...moneyLines(facts),
    receiptLine(receipt, clean),
  ];
  if (summary === null) return [figures];
  return [addTitle('ANSWER', answerLines(summary)), addTitle('RIGS THAT DID NOT END WELL', rigLines(facts)), figures];
}

/** What the subject of a mail says of an answer; nothing where no threshold was given. */
const MET_TEXTS = { yes: 'target met, ', no: 'target not met, ', open: 'inconclusive, ' } as const;

function formatSubject(facts: MailFacts, kind: MailKind): string {
  const { executionId, outcome, error, receipt, summary, why } = facts;
  const unread = countUnreadTrials(facts) > 0 ? ', still to be read' : '';
  const left = receipt?.left.length ?? 0;
  const met = summary?.answer.met ?? null;
  const trials = summary?.trials.length ?? 0;
  const rest: Record<MailKind, string> = {
    finished:
      summary === null
        ? ''
        : ` (${met === null ? '' : MET_TEXTS[met]}${summary.verdicts.VALID} of ${pluralize(trials, 'trial')} valid)`,
    left: left === 0 ? ' (perhaps)' : ` (${pluralize(left, 'resource')})`,
    'needs-you':
      why === 'refused'
        ? ` (refused: ${error ?? 'Unknown'})`
        : ` (${hasNoResult(facts) ? 'every trial excluded' : outcome}${unread}, nothing is left)`,
  };
  const text = `${DETAIL_TYPE[kind]}: ${executionId}${rest[kind]}`.replace(/[^ -~]/g, '?');
  return text.length <= SUBJECT_MAX ? text : `${text.slice(0, SUBJECT_MAX - 3)}...`;
}

function makeDetail(facts: MailFacts, kind: MailKind): MailDetail {
  const { why, clean, receipt, place } = facts;
  // Nothing was created by what was refused: there is nothing that a receipt could prove.
  const isClean = why === 'unguarded' ? false : clean;
  const result = makeResult({ ...facts, clean: isClean, receipt, stack: place.stack, links: makeLinks(facts) });
  return { ...result, kind, why };
}

function addTitle(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : [title, ...lines];
}

/** Broken at blanks; lines of the cause stay lines. */
function wrapCause(text: string): string[] {
  const short = text.length > CAUSE_MAX ? `${text.slice(0, CAUSE_MAX)} …` : text;
  return short.split('\n').flatMap((line) => wrapWords(toPlain(line), COLUMNS));
}

function wrapHanging(head: string, text: string): string[] {
  return wrapWords(text, COLUMNS - head.length).map(
    (line, index) => (index === 0 ? head : ' '.repeat(head.length)) + line,
  );
}
