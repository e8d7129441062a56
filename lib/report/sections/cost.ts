/** What did it cost, and is anything left? */
import { counted, formatUsd, formatUsdParts, threeDigits } from '../../results/format';
import { formatSeconds } from '../../shapes/quantity';
import { passedOverText } from '../../shapes/receipt';
import { withoutAccounts } from '../without-accounts';
import { type Html, html } from '../html';
import type { Page } from '../page/context';
import { noteMore, numbers, scrollTable, words } from '../table';
import { formatMoment } from '../words';

/** Line items that are shown, the largest first. */
const ITEMS_MAX = 8;

/** The section. */
export function costSection(page: Page): Html {
  const { measuredShare } = page.summary.cost;
  const share =
    measuredShare === null
      ? ''
      : html`<dt>Time that measured</dt><dd>${threeDigits(measuredShare * 100)} % of the time in which
${page.words.say('rig', 'rigs')} existed</dd>`;
  return html`<details id="cost"><summary>Cost and cleanup</summary><dl class="list">
<dt>Cost</dt><dd>${cost(page)}</dd>${share}
<dt>${page.words.say('receipt', 'Receipt')}</dt><dd>${receipt(page)}</dd></dl>
${phases(page)}${pricesNote(page)}${lines(page)}</details>`;
}

function cost({ summary, words: glossary }: Page): Html {
  const { estimateUsd, spendUsd, maxUsd } = summary.cost;
  if (summary.local) return html`Nothing: it ran on this machine.`;
  const how = summary.simulated ? 'as modelled' : 'spent';
  const spent = spendUsd === null ? 'Not known yet' : `${formatUsd(spendUsd)} ${how}`;
  const limit = maxUsd === null ? '' : html`, of a budget of ${formatUsd(maxUsd)}`;
  return html`${spent}; ${glossary.say('estimate')} ${formatUsd(estimateUsd)}${limit}.`;
}

function receipt({ summary }: Page): Html {
  const { receipt: proof } = summary;
  if (proof === null) return html`Not written yet: whether anything is left is not known.`;
  const listed = `${counted(proof.resources.length, 'resource')} listed, of ${proof.covered.join(', ')}`;
  const scope = `(${listed}; verified ${formatMoment(proof.verifiedAt)})`;
  const outcome = proof.outcome === 'SUCCEEDED' ? '' : html` The execution ended as <strong>${proof.outcome}</strong>.`;
  const over = passedOverText(proof);
  const unseen = over === '' ? '' : html` Not covered, for it could not be looked at: ${over}.`;
  if (proof.clean) return html`<span class="chip VALID">clean</span> Nothing is left ${scope}.${unseen}${outcome}`;
  const left = proof.left.map(({ kind, id, state }) => html`<li>${kind} ${id}: ${state}</li>`);
  const unlisted = proof.unlisted.map(
    ({ kind, why }) => html`<li>${kind}: could not be looked at (${withoutAccounts(why)})</li>`,
  );
  return html`<span class="chip INVALID">not clean</span> Not shown to be gone:
${counted(proof.left.length, 'resource')} ${scope}.${unseen}${outcome}<ul>${left}${unlisted}</ul>`;
}

/** What was paid for while the rigs were busy with what. */
function phases({ summary }: Page): Html {
  const { phases: spent, spendUsd } = summary.cost;
  if (spent.length === 0) return html``;
  const total = spendUsd ?? spent.reduce((sum, { usd }) => sum + usd, 0);
  const parts = formatUsdParts(
    spent.map(({ usd }) => usd),
    total,
  );
  const rows = spent.map(({ phase, seconds }, index) => [
    phase,
    parts[index] ?? '',
    formatSeconds(Math.round(seconds)),
  ]);
  return html`<h3>Where the money went</h3>${scrollTable(
    [words('While'), numbers('Cost'), numbers('Time, all rigs together')],
    rows,
  )}`;
}

/** Region and days of the prices: the same hour costs something else in another Region, and in another year. */
function pricesNote({ summary: { provenance } }: Page): Html {
  if (provenance.region === null) return html``;
  const days = [...new Set(provenance.prices.flatMap((source) => source.match(/\d{4}-\d{2}-\d{2}/g) ?? []))].sort();
  const of = days.length === 0 ? '' : `, of ${days.join(', ')}`;
  return html`<p class="note">List prices of ${provenance.region}${of}, without tax or discounts.</p>`;
}

/** The largest items; what each costs adds up to the whole. */
function lines({ summary }: Page): Html {
  const { lines: items, phases: spent } = summary.cost;
  if (items.length === 0) return html``;
  const total = items.reduce((sum, { usd }) => sum + usd, 0);
  const largest = items.toSorted((a, b) => b.usd - a.usd);
  const parts = formatUsdParts(
    largest.map(({ usd }) => usd),
    total,
  );
  const rows = largest
    .slice(0, ITEMS_MAX)
    .map(({ item, quantity, unit, usdPerUnit }, index) => [
      item,
      `${Number(quantity.toPrecision(5))} ${unit}`,
      `$${Number(usdPerUnit.toPrecision(5))}`,
      parts[index] ?? '',
    ]);
  const columns = [words('Item'), numbers('Quantity'), numbers('Price of one'), numbers('Cost')];
  const of = spent.length > 0 ? 'what was spent' : 'the estimate';
  return html`<h3>Line items of ${of}</h3>${scrollTable(columns, rows)}${noteMore(items.length - ITEMS_MAX, 'items')}`;
}
