/** The first screen: question, answer, one number, one picture, three figures, and cautions or advice. */
import { isAssumedPrice } from '../../pricing/price-book';
import { groupReasons } from '../../results/reason-groups';
import { pluralize, formatUsd, formatUsdPerMonth } from '../../results/format';
import type { Summary } from '../../results/summary';
import { formatSeconds } from '../../shapes/quantity';
import { type Html, html, renderProse, keepTogether } from '../html';
import type { Page } from '../page/context';
import {
  describeTrials,
  describeOutcome,
  listCountedTrials,
  findOpenPair,
  ICONS,
  type OutcomeMark,
} from './outcome-mark';
import { capitalize } from '../glossary';
import { choosePicture } from './picture';
import { findMainMetric, pickPriceScope, listPoints, type MainMetric, type Point } from './points';

export interface FirstScreen {
  /** Its look becomes the CSS class of the page, which sets the colour. */
  readonly outcome: OutcomeMark;
  readonly text: Html;
  readonly metric: MainMetric | null;
  readonly points: readonly Point[];
}

export function buildFirstScreen(page: Page): FirstScreen {
  const { summary } = page;
  const metric = findMainMetric(summary);
  const points = metric === null ? [] : listPoints(summary, metric);
  const outcome = describeOutcome(summary, metric, points);
  const text = html`${drawRunLine(summary)}
<h1>${renderProse(summary.question)}</h1>
<p class="answer">${renderProse(keepTogether(summary.answer.headline))}</p>
${(summary.answer.events ?? []).map((text) => html`<p class="also">${renderProse(keepTogether(text))}</p>`)}
<div class="first">${drawNumber(outcome)}${choosePicture(page, metric, points)}${drawFacts(summary, points)}
${drawAdvice(summary, outcome)}</div>`;
  return { outcome, text, metric, points };
}

/** `26 Nov 2026`, in UTC. */
const DAY_FORMAT = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' });

/** More folders would overflow the line; the provenance section lists all. */
const FOLDERS_MAX = 3;

function drawRunLine({ experiment, local, provenance, startedAt, endedAt, trials, rigs, cost }: Summary): Html {
  const folders = [...new Set(rigs.flatMap(({ target, path }) => (path === undefined ? [] : [`${target}: ${path}`])))];
  const more = folders.length > FOLDERS_MAX ? [`${folders.length - FOLDERS_MAX} more folders`] : [];
  const place = local
    ? ['this machine', ...folders.slice(0, FOLDERS_MAX), ...more].join(' · ')
    : cost.lines.length === 0 && rigs.every(({ isExisting }) => isExisting)
      ? 'your hosts and storage'
      : (provenance.region ?? 'AWS');
  const begun = new Date(startedAt);
  const day = Number.isNaN(begun.getTime()) ? startedAt : DAY_FORMAT.format(begun);
  const seconds = endedAt === null ? Number.NaN : (Date.parse(endedAt) - Date.parse(startedAt)) / 1000;
  const parts = [pluralize(trials.length, 'trial'), ...(seconds > 0 ? [formatSeconds(Math.round(seconds))] : [])];
  return html`<p class="run"><span>${[experiment, place, day].join(' · ')}</span>
<span>${parts.join(' · ')}</span></p>`;
}

function drawNumber({ number, unit, icon, word, against, interval }: OutcomeMark): Html {
  return html`<div class="big"><p class="num${number.length > 6 ? ' long' : ''}">${number}<small> ${unit}</small></p>
<p><span class="mark"><svg viewBox="0 0 15 15" aria-hidden="true"><path d="${ICONS[icon]}"/></svg>${word}</span>
<span class="vs">${against}</span></p>${interval === '' ? '' : html`<p class="iv">${interval}</p>`}</div>`;
}

function drawFacts(summary: Summary, points: readonly Point[]): Html {
  const { receipt, simulated } = summary;
  const { word, text } = describeTrials(listComparedTrials(summary, points));
  const cleanup =
    receipt === null
      ? html`<dd>not verified yet</dd>`
      : receipt.clean
        ? html`<dd class="ok">${simulated ? 'verified (simulated)' : 'verified'}</dd>`
        : html`<dd class="bad">INCOMPLETE: ${receipt.remaining.length} left</dd>`;
  const isAssumed = summary.cost.lines.some((line) => line.of === 'storage' && isAssumedPrice(line));
  const note = isAssumed ? html` <small>some prices are assumed</small>` : '';
  const price = html`${formatStoragePrice(summary, points)}${note}`;
  return html`<dl class="facts"><div><dt>${capitalize(pickPriceScope(summary))} per month</dt><dd>${price}</dd></div>
<div><dt>${capitalize(word)} trials</dt><dd>${text}</dd></div>
${drawWalkFact(summary)}<div><dt>Cleanup</dt>${cleanup}</div></dl>`;
}

/** Trials of the configurations that the question covers. */
function listComparedTrials(summary: Summary, points: readonly Point[]): ReturnType<typeof listCountedTrials> {
  const covered = new Set(points.flatMap(({ eligible, cell }) => (eligible ? [cell] : [])));
  return listCountedTrials(summary).filter(({ cell }) => covered.size === 0 || covered.has(cell));
}

/** What a walk by price measured, and what it saved of the grid. */
function drawWalkFact({ walk, cost }: Summary): Html {
  if (walk === undefined) return html``;
  const measured = walk.steps.filter(({ state }) => ['meets', 'misses', 'open'].includes(state)).length;
  const saved =
    cost.spendUsd === null || walk.gridUsd === null || walk.gridUsd <= cost.spendUsd
      ? ''
      : html`<div><dt>Run cost</dt>
<dd>${formatUsd(cost.spendUsd)} instead of ${formatUsd(walk.gridUsd)}, estimated</dd></div>`;
  return html`<div><dt>Candidates</dt><dd>${measured} of ${walk.steps.length} measured</dd></div>${saved}
`;
}

/** Storage price of the chosen configuration; of those that the answer names if it leaves a choice; else of all. */
function formatStoragePrice(summary: Summary, points: readonly Point[]): string {
  const { winner, compared } = summary.answer;
  const named = new Set([winner?.cell, ...(winner === null ? [] : compared.map(({ cell }) => cell))]);
  const choices = [
    findOpenPair(summary, points)?.pair ?? [],
    points.filter((point) => point.chosen),
    points.filter(({ cell }) => named.has(cell)),
    points.filter(({ eligible }) => eligible),
  ];
  const shown = choices.find(({ length }) => length > 0) ?? [];
  const usd = shown.flatMap(({ usdPerHour }) => usdPerHour ?? []).toSorted((a, b) => a - b);
  if (usd.length === 0) return summary.local ? 'not priced' : 'unknown';
  const texts = [...new Set(usd.map((one) => formatUsdPerMonth(one, '')))];
  if (texts.length < 3) return texts.join(' or ');
  return [texts[0], texts.at(-1)].join('–');
}

/** Cautions; if the answer is inconclusive, what would settle it. */
function drawAdvice(summary: Summary, { look }: OutcomeMark): Html {
  const { cautions, settle } = summary.answer;
  const notes = cautions.map((note) => html`<li>${renderProse(keepTogether(note))}</li>`);
  if (look === 'excluded') {
    const reasons = groupReasons(summary)
      .filter(({ remedy }) => remedy !== null)
      .slice(0, 2);
    const steps = reasons.map(({ code, remedy }) => html`<li><b>${code}</b>: ${renderProse(remedy ?? '')}</li>`);
    const items = steps.length > 0 ? steps : notes;
    return html`<section class="more do"><h2>What to do</h2>${describeSettlement(settle)}<ul>${items}</ul></section>`;
  }
  if (look === 'open' && settle !== null)
    return html`<section class="more do"><h2>What would settle it</h2>${describeSettlement(settle)}
<ul>${notes}</ul></section>`;
  return notes.length === 0
    ? html``
    : html`<section class="more"><h2>Before you rely on it</h2><ul>${notes}</ul></section>`;
}

/** Cost and time of the setting come first. */
function describeSettlement(settle: Summary['answer']['settle']): Html {
  if (settle === null) return html``;
  const { text, setting, effort } = settle;
  const usd = effort === null || effort.usd === 0 ? '' : `+${formatUsd(effort.usd)}, `;
  const cost =
    effort === null
      ? ''
      : html`<p><b>${usd}+${formatSeconds(effort.seconds)}</b>
(${pluralize(Math.round(effort.trials), 'more trial')})</p>`;
  return html`${cost}${setting === null ? '' : html`<code class="cmd">${setting}</code>`}
<p>${renderProse(keepTogether(text))}</p>`;
}
