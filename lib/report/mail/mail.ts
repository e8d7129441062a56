/** Writes the mail and the event at the end of an execution. Pure functions. */
import { pluralize } from '../../results/format';
import { replaceUnprintable } from '../../shapes/printable';
import { DETAIL_TYPE, SUBJECT_PREFIX, type Mail, type MailDetail, type MailKind } from '../../shapes/mail';
import { countUnread } from '../../results/trial/rows';
import { wrapWords } from '../lines';
import type { MailFacts } from './facts';
import { formatAnswer, formatChanges, COLUMNS, formatSpend, toPlain, formatRigs, formatTrialCounts } from './figures';
import { formatLeftovers, formatReceiptLine, formatNextSteps } from './leftovers';
import { formatLinks, formatRepeat } from './links';
import { countTrials, makeLinks, makeResult } from '../result';

/** https://docs.aws.amazon.com/sns/latest/api/API_Publish.html, Subject. */
const SUBJECT_MAX = 100;
/** Maximum length of a cause: enough for many spec errors, too short for a log file. */
const CAUSE_MAX = 6000;

/** Picks the kind of a mail. Leftover resources come first, as they cost money. */
export function pickMailKind({ why, clean, outcome }: Pick<MailFacts, 'why' | 'clean' | 'outcome'>): MailKind {
  if (why === 'refused') return 'failed';
  if (why === 'unguarded' || !clean) return 'resources-left';
  return outcome === 'SUCCEEDED' ? 'finished' : 'failed';
}

/** Writes the mail; the same input gives the same bytes. */
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
    kind === 'resources-left' ? [] : formatUnread(facts),
    kind === 'resources-left' ? [] : addTitle('LEVEL CHANGED', formatChanges(facts)),
    ...formatResults(facts),
    addTitle('WHERE', formatLinks(facts)),
    addTitle('AGAIN', kind === 'resources-left' ? [] : formatRepeat(facts)),
  ];
  const text = blocks
    .filter((block) => block.length > 0)
    .map((block) => block.join('\n'))
    .join('\n\n');
  return {
    kind,
    detailType: DETAIL_TYPE[kind],
    subject: formatSubject(facts, kind),
    // Also covers texts that no line above has cleaned.
    text: `${replaceUnprintable(text, ' ', '\n')}\n`,
    detail: makeDetail(facts, kind),
  };
}

/** The first section of each kind. */
const KIND_LINES: Readonly<Record<MailKind, (facts: MailFacts) => string[]>> = {
  finished: () => [],
  'resources-left': (facts) => addTitle('LEFT', [...formatLeftovers(facts), '', ...formatNextSteps(facts)]),
  failed: (facts) => (facts.why === 'refused' ? formatRefusal(facts) : formatBadEnd(facts)),
};

function formatRefusal({ error, cause }: MailFacts): string[] {
  const lines = wrapCause(cause ?? 'No cause was given.');
  return addTitle(`REFUSED: ${error ?? 'Unknown'}`, [
    ...lines,
    '',
    error === 'NotAdmitted'
      ? 'No record of its admission was found. Executions create resources only after admission.'
      : 'No resources were created or billed.',
    ...wrapWords(REFUSALS[error ?? ''] ?? OTHER_REFUSAL, COLUMNS),
  ]);
}

const OTHER_REFUSAL = 'Look up the error in docs/errors.md, then start again under another name.';

/** Advice by the error name with which admission refused the execution. */
const REFUSALS: Readonly<Record<string, string>> = {
  NotSupported: 'Remove what the message names: this version can only plan it.',
  SpecInvalid: 'Fix the spec, then start again under another name.',
  BudgetExceeded: 'Raise the limit or measure less, then start again under another name.',
  QuotaTooSmall: 'Then start it again under another name.',
  CannotList: 'Then start it again under another name.',
  CannotLaunch: 'Then start it again under another name.',
  StorageInUse: 'Start again under another name when that execution has ended.',
  OtherVersion: 'Start again under another name: the stacks were updated while it waited.',
  AlreadyRunning:
    'The schedule starts it again. If this repeats, schedule it less often or set `schedule.overlap: queue`.',
  Queued: 'It waited for 24 hours. Check what runs for so long, or schedule it less often.',
  TooManyRunning: 'Start again under another name when another execution has ended.',
  MonthlyBudgetExceeded: 'Then start it again under another name.',
  Paused: 'Start again under another name after `npx fsxbench resume`.',
  ImageNotFound: 'Then start it again under another name.',
  ToolMissing: 'Then start it again under another name.',
  ZoneLacksTypes: 'Then start it again under another name.',
  UnreadablePrices: 'Then start it again under another name.',
  NotAdmitted: 'Unless you stopped it, start again under another name.',
  NameInvalid: 'Start again under another name.',
  AlreadyStarted: 'No action needed: a scheduled start was delivered twice.',
};

const END_TEXTS: Readonly<Record<string, string>> = {
  ABORTED: 'It was stopped before its end.',
  TIMED_OUT: 'It reached the time limit of executions and was stopped.',
  FAILED: 'It ended with an error. The console shows it, and the report names failed rigs.',
  UNKNOWN: 'Its outcome is unknown: its status could not be read, or its stack was deleted.',
};

const NO_RESULT = 'Every trial was excluded. ANSWER and the report say why.';
const NOT_READ = 'Results were not read yet: see STILL TO BE READ.';

/** Number of trials whose results were not read yet: all of the plan if the analysis failed. */
function countUnreadTrials({ plan, summary }: Pick<MailFacts, 'plan' | 'summary'>): number {
  return summary === null ? (plan?.trials.length ?? 0) : countUnread(summary.trials);
}

/** Whether all trials were read, and none is valid. */
function hasNoResult({ summary }: MailFacts): boolean {
  return summary !== null && countTrials(summary) === 0 && countUnread(summary.trials) === 0;
}

function formatBadEnd(facts: MailFacts): string[] {
  const { outcome, plan, summary } = facts;
  const none = plan === null ? 'The plan cannot be read. Raw results, if any, are in the bucket.' : NOT_READ;
  const what = hasNoResult(facts) ? NO_RESULT : (END_TEXTS[outcome] ?? 'It failed.');
  return addTitle(`ENDED ${outcome}`, [
    ...wrapWords(what, COLUMNS),
    'All its resources are deleted.',
    ...wrapWords(summary === null ? none : 'Results up to then are in the report.', COLUMNS),
  ]);
}

/** Trials that could not be read yet and what happens next; or that they were read later. */
function formatUnread({ why, plan, summary }: MailFacts): string[] {
  if (why === 'completed') return addTitle('COMPLETE', ['Trials without results in the first mail now have them.']);
  const unread = countUnreadTrials({ plan, summary });
  if (why !== 'ended' || unread === 0) return [];
  return addTitle('STILL TO BE READ', [
    `${pluralize(unread, 'trial')} could not be read so far; any raw files are in the bucket.`,
    'The guardian retries for two days, without cost, and sends another mail on',
    'success. Check what denies or throttles the functions `parse-trial` and',
    '`analyse`. Later: `npx fsxbench fetch NAME --raw`, then `npx fsxbench report FOLDER`.',
  ]);
}

function formatResults(facts: MailFacts): string[][] {
  const { summary, receipt, clean, why } = facts;
  if (why === 'refused') return [];
  const figures = [
    ...(summary === null ? [] : [formatTrialCounts(summary)]),
    ...formatSpend(facts),
    formatReceiptLine(receipt, clean),
  ];
  if (summary === null) return [figures];
  return [addTitle('ANSWER', formatAnswer(summary)), addTitle('FAILED RIGS', formatRigs(facts)), figures];
}

/** The answer in a subject line; empty without a threshold. */
const MET_TEXTS = { yes: 'threshold met, ', no: 'threshold not met, ', open: 'inconclusive, ' } as const;

const END_VERBS: Readonly<Record<string, string>> = { FAILED: 'failed', ABORTED: 'aborted', TIMED_OUT: 'timed out' };

function formatSubject(facts: MailFacts, kind: MailKind): string {
  const { executionId, outcome, error, receipt, summary, why } = facts;
  const unread = countUnreadTrials(facts) > 0 ? 'trials still to be read, ' : '';
  const left = receipt?.remaining.length ?? 0;
  const met = summary?.answer.met ?? null;
  const counts = summary === null ? 'cleanup verified' : `${summary.verdicts.VALID} of ${summary.trials.length} valid`;
  const cleanup = left === 0 ? 'cleanup not verified' : `${pluralize(left, 'resource')} not deleted`;
  const changed = (facts.history?.changes.length ?? 0) > 0 ? 'level changed, ' : '';
  const excluded = hasNoResult(facts) ? 'every trial excluded, ' : '';
  const ended = `${END_VERBS[outcome] ?? 'ended'}: ${excluded}${unread}cleanup verified`;
  const texts: Record<MailKind, string> = {
    finished: `${executionId} finished: ${changed}${met === null ? '' : MET_TEXTS[met]}${counts}`,
    'resources-left': `ACTION ${executionId}: ${cleanup}`,
    failed: `${executionId} ${why === 'refused' ? `refused: ${error ?? 'Unknown'}` : ended}`,
  };
  const text = `${SUBJECT_PREFIX}${texts[kind]}`.replace(/[^ -~]/g, '?');
  return text.length <= SUBJECT_MAX ? text : `${text.slice(0, SUBJECT_MAX - 3)}...`;
}

function makeDetail(facts: MailFacts, kind: MailKind): MailDetail {
  const { why, clean, receipt, place } = facts;
  // Refused executions created nothing, so they have no receipt.
  const isClean = why === 'unguarded' ? false : clean;
  const result = makeResult({ ...facts, clean: isClean, receipt, stack: place.stack, links: makeLinks(facts) });
  return { ...result, kind, why };
}

function addTitle(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : [title, ...lines];
}

/** Wraps a cause between words and keeps its lines. */
function wrapCause(text: string): string[] {
  const short = text.length > CAUSE_MAX ? `${text.slice(0, CAUSE_MAX)} …` : text;
  return short.split('\n').flatMap((line) => wrapWords(toPlain(line), COLUMNS));
}

function wrapHanging(head: string, text: string): string[] {
  return wrapWords(text, COLUMNS - head.length).map(
    (line, index) => (index === 0 ? head : ' '.repeat(head.length)) + line,
  );
}
