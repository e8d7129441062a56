/**
 * Heat maps: where two factors have an order, e.g. block size and depth, the main metric of every pair of their levels,
 * one map for each combination of the others. Numbers stand in the fields: the shade only leads the eye.
 */
import { formatValue } from '../../results/format';
import { type Measure, metricWords, primaryMeasures } from '../../results/measures';
import { metricsOf, shownMetrics } from '../columns';
import { axisLevels, colourFactor, type Factor, type Panel, panelsOf } from '../facets';
import { type Html, html } from '../html';
import { centreWord, type Page, placeWords } from '../page/context';
import { HEAT_STEPS } from '../page/style';
import { notDrawn } from '../table';

/** Of two levels nobody needs a map. */
const LEVELS_MIN = 3;
/** More do not fit side by side, or on a page. */
const LEVELS_MAX = 14;
const MAPS_MAX = 12;
/** From this ratio of the largest to the smallest on, shades are logarithmic. */
const LOGARITHMIC = 10;

interface HeatMap {
  readonly title: string;
  /** By row and column; undefined where nothing counts. */
  readonly fields: readonly (readonly (Measure | undefined)[])[];
}

/** The section; none where fewer than two factors have an order and three levels. */
export function heatMapSection(page: Page): Html {
  const [columns, rows] = axesOf(page.factors);
  const [metric] = shownMetrics(metricsOf(page.summary), page.summary.metrics);
  if (columns === undefined || rows === undefined || metric === undefined) return html``;
  const others = page.factors.filter((factor) => factor !== columns && factor !== rows);
  const maps = panelsOf({ panels: others }, page.summary.cells).flatMap((panel) =>
    mapsOf(page, panel, { columns, rows, metric, others }),
  );
  const values = maps.flatMap(({ fields }) => fields.flat().flatMap((one) => one?.statistics?.centre ?? []));
  if (values.length < LEVELS_MIN) return html``;
  const what = metricWords(page.summary.metrics, metric);
  const counted = page.summary.metrics[metric]?.unit === 'ops/s' ? `${what} (ops/s)` : what;
  const shade = shadeOf(values);
  const drawn = maps.slice(0, MAPS_MAX).map((map) => drawMap(map, { columns, rows, shade: shade.step }));
  return html`<section id="heat"><h2>Heat map</h2><p class="note">Every field is a ${centreWord(page)} of
${counted}; the darker, the larger${shade.logarithmic ? ', on a logarithmic scale' : ''},
in all maps alike. Down: ${rows.name}; across: ${columns.name}.</p>
<div class="heats">${drawn}</div>${notDrawn(maps.length - drawn.length)}</section>`;
}

/** The one with the most levels runs across. */
function axesOf(factors: readonly Factor[]): readonly Factor[] {
  const colour = colourFactor(factors);
  return factors
    .filter(
      (one) => one.ordered && one !== colour && one.levels.length >= LEVELS_MIN && one.levels.length <= LEVELS_MAX,
    )
    .toSorted((a, b) => b.levels.length - a.levels.length)
    .slice(0, 2);
}

interface Axes {
  readonly columns: Factor;
  readonly rows: Factor;
}

/** A cell with several operations, e.g. a mix of reads and writes, has a map for each. */
function mapsOf(
  page: Page,
  { levels, cells }: Panel,
  { columns, rows, metric, others }: Axes & { readonly metric: string; readonly others: readonly Factor[] },
): readonly HeatMap[] {
  const found = cells.map((cell) => ({ cell, measures: primaryMeasures(cell.measures, metric) }));
  const operations = [...new Set(found.flatMap(({ measures }) => measures.map(({ operation }) => operation)))];
  const split = found.some(({ measures }) => measures.length > 1);
  const place = placeWords(
    page,
    levels,
    others.map(({ name }) => name),
  );
  return (split ? operations : [null]).flatMap((operation): HeatMap[] => {
    const fields = axisLevels(rows).map((row) =>
      axisLevels(columns).map((column) =>
        found
          .find(({ cell }) => cell.levels[rows.name] === row && cell.levels[columns.name] === column)
          ?.measures.find((one) => (!split || one.operation === operation) && one.statistics !== null),
      ),
    );
    const title = [place, split ? (operation ?? '') : ''].filter((part) => part !== '').join(', ');
    return fields.flat().some((one) => one !== undefined) ? [{ title, fields }] : [];
  });
}

function drawMap(
  { title, fields }: HeatMap,
  { columns, rows, shade }: Axes & { readonly shade: (value: number) => number },
): Html {
  const head = axisLevels(columns).map((level) => html`<th scope="col" class="num">${level}</th>`);
  const body = axisLevels(rows).map((level, index) => {
    const row = (fields[index] ?? []).map((measure) => {
      const centre = measure?.statistics?.centre;
      if (measure === undefined || centre === undefined) return html`<td class="num sub">–</td>`;
      return html`<td class="num h${shade(centre)}">${shortened(formatValue(centre, measure.unit))}</td>`;
    });
    return html`<tr><th scope="row" class="num">${level}</th>${row}</tr>`;
  });
  const caption = title === '' ? '' : html`<caption>${title}</caption>`;
  return html`<div class="scroll"><table class="heat">${caption}<thead><tr><th scope="col" class="sub">${rows.name}
╲ ${columns.name}</th>${head}</tr></thead><tbody>${body}</tbody></table></div>`;
}

/** Operations are counted by the second in all fields: the note says so once. */
function shortened(text: string): string {
  return text.replace(/ ops\/s$/, '');
}

/** From the smallest to the largest in equal steps, of ratios where they lie far apart. */
function shadeOf(values: readonly number[]): {
  readonly logarithmic: boolean;
  readonly step: (value: number) => number;
} {
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const logarithmic = least > 0 && most / least >= LOGARITHMIC;
  const place = (value: number): number => (logarithmic ? Math.log(value) : value);
  const width = place(most) - place(least);
  const step = (value: number): number =>
    width > 0 ? Math.round(((place(value) - place(least)) / width) * (HEAT_STEPS - 1)) : 0;
  return { logarithmic, step };
}
