/** Section: main metrics over quantitative factors, in panels with equal scales, and heat maps. */
import { type Measure, nameMetric } from '../../results/measures';
import { listMetrics, listShownMetrics } from '../columns';
import { sortLevels, type Facets, listFacets } from '../facets';
import type { FirstScreen } from '../first-screen/screen';
import { type Html, html } from '../html';
import type { Page } from '../page/context';
import { listMetricPanels } from '../page/panels';
import { pickInk } from '../palette';
import { drawMap, listMaps } from '../pictures/heat';
import { drawLegend, drawPanels, type LinePanel, type LinePoint, shareAxis, spreadLevels } from '../pictures/lines';
import { drawMoreNote } from '../html-table';
import { capitalize } from '../glossary';

const METRICS_MAX = 3;
/** A factor with two levels needs no curve; the table shows it. */
const LEVELS_MIN = 3;
const MAPS_MAX = 8;

/** The section; empty without a quantitative factor. */
export function drawCurvesSection(page: Page, first: FirstScreen): Html {
  const metrics = listShownMetrics(listMetrics(page.summary), page.summary.metrics).slice(0, METRICS_MAX);
  const figures = listFacets(page.factors).flatMap((facets) =>
    facets.axis.levels.length >= LEVELS_MIN ? metrics.flatMap((metric) => drawCurve(page, facets, metric)) : [],
  );
  const maps = drawMaps(page, first);
  if (figures.length === 0 && maps.text === '') return html``;
  return html`<section id="curves"><h2>Curves</h2>${figures}${maps}</section>`;
}

function drawMaps(page: Page, { metric, text }: FirstScreen): Html {
  const all = metric === null ? [] : listMaps(page, metric);
  // Skips a single map, which the first screen already shows.
  if (metric === null || all.length === 0 || (all.length === 1 && text.text.includes('class="plot hm"'))) return html``;
  const drawn = all.slice(0, MAPS_MAX).map(
    (map) =>
      html`<figure><figcaption><b>${map.title}</b></figcaption>
${drawMap(map, all, new Map(), 34)}</figure>`,
  );
  const measures = page.summary.cells.flatMap((cell) => cell.measures.filter((one) => one.metric === metric.name));
  // The titles of maps name operations that differ.
  const isOne = new Set(measures.map(({ operation }) => operation)).size === 1;
  const words = isOne ? metric.words : nameMetric(page.summary.metrics, metric.name);
  return html`<h3>${capitalize(words)}, all combinations</h3><div class="panels">${drawn}</div>
${drawMoreNote(all.length - drawn.length, 'maps')}`;
}

function drawCurve(page: Page, { axis, series, panels: factors }: Facets, metric: string): readonly Html[] {
  const levels = sortLevels(axis);
  const all = listMetricPanels(page, factors, metric).map(({ title, find }): LinePanel => {
    const lines = (series?.levels ?? [null]).map((name) => ({
      name: name ?? '',
      ink: pickInk(series, name ?? undefined),
      points: levels.map((level, index) => {
        const line = series === null || name === null ? {} : { [series.name]: name };
        return toLinePoint(find({ [axis.name]: level, ...line })?.measure, (index + 0.5) / levels.length);
      }),
    }));
    return { title, lines: lines.filter(({ points }) => points.some((point) => point !== null)) };
  });
  const points = ({ lines }: LinePanel): number =>
    lines.flatMap((line) => line.points.filter((point) => point !== null)).length;
  // If levels vary one at a time, most panels contain a single point. Draws only panels with several.
  const panels = all.filter((panel) => points(panel) > 1);
  const unit = page.summary.cells.flatMap(({ measures }) => measures).find((one) => one.metric === metric)?.unit;
  if (panels.length === 0 || unit === undefined) return [];
  const y = shareAxis(panels, unit);
  const unitName = y.unit === '' ? '' : ` (${y.unit})`;
  const title = `${capitalize(nameMetric(page.summary.metrics, metric))}${unitName} over ${axis.name}`;
  const lines = (series?.levels ?? []).map((level) => ({
    name: series?.ordered ? `${series.name} ${level}` : level,
    ink: pickInk(series, level),
  }));
  return [
    html`<h3>${title}${y.log ? ', log scale' : ''}</h3>${drawLegend(lines, series?.name ?? '')}
${drawPanels(panels, { ticks: spreadLevels(levels), y }, title)}`,
  ];
}

/** Typical value and interval of a measure; null without statistics. */
export function toLinePoint(measure: Measure | undefined, x: number): LinePoint {
  const statistics = measure?.statistics;
  if (!statistics) return null;
  const { centre: value, interval } = statistics;
  return interval === null ? { x, value } : { x, value, low: interval.low, high: interval.high };
}
