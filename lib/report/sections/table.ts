/** The table of all configurations: sortable, filterable, and as CSV. */
import type { CellMeasure, CellSummary } from '../../results/cells';
import { formatLevel, formatRange, formatUsdPerMonth, threeDigits } from '../../results/format';
import { referenceWords } from '../../results/label';
import { metricWords } from '../../results/measures';
import { withSuspects } from '../../results/suspects';
import type { TrialSummary } from '../../results/summary';
import { groupBy } from '../../shapes/group';
import { csvOf, metricsOf, rowsOf, shownMetrics, type TableRow } from '../columns';
import type { FirstScreen } from '../first/screen';
import { formatFigure, type Point } from '../first/points';
import { breakable, type Html, html } from '../html';
import { marksBelow, marksFor, marksOf } from '../marks';
import type { Page } from '../page/context';
import { capitalize } from '../words';

/** More would be a list that nobody reads: the CSV has all. */
const ROWS_MAX = 40;
/** Metrics beside the main one. */
const METRICS_MAX = 3;
/** From so many rows on there is something to filter. */
const FILTER_FROM = 12;

/** What a table has columns for. */
interface Shape {
  readonly main: string | undefined;
  readonly others: readonly string[];
  readonly split: boolean;
  readonly asked: boolean;
  /** Word of the mark where no threshold was set. */
  readonly word: string;
  readonly threshold: number | null;
  readonly priced: boolean;
  readonly compared: boolean;
  /** By what they say. */
  readonly marks: ReadonlyMap<string, string>;
  readonly points: ReadonlyMap<string, Point>;
  readonly trials: ReadonlyMap<string, readonly TrialSummary[]>;
}

/** The section. */
export function tableSection(page: Page, { metric, points, outcome }: FirstScreen): Html {
  const { summary } = page;
  const all = rowsOf(summary);
  const chosenFirst = points.toSorted((a, b) => Number(b.chosen) - Number(a.chosen));
  const order = new Map(chosenFirst.map(({ cell }, index) => [cell, index]));
  const place = ({ cell }: TableRow): number => order.get(cell.cellId) ?? points.length;
  const rows = all.map((row, index) => ({ row, index })).toSorted((a, b) => place(a.row) - place(b.row));
  const [main, ...rest] = shownMetrics(metricsOf(summary), summary.metrics);
  const textOf = (row: TableRow, metric = ''): string => drawOther(row.measures.get(metric)).text;
  // A column that says the same as the main one in every row is left out.
  const others = rest.filter((metric) => all.some((row) => textOf(row, metric) !== textOf(row, main)));
  const prices = summary.cells.map(({ storageUsdPerHour }) => storageUsdPerHour ?? 0);
  const shape: Shape = {
    main,
    others: others.slice(0, METRICS_MAX - (summary.decide === null ? 0 : 1)),
    // Where a cell has one operation, its levels say which.
    split: all.length > summary.cells.length,
    asked: points.some(({ look }) => look !== 'plain') || summary.trials.some(({ out }) => out !== null),
    word: outcome.word,
    threshold: metric?.threshold?.value ?? null,
    priced: prices.some((usd) => usd > 0),
    compared: summary.cells.some(({ reference }) => reference !== null),
    marks: marksOf(summary, main === undefined ? [] : [main]),
    points: new Map(points.map((point) => [JSON.stringify([point.cell, point.operation]), point])),
    trials: groupBy(summary.trials, ({ cell }) => cell),
  };
  const firsts = new Set(new Map(rows.toReversed().map(({ row, index }) => [row.cell.cellId, index])).values());
  const shown = rows.slice(0, ROWS_MAX).map(({ row, index }) => drawRow(page, row, firsts.has(index), shape));
  const more = rows.length - shown.length;
  const competing = new Set([...summary.answer.ranking, ...summary.answer.leftOut].map(({ cell }) => cell)).size;
  const some = competing === 0 || competing === summary.cells.length ? '' : `, ${competing} of them in question`;
  const name = summary.cells.length === 1 ? 'The configuration' : `All ${summary.cells.length} configurations${some}`;
  return html`<section id="table" class="all"><h2>${name}</h2>
<div class="scroll" tabindex="0" role="region" aria-label="${name}">
<table class="main" id="configurations"><thead><tr>${drawHead(page, shape)}</tr></thead><tbody>${shown}</tbody></table>
</div>${marksBelow(shape.marks)}${more > 0 ? html`<p class="note">${more} more rows are in the CSV.</p>` : ''}
${drawTools(page, shown.length)}</section>`;
}

function drawTools({ summary }: Page, rows: number): Html {
  const csv = `data:text/csv;charset=utf-8,${encodeURIComponent(csvOf(summary))}`;
  const filter =
    rows < FILTER_FROM
      ? ''
      : html`<label>Filter <input id="filter-text" type="search"></label><span id="filter-count" role="status"></span>`;
  return html`<div class="tools">
<a id="csv" download="${summary.experiment}.csv" href="${csv}">Download as CSV</a>${filter}</div>`;
}

function drawHead({ summary, words }: Page, shape: Shape): readonly Html[] {
  const { main, others, split, asked, threshold, priced, compared } = shape;
  const number = (name: Html | string, kind = ''): Html => html`<th scope="col" class="num${kind}">${name}</th>`;
  const word = (name: Html | string): Html => html`<th scope="col">${name}</th>`;
  return [
    word('Configuration'),
    ...(split ? [word('Operation')] : []),
    ...(asked ? [word('Result')] : []),
    ...(priced ? [number('Storage per month')] : []),
    ...(main === undefined
      ? []
      : [number(capitalize(metricWords(summary.metrics, main))), number(words.say('interval', 'Interval'))]),
    ...(threshold === null ? [] : [number('Of threshold', ' h-l')]),
    ...(compared ? [number(words.say('reference', '÷ reference'), ' h-l')] : []),
    ...others.map((metric) => number(capitalize(metricWords(summary.metrics, metric)), ' h-l')),
    number('Valid trials', ' h-l'),
  ];
}

/** @param first of the rows of its configuration: a link leads to it */
function drawRow(page: Page, { cell, operation, measures }: TableRow, first: boolean, shape: Shape): Html {
  const { main, others, split, asked, threshold, priced, compared } = shape;
  const point = shape.points.get(JSON.stringify([cell.cellId, operation]));
  const own = shape.trials.get(cell.cellId) ?? [];
  const valid = own.filter(({ out }) => out === null).length;
  const measure = main === undefined ? undefined : measures.get(main);
  const centre = measure?.statistics?.centre;
  const share = threshold === null || centre === undefined || point?.eligible !== true ? null : centre / threshold;
  const cells = [
    html`<td>${breakable(cell.label)}</td>`,
    ...(split ? [html`<td>${operation ?? ''}</td>`] : []),
    ...(asked ? [drawResult(own, point, shape.word)] : []),
    ...(priced ? [drawPrice(cell)] : []),
    ...(main === undefined ? [] : [drawValue(measure, marksFor(shape.marks, cell, main)), drawInterval(measure)]),
    ...(threshold === null ? [] : [numberCell(share, share === null ? '–' : `${threeDigits(share * 100)}%`)]),
    ...(compared ? [drawRatio(page, cell, measure)] : []),
    ...others.map((metric) => drawOther(measures.get(metric))),
    html`<td class="num h-l" data-v="${valid}">${valid} of ${own.length}</td>`,
  ];
  const id = first ? html` id="cell=${cell.cellId}"` : '';
  const look = point?.chosen === true ? html` class="chosen ${point.look}"` : '';
  return html`<tr${id}${look}>${cells}</tr>`;
}

function numberCell(value: number | null, text: string): Html {
  return html`<td class="num h-l" data-v="${value ?? ''}">${text}</td>`;
}

const RESULTS = { meets: '✓ meets', misses: '✕ misses', open: '? inconclusive', plain: 'valid' } as const;

/** How it stands to the threshold; the commonest reason where no trial of it counts. */
function drawResult(trials: readonly TrialSummary[], point: Point | undefined, word: string): Html {
  const reasons = trials.flatMap(({ out }) => out ?? []);
  if (point === undefined || point.look === 'excluded') {
    const [first] = [...groupBy(reasons, (code) => code)].toSorted((a, b) => b[1].length - a[1].length);
    if (first === undefined || reasons.length < trials.length) return html`<td class="sub nb">not compared</td>`;
    const why = `excluded: ${first[0]}`;
    return html`<td class="excluded"><span class="r">${why}</span></td>`;
  }
  const { look, burst, eligible, chosen } = point;
  if (!eligible) return html`<td class="sub nb">not in question</td>`;
  const text = burst ? '✕ burst only' : chosen && look === 'plain' ? word : RESULTS[look];
  return html`<td class="${burst ? 'misses' : look}"><span class="r">${text}</span></td>`;
}

function drawPrice({ storageUsdPerHour }: CellSummary): Html {
  const text =
    storageUsdPerHour === null
      ? '–'
      : storageUsdPerHour === 0
        ? 'with the host'
        : formatUsdPerMonth(storageUsdPerHour, '');
  return html`<td class="num" data-v="${storageUsdPerHour ?? ''}">${text}</td>`;
}

/** Grey where none but suspect trials gave a value: it is sorted and copied as no value. */
function drawValue(measure: CellMeasure | undefined, marks: Html): Html {
  const centre = measure?.statistics?.centre;
  if (measure !== undefined && centre !== undefined)
    return html`<td class="num" data-v="${centre}">${formatCell(measure, centre)}${marks}</td>`;
  const suspect = measure === undefined ? null : withSuspects(measure);
  if (measure === undefined || suspect === null) return html`<td class="num" data-v="">–</td>`;
  const text = formatCell(measure, suspect.value);
  return html`<td class="num out" data-v="" title="of excluded trials">(${text})</td>`;
}

function drawInterval(measure: CellMeasure | undefined): Html {
  const statistics = measure?.statistics;
  if (measure === undefined || !statistics?.interval) return html`<td class="num">–</td>`;
  const { low, high, level } = statistics.interval;
  const range = formatRange(low, high, statistics.centre, measure.unit);
  return html`<td class="num" title="${formatLevel(level)} interval">${range}</td>`;
}

function drawOther(measure: CellMeasure | undefined): Html {
  const centre = measure?.statistics?.centre;
  if (measure === undefined || centre === undefined) return numberCell(null, '–');
  return numberCell(centre, formatCell(measure, centre));
}

/** A value; its column says IOPS. */
function formatCell({ metric, unit }: CellMeasure, value: number): string {
  return formatFigure({ name: metric, unit }, value).replace(/ IOPS$/, '');
}

/** The ratio; on hover its interval, and to what. */
function drawRatio({ summary: { cells, factors } }: Page, cell: CellSummary, measure: CellMeasure | undefined): Html {
  if (cell.reference?.cell === cell.cellId) return numberCell(1, 'reference');
  const ratio = measure?.ratio;
  if (!ratio) return numberCell(null, '–');
  const names = factors.map(({ name }) => name);
  const to = referenceWords(cell, cells, names) ?? '';
  const { low = null, high = null } = ratio.interval ?? {};
  const range = low === null || high === null ? '' : `, ${threeDigits(low)}–${threeDigits(high)}`;
  return html`<td class="num h-l" data-v="${ratio.value}" title="to ${to}${range}">${threeDigits(ratio.value)}×</td>`;
}
