/**
 * Heat maps: where two factors have an order, e.g. block size and depth, the value of every pair of their levels, a map
 * for each combination of the others. Numbers stand in the fields: the shade only leads the eye.
 */
import { formatValue, scaleOf, threeDigits } from '../../results/format';
import type { Unit } from '../../shapes/observation';
import { axisLevels, type Factor } from '../facets';
import type { MainMetric } from '../first/points';
import { type Html, html } from '../html';
import type { Page } from '../page/context';
import { listMetricPanels } from '../page/panels';
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
  readonly unit: Unit;
  readonly value: number;
}

/** All maps of a metric; none where fewer than two factors have an order and three levels. */
export function listMaps(page: Page, { name }: MainMetric): readonly HeatMap[] {
  const fits = ({ length }: readonly string[]): boolean => length >= LEVELS_MIN && length <= LEVELS_MAX;
  const [columns, rows] = page.factors
    .filter((one) => one.ordered && one !== page.colour && fits(one.levels))
    .toSorted((a, b) => b.levels.length - a.levels.length);
  if (columns === undefined || rows === undefined) return [];
  const others = page.factors.filter((factor) => factor !== columns && factor !== rows);
  const maps = listMetricPanels(page, others, name).map(({ title, find }): HeatMap => {
    const fields = axisLevels(rows).map((row) =>
      axisLevels(columns).map((column): HeatField | null => {
        const found = find({ [rows.name]: row, [columns.name]: column });
        const value = found?.measure.statistics?.centre;
        return found === undefined || value === undefined
          ? null
          : { cell: found.cell.cellId, unit: found.measure.unit, value };
      }),
    );
    return { title, columns, rows, fields: fields.toReversed() };
  });
  return maps.filter(({ fields }) => fields.flat().some((field) => field !== null));
}

/** The cell with a frame, and what is written there; null: none. */
interface ChosenField {
  readonly cell: string | null;
  readonly word: string;
}

/** Draws one. @param all maps of the page: equal values have equal shades */
export function drawMap(map: HeatMap, all: readonly HeatMap[], chosen: ChosenField, rowHeight: number): Html {
  const { columns, rows, fields } = map;
  const shade = makeShades(all.flatMap((one) => one.fields.flat().flatMap((field) => field?.value ?? [])));
  const [across, up] = [axisLevels(columns), axisLevels(rows).toReversed()];
  const [width, height] = [1 / across.length, 1 / up.length];
  const values = fields.flat().flatMap((field) => (field === null ? [] : [field]));
  const most = Math.max(...values.map(({ value }) => value));
  const unit = values[0]?.unit ?? 'count';
  const parts = fields.map((row, y) =>
    row.map((field, x) => {
      if (field === null) return html``;
      const step = shade(field.value);
      const [letters, own] = [step >= 4 ? 'm o' : 'm', field.cell === chosen.cell];
      const [across, down] = [(x + 0.5) * width, (y + 0.5) * height];
      const text = formatField(field.value, most, unit);
      return html`${drawBox(`h${step}`, x * width, y * height, width, height)}
${drawText(`${letters} v`, across, down, [0, own ? -1 : 5], text)}
${own ? drawText(`${letters} b`, across, down, [0, 15], chosen.word) : ''}`;
    }),
  );
  const frames = fields.flatMap((row, y) =>
    row.flatMap((field, x) =>
      field === null || field.cell !== chosen.cell
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
  const unit = values[0]?.unit ?? 'count';
  return scaleOf(Math.max(...values.map(({ value }) => value)), unit)
    .suffix.replace(/^[kM](?= )/, '')
    .trim();
}

/** All in the unit of the largest; operations a second each with their own prefix. */
function formatField(value: number, most: number, unit: Unit): string {
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
