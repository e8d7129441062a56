/** The end of an execution as the terminal shows it: eleven lines, and medians where there is no answer. */
import type pc from 'picocolors';
import type { AnswerStatus } from '../results/answer/answer';
import { counted, formatUsd } from '../results/format';
import type { Receipt } from '../shapes/receipt';
import type { Summary } from '../results/summary';
import { medianLines } from './medians';
import { groupBy } from '../shapes/group';
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
  /** How the execution ended; said where it is not SUCCEEDED. By default the receipt's. */
  readonly outcome?: string;
}

/** Lines that the answer may take: with the others that makes eleven. */
const ANSWER_LINES = 4;
/** Longest reason, characters: one line of a wide terminal. */
const TEXT_MAX = 120;
/** Narrower than this nothing is broken. */
const COLUMNS_MIN = 40;

/** Lines, without line breaks. */
export function endText(summary: Summary, options: EndOptions): readonly string[] {
  const { colours, reportPath, columns = 100, receipt = summary.receipt } = options;
  const outcome = options.outcome ?? receipt?.outcome ?? 'SUCCEEDED';
  return [
    ...simulated(summary, colours),
    ...answer(summary, colours, columns),
    ...(['described', 'no-data'].includes(summary.answer.status) ? medianLines(summary) : []),
    ...(outcome === 'SUCCEEDED' ? [] : [`execution ${colours.red(outcome)}`]),
    ...figures(summary, colours),
    `receipt   ${receiptText(receipt, colours)}`,
    `report    ${reportPath}`,
  ];
}

function simulated(summary: Summary, { bold, yellow }: Colours): string[] {
  return summary.simulated ? [bold(yellow('SIMULATED: these numbers come from a model, nothing was measured'))] : [];
}

function answer({ answer: { status, text } }: Summary, colours: Colours, columns: number): string[] {
  const look: Record<AnswerStatus, (line: string) => string> = {
    described: (line) => line,
    decided: colours.green,
    equal: colours.green,
    close: colours.yellow,
    open: colours.yellow,
    'too-few': colours.yellow,
    'none-qualifies': colours.red,
    'no-data': colours.red,
  };
  // Levels come from a spec: control characters in them would move the cursor.
  const lines = wrapped(text.replace(/\p{Cc}/gu, '?'), Math.max(COLUMNS_MIN, columns));
  const shown = lines.length > ANSWER_LINES ? [...lines.slice(0, ANSWER_LINES - 1), '… (whole in the report)'] : lines;
  return shown.map((line) => colours.bold(look[status](line)));
}

function figures({ verdicts, trials, local, cost }: Summary, colours: Colours): string[] {
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
    `trials    ${counts.join(', ')} of ${counted(trials.length, 'trial')}`,
    ...mostOften(trials),
    `cost      ${local ? 'nothing: it ran on this machine' : `${spent} (${estimate}${budget})`}`,
  ];
}

/** Of all trials that do not count the commonest reason, in the words of one: what would have to be mended first. */
function mostOften(trials: Summary['trials']): string[] {
  const against = trials.flatMap(({ verdict, reasons }) =>
    verdict === 'VALID' ? [] : reasons.filter(({ level }) => level !== 'note'),
  );
  const [commonest] = [...groupBy(against, ({ code }) => code)].toSorted(([, a], [, b]) => b.length - a.length);
  if (commonest === undefined) return [];
  const [code, all] = commonest;
  const text = (all[0]?.text ?? '').replace(/\p{Cc}/gu, '?');
  return [`why not   ${code} (${all.length}): ${text.length > TEXT_MAX ? `${text.slice(0, TEXT_MAX)}…` : text}`];
}

function receiptText(receipt: Receipt | null, { green, red, yellow }: Colours): string {
  if (receipt === null) return yellow('not written: whether anything is left is not known');
  if (receipt.clean) return `${green('clean')}: nothing is left of ${counted(receipt.resources.length, 'resource')}`;
  const left = receipt.left.slice(0, 3).map(({ kind, id }) => `${kind} ${id}`);
  const more = receipt.left.length > left.length ? ', …' : '';
  const { unlisted } = receipt;
  const unknown = unlisted.length === 0 ? '' : `; could not look at ${unlisted.map(({ kind }) => kind).join(', ')}`;
  const things = left.length === 0 ? '' : ` (${left.join(', ')}${more})`;
  return `${red('NOT CLEAN')}: ${counted(receipt.left.length, 'resource')} left${things}${unknown}`;
}

/** Breaks at blanks, but not inside `n = 3`. */
export function wrapped(text: string, columns: number): readonly string[] {
  const lines: string[] = [];
  for (const word of text.split(/(?<!=) (?!=)/)) {
    const last = lines.at(-1);
    if (last === undefined || last.length + 1 + word.length > columns) lines.push(word);
    else lines[lines.length - 1] = `${last} ${word}`;
  }
  return lines;
}
