/** Section: all configurations of a rate as bars with intervals, grouped by two factors, in panels by the others. */
import { findBase } from '../../results/label';
import { nameMetric } from '../../results/measures';
import { includeSuspects } from '../../results/suspect-values';
import { groupBy } from '../../shapes/collections';
import { listRates } from '../columns';
import { type Factor, pickColourFactor, sortLevels } from '../facets';
import type { FirstScreen } from '../first-screen/screen';
import { capitalize } from '../glossary';
import { Html, html } from '../html';
import { drawMoreNote } from '../html-table';
import type { Page } from '../page/context';
import { type FoundMeasure, listMetricPanels, type MetricPanel } from '../page/panels';
import { pickInk } from '../palette';
import { type Axis, makeAxis, shareScale } from '../pictures/axis';
import { drawLegend, PANELS_MAX } from '../pictures/lines';
import { drawBox, drawLine, drawPlot, drawText, drawYAxis, HATCH_PATTERN } from '../pictures/plot';
import { drawRows, ROWS_MAX } from '../pictures/rows';

/** With more levels in order, the section Curves draws lines. */
const ORDERED_LEVELS_MAX = 2;
/** Cells of a panel from which groups of bars show more than a list: two levels of each factor. */
const CELLS_MIN = 4;
/** With more bars in a panel, their values would overlap. */
const NUMBERED_BARS_MAX = 8;
/** Share of the width of a group that its bars fill. */
const GROUP_WIDTH = 0.84;
const HEIGHT = 190;

/** The factor along the axis, null for one group; that of the bars in each group; and those that select the panel. */
interface Grouping {
  readonly axis: Factor | null;
  readonly bars: Factor;
  readonly others: readonly Factor[];
}

/** The section; empty where the first screen or the curves show all configurations. */
export function drawGroupsSection(page: Page, first: FirstScreen): Html {
  const names = listRates(page.summary);
  const grouping = pickGrouping(page, names[0] ?? '');
  const hasCurves = page.factors.some(({ ordered, levels }) => ordered && levels.length > ORDERED_LEVELS_MAX);
  const isShown = grouping?.axis === null && names.flatMap((name) => listMetricPanels(page, [], name)).length < 2;
  if (grouping === null || isShown || hasCurves) return drawAllRows(page, first, hasCurves);
  const by = [grouping.bars, ...(grouping.axis === null ? [] : [grouping.axis])].map(({ name }) => name).join(' and ');
  return html`<section id="groups"><h2>All configurations by ${by}</h2>
<p class="note">Line: interval. Outlined: only excluded trials.${
    page.summary.published === null ? '' : ' Dashed line: published figure.'
  }</p>
${drawLegend(
  grouping.bars.levels.map((name) => ({ name, ink: pickInk(grouping.bars, name) })),
  grouping.bars.name,
)}${names.map((name) => drawMetric(page, grouping, name))}</section>`;
}

/** One row for each configuration, if the first screen has no space for all. */
function drawAllRows({ factors, summary }: Page, { metric, points, text }: FirstScreen, hasCurves: boolean): Html {
  const names = factors.map(({ name }) => name);
  // Curves show a grid, but of factors that vary one at a time only a part.
  const isElsewhere = hasCurves && findBase(summary.cells, names) === null;
  if (metric === null || points.length <= ROWS_MAX || isElsewhere) return html``;
  const rows = drawRows(points, metric, 'all configurations', null, points.length);
  const hatch = text.text.includes(HATCH_PATTERN.text) ? HATCH_PATTERN.text : '';
  return html`<section id="groups">${new Html(rows.text.replace(hatch, ''))}</section>`;
}

/** Two factors of the spec before target, stage and workload; of these pairs, the one with the fewest panels. */
function pickGrouping(page: Page, metric: string): Grouping | null {
  const cells = page.summary.cells.filter(({ measures }) => measures.some((one) => one.metric === metric));
  const factors = page.factors.filter(({ name }) => new Set(cells.map(({ levels }) => levels[name])).size > 1);
  const [first, ...rest] = factors;
  if (first === undefined) return null;
  if (rest.length === 0) return { axis: null, bars: first, others: [] };
  const pairs = factors.flatMap((one, at) => factors.slice(at + 1).map((other) => [one, other] as const));
  const rated = pairs.map((pair) => {
    const others = factors.filter((factor) => !pair.includes(factor));
    const panels = groupBy(cells, ({ levels }) => JSON.stringify(others.map(({ name }) => levels[name])));
    const largest = Math.max(...[...panels.values()].map(({ length }) => length));
    const implicit = pair.filter(({ name }) => ['target', 'stage', 'workload'].includes(name)).length;
    return { pair, largest, implicit, panels: panels.size };
  });
  const [best] = rated
    .filter(({ largest }) => largest >= CELLS_MIN)
    .toSorted((a, b) => a.implicit - b.implicit || a.panels - b.panels);
  if (best === undefined) return null;
  const bars = pickColourFactor(best.pair) ?? best.pair[0];
  const others = factors.filter((factor) => !best.pair.includes(factor));
  return { bars, axis: best.pair.find((factor) => factor !== bars) ?? null, others };
}

function drawMetric(page: Page, grouping: Grouping, name: string): Html {
  const panels = listMetricPanels(page, grouping.others, name).flatMap((panel) => {
    const shown = panel.found.filter(({ measure }) => measure.statistics !== null || includeSuspects(measure) !== null);
    return shown.length === 0 ? [] : [{ ...panel, found: shown }];
  });
  const all = panels.flatMap(({ found }) => found);
  const [one] = all;
  if (one === undefined) return html``;
  const ends = all.flatMap((each) => {
    const { value, high, published } = readBar(each);
    return [value, high ?? value, published ?? value];
  });
  const y = makeAxis([0, ...ends], one.measure.unit, 'zero');
  const unit = y.unit === '' ? '' : ` (${y.unit})`;
  const title = `${capitalize(nameMetric(page.summary.metrics, name))}${unit}`;
  const { format } = shareScale(Math.max(...ends), one.measure.unit);
  const drawn = panels.slice(0, PANELS_MAX).map(
    (panel) => html`<figure>${panel.title === '' ? '' : html`<figcaption><b>${panel.title}</b></figcaption>`}
${drawBars(panel, grouping, y, format, title)}</figure>`,
  );
  return html`<h3>${title}</h3><div class="panels${drawn.length === 1 ? ' one' : ''}">${drawn}</div>
${drawMoreNote(panels.length - drawn.length, 'panels')}`;
}

/** Typical value and interval; of excluded trials, the value alone. */
function readBar({ cell, measure }: FoundMeasure) {
  const { statistics, unit, metric, operation } = measure;
  const own = cell.published.find(
    (one) =>
      one.metric === metric &&
      (one.operation === null || one.operation === operation) &&
      one.unit === unit &&
      one.statistic === null &&
      one.host === null,
  );
  const { low = null, high = null } = statistics?.interval ?? {};
  const value = statistics?.centre ?? includeSuspects(measure)?.value ?? 0;
  const published = own === undefined ? null : (own.low + own.high) / 2;
  return { value, low, high, isExcluded: statistics === null, published };
}

function drawBars(
  { title, found }: MetricPanel,
  { axis, bars }: Grouping,
  y: Axis,
  format: (value: number) => string,
  what: string,
): Html {
  const groups = groupBy(found, ({ cell }) => (axis === null ? '' : (cell.levels[axis.name] ?? '')));
  const names = ['', ...(axis === null ? [] : sortLevels(axis))].filter((name) => groups.has(name));
  const used = bars.levels.filter((level) => found.some(({ cell }) => cell.levels[bars.name] === level));
  const [group, bar] = [1 / names.length, GROUP_WIDTH / names.length / Math.max(1, used.length)];
  const parts = names.flatMap((name, at) =>
    (groups.get(name) ?? []).map((one) => {
      const level = one.cell.levels[bars.name];
      const { value, low, high, isExcluded, published } = readBar(one);
      const left = (at + (1 - GROUP_WIDTH) / 2) * group + Math.max(0, used.indexOf(level ?? '')) * bar;
      const [middle, top] = [left + bar / 2, 1 - y.place(value)];
      const label = isExcluded ? `(${format(value)})` : format(value);
      const over = 1 - y.place(Math.max(high ?? value, published ?? 0));
      return html`<g style="--ink:${pickInk(bars, level).colour}" class="ink">
${drawBox(isExcluded ? 'no' : '', left + bar * 0.06, top, bar * 0.88, 1 - top)}</g>
${low === null || high === null ? '' : drawLine('rng', middle, 1 - y.place(low), middle, 1 - y.place(high))}
${published === null ? '' : drawLine('thr', left, 1 - y.place(published), left + bar, 1 - y.place(published))}
${found.length > NUMBERED_BARS_MAX ? '' : drawText('m halo', middle, over, [0, -5], label)}`;
    }),
  );
  const ticks = names.map((name, at) =>
    drawText('m', (at + 0.5) * group, 1, [0, 18], name === '' ? '' : `${axis?.name ?? ''} ${name}`),
  );
  return drawPlot(HEIGHT, title === '' ? what : `${what}, ${title}`, [
    drawYAxis(y),
    html`<g class="ax">${ticks}</g>`,
    ...parts,
    drawLine('base', 0, 1, 1, 1),
  ]);
}
