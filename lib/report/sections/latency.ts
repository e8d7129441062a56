/** Section: latency percentiles and distributions; one panel per operation, one line per cell. */
import { nameDistribution, pickPrimary } from '../../results/measures';
import type { CellSummary, Summary } from '../../results/summary';
import { getBinStart, type DistributionLine } from '../../shapes/distribution';
import type { Metric } from '../../shapes/metric';
import { groupBy, sumAll } from '../../shapes/collections';
import { type Html, html } from '../html';
import type { Page } from '../page/context';
import { NAMED_COLOURS, pickInk } from '../palette';
import { makeAxis } from '../pictures/axis';
import {
  drawLegend,
  drawPanels,
  type LinePanel,
  type PanelLine,
  type PanelScale,
  shareAxis,
  spreadLevels,
} from '../pictures/lines';
import { capitalize } from '../glossary';
import { toLinePoint } from './curves';

/** Maximum numbers of lines, one of each colour, and of names of other configurations. */
const LINES_MAX = NAMED_COLOURS;
const NAMES_MAX = 12;
/** With fewer operations, most bins contain one or two by chance. */
const OPERATIONS_MIN = 100;
/** Percent; lowest drawn share, for all smaller ones. A throttled tail of 0.1% remains visible. */
const SHARE_MIN = 0.01;

/** The section; empty if neither percentiles nor distributions were measured. */
export function drawLatencySection(page: Page, distributions: readonly DistributionLine[]): Html {
  const figures = [...listFamilies(page.summary)].flatMap(([of, points]) =>
    points.length < 2 ? [] : drawPercentiles(page, of, points),
  );
  const shapes = [...groupBy(distributions, ({ of }) => of)].flatMap(([of, own]) => drawShapes(page, of, own));
  if (figures.length + shapes.length === 0) return html``;
  return html`<section id="percentiles"><h2>Latency</h2>${figures}${shapes}</section>`;
}

/** Measured percentile metrics in ascending order, by the distributed quantity. */
function listFamilies({ metrics, cells }: Summary) {
  const measured = new Set(cells.flatMap(({ measures }) => measures.map(({ metric }) => metric)));
  const all = [...measured].flatMap((metric) => {
    const percentile = metrics[metric]?.percentile;
    return percentile === undefined ? [] : [{ metric, ...percentile, of: nameDistribution(metrics, percentile.of) }];
  });
  return groupBy(
    all.toSorted((a, b) => a.percent - b.percent),
    ({ of }) => of,
  );
}

type Percentile = NonNullable<Metric['percentile']> & { readonly metric: string };

function drawPercentiles(page: Page, of: string, percentiles: readonly Percentile[]): readonly Html[] {
  const { cells } = page.summary;
  const ticks = spreadLevels(percentiles.map(({ percent }) => `p${percent}`));
  const found = percentiles.map(({ metric }) => cells.map(({ measures }) => pickPrimary(measures, metric)));
  const measures = found.flat(2);
  const panels = [...groupBy(measures, ({ operation }) => operation).keys()].map((operation) => {
    const lines = cells.map((cell, place) => ({
      cell,
      points: found.map((all, index) =>
        toLinePoint(
          all[place]?.find((one) => one.operation === operation),
          ticks[index]?.place ?? 0,
        ),
      ),
    }));
    return toPanel(page, operation, lines);
  });
  const y = shareAxis(panels, measures[0]?.unit ?? 'us');
  return drawOperations(`${capitalize(of)} by percentile`, panels, { ticks, y, height: 240 });
}

type LongPanel = LinePanel & { readonly others: readonly string[] };
type CellLine = Pick<PanelLine, 'points'> & { readonly cell: CellSummary };

/** The most important configurations have lines, one of each colour. */
function toPanel({ rank }: Page, operation: string | null, all: readonly CellLine[]): LongPanel {
  const known = all
    .filter(({ points }) => points.some((point) => point !== null))
    .toSorted((a, b) => rank(a.cell, operation) - rank(b.cell, operation));
  const levels = known.map(({ cell }) => cell.label);
  const lines = known.slice(0, LINES_MAX).map(({ cell, points }) => ({
    name: cell.label,
    points,
    peak: true,
    ink: pickInk({ levels, ordered: false }, cell.label),
  }));
  return { title: operation ?? '', lines, others: levels.slice(LINES_MAX) };
}

function listOthers(names: readonly string[]): Html {
  if (names.length === 0) return html``;
  const more = names.length > NAMES_MAX ? `; and ${names.length - NAMES_MAX} more` : '';
  return html`<p class="note">Without a line: ${names.slice(0, NAMES_MAX).join('; ')}${more}.</p>`;
}

function drawOperations(title: string, panels: readonly LongPanel[], scale: PanelScale): readonly Html[] {
  const shown = panels.filter(({ lines }) => lines.length > 0);
  if (shown.length === 0) return [];
  const unit = scale.y.unit === '' ? '' : ` (${scale.y.unit})`;
  const drawn = shown.map(
    (panel) => html`<div>${drawPanels([panel], scale, title)}${drawLegend(panel.lines, panel.title)}
${listOthers(panel.others)}</div>`,
  );
  return [html`<h3>${title}${unit}${scale.y.log ? ', log scale' : ''}</h3><div class="panels wide">${drawn}</div>`];
}

/** Density of operations by latency. In a cumulative curve, a hump is only a change of slope. */
function drawShapes(page: Page, of: string, own: readonly DistributionLine[]): readonly Html[] {
  const valid = new Set(
    page.summary.trials.flatMap(({ trial, excludedFor: out, attempt }) =>
      out === null ? [`${trial} ${attempt}`] : [],
    ),
  );
  const cellOf = new Map(page.summary.trials.map(({ trial, cell }) => [trial, cell]));
  const lines = own.filter(
    ({ trial, attempt, counts }) => valid.has(`${trial} ${attempt}`) && sumAll(counts) >= OPERATIONS_MIN,
  );
  const [one] = lines;
  if (one === undefined) return [];
  const ends = lines.flatMap(({ first, counts }) => [getBinStart(first), getBinStart(first + counts.length)]);
  const x = makeAxis(ends, one.unit, 'log');
  const panels = [...groupBy(lines, ({ operation }) => operation)].map(([operation, all]) => {
    const groups = groupBy(all, ({ trial }) => cellOf.get(trial) ?? '');
    const cells = page.summary.cells.map((cell) => {
      const { first, shares } = poolShares(groups.get(cell.cellId) ?? []);
      const points = shares.map((share, index) => ({
        x: (x.place(getBinStart(first + index)) + x.place(getBinStart(first + index + 1))) / 2,
        value: Math.max(SHARE_MIN, share * 100),
      }));
      return { cell, points };
    });
    return toPanel(page, operation, cells);
  });
  const name = nameDistribution(page.summary.metrics, of);
  const title = `Share of operations by ${name}${x.unit === '' ? '' : `, ${x.unit}`}`;
  // These values make the axis span 0.01 to 100.
  const y = makeAxis([SHARE_MIN * 1.04, 96], '%', 'log');
  return drawOperations(title, panels, { ticks: x.ticks, y, height: 200 });
}

/** Mean of the trials' shares, so that fast trials with more operations get no more weight. */
export function poolShares(trials: readonly Pick<DistributionLine, 'first' | 'counts'>[]) {
  if (trials.length === 0) return { first: 0, shares: [] };
  const first = Math.min(...trials.map((one) => one.first));
  const end = Math.max(...trials.map((one) => one.first + one.counts.length));
  const shares = Array.from({ length: end - first }, () => 0);
  for (const { first: begin, counts } of trials) {
    const whole = sumAll(counts) * trials.length;
    for (const [index, count] of counts.entries()) {
      const at = begin - first + index;
      shares[at] = (shares[at] ?? 0) + count / whole;
    }
  }
  return { first, shares };
}
