/** Section: levels of a search that met the criteria, and latency at the highest passing level and the next. */
import { formatValue } from '../../results/format';
import { nameMetric } from '../../results/measures';
import type { LevelResult } from '../../results/search/bisection';
import type { SearchResult } from '../../results/search/search-result';
import type { Criterion } from '../../shapes/decision-rule';
import type { SeriesLine } from '../../shapes/series';
import { capitalize } from '../glossary';
import { type Html, html } from '../html';
import { type Column, drawTable, drawMoreNote, numberColumn, textColumn } from '../html-table';
import type { Page } from '../page/context';
import { pickInk } from '../palette';
import { drawLegend, drawPanels, shareAxis, spreadSeconds } from '../pictures/lines';
import { toTimePoints } from './over-time';

/** Most configurations and levels in the table, and most lines of replicates. */
const ROWS_MAX = 24;
const LEVELS_MAX = 16;
const PATHS_MAX = 48;

/** The section; empty without a search. @param series totals over the hosts of a trial have `host: null` */
export function drawSearchSection(page: Page, series: readonly SeriesLine[]): Html {
  const { searches = [] } = page.summary;
  const [first] = searches;
  if (first === undefined) return html``;
  const { factor, labels, criteria } = first;
  const rows = searches.slice(0, ROWS_MAX).map((search) => drawRow(page, search));
  const columns: readonly Column[] = [
    textColumn('Configuration'),
    ...labels.slice(0, LEVELS_MAX).map(numberColumn),
    textColumn(`Highest ${factor}`),
    textColumn('Missed above it'),
  ];
  const met = criteria.map((one) => describeCriterion(page, one)).join('; ');
  return html`<section id="search"><h2>Highest ${factor} that meets the criteria</h2>
<p class="note">Criteria: ${met}. Columns: replicates that met them all, of those that measured the level. A replicate
measures only the levels that it needs.</p>${drawTable(columns, rows)}
${drawMoreNote(searches.length - rows.length, 'configurations')}
${drawSeries(page, series)}${drawPaths(page)}</section>`;
}

function describeCriterion({ summary }: Page, criterion: Criterion): string {
  const { name, metric, operation = null, everySeconds, atLeast, atMost } = criterion;
  const unit = summary.cells.flatMap((cell) => cell.measures).find((one) => one.metric === metric)?.unit ?? 'count';
  const limits = [
    ...(atLeast === undefined ? [] : [`at least ${formatValue(atLeast, unit)}`]),
    ...(atMost === undefined ? [] : [`at most ${formatValue(atMost, unit)}`]),
  ].join(' and ');
  const windows = everySeconds === undefined ? '' : ` in every window of ${everySeconds} s`;
  return `${name} (${nameMetric(summary.metrics, metric, operation)} ${limits}${windows})`;
}

function nameSearch({ cellById }: Page, { id }: SearchResult): string {
  return cellById.get(id)?.label ?? id;
}

function listAt({ replicates }: SearchResult, level: number): readonly LevelResult[] {
  return replicates.flatMap(({ path }) => path.filter((one) => one.level === level));
}

function drawRow(page: Page, search: SearchResult): readonly (Html | string)[] {
  const { labels, replicates } = search;
  const shares = labels.slice(0, LEVELS_MAX).map((_, level) => {
    const own = listAt(search, level);
    const passed = own.filter(({ outcome }) => outcome === 'passes').length;
    if (own.length === 0) return html`<span class="sub">–</span>`;
    const mark = passed === own.length ? '✓' : passed === 0 ? '✗' : '±';
    return html`${mark}&nbsp;${passed}/${own.length}`;
  });
  const found = replicates.flatMap(({ highest }) => highest ?? []);
  const levels = [...new Set(found)].toSorted((a, b) => a - b);
  const highest = levels.map((level) => (level < 0 ? 'none' : (labels[level] ?? '?'))).join(' to ');
  const fails = replicates.flatMap(({ path, highest: own }) =>
    path.filter(({ level, outcome }) => outcome === 'fails' && level === (own ?? -2) + 1),
  );
  const missed = [...new Set(fails.flatMap(({ why }) => why ?? []))].join(', ');
  return [
    nameSearch(page, search),
    ...shares,
    html`<strong>${highest === '' ? 'not found' : highest}</strong>`,
    missed,
  ];
}

/** One line per replicate with its trials in order. */
function drawPaths(page: Page): Html {
  const { searches = [] } = page.summary;
  const all = searches.flatMap((search) => search.replicates.map((one) => ({ search, one })));
  const rows = all
    .slice(0, PATHS_MAX)
    .map(({ search, one }) => [
      nameSearch(page, search),
      one.replicate,
      one.path.map((step) => describeStep(search, step)).join(' → '),
    ]);
  const columns = [textColumn('Configuration'), numberColumn('Replicate'), textColumn('Levels in the order measured')];
  return html`<details><summary>Path of each ${page.words.say('replicate')}</summary>${drawTable(columns, rows)}
${drawMoreNote(all.length - rows.length, 'replicates')}</details>`;
}

function describeStep({ labels }: SearchResult, { level, outcome, why, figure, trial }: LevelResult): string {
  const label = labels[level] ?? '?';
  if (outcome === 'passes') return `${label} ✓`;
  const value = figure === null ? '' : ` ${formatValue(figure.value, figure.unit)}`;
  const at = figure === null || figure.at === null ? '' : ` at ${figure.at} s`;
  return `${label} ${outcome === 'fails' ? '✗' : '?'} (${why ?? trial}${value}${at})`;
}

/** The first criterion with a time series: its metric at the highest passing level and at the next. */
function drawSeries(page: Page, series: readonly SeriesLine[]): Html {
  const { searches = [] } = page.summary;
  const criteria = searches[0]?.criteria ?? [];
  const found = criteria.find(({ everySeconds, atMost }) => everySeconds !== undefined && atMost !== undefined);
  const drawn = found === undefined ? [] : searches.flatMap((search) => toPanel(page, search, found, series));
  if (found === undefined || drawn.length === 0) return html``;
  const levels = ['meets the criteria', 'misses one', 'limit'];
  const legend = levels.map((name) => ({ name, ink: pickInk({ levels, ordered: false }, name) }));
  const seconds = Math.max(...drawn.map((one) => one.seconds));
  const panels = drawn.map(({ title, lines }) => ({
    title,
    lines: [
      ...lines.map(({ name, line }) => ({ name, line, points: toTimePoints(line, seconds) })),
      { name: 'limit', points: [0, 1].map((x) => ({ x, value: found.atMost ?? 0 })), dashed: true },
    ].map(({ name, points, ...rest }) => ({
      name,
      points,
      ink: pickInk({ levels, ordered: false }, name),
      dashed: 'dashed' in rest,
    })),
  }));
  const unit = drawn[0]?.lines[0]?.line.unit ?? 'us';
  const y = shareAxis(panels, unit);
  const title = capitalize(nameMetric(page.summary.metrics, found.metric, found.operation ?? null));
  return html`<h3>${title}${y.unit === '' ? '' : ` (${y.unit})`} over time${y.log ? ', log scale' : ''}</h3>
<p class="note">The highest level that meets the criteria, and the next one, of the first replicate with both.</p>
${drawLegend(legend, 'line')}${drawPanels(panels, { ticks: spreadSeconds(seconds), y }, title)}`;
}

function toPanel(page: Page, search: SearchResult, { metric, operation }: Criterion, series: readonly SeriesLine[]) {
  const find = (trial: string | undefined): SeriesLine | undefined =>
    series.find(
      (one) =>
        one.trial === trial &&
        one.host === null &&
        one.metric === metric &&
        (operation === undefined || one.operation === operation),
    );
  for (const { path, highest } of search.replicates) {
    const [passing, failing] = [0, 1].map((step) => path.find(({ level }) => level === (highest ?? -2) + step));
    const lines = [
      { name: 'meets the criteria', line: find(passing?.trial) },
      { name: 'misses one', line: find(failing?.trial) },
    ].flatMap(({ name, line }) => (line === undefined ? [] : [{ name, line }]));
    if (lines.length === 0) continue;
    const label = (one: LevelResult | undefined): string =>
      one === undefined ? '–' : (search.labels[one.level] ?? '?');
    const title = `${nameSearch(page, search)}: ${label(passing)} and ${label(failing)}`;
    return [{ title, lines, seconds: Math.max(...lines.map(({ line }) => line.values.length * line.step)) }];
  }
  return [];
}
