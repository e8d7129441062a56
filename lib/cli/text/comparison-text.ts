/** The text of `compare`. */
import { formatChange, formatValue } from '../../results/format';
import type { ComparedMeasure, Execution, ExecutionComparison } from '../../results/history/compare-executions';
import type { PairDifference } from '../../results/history/pair';
import { VERDICTS } from '../../shapes/verdict';
import { toPrintable } from '../../shapes/printable';
import { alignColumns, wrapText } from '../../report/lines';

export interface ComparisonText {
  readonly before: Execution;
  readonly after: Execution;
  readonly comparison: ExecutionComparison;
  readonly margin: number;
}

const FEW_UNITS = 'one execution lacks them, or has fewer than three counted trials or blocks';

/** @param columns of the terminal */
export function formatComparison({ before, after, comparison, margin }: ComparisonText, columns: number): string {
  const { measures, missing, differs } = comparison;
  const isSimulated = after.summary.simulated;
  const blocks = [
    [formatSide('before', before), formatSide('after ', after), ...(isSimulated ? ['Both are simulated.'] : [])],
    ...measures.map((measure) => formatMeasure(measure, margin, columns)),
    measures.length === 0 ? ['The executions share no configuration that counts in both.'] : [],
    missing.length === 0 ? [] : wrapText(`Not compared (${FEW_UNITS}): ${missing.join(', ')}.`, '', columns),
    differs.length === 0
      ? ['Nothing else differs in Region, zone, images, fleet, design, prices, and what hosts reported.']
      : ['What else differs:', ...differs.flatMap((one) => wrapText(one, '  ', columns))],
  ];
  return `${blocks.flatMap((lines) => (lines.length > 0 ? [lines.map(toPrintable).join('\n')] : [])).join('\n\n')}\n`;
}

function formatSide(side: string, { plan, summary }: Execution): string {
  const started = plan.startedAt.slice(0, 16).replace('T', ' ');
  const { verdicts, answer, receipt } = summary;
  const counts = VERDICTS.flatMap((verdict) => (verdicts[verdict] > 0 ? [`${verdicts[verdict]} ${verdict}`] : []));
  const doubts = [
    ...(answer.isExploratory === true ? ['exploratory'] : []),
    ...(receipt?.outcome === 'SUCCEEDED' ? [] : [receipt?.outcome ?? 'not ended']),
  ];
  const place = `${side}  ${plan.experiment} ${plan.executionId}, started ${started} UTC`;
  return [place, counts.join(' '), ...doubts].join(', ');
}

function formatMeasure(measure: ComparedMeasure, margin: number, columns: number): readonly string[] {
  const { name, unit, better, hour, cells } = measure;
  const isSplit = hour !== null;
  const head = ['configuration', 'before', 'after', 'change', isSplit ? 'without the others' : '', 'verdict'];
  const rows = cells.map(({ label, before, after, change, rest }) => [
    label,
    formatValue(before, unit),
    formatValue(after, unit),
    formatChange(change),
    isSplit ? formatInterval(rest, better) : '',
    toVerdictText(rest, margin, isSplit),
  ]);
  const shown = isSplit ? [0, 1, 2, 3, 4, 5] : [0, 1, 2, 3, 5];
  const table = alignColumns([head, ...rows].map((row) => shown.map((at) => row[at] ?? '')));
  const all =
    hour === null
      ? []
      : [`all together: ${formatInterval(hour, better)}, ${toVerdictText(hour, margin)} (hour, hosts or AWS)`];
  const widest = cells.map(({ rest }) => rest).toSorted((a, b) => b.shown - a.shown);
  const reach = widest.slice(0, 1).flatMap((one) => wrapText(explainReach(one, hour, better), '', columns));
  return [`${name}, geometric means, ${better} is better`, ...table, ...all, ...reach];
}

/** What the pair could not have shown. */
function explainReach(cell: PairDifference, hour: PairDifference | null, better: 'higher' | 'lower'): string {
  const toLoss = (log: number): string =>
    `${Math.round(Math.abs(Math.expm1(better === 'higher' ? -log : log)) * 100)}%`;
  const whole = hour === null ? '' : `, and of all together from ${toLoss(hour.shown)} on`;
  const one = `This pair can show a loss of one configuration from ${toLoss(cell.shown)} on${whole}`;
  const power = `four of five such pairs show ${toLoss(cell.found)} of one`;
  return `${one}; ${power}. Spreads of instances and hours are assumed. One experiment with both sides shows less.`;
}

function toVerdictText({ verdict }: PairDifference, margin: number, isRest = false): string {
  const most = `at most ${Math.round(margin * 1000) / 10}% worse`;
  return verdict !== 'within margin' ? verdict : isRest ? `${most} than the others` : most;
}

/** The interval of the value's change, e.g. `−11% (−30% to +14%)`. Lower values may be better. */
function formatInterval({ d, half }: PairDifference, better: 'higher' | 'lower'): string {
  const sign = better === 'higher' ? 1 : -1;
  const [low = 0, high = 0] = [d - half, d + half].map((one) => Math.expm1(sign * one)).toSorted((a, b) => a - b);
  return `${formatChange(Math.expm1(sign * d))} (${formatChange(low)} to ${formatChange(high)})`;
}
