/**
 * How latency grows towards the slowest operations: percentiles along the axis, a line a level of the colour factor.
 */
import { type Measure, primaryMeasures } from '../../results/measures';
import { levelWords } from '../../results/label';
import { drawMultiples } from '../charts/multiples';
import { type Panel, panelsOf } from '../facets';
import { type Html, html } from '../html';
import { legend, type Page } from '../page/context';
import { inkOf } from '../palette';
import { notDrawn } from '../table';
import { type Multiple, numbersBehind, PANELS_MAX, pointOf, sharedScale } from './curves';

const PERCENTILE = /^(.*_)?p(\d+(?:_\d+)?)$/;

/** The section; empty where fewer than two percentiles were measured. */
export function percentilesSection(page: Page): Html {
  const names = new Set(page.summary.cells.flatMap(({ measures }) => measures.map(({ metric }) => metric)));
  const metrics = [...names].filter((name) => PERCENTILE.test(name)).toSorted((a, b) => rankOf(a) - rankOf(b));
  if (metrics.length < 2) return html``;
  const others = page.factors.filter((factor) => factor !== page.colour);
  const panels = panelsOf({ panels: others }, page.summary.cells);
  const multiples = panels.flatMap((panel) => multiplesOf(page, panel, metrics)).filter(({ rows }) => rows.length > 0);
  const [first] = multiples.flatMap(({ rows }) => rows);
  if (first === undefined) return html``;
  const scale = sharedScale(multiples, first.measure, 'lines');
  const levels = metrics.map(percentileName);
  const drawn = multiples.slice(0, PANELS_MAX).map(({ title, lines }) => {
    const label = `latency percentiles${title === '' ? '' : `, ${title}`}; numbers in the table below`;
    return { name: title, label, lines };
  });
  return html`<section id="percentiles"><h2>Latency ${page.words.say('percentile', 'percentiles')}</h2>
<p class="note">${scale.unit}, ${scale.log ? 'logarithmic scale' : 'from zero'}.
Medians over trials of each percentile.</p>
${legend(page.colour, page.colour?.levels ?? [])}
${drawMultiples(drawn, { levels, scale, kind: 'lines' })}
${notDrawn(multiples.length - drawn.length)}${numbersBehind(multiples, 'percentile')}</section>`;
}

function multiplesOf({ colour }: Page, panel: Panel, metrics: readonly string[]): readonly Multiple[] {
  const operations = new Set(
    panel.cells.flatMap(({ measures }) =>
      measures.filter(({ metric }) => metrics.includes(metric)).map(({ operation }) => operation),
    ),
  );
  const names = Object.keys(panel.levels);
  const place = names.length === 0 ? '' : levelWords(panel.levels, names);
  return [...operations].map((operation) => {
    const lines = panel.cells.flatMap((cell) => {
      const found = metrics.flatMap((metric): readonly { level: string; measure: Measure }[] => {
        const measure = primaryMeasures(cell.measures, metric).find((one) => one.operation === operation);
        return measure?.statistics ? [{ level: percentileName(metric), measure }] : [];
      });
      if (found.length === 0) return [];
      const name = colour === null ? '' : (cell.levels[colour.name] ?? '');
      const points = metrics.map((metric) =>
        pointOf(found.find(({ level }) => level === percentileName(metric))?.measure),
      );
      return [
        { line: { name, ink: inkOf(colour, name), points }, found: found.map((one) => ({ line: name, ...one })) },
      ];
    });
    const title = [place, operations.size > 1 ? (operation ?? '') : ''].filter((part) => part !== '').join(', ');
    return { title, lines: lines.map(({ line }) => line), rows: lines.flatMap(({ found }) => found) };
  });
}

function rankOf(metric: string): number {
  return Number((PERCENTILE.exec(metric)?.[2] ?? '0').replace('_', '.'));
}

/** `p99.9` of `latency_p99_9`. */
function percentileName(metric: string): string {
  return `p${rankOf(metric)}`;
}
