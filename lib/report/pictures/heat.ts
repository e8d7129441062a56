/** Heat maps of two quantitative factors, e.g. block size and depth: one per combination of the other factors. */
import type { Unit } from '../../shapes/observation';
import { sortLevels, type Factor } from '../facets';
import type { MainMetric } from '../first-screen/points';
import { type Html, html } from '../html';
import type { Page } from '../page/context';
import { type FoundMeasure, listMetricPanels } from '../page/panels';
import { type SharedScale, shareScale } from './axis';
import { drawBox, drawPlot, drawText } from './plot';

/** A factor with two levels needs no map. */
const LEVELS_MIN = 3;
/** More levels do not fit side by side. */
const LEVELS_MAX = 14;
/** Shades are logarithmic if the largest value is at least this multiple of the smallest. */
const LOG_RATIO = 10;
/** Shades `h0` to `h5` of the style sheet; from `h4`, text has the background colour. */
const SHADE_COUNT = 6;

export interface HeatMap {
  /** Levels of the other factors; empty if there is only one map. */
  readonly title: string;
  readonly columns: Factor;
  readonly rows: Factor;
  /** By row and column, the lowest level at the bottom; null without statistics. */
  readonly fields: readonly (readonly (HeatMapField | null)[])[];
}

interface HeatMapField {
  readonly cell: string;
  readonly unit: Unit;
  readonly value: number;
  /** Mean, microseconds; null if it was not measured. */
  readonly latency: number | null;
  /** The first limit that was reached, of hosts or storage; null if unknown. */
  readonly limit: { readonly of: 'hosts' | 'storage'; readonly resource: string } | null;
}

/** All maps of a metric; none without two quantitative factors of three levels. */
export function listMaps(page: Page, { name }: MainMetric): readonly HeatMap[] {
  const fits = ({ length }: readonly string[]): boolean => length >= LEVELS_MIN && length <= LEVELS_MAX;
  const [columns, rows] = page.factors
    .filter((one) => one.ordered && one !== page.colour && fits(one.levels))
    .toSorted((a, b) => b.levels.length - a.levels.length);
  if (columns === undefined || rows === undefined) return [];
  const others = page.factors.filter((factor) => factor !== columns && factor !== rows);
  const maps = listMetricPanels(page, others, name).map(({ title, find }): HeatMap => {
    const fields = sortLevels(rows).map((row) =>
      sortLevels(columns).map((column): HeatMapField | null => {
        const found = find({ [columns.name]: column, [rows.name]: row });
        return found === undefined ? null : toField(found);
      }),
    );
    return { title, columns, rows, fields: fields.toReversed() };
  });
  return maps.filter(({ fields }) => fields.flat().some((field) => field !== null));
}

function toField({ cell, measure }: FoundMeasure): HeatMapField | null {
  const { unit, statistics, operation } = measure;
  if (statistics === null) return null;
  const latency = cell.measures.find((one) => one.metric === 'latency_mean' && one.operation === operation);
  const [first] = cell.bottleneck.reached;
  const limit =
    first === undefined ? null : ({ of: first.client ? 'hosts' : 'storage', resource: first.resource } as const);
  return { cell: cell.cellId, unit, value: statistics.centre, latency: latency?.statistics?.centre ?? null, limit };
}

function listFields({ fields }: HeatMap): readonly HeatMapField[] {
  return fields.flat().flatMap((field) => field ?? []);
}

/** One unit for all values: the unit of the largest. */
export function shareFieldScale(map: HeatMap): SharedScale {
  const fields = listFields(map);
  return shareScale(Math.max(...fields.map(({ value }) => value)), fields[0]?.unit ?? 'count');
}

/** Above this share of the highest value, more throughput hardly justifies more latency. */
const KNEE_SHARE = 0.95;

/** The field with the lowest latency among those near the highest value; null if unknown or already the chosen one. */
export function findKnee(map: HeatMap, chosen: string | null): string | null {
  const most = Math.max(...listFields(map).map(({ value }) => value));
  const near = listFields(map).flatMap(({ latency, ...field }) =>
    latency === null || field.value < most * KNEE_SHARE ? [] : [{ ...field, latency }],
  );
  const [knee] = near.toSorted((a, b) => a.latency - b.latency);
  return knee === undefined || knee.cell === chosen ? null : knee.cell;
}

/** @param all maps of the page: equal values get equal shades @param marks texts in framed cells, by cell */
export function drawMap(
  map: HeatMap,
  all: readonly HeatMap[],
  marks: ReadonlyMap<string, string>,
  rowHeight: number,
): Html {
  const { columns, rows, fields } = map;
  const shade = makeShades(all.flatMap((one) => listFields(one).map(({ value }) => value)));
  const [across, up] = [sortLevels(columns), sortLevels(rows).toReversed()];
  const [width, height] = [1 / across.length, 1 / up.length];
  const { format } = shareFieldScale(map);
  const placed = fields.flatMap((row, y) =>
    row.flatMap((field, x) => (field === null ? [] : [{ field, x: x * width, y: y * height }])),
  );
  const boxes = placed.map(({ field, x, y }) => {
    const step = shade(field.value);
    const [letters, mark] = [step >= 4 ? 'm o' : 'm', marks.get(field.cell)];
    const [middle, down] = [x + width / 2, y + height / 2];
    return html`${drawBox(`h${step}`, x, y, width, height)}
${drawText(`${letters} v`, middle, down, [0, mark === undefined ? 5 : -1], format(field.value))}
${mark === undefined ? '' : drawText(`${letters} b`, middle, down, [0, 15], mark)}`;
  });
  const frames = placed
    .filter(({ field }) => marks.has(field.cell))
    .flatMap(({ x, y }) => ['pick u', 'pick'].map((kind) => drawBox(kind, x, y, width, height)));
  const limits = placed.map(({ field: { limit }, x, y }) =>
    limit === null ? html`` : drawBox(`lim ${limit.of}`, x, y, width, height),
  );
  const total = rowHeight * up.length;
  const names = [
    ...up.map((level, y) => drawText('e', 0, (y + 0.5) * height, [-9, 4], level)),
    ...across.map((level, x) => drawText('m', (x + 0.5) * width, 1, [0, 18], level)),
    drawText('m', 0.5, 1, [0, 37], columns.name),
    html`<text class="m" transform="rotate(-90)" x="${-total / 2}" y="-42">${rows.name}</text>`,
  ];
  const label = `${map.title}: ${rows.name} by ${columns.name}`;
  const parts = [...boxes, ...limits, ...frames, html`<g class="ax">${names}</g>`];
  return drawPlot(total, label, parts, 'hm');
}

/** Explains the frames, and names resources that reached their limits; empty if no limit is known. */
export function describeLimits(map: HeatMap): string {
  const words = { storage: 'Dotted frame: storage limit', hosts: 'Solid frame: host limit' };
  return Object.entries(words)
    .flatMap(([of, text]) => {
      const own = listFields(map).flatMap(({ limit }) => (limit?.of === of ? [limit.resource] : []));
      return own.length === 0 ? [] : [` ${text} (${[...new Set(own)].join(', ')}).`];
    })
    .join('');
}

/** Equal steps from the smallest to the largest value; logarithmic steps if the range is wide. */
function makeShades(values: readonly number[]): (value: number) => number {
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const place = (value: number): number => (least > 0 && most / least >= LOG_RATIO ? Math.log(value) : value);
  const width = place(most) - place(least);
  return (value) => (width > 0 ? Math.round(((place(value) - place(least)) / width) * (SHADE_COUNT - 1)) : 0);
}
