/** Price against performance: zone that meets the threshold, frontier, and one dot with interval per configuration. */
import { formatUsdPerMonth, toUsdPerMonth } from '../../results/format';
import { formatFigure, type MainMetric, nameAxis, nameFigure, type Point } from '../first-screen/points';
import { capitalize } from '../glossary';
import { type Html, html } from '../html';
import { makeAxis } from './axis';
import { placeLabels } from './labels';
import {
  drawXAxis,
  drawBox,
  drawDot,
  drawFigure,
  drawLine,
  drawPlot,
  drawText,
  drawYAxis,
  formatLevels,
  HATCH_PATTERN,
  formatPercent,
} from './plot';

const HEIGHT = 376;
/** With more dots, only the dots on the frontier and the chosen dot have names. */
const NAMED_MAX = 12;

/** Configurations such that no other is both cheaper and better, cheapest first. */
export function findFrontier<P extends { readonly usd: number; readonly value: number }>(
  points: readonly P[],
  better: MainMetric['better'],
): readonly P[] {
  const ahead = (a: number, b: number): boolean => (better === 'higher' ? a > b : a < b);
  const order = points.toSorted((a, b) => a.usd - b.usd || (ahead(a.value, b.value) ? -1 : 1));
  return order.reduce<P[]>((best, point) => {
    const last = best.at(-1);
    return last === undefined || ahead(point.value, last.value) ? [...best, point] : best;
  }, []);
}

/** The picture. All points need a price, and the metric a threshold. @param prices what the prices include */
export function drawPricePlot(points: readonly Point[], metric: MainMetric, prices = 'storage'): Html {
  const { threshold, better, unit, words } = metric;
  const { value: limit, text } = threshold ?? { value: 0, text: '' };
  const all = points.map((point) => ({ ...point, usd: toUsdPerMonth(point.usdPerHour ?? 0) }));
  const ends = all.flatMap(({ value, interval }) => [interval?.low ?? value, interval?.high ?? value]);
  const y = makeAxis([...ends, limit, Math.max(...ends, limit) * 1.04], unit, 'log');
  const x = makeAxis(
    all.map(({ usd }) => usd),
    'usd',
    'log',
  );
  const down = (value: number): number => 1 - y.place(value);
  // The frontier uses sustained rates only.
  const lasting = all.flatMap((one) => (one.burst ? [] : { ...one, value: one.lasting ?? one.value }));
  const frontier = findFrontier(lasting, better);
  const steps = frontier.map(({ usd, value }) => [x.place(usd), down(value)] as const);
  const dots = all.map(({ usd, value, interval, look, chosen, burst, lasting }) => {
    const at = x.place(usd);
    const bar = interval === null ? '' : drawLine(look, at, down(interval.low), at, down(interval.high));
    const fall = lasting === null ? '' : drawSustainedArrow(at, down(value), down(lasting));
    return html`${fall}${bar}${drawDot(burst ? 'hx burst' : look, at, down(value), chosen)}`;
  });
  const named = new Set(frontier.map(({ cell }) => cell));
  // The line stops at dots near it that are not the best for their price.
  const others = all.filter(({ cell }) => steps.length > 1 && !named.has(cell));
  const marks = all.map((point) => ({
    x: x.place(point.usd),
    y: down(point.value),
    bar: [
      down(point.interval?.high ?? point.value),
      down(point.lasting ?? point.interval?.low ?? point.value),
    ] as const,
    name:
      all.length <= NAMED_MAX || point.chosen || named.has(point.cell)
        ? `${point.label}${point.burst ? ' (burst only)' : ''}`
        : '',
    more: point.chosen ? `${nameFigure(metric, point)}, ${formatUsdPerMonth(point.usdPerHour ?? 0, '')}` : null,
  }));
  const lasts = all.flatMap(({ usd, burst, lasting, chosen }) => {
    if (!burst || lasting === null || chosen) return [];
    const y = down(lasting);
    const name = `${formatFigure(metric, lasting)} sustained`;
    return [{ x: x.place(usd), y, bar: [y, y] as const, name, more: null }];
  });
  const high = better === 'higher';
  const log = y.log ? ', log scale,' : '';
  const title = `${capitalize(words)}${nameAxis(metric, y.unit)}${log} against ${prices} per month`;
  const at = down(limit);
  const plot = drawPlot(HEIGHT, `${words} against ${prices} per month of ${all.length} configurations`, [
    HATCH_PATTERN,
    drawBox('zone', 0, high ? 0 : at, 1, high ? at : 1 - at),
    drawYAxis(y),
    drawXAxis(x, `${capitalize(prices)} per month${x.log ? ' (log scale)' : ''}`),
    drawLine('base', 0, 1, 1, 1),
    html`<g class="par">${drawSteps(steps)}</g>`,
    ...others.map(({ usd, value, look }) =>
      drawDot(look === 'meets' ? 'gap z' : 'gap', x.place(usd), down(value), false, 10),
    ),
    drawLine('thr', 0, at, 1, at),
    drawText('zt', 0, high ? 0 : 1, [10, high ? 20 : -10], '✓ Meets the threshold'),
    ...dots,
    ...placeLabels([...marks, ...lasts], { limit: at, text, zone: high, steps }),
  ]);
  const line = steps.length < 2 ? '' : html`<span class="nb"><span class="key l"></span>Best for its price</span>`;
  return drawFigure(title, html`${drawKey(points)}${line}`, [plot]);
}

function drawSustainedArrow(x: number, from: number, to: number): Html {
  const at = html`x="${formatPercent(x)}" y="${formatPercent(to)}"`;
  const tip = html`<svg class="tip" ${at}><path d="M-5-8L0 0L5-8M-8 0H8"/></svg>`;
  return html`${drawLine('fall', x, from, x, to)}${tip}`;
}

/** Key below the title: shapes of the marks, and level of the intervals. @param scope of the question */
export function drawKey(points: readonly Point[], scope: string | null = null): Html {
  const level = formatLevels(points.map(({ interval }) => interval));
  const looks = new Set<string>(
    points.flatMap(({ eligible, burst, lasting, look }) => [
      !eligible ? 'other' : burst ? 'burst' : look,
      ...(lasting === null ? [] : ['lasting']),
    ]),
  );
  if (!['meets', 'misses', 'open'].some((look) => looks.has(look))) looks.delete('plain');
  const keys = KEYS.map(([look, form, word]) =>
    looks.has(look) ? html`<span class="nb"><span class="key ${form}"></span>${word}</span> ` : html``,
  );
  const why = looks.has('other') && scope !== null ? `(it is about ${scope})` : '';
  return html`${level === '' ? '' : `Bar: ${level} interval `}${keys}${why}`;
}

/** Looks, each with the shape and word of its mark. */
const KEYS = [
  ['meets', '', 'Meets'],
  ['misses', 'o', 'Misses'],
  ['burst', 'x o', 'Misses: burst only'],
  ['lasting', 'a', 'Sustained'],
  ['open', 'q', 'Inconclusive'],
  ['excluded', 'x', 'Excluded'],
  ['other', 'n', 'Outside the question'],
  ['plain', 'p', 'Reference'],
] as const;

/** Steps of the frontier: the lowest price for each value. */
function drawSteps(points: readonly (readonly [number, number])[]): readonly Html[] {
  if (points.length < 2) return [];
  return points.flatMap(([x, y], index) => {
    const [right = 1, next] = points[index + 1] ?? [];
    const across = drawLine('', x, y, right, y);
    return next === undefined ? [across] : [across, drawLine('', right, y, right, next)];
  });
}
