/**
 * How latency grows towards the slowest operations: percentiles along the axis, a line a level of the colour factor.
 */
import { type Measure, nameDistribution, primaryMeasures } from '../../results/measures';
import { drawMultiples } from '../charts/multiples';
import { type Panel, panelsOf } from '../facets';
import { type Html, html } from '../html';
import { legend, type Page, placeWords } from '../page/context';
import { inkOf } from '../palette';
import { notDrawn } from '../table';
import { type Multiple, numbersBehind, PANELS_MAX, pointOf, sharedScale } from './curves';

/** The section, with a picture for each distribution of which at least two percentiles were measured; else empty. */
export function percentilesSection(page: Page): Html {
  const drawn = [...distributions(page.summary)].flatMap(([of, percentiles]) => {
    const html = percentiles.length < 2 ? null : figure(page, of, percentiles);
    return html === null ? [] : [{ of, html }];
  });
  if (drawn.length === 0) return html``;
  const names = drawn.map(({ of }) => of).join(', ');
  return html`<section id="percentiles"><h2>${capital(names)}
${page.words.say('percentile', 'percentiles')}</h2>${drawn.map((one) => one.html)}</section>`;
}

/** Percentiles that were measured, ascending, by what is distributed. */
function distributions({ metrics, cells }: Page['summary']): ReadonlyMap<string, readonly Point[]> {
  const measured = new Set(cells.flatMap(({ measures }) => measures.map(({ metric }) => metric)));
  const families = new Map<string, Point[]>();
  for (const [metric, { percentile }] of Object.entries(metrics)) {
    if (percentile === undefined || !measured.has(metric)) continue;
    const { percent } = percentile;
    const of = nameDistribution(metrics, percentile.of);
    families.set(of, [...(families.get(of) ?? []), { metric, percent, name: `p${percent}` }]);
  }
  return new Map([...families].map(([of, points]) => [of, points.toSorted((a, b) => a.percent - b.percent)]));
}

/** A metric that is a percentile, and how it is written, e.g. `p99.9`. */
interface Point {
  readonly metric: string;
  readonly percent: number;
  readonly name: string;
}

/** Null where nothing counts. */
function figure(page: Page, of: string, percentiles: readonly Point[]): Html | null {
  const others = page.factors.filter((factor) => factor !== page.colour);
  const panels = panelsOf({ panels: others }, page.summary.cells);
  const multiples = panels
    .flatMap((panel) => multiplesOf(page, panel, percentiles))
    .filter(({ rows }) => rows.length > 0);
  const [first] = multiples.flatMap(({ rows }) => rows);
  if (first === undefined) return null;
  const scale = sharedScale(multiples, first.measure, 'lines');
  const levels = percentiles.map(({ name }) => name);
  const drawn = multiples.slice(0, PANELS_MAX).map(({ title, lines }) => {
    const label = `${of} percentiles${title === '' ? '' : `, ${title}`}; numbers in the table below`;
    return { name: title, label, lines };
  });
  return html`<p class="note">${capital(of)}: ${scale.unit}, ${scale.log ? 'logarithmic scale' : 'from zero'}.
Medians over trials of each percentile.</p>
${legend(page.colour, page.colour?.levels ?? [])}
${drawMultiples(drawn, { levels, scale, kind: 'lines' })}
${notDrawn(multiples.length - drawn.length)}${numbersBehind(multiples, 'percentile')}`;
}

function capital(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}

function multiplesOf(page: Page, panel: Panel, percentiles: readonly Point[]): readonly Multiple[] {
  const { colour } = page;
  const own = new Set(percentiles.map(({ metric }) => metric));
  const operations = new Set(
    panel.cells.flatMap(({ measures }) =>
      measures.filter(({ metric }) => own.has(metric)).map(({ operation }) => operation),
    ),
  );
  const place = placeWords(page, panel.levels, Object.keys(panel.levels));
  return [...operations].map((operation) => {
    const lines = panel.cells.flatMap((cell) => {
      const found = percentiles.flatMap(({ metric, name }): readonly { level: string; measure: Measure }[] => {
        const measure = primaryMeasures(cell.measures, metric).find((one) => one.operation === operation);
        return measure?.statistics ? [{ level: name, measure }] : [];
      });
      if (found.length === 0) return [];
      const name = colour === null ? '' : (cell.levels[colour.name] ?? '');
      const points = percentiles.map((point) => pointOf(found.find(({ level }) => level === point.name)?.measure));
      return [
        { line: { name, ink: inkOf(colour, name), points }, found: found.map((one) => ({ line: name, ...one })) },
      ];
    });
    const title = [place, operations.size > 1 ? (operation ?? '') : ''].filter((part) => part !== '').join(', ');
    return { title, lines: lines.map(({ line }) => line), rows: lines.flatMap(({ found }) => found) };
  });
}
