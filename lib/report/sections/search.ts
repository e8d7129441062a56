/** Section: values of a search that met the criteria, and latency at the highest passing value and the next. */
import { formatValue } from '../../results/format';
import { nameMetric } from '../../results/measures';
import { formatCriterion } from '../../results/question';
import type { LevelResult } from '../../results/search/bisection';
import { matchesCriterion } from '../../results/search/criterion';
import {
  listCriteria,
  listHighest,
  listMissed,
  nameHighest,
  nameLevel,
  type SearchReplicate,
  type SearchResult,
} from '../../results/search/search-result';
import type { Criterion } from '../../shapes/decision-rule';
import { groupBy } from '../../shapes/collections';
import type { SeriesLine } from '../../shapes/series';
import { capitalize } from '../glossary';
import { type Html, html } from '../html';
import { type Column, drawTable, drawMoreNote, numberColumn, textColumn } from '../html-table';
import type { Page } from '../page/context';
import { pickInk } from '../palette';
import { drawLegend, drawPanels, shareAxis, spreadSeconds } from '../pictures/lines';
import { locateSeries, toTimePoints } from './over-time';

/** Most configurations and levels in the table, and most lines of replicates. */
const ROWS_MAX = 24;
const LEVELS_MAX = 16;
const PATHS_MAX = 48;

/** The section; empty without a search. @param series totals over the hosts of a trial have `host: null` */
export function drawSearchSection(page: Page, series: readonly SeriesLine[]): Html {
  const { searches = [] } = page.summary;
  const [first] = searches;
  if (first === undefined) return html``;
  const { factor, labels } = first;
  const isOfFleet = (page.summary.hosts ?? []).length > 0;
  const each = isOfFleet ? ' Settings apply to each host; rates in other tables are totals.' : '';
  const rows = searches.slice(0, ROWS_MAX).map((search) => drawRow(page, search));
  const columns: readonly Column[] = [
    textColumn('Configuration'),
    ...labels.slice(0, LEVELS_MAX).map(numberColumn),
    textColumn(`Highest ${factor}`),
    textColumn('Missed above it'),
  ];
  const met = listCriteria(searches)
    .map((one) => formatCriterion(one, page.summary.metrics))
    .join('; ');
  return html`<section id="search"><h2>Highest ${factor} that meets the criteria</h2>
<p class="note">Criteria: ${met}. A value also fails if its rate is not
reached. Columns: replicates that met them all, of those that measured the value. A replicate
measures only the values that it needs.${each}</p>${drawTable(columns, rows)}
${drawMoreNote(searches.length - rows.length, 'configurations')}
${drawSeries(page, series)}${drawPaths(page)}</section>`;
}

function nameSearch({ cellById }: Page, { id }: SearchResult): string {
  return cellById.get(id)?.label ?? id;
}

function listAt({ replicates }: SearchResult, level: number): readonly LevelResult[] {
  return replicates.flatMap(({ path }) => path.filter((one) => one.level === level));
}

function drawRow(page: Page, search: SearchResult): readonly (Html | string)[] {
  const { labels } = search;
  const shares = labels.slice(0, LEVELS_MAX).map((_, level) => {
    const own = listAt(search, level);
    const passed = own.filter(({ outcome }) => outcome === 'passes').length;
    if (own.length === 0) return html`<span class="sub">–</span>`;
    const mark = passed === own.length ? '✓' : passed === 0 ? '✗' : '±';
    return html`${mark}&nbsp;${passed}/${own.length}`;
  });
  const highest = listHighest(search)
    .map((level) => nameHighest(search, level))
    .join(' to ');
  return [
    nameSearch(page, search),
    ...shares,
    html`<strong>${highest === '' ? 'not found' : highest}</strong>`,
    listMissed(search).join(', '),
  ];
}

/** Results at the highest passing value of a replicate, and at the next; undefined without one. */
function getNeighbors({ path, highest }: SearchReplicate): readonly (LevelResult | undefined)[] {
  return highest === null ? [] : [0, 1].map((step) => path.find(({ level }) => level === highest + step));
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
  const columns = [textColumn('Configuration'), numberColumn('Replicate'), textColumn('Values in the order measured')];
  return html`<details><summary>Path of each ${page.words.say('replicate')}</summary>${drawTable(columns, rows)}
${drawMoreNote(all.length - rows.length, 'replicates')}</details>`;
}

function describeStep(search: SearchResult, { level, outcome, why, also = [], figure, trial }: LevelResult): string {
  const label = nameLevel(search, level);
  if (outcome === 'passes') return `${label} ✓`;
  const value = figure === null ? '' : ` ${formatValue(figure.value, figure.unit)}`;
  const at = figure === null || figure.at === null ? '' : ` at ${figure.at} s`;
  const missed = [...groupBy([why ?? trial, ...also], (name) => name)].map(
    ([name, all], nth) => `${name}${nth === 0 ? `${value}${at}` : ''}${all.length > 1 ? ` ×${all.length}` : ''}`,
  );
  return `${label} ${outcome === 'fails' ? '✗' : '?'} (${missed.join(', ')})`;
}

/** The first criterion with a time series: its metric at the highest passing level and at the next. */
function drawSeries(page: Page, series: readonly SeriesLine[]): Html {
  const { searches = [] } = page.summary;
  const found = listCriteria(searches).find(
    ({ everySeconds, atMost }) => everySeconds !== undefined && atMost !== undefined,
  );
  const drawn = found === undefined ? [] : searches.flatMap((search) => toPanel(page, search, found, series));
  if (found === undefined || drawn.length === 0) return html``;
  const { metric, operation = null } = found;
  const limits = listCriteria(searches).filter(
    (one) => one.atMost !== undefined && matchesCriterion({ metric, operation }, one),
  );
  const isMeanLimited = limits.some(({ everySeconds }) => everySeconds === undefined);
  const levels = ['meets the criteria', 'misses one', 'limit', ...(isMeanLimited ? ['limit of the mean'] : [])];
  const ink = (name: string) => pickInk({ levels, ordered: false }, name);
  const legend = levels.map((name) => ({ name, ink: ink(name) }));
  const seconds = Math.max(...drawn.map((one) => one.seconds));
  const panels = drawn.map(({ title, lines }) => ({
    title,
    lines: [
      ...lines.map(({ name, line }) => ({ name, ink: ink(name), points: toTimePoints(line, seconds), dashed: false })),
      ...limits.map(({ atMost = 0, everySeconds }) => {
        const name = everySeconds === undefined ? 'limit of the mean' : 'limit';
        return { name, ink: ink(name), points: [0, 1].map((x) => ({ x, value: atMost })), dashed: true };
      }),
    ],
  }));
  const unit = drawn[0]?.lines[0]?.line.unit ?? 'us';
  const y = shareAxis(panels, unit);
  const scale = { ticks: spreadSeconds(seconds), y, rest: locateSeries(page.summary) };
  const title = capitalize(nameMetric(page.summary.metrics, metric, operation));
  return html`<h3>${title}${y.unit === '' ? '' : ` (${y.unit})`} over time${y.log ? ', log scale' : ''}</h3>
<p class="note">The highest value that meets the criteria, and the next one, of the first replicate with both.</p>
${drawLegend(legend, 'line')}${drawPanels(panels, scale, title)}`;
}

function toPanel(page: Page, search: SearchResult, criterion: Criterion, series: readonly SeriesLine[]) {
  const find = (trial: string | undefined): SeriesLine | undefined =>
    series.find((one) => one.trial === trial && one.host === null && matchesCriterion(one, criterion));
  for (const replicate of search.replicates) {
    const [passing, failing] = getNeighbors(replicate);
    const lines = [
      { name: 'meets the criteria', line: find(passing?.trial) },
      { name: 'misses one', line: find(failing?.trial) },
    ].flatMap(({ name, line }) => (line === undefined ? [] : [{ name, line }]));
    if (lines.length === 0) continue;
    const values = [passing, failing].flatMap((one) => (one === undefined ? [] : [nameLevel(search, one.level)]));
    const title = `${nameSearch(page, search)}: ${values.join(' and ')}`;
    return [{ title, lines, seconds: Math.max(...lines.map(({ line }) => line.values.length * line.step)) }];
  }
  return [];
}
