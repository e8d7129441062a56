/** How near each configuration was to each limit that anybody could look at: what is paid for, hosts, servers. */
import { percent, REACHED } from '../../results/bottleneck/limits';
import type { LimitEvidence } from '../../shapes/bottleneck';
import type { CellSummary } from '../../results/cells';
import { type Html, html } from '../html';
import { cellLink, type Page } from '../page/context';
import { type Column, numbers, scrollTable, words } from '../table';

/** Limits that have a column: more do not fit; the others stand with each configuration in full. */
const LIMITS_MAX = 8;
/** With one alone there is nothing to see side by side. */
const LIMITS_MIN = 2;

/** The section; none where fewer than two limits were looked at. */
export function limitsSection(page: Page): Html {
  const { summary, words: glossary } = page;
  const all = summary.cells.flatMap(evidenceOf).map(limitName);
  const often = [...new Set(all)].toSorted((a, b) => timesOf(all, b) - timesOf(all, a));
  const shown = often.slice(0, LIMITS_MAX);
  if (shown.length < LIMITS_MIN) return html``;
  const columns: readonly Column[] = [words('configuration'), ...shown.map(numbers), words('was at its limit')];
  const rows = summary.cells.map((cell) => [
    cellLink(page, cell.cellId, html`${cell.label}`),
    ...shown.map((name) => shareCell(cell, name)),
    [...new Set(cell.bottleneck.reached.map(limitName))].join(', ') || 'not known',
  ]);
  const hidden = often.length - shown.length;
  const more = hidden > 0 ? html` ${hidden} more limits stand with each configuration in full.` : '';
  return html`<section id="limits"><h2>What limited it</h2>
<p class="note">How much of each limit was used, in the middle trial; from ${percent(REACHED)} on it counts as
reached, unless hosts were to ask for no more; and more than all of it was no limit. Where several operations have a
limit of that name, the nearest one. The ${glossary.say('bottleneck')} with its evidence stands with each
configuration.${more}</p>
${scrollTable(columns, rows)}</section>`;
}

function evidenceOf({ bottleneck: { reached, below } }: CellSummary): readonly LimitEvidence[] {
  return [...reached, ...below].filter(({ share }) => share !== null);
}

/** A resource with a limit for each of several operations has a column for each: `metadata: creates`. */
function limitName({ resource, counted }: LimitEvidence): string {
  return counted === undefined ? resource : `${resource}: ${counted}`;
}

function timesOf(all: readonly string[], name: string): number {
  return all.filter((one) => one === name).length;
}

function shareCell(cell: CellSummary, name: string): Html {
  const shares = evidenceOf(cell).flatMap((one) => (limitName(one) === name ? (one.share ?? []) : []));
  if (shares.length === 0) return html`–`;
  const share = Math.max(...shares);
  const at = cell.bottleneck.reached.some((one) => limitName(one) === name);
  return at ? html`<strong>${percent(share)}</strong>` : html`${percent(share)}`;
}
