/** Section: cost of the execution, and whether resources remain. */
import { formatPriceDates, isAssumedPrice } from '../../pricing/price-book';
import { pluralize, formatUsd, formatUsdParts, toThreeDigits } from '../../results/format';
import { formatSeconds } from '../../shapes/quantity';
import { formatSkipped } from '../../shapes/receipt';
import { redactAccounts } from '../redact-accounts';
import { type Html, html } from '../html';
import type { Page } from '../page/context';
import { type Column, drawMoreNote, numberColumn, drawTable, textColumn } from '../html-table';
import { capitalize, formatTime } from '../glossary';

/** Maximum number of line items, largest first. */
const ITEMS_MAX = 8;

export function drawCostSection(page: Page): Html {
  const { measuredShare, spendUsd, estimateUsd } = page.summary.cost;
  const share =
    measuredShare === null
      ? ''
      : html`<dt>Measured</dt><dd>${toThreeDigits(measuredShare * 100)}% of the time that
${page.words.say('rig', 'rigs')} existed, without warm-up</dd>`;
  const paid = spendUsd === null ? `${formatUsd(estimateUsd)} (estimate)` : formatUsd(spendUsd);
  const usd = page.summary.local ? '' : `: ${paid}`;
  return html`<details id="cost"><summary>Cost of measuring${usd}, and cleanup</summary><dl class="list">
<dt>Cost</dt><dd>${drawCost(page)}</dd>${share}
<dt>${page.words.say('receipt', 'Receipt')}</dt><dd>${drawReceipt(page)}</dd></dl>
${drawPhases(page)}${drawPricesNote(page)}${drawItems(page)}</details>`;
}

function drawCost({ summary, words: glossary }: Page): Html {
  const { estimateUsd, spendUsd, maxUsd } = summary.cost;
  if (summary.local) return html`None: it ran on this machine.`;
  const how = summary.simulated ? 'simulated' : 'spent';
  const spent = spendUsd === null ? 'Not known yet' : `${formatUsd(spendUsd)} ${how}`;
  const limit = maxUsd === null ? '' : html`, of a budget of ${formatUsd(maxUsd)}`;
  return html`${spent}; ${glossary.say('estimate')} ${formatUsd(estimateUsd)}${limit}.`;
}

function drawReceipt({ summary }: Page): Html {
  const { receipt: proof } = summary;
  if (proof === null) return html`Not written yet: cleanup is unverified.`;
  const listed = `${pluralize(proof.resources.length, 'resource')} listed, of ${proof.covered.join(', ')}`;
  const scope = `(${listed}; verified ${formatTime(proof.verifiedAt)})`;
  const outcome = proof.outcome === 'SUCCEEDED' ? '' : html` The execution ended as <strong>${proof.outcome}</strong>.`;
  const over = formatSkipped(proof);
  const unseen = over === '' ? '' : html` Could not be checked: ${over}.`;
  if (proof.clean) return html`<span class="chip VALID">verified</span> No resources left ${scope}.${unseen}${outcome}`;
  const left = proof.remaining.map(({ kind, id, state }) => html`<li>${kind} ${id}: ${state}</li>`);
  const unlisted = proof.unlisted.map(
    ({ kind, why }) => html`<li>${kind}: could not be listed (${redactAccounts(why)})</li>`,
  );
  return html`<span class="chip INVALID">INCOMPLETE</span> Not verified as deleted:
${pluralize(proof.remaining.length, 'resource')} ${scope}.${unseen}${outcome}<ul>${left}${unlisted}</ul>`;
}

/** Region and dates of the prices, which differ by Region and change over time. */
function drawPricesNote({ summary: { provenance, cost: of } }: Page): Html {
  if (provenance.region === null || of.lines.length === 0) return html``;
  const prices = capitalize(formatPriceDates(of.lines, provenance.region));
  return html`<p class="note">${prices}, without tax or discounts.</p>`;
}

/** Cost of each phase of the rigs; the costs add up to the total. */
function drawPhases({ summary: { cost: of } }: Page): Html {
  const total = of.spendUsd ?? of.phases.reduce((sum, { usd }) => sum + usd, 0);
  const columns = [textColumn('Phase'), numberColumn('Time, all rigs together'), numberColumn('Cost')];
  const rows = of.phases.map(({ phase, seconds, usd }) => ({ usd, row: [phase, formatSeconds(Math.round(seconds))] }));
  return drawBill('Cost by phase', columns, rows, total);
}

function drawItems({ summary: { cost: of, simulated } }: Page): Html {
  const total = of.lines.reduce((sum, { usd }) => sum + usd, 0);
  const rows = of.lines
    .toSorted((a, b) => b.usd - a.usd)
    .map((line) => {
      const { item, quantity, unit, usdPerUnit, usd } = line;
      const amount = `${Number(quantity.toPrecision(5))} ${unit}`;
      const price = `$${Number(usdPerUnit.toPrecision(5))}${isAssumedPrice(line) ? ' (assumed)' : ''}`;
      return { usd, row: [item, amount, price] };
    });
  const columns = [textColumn('Item'), numberColumn('Quantity'), numberColumn('Unit price'), numberColumn('Cost')];
  const spent = simulated ? 'simulated cost' : 'actual cost';
  const title = `Line items of the ${of.phases.length > 0 ? spent : 'estimate'}`;
  return drawBill(title, columns, rows, total);
}

type BillRow = { readonly usd: number; readonly row: readonly string[] };

function drawBill(title: string, columns: readonly Column[], rows: readonly BillRow[], total: number): Html {
  if (rows.length === 0) return html``;
  const all = rows.map(({ usd }) => usd);
  const parts = formatUsdParts(all, total);
  const shown = rows.slice(0, ITEMS_MAX).map(({ row }, index) => [...row, parts[index] ?? '']);
  return html`<h3>${title}</h3>${drawTable(columns, shown)}${drawMoreNote(rows.length - ITEMS_MAX, 'items')}`;
}
