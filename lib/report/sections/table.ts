/** The table of configurations: sortable, filterable, copied as CSV. */
import type { CellMeasure, CellSummary } from '../../results/cells';
import { counted, formatLevel, formatRange, formatUsd, formatValue, threeDigits } from '../../results/format';
import { baseOf, referenceWords } from '../../results/label';
import { metricWords } from '../../results/measures';
import type { Summary } from '../../results/summary';
import { withSuspects } from '../../results/suspects';
import { groupBy } from '../../shapes/group';
import { VERDICTS } from '../../shapes/verdict';
import { csvOf, hiddenMetrics, metricsOf, publishedWords, rowsOf, shownMetrics, type TableRow } from '../columns';
import { breakable, type Html, html } from '../html';
import { marksBelow, marksFor, marksOf } from '../marks';
import { cellLink, centreWord, type Page } from '../page/context';

/** A factor with more levels than this is filtered by text only. */
const LEVELS_MAX = 30;

/** The section. */
export function tableSection(page: Page): Html {
  const { summary, words } = page;
  const metrics = shownMetrics(metricsOf(summary), summary.metrics);
  const rows = rowsOf(summary);
  // Where a cell has one operation, its levels say which.
  const split = rows.length > summary.cells.length;
  const [main] = metrics;
  const priced = summary.cells.some(({ usdPerHour }) => usdPerHour !== null && usdPerHour > 0);
  // A time is nothing of which one could have twice as much for twice the price.
  const perUnit = priced && rows.some(({ measures }) => hasPrice(main === undefined ? undefined : measures.get(main)));
  // Where names say what differs from a base, a column for each factor would say nearly always the same.
  const names = summary.factors.map(({ name }) => name);
  const bare = baseOf(summary.cells, names) === null ? '' : ' bare';
  const marks = marksOf(summary, metrics);
  const head = headCells(page, { metrics, split, priced, perUnit, marks });
  const body = rows.map((row, index) => bodyRow(page, row, index, { metrics, split, priced, perUnit, marks }));
  const [n, spread] = [words.say('n'), words.say('spread')];
  const which = comparedIn(summary)
    ? html`${n}, ${spread} and the ratio to the ${words.say('reference')}`
    : html`${n} and ${spread}`;
  const others = rows.some((row) => metricOf(row, metrics) !== main) ? ', or of what stands below them' : '';
  const of = main === undefined ? '' : html` ${which} are those of ${metricWords(summary.metrics, main)}${others}.`;
  return html`<section id="table"><h2>All configurations</h2>
<p class="note">Every ${words.say('configuration')}: ${centreWord(page, true)}
with their ${words.say('interval')} below.${of}${hidden(page)}${study(page)}</p>${tools(page)}
<div class="scroll" tabindex="0" role="region" aria-label="All configurations">
<table class="main${bare}" id="configurations"><thead><tr>${head}</tr></thead><tbody>${body}</tbody></table>
</div>${marksBelow(marks)}
<details><summary>The whole table as CSV, in base units</summary>
<textarea class="csv" id="csv" readonly aria-label="CSV">${csvOf(summary)}</textarea></details></section>`;
}

function hidden({ summary }: Page): string {
  const count = hiddenMetrics(metricsOf(summary), summary.metrics);
  return count === 0 ? '' : ` ${counted(count, 'more metric')} ${count === 1 ? 'stands' : 'stand'} in the CSV below.`;
}

/** What decides stands first: the main metric, how sure it is, its price and what limited it; then all else. */
function headCells({ summary, words, factors }: Page, { metrics, split, priced, perUnit }: Shape): readonly Html[] {
  const [main, ...others] = metrics.map(
    (metric) => html`<th scope="col" class="num">${metricWords(summary.metrics, metric)}</th>`,
  );
  return [
    html`<th scope="col">configuration</th>`,
    ...factors.map(({ name }) => html`<th scope="col" class="f">${name}</th>`),
    ...(split ? [html`<th scope="col">operation</th>`] : []),
    ...(main === undefined ? [] : [main]),
    html`<th scope="col" class="num">n</th>`,
    html`<th scope="col" class="num">spread</th>`,
    html`<th scope="col">verdicts</th>`,
    ...(comparedIn(summary) ? [html`<th scope="col" class="num">÷ reference</th>`] : []),
    ...(priced ? [html`<th scope="col" class="num">price</th>`] : []),
    ...(perUnit ? [html`<th scope="col" class="num">price of what it reached</th>`] : []),
    html`<th scope="col" class="bound">${words.say('bottleneck')}</th>`,
    ...others,
    ...(summary.published === null ? [] : [html`<th scope="col" class="cited">published</th>`]),
  ];
}

function study({ summary: { published } }: Page): Html {
  if (published === null) return html``;
  return html` The column <i>published</i> cites a study: none of its figures was measured here, and none counts in
anything on this page; <a href="#published">all of them</a> stand below.`;
}

/** Whether any cell is shown as a ratio to another one. */
function comparedIn({ cells }: Pick<Summary, 'cells'>): boolean {
  return cells.some(({ reference }) => reference !== null);
}

interface Shape {
  readonly metrics: readonly string[];
  readonly split: boolean;
  readonly priced: boolean;
  readonly perUnit: boolean;
  /** By what they say. */
  readonly marks: ReadonlyMap<string, string>;
}

/** What stands for a row: the first metric that it has at all, for not every workload gives the main one. */
function metricOf({ measures }: TableRow, metrics: readonly string[]): string | undefined {
  return metrics.find((metric) => measures.has(metric)) ?? metrics[0];
}

function bodyRow(page: Page, row: TableRow, index: number, shape: Shape): Html {
  const { cell, operation, measures } = row;
  const { metrics, split } = shape;
  const first = metricOf(row, metrics);
  const main = first === undefined ? undefined : measures.get(first);
  const whose =
    first === undefined || first === metrics[0] ? '' : html`<small>${metricWords(page.summary.metrics, first)}</small>`;
  const levels = page.factors.map(({ name }) => cell.levels[name] ?? '');
  const chips = VERDICTS.filter((verdict) => cell.verdicts[verdict] > 0).map(
    (verdict) => html`<span class="${verdict}">${cell.verdicts[verdict]} ${verdict}</span> `,
  );
  const cv = main?.statistics?.cv ?? null;
  const [value = html``, ...others] = metrics.map((metric) =>
    estimateCell(measures.get(metric), marksFor(shape.marks, cell, metric)),
  );
  const published = page.summary.published === null ? '' : publishedCell(page, row, first);
  const head = html`<td>${cellLink(page, cell.cellId, breakable(cell.label))}</td>`;
  return html`<tr data-i="${index}" data-f="${JSON.stringify(levels)}">${head}${levels.map(
    (level) => html`<td class="f">${breakable(level)}</td>`,
  )}${split ? html`<td>${operation ?? ''}</td>` : ''}${value}
<td class="num" data-v="${main?.statistics?.n ?? 0}">${main?.statistics?.n ?? 0}${whose}</td>
<td class="num" data-v="${cv ?? ''}">${cv === null ? '' : `${threeDigits(cv * 100)} %`}</td><td>${chips}</td>${
    comparedIn(page.summary) ? ratioCell(page, cell, main) : ''
  }${priceCells(cell, main, shape)}${boundCell(cell)}${others}${published}</tr>`;
}

/** What limited it, the nearest of each resource; all that was looked at stands with the configuration in full. */
function boundCell({ bottleneck: { reached } }: CellSummary): Html {
  if (reached.length === 0) return html`<td class="bound sub">not known</td>`;
  const lines = [...groupBy(reached, ({ resource }) => resource).values()].map(([first, ...more]) => {
    const others = more.length === 0 ? '' : html` <span class="sub">and ${more.length} more</span>`;
    return html`<div>${first?.text ?? ''}${others}</div>`;
  });
  return html`<td class="bound">${lines}</td>`;
}

/** What a study says of the main metric; all that it says has a section of its own. */
function publishedCell({ summary }: Page, { published }: TableRow, main: string | undefined): Html {
  const shown = published.find(({ metric }) => metric === main) ?? published[0];
  if (shown === undefined) return html`<td class="cited"></td>`;
  const more = published.length - 1;
  const others = more === 0 ? '' : html`<small><a href="#published">and ${more} more</a></small>`;
  return html`<td class="cited">${publishedWords(shown, summary.metrics)}${others}</td>`;
}

/** What is shown, and its interval; empty where nothing counts. */
function estimateCell(measure: CellMeasure | undefined, marks: Html): Html {
  const statistics = measure?.statistics;
  if (!measure || !statistics) return suspectCell(measure);
  const { centre, interval } = statistics;
  const range =
    interval === null
      ? ''
      : html`<small title="${formatLevel(interval.level)} interval">${intervalRange(measure)}</small>`;
  return html`<td class="num" data-v="${centre}">${formatValue(centre, measure.unit)}${marks}${range}</td>`;
}

/** A grey value where none but suspect trials gave one: it is sorted and copied as no value. */
function suspectCell(measure: CellMeasure | undefined): Html {
  const suspect = measure === undefined ? null : withSuspects(measure);
  if (measure === undefined || suspect === null) return html`<td class="num" data-v="">–</td>`;
  const value = formatValue(suspect.value, measure.unit);
  return html`<td class="num out" data-v="">${value}<small>${suspect.n} suspect</small></td>`;
}

function intervalRange({ statistics, unit }: CellMeasure): string {
  if (!statistics?.interval) return '';
  return formatRange(statistics.interval.low, statistics.interval.high, statistics.centre, unit);
}

function ratioRange({ low, high }: { readonly low: number; readonly high: number }): string {
  return `${threeDigits(low)}–${threeDigits(high)}`;
}

/** Ratio and interval, and what is in the other cell that is not in this one. */
function ratioCell({ summary: { cells, factors } }: Page, cell: CellSummary, measure: CellMeasure | undefined): Html {
  if (cell.reference?.cell === cell.cellId) return html`<td class="num" data-v="1">reference</td>`;
  const ratio = measure?.ratio;
  if (!ratio) return html`<td class="num" data-v="">–</td>`;
  const range =
    ratio.interval === null
      ? ''
      : html`<small title="at least ${formatLevel(ratio.interval.level)}">${ratioRange(ratio.interval)}</small>`;
  const names = factors.map(({ name }) => name);
  const words = referenceWords(cell, cells, names);
  const to = words === null ? '' : html`<small class="to">÷ ${words}</small>`;
  return html`<td class="num" data-v="${ratio.value}">${threeDigits(ratio.value)}${range}${to}</td>`;
}

/** What prices are told of, in base units. */
const PER: Partial<Record<CellMeasure['unit'], readonly [number, string]>> = {
  'ops/s': [1e3, '1k ops/s'],
  'bytes/s': [1e9, '1 GB/s'],
};

function hasPrice(measure: CellMeasure | undefined): boolean {
  return measure !== undefined && PER[measure.unit] !== undefined;
}

/** Price of an hour, and of a thousand operations or a gigabyte a second for an hour. */
function priceCells(
  { usdPerHour, storageUsdPerHour }: CellSummary,
  measure: CellMeasure | undefined,
  { priced, perUnit }: Pick<Shape, 'priced' | 'perUnit'>,
): Html {
  if (!priced) return html``;
  const none = html`<td class="num" data-v="">–</td>`;
  const hosts = storageUsdPerHour !== null && usdPerHour !== null && usdPerHour > storageUsdPerHour;
  const storage = hosts ? html`<small>storage ${formatUsd(storageUsdPerHour)}</small>` : '';
  const hour =
    usdPerHour === null ? none : html`<td class="num" data-v="${usdPerHour}">${formatUsd(usdPerHour)}/h${storage}</td>`;
  if (!perUnit) return hour;
  const centre = measure?.statistics?.centre ?? 0;
  const unit = measure === undefined ? undefined : PER[measure.unit];
  if (usdPerHour === null || unit === undefined || !(centre > 0)) return html`${hour}${none}`;
  const usd = (usdPerHour / centre) * unit[0];
  return html`${hour}<td class="num" data-v="${usd}">${formatUsd(usd)}/h<small>per ${unit[1]}</small></td>`;
}

function tools({ factors }: Page): Html {
  const selects = factors.flatMap(({ name, levels }, index) =>
    levels.length > LEVELS_MAX
      ? []
      : [
          html`<label>${name}<select data-i="${index}"><option value="">all</option>${levels.map(
            (level) => html`<option value="=${level}">${level}</option>`,
          )}</select></label>`,
        ],
  );
  return html`<div class="tools"><label>Find<input id="filter-text" type="search" autocomplete="off"></label>${selects}
<button type="button" id="copy-csv">Copy as CSV</button><span id="filter-count" role="status"></span></div>`;
}
