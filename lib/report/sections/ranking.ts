/** The picture of the decision: price against performance where there are prices, else the order by performance. */
import type { Contender } from '../../results/answer/contender';
import type { Decide } from '../../shapes/decide';
import { formatLevel, formatRange, formatUsd, formatValue } from '../../results/format';
import { levelWords } from '../../results/label';
import { betterOf, metricWords } from '../../results/measures';
import { criteriaPhrase } from '../../results/answer/phrases';
import { barsOrDots, marksOf, type Scale, scaleFor, shareOf, tick } from '../charts/axes';
import { drawPrice, isFromZero, type PricePoint } from '../charts/price';
import { type Html, html } from '../html';
import { cellInk, cellLink, centreWord, legend, type Page } from '../page/context';

/** Rows of the ranking that are drawn; all stand in the table. */
const ROWS_MAX = 40;
/** With more dots than these the picture of prices may have no room for the names of some. */
const CLOSE_FROM = 6;

/** The section; none where nothing was to be decided, or nothing could be. */
export function rankingSection(page: Page): Html {
  const { answer, decide, metrics } = page.summary;
  const [first] = answer.ranking;
  if (first === undefined || decide === null) return html``;
  const where =
    Object.keys(decide.where).length === 0 ? '' : ` at ${levelWords(decide.where, Object.keys(decide.where))}`;
  const what = `typical ${metricWords(metrics, decide.metric, first.operation)}${where}`;
  const asked: Asked = { ...page, decide };
  const priced = answer.ranking.flatMap((contender): readonly PricePoint[] => {
    const { usdPerHour } = contender;
    return usdPerHour === null || usdPerHour === 0
      ? []
      : [{ contender, usdPerHour, ink: cellInk(page, contender.cell) }];
  });
  // Where all cost the same there is no picture of prices.
  const several = new Set(priced.map(({ usdPerHour }) => formatUsd(usdPerHour))).size > 1;
  const price = several ? pricePicture(asked, beyondHosts(page, priced), what) : '';
  const title = several ? 'Price and performance' : 'Performance';
  return html`<section id="ranking"><h2>${title}</h2>${price}${ranking(asked, what)}</section>`;
}

/** What is drawn against what price. */
interface Priced {
  readonly points: readonly PricePoint[];
  /** Of an hour of hosts, which all points share and none has in its price; 0 where prices are of all together. */
  readonly hosts: number;
}

/**
 * Where all are measured by the same hosts only storage tells their prices apart: a large fleet would push all dots
 * into a corner, and the order is the same without it.
 */
function beyondHosts({ cellById }: Page, points: readonly PricePoint[]): Priced {
  const storage = points.map(({ contender: { cell } }) => cellById.get(cell)?.storageUsdPerHour ?? null);
  const hosts = points.map(({ usdPerHour }, index) => usdPerHour - (storage[index] ?? usdPerHour));
  const [first = 0] = hosts;
  const shared = new Set(hosts.map((usd) => formatUsd(usd))).size === 1 && first > 0;
  if (!shared || storage.some((usd) => usd === null || usd <= 0)) return { points, hosts: 0 };
  return { points: points.map((point, index) => ({ ...point, usdPerHour: storage[index] ?? 0 })), hosts: first };
}

/** A page that has something to rank by. */
interface Asked extends Page {
  readonly decide: Decide;
}

function limitsOf({ decide }: Asked): readonly number[] {
  return [decide.atLeast, decide.atMost].filter((limit) => limit !== undefined);
}

function pricePicture(page: Asked, { points, hosts }: Priced, what: string): Html {
  const { decide } = page;
  const better =
    decide.atMost === undefined
      ? betterOf(page.summary.metrics, decide.metric, points[0]?.contender.unit ?? 'count')
      : 'lower';
  const of = hosts > 0 ? 'an hour of storage' : 'an hour';
  const draw = (width: number, height: number): Html =>
    drawPrice(
      points,
      better,
      limitsOf(page),
      { width, height },
      { label: `${what} against price; the numbers stand in the list below`, axis: `$ ${of}` },
    );
  const limits = limitsOf(page).map((limit) => formatValue(limit, points[0]?.contender.unit ?? 'count'));
  const lines = limits.length === 0 ? '' : ` Solid: what was asked for, ${limits.join(' and ')}.`;
  const from = isFromZero(points) ? '' : ' Prices do not begin at zero.';
  const beside = hosts > 0 ? ` The hosts that all share add ${formatUsd(hosts)} to each.` : '';
  const close = points.length > CLOSE_FROM ? ' Dots without a name stand close to others; the list below has all.' : '';
  return html`<figure><figcaption>${what} against the price of ${of}. Dashed: nothing cheaper
is better.${lines}${beside}${from}${close}</figcaption>
${legend(page.colour, drawnLevels(page, points))}
<div class="wide">${draw(960, 400)}</div><div class="narrow">${draw(380, 340)}</div></figure>`;
}

/** Levels of the colour factor that some dot has. */
function drawnLevels({ colour, cellById }: Asked, points: readonly PricePoint[]): readonly string[] {
  if (colour === null) return [];
  const found = new Set(points.map(({ contender: { cell } }) => cellById.get(cell)?.levels[colour.name]));
  return colour.levels.filter((level) => found.has(level));
}

function ranking(page: Asked, what: string): Html {
  const { answer } = page.summary;
  const shown = answer.ranking.slice(0, ROWS_MAX);
  const values = shown.flatMap(({ value, interval }) => [interval?.low ?? value, value, interval?.high ?? value]);
  const all = [...values, ...limitsOf(page)];
  const scale = scaleFor(all, shown[0]?.unit ?? 'count', barsOrDots(all) === 'dots');
  const more = answer.ranking.length - shown.length;
  const mark = shown.some(({ interval }) => interval !== null)
    ? html`; the thin mark is the ${page.words.say('interval')}, its level beside it`
    : '';
  const limit = limitsOf(page).length === 0 ? '' : '; dashed: what was asked for';
  const pale = shown.some(out) ? '; pale: it does not keep to it' : '';
  const bars = centreWord(page, true);
  const kind = scale.log ? html`Dots: ${bars}, on a logarithmic scale` : html`Bars: ${bars}, from zero`;
  return html`<figure><figcaption>${what}, the preferred first.
${kind}${mark}${limit}${pale}.</figcaption>
<div class="rank">${shown.map((contender) => row(page, contender, scale))}${scale.log ? marks(scale) : ''}</div>
${more > 0 ? html`<p class="note">${more} more stand in the <a href="#table">table</a>.</p>` : ''}</figure>`;
}

/** Surely does not keep to what was asked for: drawn pale. */
function out({ qualifies }: Contender): boolean {
  return qualifies === 'no';
}

/** The marks of a logarithmic scale, below its dots. */
function marks(scale: Scale): Html {
  const all = marksOf(scale);
  const places = all.map((mark, index) => {
    const at = ((index / (all.length - 1)) * 100).toFixed(2);
    return html`<span style="left:${at}%">${tick(mark)}${index === all.length - 1 ? ` ${scale.unit}` : ''}</span>`;
  });
  return html`<div class="row" aria-hidden="true"><span></span><span class="ticks">${places}</span><span></span></div>`;
}

function row(page: Asked, contender: Contender, scale: Scale): Html {
  const { cell, label, value, unit, interval, n, usdPerHour } = contender;
  const at = (number: number): string => `${(shareOf(scale, number) * 100).toFixed(2)}%`;
  const iv =
    interval === null
      ? ''
      : html`<span class="iv" style="left:${at(interval.low)};right:calc(100% - ${at(interval.high)})"></span>`;
  const limits = limitsOf(page).map((limit) => html`<span class="limit" style="left:${at(limit)}"></span>`);
  const range =
    interval === null
      ? ''
      : `${formatRange(interval.low, interval.high, value, unit)} at ${formatLevel(interval.level)}, `;
  const price = usdPerHour === null || usdPerHour === 0 ? '' : `, ${formatUsd(usdPerHour)} an hour`;
  const pale = out(contender) ? ' out' : '';
  const kept = contender.criteria
    .filter(({ standing, value: known }) => standing === 'yes' && known !== null)
    .map(({ name, value: figure, unit: own }) => `, ${name}: ${formatValue(figure ?? 0, own ?? 'count')}`)
    .join('');
  const beside = `${price}${kept}${criteriaPhrase(contender)}`;
  const { colour } = cellInk(page, cell);
  const median = scale.log
    ? html`<span class="dot${pale}" style="left:${at(value)};background:${colour}"></span>`
    : html`<span class="bar${pale}" style="width:${at(value)};background:${colour}"></span>`;
  return html`<div class="row"><span>${cellLink(page, cell, label)}</span><span class="track" aria-hidden="true">
${scale.log ? [iv, median] : [median, iv]}${limits}</span>
<span class="num">${formatValue(value, unit)} <span class="sub">(${range}n = ${n}${beside})</span></span></div>`;
}
