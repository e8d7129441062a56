/** The text of `history`. */
import { formatChange, formatValue, pluralize } from '../../results/format';
import {
  findHistoryStage,
  type HistoryChange,
  type HistoryMeasure,
  listChanges,
  type NamedChange,
  nameStep,
  type ShownHistory,
} from '../../results/history/experiment-history';
import { nameMetric } from '../../results/measures';
import { groupBy } from '../../shapes/collections';
import { toPrintable } from '../../shapes/printable';
import { alignColumns, wrapText } from '../../report/lines';

const BARS = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
/** Executions in a sparkline, at most. */
const SPARK_MAX = 40;
/** Changes in the text, at most: the latest. */
const STEPS_MAX = 8;

/** What a history of few executions cannot tell. */
const STAGES = {
  figures: 'Figures only: with five executions the newest is compared with the others, with eleven, levels are.',
  newest: 'The newest execution is compared with the earlier ones. Changes of level need eleven executions.',
  scan: '',
} as const;

/** @param columns of the terminal */
export function formatHistory(shown: ShownHistory, columns: number): string {
  const { experiment, simulated, history, causes } = shown;
  const { executions, measures } = history;
  const days = [executions[0], executions.at(-1)].map((one) => one?.started.slice(0, 10) ?? '');
  const count = pluralize(executions.length, simulated ? 'rehearsal' : 'execution');
  const head = `${experiment}: ${count}, ${days.join(' to ')} (UTC)`;
  const byStep = groupBy(listChanges(history), ({ change }) => nameStep(change));
  const stage = STAGES[findHistoryStage(executions.length)];
  const hidden = Math.max(0, byStep.size - STEPS_MAX);
  const steps = [...byStep]
    .slice(hidden)
    .map(([step, own]) => [
      ...wrapText(formatStep(step, own), '', columns),
      ...own.flatMap((one) => wrapText(`${formatWho(one)}: ${formatLevels(one.change)}`, '  ', columns)),
      ...formatCauses(causes[step] ?? null).flatMap((one) => wrapText(one, '  ', columns)),
    ]);
  const none = findHistoryStage(executions.length) === 'figures' ? [] : ['No change found.'];
  const blocks = [
    [head, ...(simulated ? ['All are simulated.'] : [])],
    ...measures.map((measure) => formatMeasure(measure, shown, columns)),
    hidden === 0 ? [] : [`${pluralize(hidden, 'earlier change')}: see --json or --html. The latest ${STEPS_MAX}:`],
    ...(steps.length === 0 ? [none] : steps),
    stage === '' ? [] : wrapText(stage, '', columns),
  ];
  return `${blocks.flatMap((lines) => (lines.length > 0 ? [lines.map(toPrintable).join('\n')] : [])).join('\n\n')}\n`;
}

function formatMeasure(
  { operation, unit, cells, ended }: HistoryMeasure,
  { metric, words }: ShownHistory,
  columns: number,
) {
  const widest = Math.max(0, ...cells.map(({ label }) => label.length));
  const width = Math.max(8, Math.min(SPARK_MAX, columns - widest - 40));
  const rows = cells.map(({ label, values, level }) => [
    label,
    level === null ? '–' : formatValue(level, unit),
    formatNewest(values.at(-1) ?? null, unit),
    drawSparkline(values.slice(-width)),
  ]);
  const name = nameMetric(words, metric, operation);
  const gone =
    ended === 0 ? [] : [`${pluralize(ended, 'configuration')} of earlier executions: not in the newest one.`];
  const head = ['configuration', 'level', 'newest', `last ${Math.min(width, cells[0]?.values.length ?? 0)}`];
  return [`${name}, geometric means`, ...alignColumns([head, ...rows]), ...gone];
}

function formatNewest(value: number | null, unit: HistoryMeasure['unit']): string {
  return value === null ? 'too few' : formatValue(value, unit);
}

/** A bar for each execution, from its smallest to its largest value; a dot where it has none. */
function drawSparkline(values: readonly (number | null)[]): string {
  const known = values.filter((value) => value !== null);
  const [low, high] = [Math.min(...known), Math.max(...known)];
  const place = (value: number): number => (high === low ? 0.5 : (value - low) / (high - low));
  return values
    .map((value) => (value === null ? '·' : (BARS[Math.min(7, Math.floor(place(value) * 8))] ?? '·')))
    .join('');
}

function formatWho({ label, operation }: NamedChange): string {
  const of = operation === null ? '' : `, ${operation}`;
  return label === null ? `all together${of} (hour, hosts or AWS)` : `${label}${of}, without the others`;
}

function formatStep(step: string, own: readonly NamedChange[]): string {
  const day = own[0]?.change.from.started.slice(0, 16).replace('T', ' ') ?? '';
  if (own.every(({ change }) => change.newest)) return `Only the newest execution differs, ${step}, ${day} UTC`;
  const seen = Math.min(...own.map(({ change }) => change.executions));
  return `Since ${day} UTC, ${step}; seen after ${pluralize(seen, 'execution')}`;
}

function formatLevels({ change, low, high }: HistoryChange): string {
  return `${formatChange(change)} (${formatChange(low)} to ${formatChange(high)})`;
}

function formatCauses(causes: readonly string[] | null): readonly string[] {
  if (causes === null) return ['What else differs is unknown: plan or summary of an execution is missing.'];
  return causes.length === 0
    ? ['Nothing else differs in settings, prices, and what hosts reported.']
    : ['What else differs:', ...causes.map((one) => `  ${one}`)];
}
