/** The picture of the decision: price against performance where there are prices, else the order by performance. */
import type { Contender } from '../../results/answer/contender';
import type { Decide } from '../../shapes/decide';
import { formatLevel, formatRange, formatUsd, formatValue } from '../../results/format';
import { levelWords } from '../../results/label';
import { betterOf, metricWords } from '../../results/measures';
import { scaleFor } from '../charts/axes';
import { drawPrice } from '../charts/price';
import type { PricePoint } from '../charts/price-point';
import { type Html, html } from '../html';
import { cellInk, cellLink, legend, type Page } from '../page/context';

/** Rows of the ranking that are drawn; all stand in the table. */
const ROWS_MAX = 40;

/** The section; none where nothing was to be decided, or nothing could be. */
export function rankingSection(page: Page): Html {
  const { answer, decide, metrics } = page.summary;
  const [first] = answer.ranking;
  if (first === undefined || decide === null) return html``;
  const where =
    Object.keys(decide.where).length === 0 ? '' : ` at ${levelWords(decide.where, Object.keys(decide.where))}`;
  const what = `${decide.statistic} ${metricWords(metrics, decide.metric, first.operation)}${where}`;
  const asked: Asked = { ...page, decide };
  const priced = answer.ranking.flatMap((contender): readonly PricePoint[] => {
    const { usdPerHour } = contender;
    return usdPerHour === null || usdPerHour === 0
      ? []
      : [{ contender, usdPerHour, ink: cellInk(page, contender.cell) }];
  });
  const price = priced.length > 1 ? pricePicture(asked, priced, what) : '';
  const title = priced.length > 1 ? 'Price and performance' : 'Performance';
  return html`<section id="ranking"><h2>${title}</h2>${price}${ranking(asked, what)}</section>`;
}

/** A page that has something to rank by. */
interface Asked extends Page {
  readonly decide: Decide;
}

function limitsOf({ decide }: Asked): readonly number[] {
  return [decide.atLeast, decide.atMost].filter((limit) => limit !== undefined);
}

function pricePicture(page: Asked, points: readonly PricePoint[], what: string): Html {
  const { decide } = page;
  const better =
    decide.atMost === undefined
      ? betterOf(page.summary.metrics, decide.metric, points[0]?.contender.unit ?? 'count')
      : 'lower';
  const draw = (width: number, height: number): Html =>
    drawPrice(
      points,
      better,
      limitsOf(page),
      { width, height },
      `${what} against price; the numbers stand in the list below`,
    );
  return html`<figure><figcaption>${what} against the price of an hour. Dashed: nothing cheaper is better.</figcaption>
${legend(page.colour, page.colour?.levels ?? [])}
<div class="wide">${draw(960, 400)}</div><div class="narrow">${draw(380, 340)}</div></figure>`;
}

function ranking(page: Asked, what: string): Html {
  const { answer } = page.summary;
  const { statistic } = page.decide;
  const shown = answer.ranking.slice(0, ROWS_MAX);
  const values = shown.flatMap(({ value, interval }) => [value, interval?.high ?? value]);
  const scale = scaleFor([...values, ...limitsOf(page)], shown[0]?.unit ?? 'count', false);
  const top = scale.max * scale.factor;
  const more = answer.ranking.length - shown.length;
  const mark = shown.some(({ interval }) => interval !== null)
    ? html`; the thin mark is the ${page.words.say('interval')}, its level beside it`
    : '';
  const limit = limitsOf(page).length === 0 ? '' : '; dashed: what was asked for';
  const pale = shown.some(out) ? '; pale: it does not keep to it' : '';
  const bars = page.words.say('median', statistic === 'median' ? 'medians' : statistic);
  return html`<figure><figcaption>${what}, the preferred first.
Bars: ${bars}, from zero${mark}${limit}${pale}.</figcaption>
<div class="rank">${shown.map((contender) => row(page, contender, top))}</div>
${more > 0 ? html`<p class="note">${more} more stand in the <a href="#table">table</a>.</p>` : ''}</figure>`;
}

/** Surely does not keep to what was asked for: drawn pale. */
function out({ qualifies }: Contender): boolean {
  return qualifies === 'no';
}

function row(page: Asked, contender: Contender, top: number): Html {
  const { cell, label, value, unit, interval, n, usdPerHour } = contender;
  const at = (number: number): string => `${Math.max(0, Math.min(100, (number / top) * 100)).toFixed(2)}%`;
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
  return html`<div class="row"><span>${cellLink(page, cell, label)}</span><span class="track" aria-hidden="true">
<span
class="bar${out(contender) ? ' out' : ''}" style="width:${at(value)};background:${cellInk(page, cell).colour}"></span>
${iv}${limits}</span>
<span class="num">${formatValue(value, unit)} <span class="sub">(${range}n = ${n}${price})</span></span></div>`;
}
