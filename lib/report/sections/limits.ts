/** Section: how near each configuration was to each known limit: provisioned rates, hosts and servers. */
import { formatPercent, REACHED_SHARE } from '../../results/bottleneck/limit-check';
import type { LimitEvidence } from '../../shapes/bottleneck';
import { groupBy } from '../../shapes/collections';
import type { CellMeasure, CellSummary } from '../../results/cells';
import { formatValue, pluralize } from '../../results/format';
import { SEARCH_BOUND } from '../../results/trial-status';
import { type Html, html } from '../html';
import type { Page } from '../page/context';
import { type Column, drawMoreNote, numberColumn, drawTable, textColumn } from '../html-table';

/** Maximum numbers of columns (limits, the most used ones first) and rows. */
const LIMITS_MAX = 5;
const ROWS_MAX = 24;

/** The section; empty if no limit was checked and no server was queried. */
export function drawLimitsSection({ summary }: Page): Html {
  const queried = Object.entries(summary.metrics).filter(([, { ofServers }]) => ofServers === true);
  const isQueried = ({ metric, statistics }: CellMeasure): boolean =>
    statistics !== null && queried.some(([name]) => name === metric);
  const known = summary.cells.filter(
    ({ bottleneck: { reached, below }, measures }) => reached.length + below.length > 0 || measures.some(isQueried),
  );
  if (known.length === 0) return html``;
  const answered = queried.filter(([name]) => known.some((cell) => drawAnswer(cell, name) !== NO_VALUE));
  const findMost = (all: readonly LimitEvidence[]): number => Math.max(...all.map(({ share }) => share ?? 0));
  const byName = [...groupBy(known.flatMap(listEvidence), nameLimit)].toSorted(
    (a, b) => findMost(b[1]) - findMost(a[1]),
  );
  const shown = byName.slice(0, LIMITS_MAX).map(([name]) => name);
  const columns: readonly Column[] = [
    textColumn('Configuration'),
    ...shown.map(numberColumn),
    ...answered.map(([, { words }]) => numberColumn(words)),
    textColumn('At its limit'),
  ];
  const rows = known
    .slice(0, ROWS_MAX)
    .map((cell) => [
      html`${cell.label}`,
      ...shown.map((name) => drawShare(cell, name)),
      ...answered.map(([name]) => drawAnswer(cell, name)),
      describeReached(cell),
    ]);
  return html`<section id="limits"><h2>What limited them</h2>
<p class="note">Share of each limit used in the median trial. A limit counts as reached from
${formatPercent(REACHED_SHARE)}. Far above a provisioned rate,
credits or memory served it: this shows no limit.</p>${drawTable(columns, rows)}
${drawMoreNote(known.length - rows.length, 'configurations')}</section>`;
}

const NO_VALUE = html`–`;

/** What the servers answered to a query of the spec, with its unit. */
function drawAnswer({ measures }: CellSummary, metric: string): Html {
  const found = measures.find((one) => one.metric === metric && one.statistics !== null);
  return found?.statistics ? html`${formatValue(found.statistics.centre, found.unit)}` : NO_VALUE;
}

function describeReached({ bottleneck: { reached }, caveats }: CellSummary): Html {
  // Some trials show it, not the median one.
  const some = (caveats?.bound ?? []).filter(({ code, trials }) => trials !== null && code !== SEARCH_BOUND);
  const inSome = some.map(({ code, trials }) => `${code} in ${pluralize(trials ?? 0, 'trial')}`).join(', ');
  if (reached.length === 0) return html`<span class="sub">${inSome === '' ? 'not known' : inSome}</span>`;
  const names = [...new Set(reached.map(nameLimit))].join(', ');
  return html`<span title="${reached.map(({ text }) => text).join('; ')}">${names}</span>`;
}

function listEvidence({ bottleneck: { reached, below } }: CellSummary): readonly LimitEvidence[] {
  return [...reached, ...below].filter(({ share }) => share !== null);
}

/** Resources with a limit per operation have one column per operation: `metadata: creates`. */
function nameLimit({ resource, operation }: LimitEvidence): string {
  return operation === undefined ? resource : `${resource}: ${operation}`;
}

/** A share is printed bold where it reached the limit; an allowance that delayed packets has none. */
function drawShare(cell: CellSummary, name: string): Html {
  const held = cell.bottleneck.reached.find((one) => nameLimit(one) === name && one.share === null);
  if (held !== undefined) return html`<strong title="${held.text}">throttled</strong>`;
  const shares = listEvidence(cell).flatMap((one) => (nameLimit(one) === name ? (one.share ?? []) : []));
  if (shares.length === 0) return NO_VALUE;
  const share = Math.max(...shares);
  const at = cell.bottleneck.reached.some((one) => nameLimit(one) === name);
  return at ? html`<strong>${formatPercent(share)}</strong>` : html`${formatPercent(share)}`;
}
