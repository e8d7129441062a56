/** Text at the end of an execution on the terminal: answer, cautions, reasons against trials; else medians. */
import { toPrintable } from '../shapes/printable';
import type pc from 'picocolors';
import type { AnswerOutcome, Settlement } from '../results/answer/answer';
import { type ReasonGroup, groupReasons } from '../results/reason-groups';
import { isMetDespiteLoad } from '../results/met-despite-load';
import { pluralize, formatUsd } from '../results/format';
import { formatSkipped, type Receipt } from '../shapes/receipt';
import type { Summary } from '../results/summary';
import { wrapText, wrapWords } from './lines';
import { formatMedians } from './medians';
import { formatSeconds } from '../shapes/quantity';
import { VERDICTS, type Verdict } from '../shapes/verdict';

/** The colour functions of picocolors in use; `createColors(false)` makes plain text. */
export type Colours = Pick<ReturnType<typeof pc.createColors>, 'bold' | 'green' | 'yellow' | 'red'>;

export interface EndOptions {
  readonly colours: Colours;
  readonly reportPath: string;
  /** Width of the terminal; long lines wrap. Default: 100. */
  readonly columns?: number;
  /** Default: that of the summary. */
  readonly receipt?: Receipt | null;
  /** Always print medians. Default: only if there is no answer. */
  readonly medians?: boolean;
  /** How the execution ended; printed unless SUCCEEDED. Default: the outcome in the receipt. */
  readonly outcome?: string;
}

/** Maximum number of printed reasons; the report contains all. */
export const MAX_PRINTED_REASONS = 3;
/** Maximum width for reasons: longer lines are hard to read. */
const TEXT_MAX = 120;
/** Minimum width for wrapping. */
const COLUMNS_MIN = 40;

/** The reason why an exploratory answer may gate. */
const MET_DESPITE_LOAD =
  'gate      exit code 0: other processes only slow a trial, and the threshold is met in spite of them';

/** Lines without line breaks. */
export function formatEndLines(summary: Summary, options: EndOptions): readonly string[] {
  const { colours, reportPath, columns = 100, receipt = summary.receipt, medians = false } = options;
  const outcome = options.outcome ?? receipt?.outcome ?? 'SUCCEEDED';
  return [
    ...formatSimulated(summary, colours),
    ...formatAnswer(summary, colours, columns),
    ...(summary.answer.isExploratory && isMetDespiteLoad(summary) ? [MET_DESPITE_LOAD] : []),
    ...(medians || summary.answer.ranking.length === 0 ? formatMedians(summary, columns) : []),
    ...formatNotes(summary, columns),
    ...(outcome === 'SUCCEEDED' ? [] : [`execution ${colours.red(outcome)}`]),
    ...formatFigures(summary, colours, columns),
    ...formatCitation(summary),
    ...formatFailures(summary),
    `cleanup   ${formatReceipt(receipt, colours)}`,
    `report    ${reportPath}`,
  ];
}

/** Names the published study whose figures the report shows. */
function formatCitation({ published, cells }: Summary): string[] {
  if (published === null) return [];
  const count = cells.filter((cell) => cell.published.length > 0).length;
  const study = toPrintable(published.study);
  const name = study.length > TEXT_MAX ? `${study.slice(0, TEXT_MAX)}…` : study;
  return [`published ${name}: figures for ${count} of ${pluralize(cells.length, 'configuration')} in the report`];
}

/** Failed requests that did not stop a measurement, e.g. to create alarms. */
function formatFailures({ outcomes }: Summary): string[] {
  const all = outcomes.flatMap(({ rig, without = [] }) => without.map((one) => ({ rig, ...one })));
  const lines = all.slice(0, MAX_PRINTED_REASONS).map(({ rig, copy, request, text }, nth) => {
    const lead = nth === 0 ? 'missing   ' : '          ';
    return `${lead}${request} of ${rig}/${copy}: ${toPrintable(text.slice(0, TEXT_MAX))}`;
  });
  return all.length > MAX_PRINTED_REASONS
    ? [...lines, `          and ${all.length - MAX_PRINTED_REASONS} more in the report`]
    : lines;
}

function formatSimulated(summary: Summary, { bold, yellow }: Colours): string[] {
  return summary.simulated ? [bold(yellow('SIMULATED: these numbers come from a model, nothing was measured'))] : [];
}

/** Colour of a headline by outcome; descriptions have none. */
const OUTCOME_COLOURS: Readonly<Record<AnswerOutcome, keyof Omit<Colours, 'bold'>>> = {
  meets: 'green',
  best: 'green',
  equal: 'green',
  open: 'yellow',
  misses: 'red',
};

function formatAnswer(
  { answer: { outcome, headline, events = [], evidence } }: Summary,
  colours: Colours,
  columns: number,
): string[] {
  const colour = outcome === null ? undefined : OUTCOME_COLOURS[outcome];
  const width = Math.max(COLUMNS_MIN, columns);
  const bold = wrapWords(toPrintable(headline), width).map((line) =>
    colours.bold(colour === undefined ? line : colours[colour](line)),
  );
  return [...bold, ...[...events, ...evidence].flatMap((line) => wrapIndented('', toPrintable(line), columns))];
}

/** Cautions, then what would settle the answer. */
function formatNotes({ answer: { cautions, details, settle } }: Summary, columns: number): string[] {
  const more = details.length === 0 ? '' : ` (${pluralize(details.length, 'more remark')} in the report)`;
  const last = cautions.length - 1;
  return [
    ...cautions.flatMap((text, nth) => {
      const end = nth === last ? more : '';
      return wrapIndented(nth === 0 ? 'caution' : '', `${toPrintable(text)}${end}`, columns);
    }),
    ...(settle === null ? [] : wrapIndented('to settle', formatSettlement(settle), columns)),
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

function wrapIndented(name: string, text: string, columns: number): readonly string[] {
  return wrapText(text, name.padEnd(10), limitWidth(columns));
}

function limitWidth(columns: number): number {
  return Math.max(COLUMNS_MIN, Math.min(columns, TEXT_MAX));
}

function formatFigures(summary: Summary, colours: Colours, columns: number): string[] {
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
    ...formatReasons(summary, columns),
    `cost      ${local ? 'none: it ran on this machine' : `${spent} (${estimate}${budget})`}`,
  ];
}

/** The most common reasons against trials: count, text of the first trial, and remedy. */
function formatReasons(summary: Summary, columns: number): string[] {
  const all = groupReasons(summary);
  const width = limitWidth(columns);
  const lines = all.slice(0, MAX_PRINTED_REASONS).flatMap((reason, index) => {
    const what = toPrintable(describeReason(reason));
    const most = (width - 10) * 2;
    const short = what.length > most ? `${what.slice(0, most - 1)}…` : what;
    const said = wrapIndented(index === 0 ? 'reasons' : '', short, columns);
    const { remedy } = reason;
    return remedy === null ? said : [...said, ...wrapText(`what to do: ${remedy}`, ' '.repeat(12), width)];
  });
  const more = all.length - MAX_PRINTED_REASONS;
  return more > 0 ? [...lines, `          and ${pluralize(more, 'more reason')} in the report`] : lines;
}

/** `2 SUSPECT: HostBusy: other processes used 42%`: how many trials have the reason, and the text of the first. */
export function describeReason({ verdict, code, counts, but, trials, text }: ReasonGroup): string {
  const still = counts ? ` (counted${but.length === 0 ? '' : ` except for ${but.join(', ')}`})` : '';
  return `${trials.length} ${verdict}${still}: ${code}: ${text}`;
}

export function formatReceipt(receipt: Receipt | null, { green, red, yellow }: Omit<Colours, 'bold'>): string {
  if (receipt === null) return yellow('not verified yet: the cleanup receipt is missing');
  const over = formatSkipped(receipt);
  const unseen = over === '' ? '' : `; ${yellow('could not check')} ${over}`;
  if (receipt.clean) {
    const dirty = receipt.notCleaned ?? [];
    const stays = dirty.length === 0 ? '' : `; ${red('NOT CLEANED')} in external storage: ${dirty.join('; ')}`;
    const running = receipt.externalRunning ?? [];
    const runs = running.length === 0 ? '' : `; ${yellow('external, may still run')}: ${running.join('; ')}`;
    const count = receipt.resources.length;
    return `${green('verified')}: ${count} of ${pluralize(count, 'resource')} deleted${stays}${runs}${unseen}`;
  }
  const left = receipt.remaining.slice(0, 3).map(({ kind, id }) => `${kind} ${id}`);
  const more = receipt.remaining.length > left.length ? ', …' : '';
  const { unlisted } = receipt;
  const unknown = unlisted.length === 0 ? '' : `; could not list ${unlisted.map(({ kind }) => kind).join(', ')}`;
  const names = left.length === 0 ? '' : ` (${left.join(', ')}${more})`;
  return `${red('INCOMPLETE')}: ${pluralize(receipt.remaining.length, 'resource')} left${names}${unknown}${unseen}`;
}
