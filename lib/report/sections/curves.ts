/**
 * Curves: small multiples of every main metric over the factors that have an order, all panels of a figure with equal
 * scales.
 */
import type { CellSummary } from '../../results/cells';
import { formatLevel, formatRange, formatValue } from '../../results/format';
import { type Measure, metricWords, primaryMeasures } from '../../results/measures';
import { barsOrDots, type Kind, type Scale, scaleFor } from '../charts/axes';
import { drawMultiples } from '../charts/multiples';
import type { Line, Point } from '../charts/line';
import { metricsOf, shownMetrics } from '../columns';
import { axisLevels, type Facets, facetsOf, type Panel, panelsOf } from '../facets';
import { type Html, html } from '../html';
import { centreWord, legend, type Page, placeWords } from '../page/context';
import { inkOf } from '../palette';
import { behind, notDrawn, numbers, words } from '../table';

/** Panels that are drawn in one figure; the table behind it holds all. */
export const PANELS_MAX = 24;

/** A panel with its numbers. */
export interface Multiple {
  readonly title: string;
  readonly lines: readonly Line[];
  /** Measures by line and level, for the table behind. */
  readonly rows: readonly { readonly line: string; readonly level: string; readonly measure: Measure }[];
}

/** The section. */
export function curvesSection(page: Page): Html {
  const metrics = shownMetrics(metricsOf(page.summary), page.summary.metrics);
  const figures = facetsOf(page.factors).flatMap((facets) =>
    facets.axis === null ? [] : metrics.map((metric) => figure(page, facets, metric)),
  );
  const drawn = figures.filter(({ text }) => text !== '');
  if (drawn.length === 0) return html``;
  return html`<section id="curves"><h2>Curves</h2><p class="note">Every point is a ${centreWord(page)},
the thin mark its ${page.words.say('interval')} (with more than four lines only in the table).
All panels of a figure have the same scale.</p>${drawn}</section>`;
}

function figure(page: Page, facets: Facets, metric: string): Html {
  const { axis, series } = facets;
  if (axis === null) return html``;
  const levels = axisLevels(axis);
  const multiples = panelsOf(facets, page.summary.cells).flatMap((panel) =>
    multiplesOf(page, panel, { facets, metric, levels }),
  );
  const filled = multiples.filter(({ rows }) => rows.length > 0);
  // Where levels vary one at a time, most panels hold a single point: those with a comparison are the picture.
  const compared = filled.filter(({ rows }) => rows.length > 1);
  const chosen = compared.length > 0 ? compared : filled;
  const [first] = chosen.flatMap(({ rows }) => rows);
  if (first === undefined) return html``;
  const kind = axis.ordered && levels.length > 2 ? 'lines' : barsOrDots(valuesOf(chosen));
  const scale = sharedScale(chosen, first.measure, kind);
  const title = `${metricWords(page.summary.metrics, metric)} over ${axis.name}`;
  const unit = `${scale.unit}${scale.log ? ', logarithmic scale' : kind === 'bars' ? '' : ', from zero'}`;
  const panels = chosen.slice(0, PANELS_MAX).map(({ title: name, lines }) => {
    const label = `${title}${name === '' ? '' : `, ${name}`}: ${lines.length} lines; numbers in the table below`;
    return { name, label, lines };
  });
  const drawn = new Set(chosen.flatMap(({ rows }) => rows.map(({ line }) => line)));
  const lines = (series?.levels ?? []).filter((level) => drawn.has(level));
  const colour = series === null || lines.length < 2 ? '' : `; colour: ${series.name}`;
  return html`<h3>${title} <span class="sub">(${unit}${colour})</span></h3>
${legend(series, lines)}${drawMultiples(panels, { levels, scale, kind })}
${notDrawn(chosen.length - panels.length)}${numbersBehind(chosen, axis.name)}`;
}

function multiplesOf(
  page: Page,
  panel: Panel,
  { facets, metric, levels }: { readonly facets: Facets; readonly metric: string; readonly levels: readonly string[] },
): readonly Multiple[] {
  const { axis, series, panels } = facets;
  const measures = panel.cells.map((cell) => ({ cell, all: primaryMeasures(cell.measures, metric) }));
  const operations = [...new Set(measures.flatMap(({ all }) => all.map(({ operation }) => operation)))];
  // A cell with several operations, e.g. a mix of reads and writes, has a panel for each.
  const split = measures.some(({ all }) => all.length > 1);
  const place = placeWords(
    page,
    panel.levels,
    panels.map(({ name }) => name),
  );
  return (split ? operations : [null]).map((operation) => {
    const find = (line: string | null, level: string): Measure | undefined =>
      measures
        .find(({ cell }) => has(cell, axis?.name, level) && (line === null || has(cell, series?.name, line)))
        ?.all.find((measure) => (!split || measure.operation === operation) && measure.statistics !== null);
    const lines = (series?.levels ?? [null]).flatMap((name): readonly { line: Line; found: Multiple['rows'] }[] => {
      const found = levels.map((level) => ({ level, measure: find(name, level) }));
      if (found.every(({ measure }) => measure === undefined)) return [];
      const ink = series === null ? inkOf(axis?.ordered ? null : axis, undefined) : inkOf(series, name ?? undefined);
      return [
        {
          line: { name: name ?? '', ink, points: found.map(({ measure }) => pointOf(measure)) },
          found: found.flatMap(({ level, measure }) => (measure ? [{ line: name ?? '', level, measure }] : [])),
        },
      ];
    });
    const title = [place, split ? (operation ?? '') : ''].filter((part) => part !== '').join(', ');
    return { title, lines: lines.map(({ line }) => line), rows: lines.flatMap(({ found }) => found) };
  });
}

function has({ levels }: CellSummary, factor: string | undefined, level: string): boolean {
  return factor !== undefined && levels[factor] === level;
}

/** Median and interval of a measure; null where nothing counts. */
export function pointOf(measure: Measure | undefined): Point | null {
  const statistics = measure?.statistics;
  if (!statistics) return null;
  return { value: statistics.centre, low: statistics.interval?.low ?? null, high: statistics.interval?.high ?? null };
}

/** One scale for all panels of a figure. */
export function sharedScale(multiples: readonly Multiple[], { unit }: Pick<Measure, 'unit'>, kind: Kind): Scale {
  const values = valuesOf(multiples);
  // The number above a bar needs room.
  const room = kind === 'bars' ? [Math.max(...values) * 1.06] : [];
  return scaleFor([...values, ...room], unit, kind !== 'bars');
}

/** Medians and the ends of their intervals. */
function valuesOf(multiples: readonly Multiple[]): readonly number[] {
  const points = multiples
    .flatMap(({ lines }) => lines.flatMap((line) => line.points))
    .filter((point) => point !== null);
  return points.flatMap(({ value, low, high }) => [value, low ?? value, high ?? value]);
}

/** The table behind a figure. */
export function numbersBehind(multiples: readonly Multiple[], axis: string): Html {
  const rows = multiples.flatMap(({ title, rows: all }) =>
    all.flatMap(({ line, level, measure }) => {
      const { statistics, unit } = measure;
      if (statistics === null) return [];
      return [[title, line, level, formatValue(statistics.centre, unit), intervalWords(measure), statistics.n]];
    }),
  );
  const columns = [words('panel'), words('line'), words(axis), ...['typical', 'interval', 'n'].map(numbers)];
  return behind(columns, rows);
}

/** `30.1k–32.0k (75 %)`. */
export function intervalWords({ statistics, unit }: Measure): string {
  if (!statistics?.interval) return '–';
  const { low, high, level } = statistics.interval;
  return `${formatRange(low, high, statistics.centre, unit)} (${formatLevel(level)})`;
}
