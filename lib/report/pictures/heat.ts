/**
 * Heat maps: where two factors have an order, e.g. block size and depth, the value of every pair of their levels, a map
 * for each combination of the others. Numbers stand in the fields: the shade only leads the eye.
 */
import { formatValue, scaleOf, threeDigits } from '../../results/format';
import { type Measure, primaryMeasures } from '../../results/measures';
import { axisLevels, colourFactor, type Factor, type Panel, panelsOf } from '../facets';
import type { MainMetric } from '../first/points';
import { type Html, html } from '../html';
import { type Page, placeWords } from '../page/context';
import { drawBox, drawPlot, drawText } from './plot';

/** Of two levels nobody needs a map. */
const LEVELS_MIN = 3;
/** More do not fit side by side, or on a page. */
const LEVELS_MAX = 14;
/** From this ratio of the largest to the smallest on, shades are logarithmic. */
const LOGARITHMIC = 10;
/** Shades `h0` to `h5` of the style sheet; from `h4` on letters have the colour of the page. */
const SHADES = 6;

export interface HeatMap {
  /** What the others have; empty where there is one map. */
  readonly title: string;
  readonly columns: Factor;
  readonly rows: Factor;
  /** By row and column, the lowest level below; null where nothing counts. */
  readonly fields: readonly (readonly (HeatField | null)[])[];
}

interface HeatField {
  readonly cell: string;
  readonly measure: Measure;
  readonly value: number;
}

/** All maps of a metric; none where fewer than two factors have an order and three levels. */
export function listMaps(page: Page, { name }: MainMetric): readonly HeatMap[] {
  const colour = colourFactor(page.factors);
  const [columns, rows] = page.factors
    .filter(
      (one) => one.ordered && one !== colour && one.levels.length >= LEVELS_MIN && one.levels.length <= LEVELS_MAX,
    )
    .toSorted((a, b) => b.levels.length - a.levels.length);
  if (columns === undefined || rows === undefined) return [];
  const others = page.factors.filter((factor) => factor !== columns && factor !== rows);
  return panelsOf({ panels: others }, page.summary.cells).flatMap((panel) =>
    mapsOfPanel(page, panel, name, { columns, rows, others }),
  );
}

/** A cell with several operations, e.g. a mix of reads and writes, has a map for each. */
function mapsOfPanel(
  page: Page,
  { levels, cells }: Panel,
  metric: string,
  { columns, rows, others }: Pick<HeatMap, 'columns' | 'rows'> & { readonly others: readonly Factor[] },
): readonly HeatMap[] {
  const found = cells.map((cell) => ({ cell, measures: primaryMeasures(cell.measures, metric) }));
  const operations = [...new Set(found.flatMap(({ measures }) => measures.map(({ operation }) => operation)))];
  const split = found.some(({ measures }) => measures.length > 1);
  const place = placeWords(
    page,
    levels,
    others.map(({ name }) => name),
  );
  return operations.slice(0, split ? undefined : 1).flatMap((operation): HeatMap[] => {
    const fields = axisLevels(rows)
      .toReversed()
      .map((row) =>
        axisLevels(columns).map((column): HeatField | null => {
          const one = found.find(({ cell }) => cell.levels[rows.name] === row && cell.levels[columns.name] === column);
          const measure = one?.measures.find((each) => !split || each.operation === operation);
          const value = measure?.statistics?.centre;
          return one === undefined || measure === undefined || value === undefined
            ? null
            : { cell: one.cell.cellId, measure, value };
        }),
      );
    const title = [place, split ? (operation ?? '') : ''].filter((part) => part !== '').join(', ');
    return fields.flat().some((field) => field !== null) ? [{ title, columns, rows, fields }] : [];
  });
}

/** Draws one. @param all maps of the page: equal values have equal shades @param chosen cell with a frame */
export function drawMap(map: HeatMap, all: readonly HeatMap[], chosen: string | null, rowHeight: number): Html {
  const { columns, rows, fields } = map;
  const shade = makeShades(all.flatMap((one) => one.fields.flat().flatMap((field) => field?.value ?? [])));
  const [across, up] = [axisLevels(columns), axisLevels(rows).toReversed()];
  const [width, height] = [1 / across.length, 1 / up.length];
  const values = fields.flat().flatMap((field) => (field === null ? [] : [field]));
  const most = Math.max(...values.map(({ value }) => value));
  const unit = values[0]?.measure.unit ?? 'count';
  const parts = fields.map((row, y) =>
    row.map((field, x) => {
      if (field === null) return html``;
      const step = shade(field.value);
      const [letters, own] = [step >= 4 ? 'm o' : 'm', field.cell === chosen];
      const [across, down] = [(x + 0.5) * width, (y + 0.5) * height];
      const text = formatField(field.value, most, unit);
      return html`${drawBox(`h${step}`, x * width, y * height, width, height)}
${drawText(`${letters} v`, across, down, [0, own ? -1 : 5], text)}
${own ? drawText(`${letters} b`, across, down, [0, 15], '★ best') : ''}`;
    }),
  );
  const frames = fields.flatMap((row, y) =>
    row.flatMap((field, x) =>
      field === null || field.cell !== chosen
        ? []
        : ['pick u', 'pick'].map((kind) => drawBox(kind, x * width, y * height, width, height)),
    ),
  );
  const total = rowHeight * up.length;
  const names = [
    ...up.map((level, y) => drawText('e', 0, (y + 0.5) * height, [-9, 4], level)),
    ...across.map((level, x) => drawText('m', (x + 0.5) * width, 1, [0, 18], level)),
    drawText('m', 0.5, 1, [0, 37], columns.name),
    html`<text class="m" transform="rotate(-90)" x="${-total / 2}" y="-42">${rows.name}</text>`,
  ];
  const label = `${map.title}: ${rows.name} by ${columns.name}; the most is ${formatValue(most, unit)}`;
  return drawPlot(total, label, [...parts.flat(), ...frames, html`<g class="ax">${names}</g>`], 'hm');
}

/** Unit of the fields, for the title. */
export function nameFieldUnit({ fields }: HeatMap): string {
  const values = fields.flat().flatMap((field) => (field === null ? [] : [field]));
  const unit = values[0]?.measure.unit ?? 'count';
  return scaleOf(Math.max(...values.map(({ value }) => value)), unit)
    .suffix.replace(/^[kM](?= )/, '')
    .trim();
}

/** All in the unit of the largest; operations a second each with their own prefix. */
function formatField(value: number, most: number, unit: Measure['unit']): string {
  if (unit === 'ops/s') return formatValue(value, unit).replace(/ ops\/s$/, '');
  return threeDigits(value / scaleOf(most, unit).factor);
}

/** From the smallest to the largest in equal steps, of ratios where they lie far apart. */
function makeShades(values: readonly number[]): (value: number) => number {
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const place = (value: number): number => (least > 0 && most / least >= LOGARITHMIC ? Math.log(value) : value);
  const width = place(most) - place(least);
  return (value) => (width > 0 ? Math.round(((place(value) - place(least)) / width) * (SHADES - 1)) : 0);
}
