/**
 * The end of an execution as the terminal shows it: the answer and what must be known with it, in the words of the
 * report; what speaks against trials where something does, and medians where there is no answer.
 */
import { toPrintable } from '../shapes/printable';
import type pc from 'picocolors';
import type { AnswerOutcome, Settlement } from '../results/answer/answer';
import { type ReasonGroup, groupReasons } from '../results/reason-groups';
import { pluralize, formatUsd } from '../results/format';
import { formatSkipped, type Receipt } from '../shapes/receipt';
import type { Summary } from '../results/summary';
import { medianLines } from './medians';
import { formatSeconds } from '../shapes/quantity';
import { VERDICTS, type Verdict } from '../shapes/verdict';

/** What is used of picocolors; `createColors(false)` gives plain text. */
export type Colours = Pick<ReturnType<typeof pc.createColors>, 'bold' | 'green' | 'yellow' | 'red'>;

export interface EndOptions {
  readonly colours: Colours;
  /** Where the report lies, as the reader can open it. */
  readonly reportPath: string;
  /** Columns of the terminal; the answer is broken at them. By default 100. */
  readonly columns?: number;
  /** By default the one of the summary. */
  readonly receipt?: Receipt | null;
  /** Medians are shown whatever the answer; by default where there is none. */
  readonly medians?: boolean;
  /** How the execution ended; said where it is not SUCCEEDED. By default the receipt's. */
  readonly outcome?: string;
}

/** Reasons against trials that are told; the report has all of them. */
export const REASONS_MAX = 3;
/** Reasons are broken here at the latest, columns: lines that are longer are hard to read. */
const TEXT_MAX = 120;
/** Narrower than this nothing is broken. */
const COLUMNS_MIN = 40;

/** Lines, without line breaks. */
export function formatEndLines(summary: Summary, options: EndOptions): readonly string[] {
  const { colours, reportPath, columns = 100, receipt = summary.receipt, medians = false } = options;
  const outcome = options.outcome ?? receipt?.outcome ?? 'SUCCEEDED';
  return [
    ...simulatedLines(summary, colours),
    ...answerLines(summary, colours, columns),
    ...(medians || summary.answer.ranking.length === 0 ? medianLines(summary, columns) : []),
    ...noteLines(summary, columns),
    ...(outcome === 'SUCCEEDED' ? [] : [`execution ${colours.red(outcome)}`]),
    ...figureLines(summary, colours, columns),
    ...citationLines(summary),
    ...notMadeLines(summary),
    `receipt   ${formatReceipt(receipt, colours)}`,
    `report    ${reportPath}`,
  ];
}

/** Where figures of a study stand beside what was measured. */
function citationLines({ published, cells }: Summary): string[] {
  if (published === null) return [];
  const beside = cells.filter((cell) => cell.published.length > 0).length;
  const study = toPrintable(published.study);
  const name = study.length > TEXT_MAX ? `${study.slice(0, TEXT_MAX)}…` : study;
  return [`published ${name}: beside ${beside} of ${pluralize(cells.length, 'configuration')} in the report`];
}

/** What only tells, as alarms do, and was not made: its copy was measured all the same. */
function notMadeLines({ outcomes }: Summary): string[] {
  const all = outcomes.flatMap(({ rig, without = [] }) => without.map((one) => ({ rig, ...one })));
  const told = all.slice(0, REASONS_MAX).map(({ rig, copy, request, text }, nth) => {
    const lead = nth === 0 ? 'not made  ' : '          ';
    return `${lead}${request} of ${rig}/${copy}: ${toPrintable(text.slice(0, TEXT_MAX))}`;
  });
  return all.length > REASONS_MAX ? [...told, `          and ${all.length - REASONS_MAX} more in the report`] : told;
}

function simulatedLines(summary: Summary, { bold, yellow }: Colours): string[] {
  return summary.simulated ? [bold(yellow('SIMULATED: these numbers come from a model, nothing was measured'))] : [];
}

/** Colour of a headline; a description has none. */
const OUTCOME_COLOURS: Readonly<Partial<Record<AnswerOutcome, keyof Omit<Colours, 'bold'>>>> = {
  meets: 'green',
  best: 'green',
  equivalent: 'green',
  'safe-choice': 'green',
  inconclusive: 'yellow',
  'too-little': 'red',
  'burst-only': 'red',
  misses: 'red',
};

/** The headline, then the figures that it rests on. */
function answerLines(
  { answer: { outcome, headline, evidence } }: Summary,
  colours: Colours,
  columns: number,
): string[] {
  const colour = OUTCOME_COLOURS[outcome];
  const width = Math.max(COLUMNS_MIN, columns);
  const bold = wrapWords(toPrintable(headline), width).map((line) =>
    colours.bold(colour === undefined ? line : colours[colour](line)),
  );
  return [...bold, ...evidence.flatMap((line) => indent('', toPrintable(line), columns))];
}

/** What to know before relying on the answer, then what would settle it. */
function noteLines({ answer: { cautions, details, settle } }: Summary, columns: number): string[] {
  const more = details.length === 0 ? '' : ` (${pluralize(details.length, 'more remark')} in the report)`;
  const last = cautions.length - 1;
  return [
    ...cautions.flatMap((text, nth) => {
      const end = nth === last ? more : '';
      return indent(nth === 0 ? 'caution' : '', `${toPrintable(text)}${end}`, columns);
    }),
    ...(settle === null ? [] : indent('to settle', formatSettlement(settle), columns)),
  ];
}

/** `12 replicates find …: design: { replicates: 12 }, about 16 more trials, 25m, $1.40`. */
export function formatSettlement({ text, setting, effort }: Settlement): string {
  if (setting === null) return text;
  if (effort === null) return `${text} ${setting}`;
  const { trials, seconds, usd } = effort;
  const money = usd === 0 ? '' : `, ${formatUsd(usd)}`;
  const more = pluralize(Math.round(trials), 'more trial');
  return `${text} ${setting} takes about ${more}, ${formatSeconds(seconds)}${money}`;
}

/** Lines of a text behind the name of its row. */
function indent(name: string, text: string, columns: number): readonly string[] {
  const width = Math.max(COLUMNS_MIN, Math.min(columns, TEXT_MAX)) - 10;
  return wrapWords(text, width).map((line, nth) => `${(nth === 0 ? name : '').padEnd(10)}${line}`);
}

function figureLines(summary: Summary, colours: Colours, columns: number): string[] {
  const { verdicts, trials, local, cost } = summary;
  const tint: Record<Verdict, (text: string) => string> = {
    VALID: colours.green,
    SUSPECT: colours.yellow,
    INVALID: colours.red,
    INFEASIBLE: colours.red,
    NOT_RUN: colours.yellow,
  };
  const counts = VERDICTS.filter((verdict) => verdicts[verdict] > 0).map((verdict) =>
    tint[verdict](`${verdicts[verdict]} ${verdict}`),
  );
  const spent = cost.spendUsd === null ? 'not known yet' : formatUsd(cost.spendUsd);
  const estimate = `estimate ${formatUsd(cost.estimateUsd)}`;
  const budget = cost.maxUsd === null ? '' : `, budget ${formatUsd(cost.maxUsd)}`;
  return [
    `trials    ${counts.join(', ')} of ${pluralize(trials.length, 'trial')}`,
    ...reasonLines(summary, columns),
    `cost      ${local ? 'nothing: it ran on this machine' : `${spent} (${estimate}${budget})`}`,
  ];
}

/** The commonest reasons that trials are not VALID: how often, in the words of one trial, and what to do about it. */
function reasonLines(summary: Summary, columns: number): string[] {
  const all = groupReasons(summary);
  const lines = all.slice(0, REASONS_MAX).flatMap((reason, index) => {
    const { remedy } = reason;
    const lead = index === 0 ? 'why not   ' : '          ';
    const what = toPrintable(describeReason(reason));
    const room = Math.max(COLUMNS_MIN, Math.min(columns, TEXT_MAX)) - lead.length;
    const short = what.length > room * 2 ? `${what.slice(0, room * 2 - 1)}…` : what;
    const said = wrapWords(short, room).map((line, place) => `${place === 0 ? lead : '          '}${line}`);
    return remedy === null
      ? said
      : [...said, ...wrapWords(`what to do: ${remedy}`, room - 2).map((line) => `            ${line}`)];
  });
  const more = all.length - REASONS_MAX;
  return more > 0 ? [...lines, `          and ${pluralize(more, 'more reason')} in the report`] : lines;
}

/** `2 SUSPECT: HostBusy: other processes took 42%`: how many trials have it, and what the first of them says. */
export function describeReason({ verdict, code, counts, but, trials, text }: ReasonGroup): string {
  const still = counts ? `, which count ${but.length === 0 ? 'all the same' : `but for ${but.join(', ')}`}` : '';
  return `${trials.length} ${verdict}${still}: ${code}: ${text}`;
}

export function formatReceipt(receipt: Receipt | null, { green, red, yellow }: Colours): string {
  if (receipt === null) return yellow('not written: whether anything is left is not known');
  const over = formatSkipped(receipt);
  const unseen = over === '' ? '' : `; ${yellow('could not look at')} ${over}`;
  if (receipt.clean) {
    const dirty = receipt.notCleaned ?? [];
    const stays = dirty.length === 0 ? '' : `; ${red('NOT CLEANED')} in stores of others: ${dirty.join('; ')}`;
    const running = receipt.othersRunning ?? [];
    const runs = running.length === 0 ? '' : `; ${yellow('may still run')}, of others: ${running.join('; ')}`;
    const all = pluralize(receipt.resources.length, 'resource');
    return `${green('clean')}: nothing is left of ${all}${stays}${runs}${unseen}`;
  }
  const left = receipt.left.slice(0, 3).map(({ kind, id }) => `${kind} ${id}`);
  const more = receipt.left.length > left.length ? ', …' : '';
  const { unlisted } = receipt;
  const unknown = unlisted.length === 0 ? '' : `; could not look at ${unlisted.map(({ kind }) => kind).join(', ')}`;
  const things = left.length === 0 ? '' : ` (${left.join(', ')}${more})`;
  return `${red('NOT CLEAN')}: ${pluralize(receipt.left.length, 'resource')} left${things}${unknown}${unseen}`;
}

/** Breaks at blanks, but not inside `n = 3`. */
export function wrapWords(text: string, columns: number): readonly string[] {
  const lines: string[] = [];
  for (const word of text.split(/(?<!=) (?!=)/)) {
    const last = lines.at(-1);
    if (last === undefined || last.length + 1 + word.length > columns) lines.push(word);
    else lines[lines.length - 1] = `${last} ${word}`;
  }
  return lines;
}
