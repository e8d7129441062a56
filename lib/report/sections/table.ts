/** Section: the table of all configurations, sortable and as CSV. */
import type { CellMeasure } from '../../results/cells';
import { formatLevel, formatUsdPerMonth, toThreeDigits } from '../../results/format';
import { joinNames } from '../../results/answer/phrases';
import { describeReference } from '../../results/label';
import { nameMetric } from '../../results/measures';
import { computeMedian } from '../../results/statistics/moments';
import { findSuspectCode, includeSuspects } from '../../results/suspect-values';
import type { Summary, TrialSummary, CellSummary } from '../../results/summary';
import { groupBy } from '../../shapes/collections';
import { listMetrics, listRates, listRows, listShownMetrics, type TableRow } from '../columns';
import { toCsv } from '../csv';
import { describeTrials, listCountedTrials } from '../first-screen/outcome-mark';
import type { FirstScreen } from '../first-screen/screen';
import { describeResult, nameAxis, nameScope, pickPrice, pickPriceScope, type Point } from '../first-screen/points';
import { allowBreaks, type Html, html, renderProse, keepTogether } from '../html';
import type { Page } from '../page/context';
import { formatLevels } from '../pictures/plot';
import { type SharedScale, shareScale } from '../pictures/axis';
import { capitalize } from '../glossary';

/** More rows would be hard to read; the CSV has all. */
const ROWS_MAX = 40;
/** More columns have less space between them. */
const WIDE_COLUMNS = 11;
/** Maximum number of metrics in addition to the main one. */
const METRICS_MAX = 3;

interface Row extends TableRow {
  readonly point: Point | undefined;
  readonly trials: readonly TrialSummary[];
}

interface Column {
  readonly head: Html;
  readonly cell: (row: Row) => Html;
}

export function drawTableSection(page: Page, first: FirstScreen): Html {
  const { summary } = page;
  const { points } = first;
  const trials = groupBy(listCountedTrials(summary), ({ cell }) => cell);
  const all = listRows(summary).map((row): Row => {
    const point = points.find(({ cell, operation }) => cell === row.cell.cellId && operation === row.operation);
    return { ...row, point, trials: trials.get(row.cell.cellId) ?? [] };
  });
  const chosen = points.find((one) => one.chosen)?.cell;
  const others = [...(summary.walk?.steps ?? points)].filter(({ cell }) => cell !== chosen);
  const order = new Map([chosen, ...others.map(({ cell }) => cell)].map((cell, index) => [cell, index]));
  const place = (row: Row): number => order.get(row.cell.cellId) ?? order.size + all.indexOf(row);
  const rank = ({ cell, operation }: Row): number => page.rank(cell, operation);
  const fitting = summary.walk === undefined ? all.toSorted((a, b) => rank(a) - rank(b)).slice(0, ROWS_MAX) : all;
  const rows = fitting.toSorted((a, b) => place(a) - place(b)).slice(0, ROWS_MAX);
  const [main] = listMetrics(summary);
  const marks = listMarks(summary, main === undefined ? [] : [main]);
  const columns = listColumns(page, first, all, marks);
  const body = rows.map((row) => {
    const { cell, point } = row;
    // Links point to the first row of a configuration.
    const id = rows.find((one) => one.cell === cell) === row ? html` id="cell=${cell.cellId}"` : '';
    const look = point?.chosen === true ? html` class="chosen ${point.look}"` : '';
    return html`<tr${id}${look}>${columns.map((column) => column.cell(row))}</tr>`;
  });
  const more = all.length - rows.length;
  const competing = new Set([...summary.answer.ranking, ...summary.answer.leftOut].map(({ cell }) => cell)).size;
  const scope = competing === 0 || competing === summary.cells.length ? null : nameScope(summary);
  const name = summary.cells.length === 1 ? 'The configuration' : `All ${summary.cells.length} configurations`;
  const about = scope === null ? '' : html` <small>${competing} compared: the question is about ${scope}</small>`;
  const many = columns.length > WIDE_COLUMNS ? ' many' : '';
  const csv = `data:text/csv;charset=utf-8,${encodeURIComponent(toCsv(summary))}`;
  return html`<section id="table" class="all"><h2>${name}${about}</h2>
<div class="scroll" tabindex="0" role="region" aria-label="${name}"><table class="main${many}" id="configurations">
<thead><tr>${columns.map(({ head }) => head)}</tr></thead><tbody>${body}</tbody></table>
</div>${explainMarks(marks)}${noteExploratory(summary)}
${more > 0 ? html`<p class="note">${more} more rows are in the CSV.</p>` : ''}
<div class="tools"><a id="csv" download="${summary.experiment}.csv" href="${csv}">Download as CSV</a></div></section>`;
}

/** Of several metrics, only that of the question is tested. */
function noteExploratory({ decide, metrics, cells }: Summary): Html {
  const names = new Set(cells.flatMap((cell) => cell.measures.map(({ metric }) => metric)));
  if (decide === null || names.size < 2) return html``;
  const asked = [decide, ...(decide.require ?? [])].map(({ metric }) => nameMetric(metrics, metric));
  const tested = joinNames([...new Set(asked)]);
  return html`<p class="note">Tested: ${tested}. All else is exploratory: some intervals miss by chance.</p>`;
}

function listColumns(
  page: Page,
  { metric, points, outcome }: FirstScreen,
  rows: readonly Row[],
  marks: ReadonlyMap<string, string>,
): readonly Column[] {
  const { summary, words } = page;
  const { cells, decide } = summary;
  const names = listMetrics(summary);
  const [main = '', ...further] = listShownMetrics(names, summary.metrics);
  const scales = new Map(names.map((name) => [name, shareColumnScale(rows, name)]));
  const format = (value: number | undefined, name: string): string =>
    value === undefined ? '–' : (scales.get(name)?.format(value) ?? '–');
  const centre = ({ measures }: Row, name: string): number | undefined => measures.get(name)?.statistics?.centre;
  // Drops columns that equal the main one in every row.
  const distinct = further.filter((name) =>
    rows.some((row) => format(getFigure(row, name), name) !== format(getFigure(row, main), main)),
  );
  const others = pickColumns(distinct, rows, listRates(summary), METRICS_MAX - (decide === null ? 0 : 1));
  const nameColumn = (name: string): string => {
    const text = nameMetric(summary.metrics, name);
    return `${capitalize(text)}${nameAxis({ words: text }, scales.get(name)?.unit ?? '')}`;
  };
  const levels = formatLevels(rows.map(({ measures }) => measures.get(main)?.statistics?.interval ?? null));
  const limit = metric?.threshold?.value ?? null;
  const isAsked =
    points.some(({ look }) => look !== 'plain') || summary.trials.some(({ excludedFor: out }) => out !== null);
  const scope = pickPriceScope(summary);
  // Candidates without a rig.
  const walked = new Map(summary.walk?.steps.map((step) => [step.cell, step.usdPerHour]));
  const isPriced = cells.some((cell) => (pickPrice(cell, scope) ?? 0) > 0);
  const isSearched = (summary.searches ?? []).length > 0;
  const interval = isSearched ? 'Limit between' : words.say('interval', capitalize(`${levels} interval`.trim()));
  const columns: readonly (Column | false)[] = [
    // The heading above the table states the levels that all competitors share.
    makeColumn('', 'Configuration', ({ cell, point }) => [
      undefined,
      allowBreaks((point?.eligible ? point : cell).label),
    ]),
    // Only if a configuration has several operations: otherwise its label names the operation.
    rows.length > cells.length && makeColumn('', 'Operation', ({ operation }) => [undefined, operation ?? '']),
    isAsked && makeColumn('', 'Result', (row) => [undefined, drawResult(summary, row, outcome.word)]),
    isPriced &&
      makeColumn('num', `${capitalize(scope)} per month`, ({ cell }) => {
        const usd = pickPrice(cell, scope) ?? walked.get(cell.cellId) ?? null;
        return usd === null ? NO_VALUE : [usd, formatUsdPerMonth(usd, '')];
      }),
    main !== '' && makeColumn('num', nameColumn(main), (row) => drawValue(row, main, scales.get(main), marks)),
    main !== '' &&
      makeColumn('num', interval, (row) => drawInterval(row.measures.get(main), scales.get(main), isSearched)),
    limit !== null &&
      makeColumn('num h-l', 'Share of threshold', (row) => {
        const { eligible = false, lasting = null } = row.point ?? {};
        const share = eligible ? (lasting ?? centre(row, main) ?? 0) / limit : 0;
        const sustained = lasting === null ? '' : ' sustained';
        return share === 0 ? NO_VALUE : [share, `${toThreeDigits(share * 100)}%${sustained}`];
      }),
    !isSearched && makeRatioColumn(page, main, metric),
    ...others.map((name) =>
      makeColumn('num h-l', nameColumn(name), (row) => drawValue(row, name, scales.get(name), new Map())),
    ),
    makeColumn('num h-l', `${capitalize(describeTrials(listCountedTrials(summary)).word)} trials`, ({ trials }) => {
      const { count, text } = describeTrials(trials);
      return [count, text];
    }),
  ];
  return columns.filter((column) => column !== false);
}

/** None without a reference. Values of a search are lower ends of steps, and have no ratio. */
function makeRatioColumn(page: Page, main: string, metric: FirstScreen['metric']): Column | false {
  if (page.summary.cells.every(({ reference }) => reference === null)) return false;
  const better = metric?.better === 'lower' ? 'less' : 'more';
  const ratio = html`${page.words.say('reference', '÷ reference')} (${better} is better)`;
  return makeColumn('num h-l', ratio, (row) => drawRatio(page, row.cell, row.measures.get(main)));
}

/** Typical value of the trials that count, else with suspect ones. */
function getFigure({ measures }: Row, name: string): number | undefined {
  const own = measures.get(name);
  return own === undefined ? undefined : (own.statistics?.centre ?? includeSuspects(own)?.value);
}

/** The first metrics, all rates of one unit, and one more for rows without a figure, e.g. the duration of phases. */
function pickColumns(
  names: readonly string[],
  rows: readonly Row[],
  rates: readonly string[],
  most: number,
): readonly string[] {
  const picked = names.filter((name, index) => index < most || rates.includes(name));
  for (const { measures } of rows)
    if (![...rates.slice(0, 1), ...picked].some((name) => measures.has(name)))
      picked.push(...names.filter((name) => measures.has(name)).slice(0, 1));
  return picked;
}

/** Sort key (null: no value; undefined: sorts by the text), text, and hover title. */
type TableCell = readonly [value: number | null | undefined, text: Html | string, title?: string];
const NO_VALUE: TableCell = [null, '–'];

/** @param kind `num`: right-aligned; `h-l`: hidden on narrow pages */
function makeColumn(kind: string, head: Html | string, cell: (row: Row) => TableCell): Column {
  return {
    head: html`<th scope="col" class="${kind}">${head}</th>`,
    cell: (row) => {
      const [value, text, title] = cell(row);
      const key = value === undefined ? '' : html` data-v="${value}"`;
      return html`<td class="${kind}"${key}${title === undefined ? '' : html` title="${title}"`}>${text}</td>`;
    },
  };
}

/** The result, with the colour of its mark. */
function drawResult(summary: Summary, { cell, trials, point }: Row, word: string): Html {
  const plain = point?.chosen === true ? word : describeTrials(trials).word;
  const { look, text } = describeResult(summary, { cell: cell.cellId, trials, point }, plain);
  return look === null ? html`<span class="sub">${text}</span>` : html`<span class="r ${look}">${text}</span>`;
}

/** In brackets and with the reason if only suspect trials have a value; sorting and CSV treat it as missing. */
function drawValue(
  { cell, measures, trials }: Row,
  name: string,
  scale: SharedScale | undefined,
  marks: ReadonlyMap<string, string>,
): TableCell {
  const measure = measures.get(name);
  if (measure === undefined || scale === undefined) return NO_VALUE;
  const { statistics } = measure;
  if (statistics !== null)
    return [statistics.centre, html`${scale.format(statistics.centre)}${drawMarks(marks, cell, name)}`];
  const suspect = includeSuspects(measure);
  if (suspect === null) return NO_VALUE;
  const why = `excluded: ${findSuspectCode(measure, trials)}`;
  return [null, html`<i class="out">(${scale.format(suspect.value)})<small>${why}</small></i>`, 'of excluded trials'];
}

/** @param isSearched intervals are from a value of a search to the next, which is open above the highest */
function drawInterval(
  measure: CellMeasure | undefined,
  scale: SharedScale | undefined,
  isSearched: boolean,
): TableCell {
  const interval = measure?.statistics?.interval;
  if (scale === undefined || !interval) return NO_VALUE;
  const { low, high, level } = interval;
  if (isSearched && low === high) return [low, `from ${scale.format(low)}`];
  return [low, `${scale.format(low)}–${scale.format(high)}`, `${formatLevel(level)} interval`];
}

/** Unit of the chosen configuration, as on the first screen; without one, the unit of the median. */
function shareColumnScale(rows: readonly Row[], metric: string): SharedScale {
  const all = rows.filter(({ measures: own }) => own.has(metric));
  const chosen = all.filter(({ point }) => point?.chosen === true);
  const measures = (chosen.length > 0 ? chosen : all).flatMap((row) => row.measures.get(metric) ?? []);
  const values = measures.flatMap((one) => one.statistics?.centre ?? includeSuspects(one)?.value ?? []);
  return shareScale(values.length === 0 ? 1 : computeMedian(values), measures[0]?.unit ?? 'count');
}

/** The ratio, with its interval and reference on hover. */
function drawRatio({ summary }: Page, cell: CellSummary, measure: CellMeasure | undefined): TableCell {
  if (cell.reference?.cell === cell.cellId) return [1, 'reference'];
  const ratio = measure?.ratio;
  if (!ratio) return NO_VALUE;
  const names = summary.factors.map(({ name }) => name);
  const to = describeReference(cell, summary.cells, names) ?? '';
  const { interval, value } = ratio;
  const range = interval === null ? '' : `, ${toThreeDigits(interval.low)}–${toThreeDigits(interval.high)}`;
  return [value, `${toThreeDigits(value)}×`, `to ${to}${range}`];
}

function listTexts({ caveats }: CellSummary, metric: string): readonly string[] {
  if (caveats === undefined) return [];
  return [
    ...caveats.bound.map(({ code }) =>
      code === 'SearchLowerBound'
        ? 'the highest value of the search met all criteria: it may be better'
        : `the hosts, not the storage, were the limit (${code}): it may be better`,
    ),
    ...caveats.remarks.flatMap(({ text, of }) => (of === null || of.includes(metric) ? [text] : [])),
  ];
}

/** Marks (`a`, `b`, …) of caveats by their text, in the order of the cells. */
export function listMarks({ cells }: Pick<Summary, 'cells'>, metrics: readonly string[]): ReadonlyMap<string, string> {
  const texts = new Set(cells.flatMap((cell) => metrics.flatMap((metric) => listTexts(cell, metric))));
  return new Map([...texts].map((text, index) => [text, String.fromCharCode('a'.charCodeAt(0) + index)]));
}

export function drawMarks(marks: ReadonlyMap<string, string>, cell: CellSummary, metric: string): Html {
  const own = listTexts(cell, metric).flatMap((text) => marks.get(text) ?? []);
  return own.length === 0 ? html`` : html`<sup>${own.join(' ')}</sup>`;
}

export function explainMarks(marks: ReadonlyMap<string, string>): Html {
  if (marks.size === 0) return html``;
  const lines = [...marks].map(
    ([text, mark]) => html`<div><sup>${mark}</sup> ${renderProse(keepTogether(text))}.</div>`,
  );
  return html`<div class="note marks">${lines}</div>`;
}
