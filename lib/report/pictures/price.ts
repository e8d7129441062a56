/** Price against performance: the part that meets the threshold, the frontier, and a dot with its interval each. */
import { formatUsdPerMonth } from '../../results/format';
import { findUsdPerMonth, formatFigure, type MainMetric, nameAxis, type Point } from '../first/points';
import { capitalize } from '../words';
import { type Html, html } from '../html';
import { makeAxis } from './axis';
import { placeLabels } from './labels';
import { drawAcross, drawDot, drawFigure, drawLine, drawPlot, drawText, drawUp, drawZone, formatLevels } from './plot';

const HEIGHT = 376;
/** Where there are more dots, only those on the frontier and the chosen have their names. */
const NAMED_MAX = 12;

/** Configurations that no other beats in both price and value, the cheapest first. */
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

/** The picture of points that all have a price and a threshold. */
export function drawPrice(points: readonly Point[], metric: MainMetric): Html {
  const { threshold, better, unit, words } = metric;
  const { value: limit, text } = threshold ?? { value: 0, text: '' };
  const all = points.flatMap((point) => {
    const usd = findUsdPerMonth(point);
    return usd === null ? [] : [{ ...point, usd }];
  });
  const ends = all.flatMap(({ value, interval }) => [interval?.low ?? value, interval?.high ?? value]);
  const y = makeAxis([...ends, limit, Math.max(...ends, limit) * 1.04], unit, 'log');
  const prices = all.map(({ usd }) => usd);
  const near = Math.min(...prices) > Math.max(...prices) / 2;
  const x = makeAxis(prices, 'usd', near ? 'near' : 'log');
  const down = (value: number): number => 1 - y.place(value);
  // What does not last is no choice.
  const frontier = findFrontier(
    all.filter(({ burst }) => !burst),
    better,
  );
  const steps = frontier.map(({ usd, value }) => [x.place(usd), down(value)] as const);
  const dots = all.map(({ usd, value, interval, look, chosen, burst }) => {
    const at = x.place(usd);
    const bar = interval === null ? '' : drawLine(look, at, down(interval.low), at, down(interval.high));
    return html`${bar}${drawDot(burst ? 'misses' : look, at, down(value), chosen)}`;
  });
  const named = all.length <= NAMED_MAX ? all : [...frontier, ...all.filter(({ chosen }) => chosen)];
  const marks = all.map((point) => ({
    x: x.place(point.usd),
    y: down(point.value),
    bar: [down(point.interval?.high ?? point.value), down(point.interval?.low ?? point.value)] as const,
    name: named.includes(point) ? `${point.label}${point.burst ? ' (burst only)' : ''}` : '',
    more: point.chosen ? `${formatFigure(metric, point.value)}, ${formatUsdPerMonth(point.usdPerHour ?? 0, '')}` : null,
  }));
  const high = better === 'higher';
  const [zone = html``, ...end] = drawZone('y', y.place(limit), better, text);
  const log = y.log ? ', log scale,' : '';
  const title = `${capitalize(words)}${nameAxis(metric, y.unit)}${log} against storage per month`;
  const plot = drawPlot(HEIGHT, `${words} against storage per month of ${all.length} configurations`, [
    zone,
    drawUp(y),
    drawAcross(x, `storage per month${x.log ? ' (log scale)' : near ? ' (not from $0)' : ''}`),
    drawLine('base', 0, 1, 1, 1),
    ...end,
    html`<g class="par">${drawSteps(steps)}</g>`,
    drawText('zt', 0, high ? 0 : 1, [10, high ? 20 : -10], '✓ meets the threshold'),
    ...dots,
    ...placeLabels(marks, { limit: down(limit), zone: high, steps }),
  ]);
  return drawFigure(title, explain(points), [plot]);
}

/** The key below the title of a picture: forms of marks, and the level of the intervals. */
export function explain(points: readonly Point[]): Html {
  const level = formatLevels(points.map(({ interval }) => interval));
  const looks = new Set<string>(points.map((one) => (!one.eligible ? 'other' : one.burst ? 'misses' : one.look)));
  const keys = KEYS.map(([look, form, word]) =>
    looks.has(look) ? html`<span class="key ${form}"></span>${word} ` : html``,
  );
  return html`${level === '' ? '' : `Bar: ${level} interval `}${keys}`;
}

/** Looks, with the form of their mark and its word. */
const KEYS = [
  ['meets', '', 'meets'],
  ['misses', 'o', 'misses'],
  ['open', 'q', 'inconclusive'],
  ['excluded', 'x', 'excluded'],
  ['other', 'n', 'outside the question'],
] as const;

/** A staircase: what is paid at least for each value. */
function drawSteps(points: readonly (readonly [number, number])[]): readonly Html[] {
  return points.flatMap(([x, y], index) => {
    const [right = 1, next] = points[index + 1] ?? [];
    const across = drawLine('', x, y, right, y);
    return next === undefined ? [across] : [across, drawLine('', right, y, right, next)];
  });
}
