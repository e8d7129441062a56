/** The page of `history`: a panel for each configuration, in percent of its mean, with the changes of level. */
import { formatRough } from '../results/answer/phrases';
import { formatChange, formatValue, pluralize } from '../results/format';
import {
  type ExperimentHistory,
  type HistoryCell,
  type HistoryChange,
  type HistoryMeasure,
  listChanges,
  type NamedChange,
  nameStep,
  type ShownHistory,
} from '../results/history/experiment-history';
import { nameMetric } from '../results/measures';
import { computeMean } from '../results/statistics/moments';
import { DEFAULT_MARGIN } from '../shapes/decision-rule';
import { type Html, html } from './html';
import { drawTable, textColumn } from './html-table';
import { pickInk } from './palette';
import { renderPage } from './page/shell';
import { makeAxis } from './pictures/axis';
import { drawPanels, type LinePanel, PANELS_MAX } from './pictures/lines';

const INK = pickInk(null, undefined);

export function renderHistoryPage(shown: ShownHistory): string {
  const { experiment, metric, words, simulated, history, causes } = shown;
  const { executions, measures } = history;
  const changes = listChanges(history);
  const last = changes.at(-1);
  const days = [executions[0], executions.at(-1)].map((one) => one?.started.slice(0, 10) ?? '');
  const answer = last === undefined ? 'No change found' : `Last change: ${describeChange(last, executions.length)}`;
  return renderPage({
    title: `${experiment}: history`,
    simulated,
    look: last === undefined ? 'plain' : 'open',
    body: html`<header><p class="run"><span>${experiment}, ${nameMetric(words, metric)}</span>
<span>${pluralize(executions.length, 'execution')}, ${days.join(' to ')} UTC</span></p>
<h1>History</h1><p class="answer">${answer}</p></header>
<main>${measures.map((measure) => drawMeasure(measure, shown))}
${drawChanges(changes, causes)}</main>`,
    script: '',
  });
}

function describeChange({ label, change, unit }: NamedChange, count: number): string {
  const { change: ratio, from, levels, newest } = change;
  const of = levels === null ? '' : ` (${levels.map((level) => formatValue(level, unit)).join(' → ')})`;
  const when = newest ? `in the newest of ${count} executions` : `since ${from.started.slice(0, 10)}`;
  return `${label ?? 'all together'} ${formatChange(ratio)}${of} ${when}`;
}

/** Configurations that changed come first. */
function drawMeasure(
  { operation, cells, unit, together }: HistoryMeasure,
  { metric, words, history: { executions } }: ShownHistory,
): Html {
  const drawn = cells.toSorted((a, b) => b.changes.length - a.changes.length).filter(({ level }) => level !== null);
  const panels = drawn.map((cell) => toPanel(cell, unit, [...cell.changes, ...together], executions));
  const values = panels.flatMap(({ lines }) =>
    lines.flatMap(({ points }) => points.map((point) => point?.value ?? 100)),
  );
  const ticks = [0, executions.length - 1].map((at) => ({
    place: executions.length < 2 ? 0.5 : at / (executions.length - 1),
    text: executions[at]?.started.slice(0, 10) ?? '',
  }));
  const name = nameMetric(words, metric, operation);
  const axis = makeAxis(values, '%', 'near');
  const y = { ...axis, ticks: axis.ticks.map(({ place, text }) => ({ place, text: `${text}%` })) };
  const scale = { ticks, y };
  const chunks = Array.from({ length: Math.ceil(panels.length / PANELS_MAX) }, (_, nth) =>
    panels.slice(nth * PANELS_MAX, (nth + 1) * PANELS_MAX),
  );
  return html`<section><h2>${name} <small>percent of the mean of each configuration</small></h2>
${describeSmallest(drawn)}
${chunks.map((some) => drawPanels(some, scale, `${name} over executions`))}</section>`;
}

/** What one execution shows, from the steadiest configuration to the least steady one. */
function describeSmallest(cells: readonly HistoryCell[]): Html {
  const changes = cells.flatMap(({ smallestChange }) => smallestChange ?? []);
  if (changes.length === 0) return html`<p class="note">Too few executions to show changes.</p>`;
  const ends = [Math.min(...changes), Math.max(...changes)].map(formatRough);
  const range = ends[0] === ends[1] ? ends.slice(1) : [`${ends.join(' to ')} (by configuration)`];
  return html`<p class="note">One execution shows changes from ${range} on. Several in a row show smaller ones, down to
${formatRough(DEFAULT_MARGIN)}.</p>`;
}

function toPanel(
  { label, values, level }: HistoryCell,
  unit: HistoryMeasure['unit'],
  changes: readonly HistoryChange[],
  executions: ExperimentHistory['executions'],
): LinePanel {
  const place = new Map(executions.map(({ execution }, at) => [execution, at / Math.max(1, executions.length - 1)]));
  const mean = computeMean(values.filter((value) => value !== null));
  const points = values.map((value, at) =>
    value === null ? null : { x: place.get(executions[at]?.execution ?? '') ?? 0, value: (100 * value) / mean },
  );
  return {
    title: `${label}, ${formatValue(level ?? mean, unit)}`,
    lines: [{ name: label, ink: INK, points }],
    moments: changes.map(({ from, change, levels }) => ({
      x: place.get(from.execution) ?? 0,
      text: `${formatChange(change)}${levels === null ? ' all' : ''}`,
    })),
  };
}

const HEADS = ['Configuration', 'Since (UTC)', 'Change', 'Level before and after', 'Seen after', 'What else differs'];

function drawChanges(changes: readonly NamedChange[], causes: ShownHistory['causes']): Html {
  if (changes.length === 0) return html``;
  const rows = changes.map(({ label, change, operation, unit }) => {
    const who = label ?? 'all together';
    const { from, low, high, levels, executions } = change;
    const differs = causes[nameStep(change)] ?? null;
    return [
      operation === null ? who : `${who}, ${operation}`,
      `${from.started.slice(0, 16).replace('T', ' ')}, ${from.execution}`,
      `${formatChange(change.change)} (${formatChange(low)} to ${formatChange(high)})`,
      (levels ?? []).map((level) => formatValue(level, unit)).join(' → '),
      pluralize(executions, 'execution'),
      differs === null ? 'unknown' : differs.join('; ') || 'nothing',
    ];
  });
  return html`<section id="table"><h2>Changes</h2>${drawTable(HEADS.map(textColumn), rows)}</section>`;
}
