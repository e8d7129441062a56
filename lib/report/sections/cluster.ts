/** Section: how the servers of a cluster did: losses, recovery after events, and their load. */
import { nameMetric } from '../../results/measures';
import { formatValue } from '../../results/format';
import type { CellSummary } from '../../results/cells';
import { type Html, html } from '../html';
import type { Page } from '../page/context';
import { capitalize } from '../glossary';
import { numberColumn, drawTable, textColumn } from '../html-table';
import { groupDigits } from '../../shapes/group-digits';

/** The section; empty without metrics of a cluster. */
export function drawClusterSection({ summary }: Page): Html {
  const names = Object.keys(summary.metrics).filter(
    (name) =>
      summary.metrics[name]?.ofCluster === true && summary.cells.some((cell) => findCentre(cell, name) !== null),
  );
  if (names.length === 0) return html``;
  const columns = names.map((name) => numberColumn(capitalize(nameMetric(summary.metrics, name))));
  const known = summary.cells.filter((cell) => names.some((name) => findCentre(cell, name) !== null));
  const rows = known.map((cell) => [
    cell.label,
    ...names.map((name) => {
      const value = findCentre(cell, name);
      if (value === null) return '–';
      const unit = summary.metrics[name]?.unit ?? 'count';
      return unit === 'count' ? groupDigits(Math.ceil(value)) : formatValue(value, unit);
    }),
  ]);
  return html`<section id="cluster"><h2>The cluster: losses, recovery and load</h2>
<p class="note">Typical values of the trials that count.</p>
${drawTable([textColumn('Configuration'), ...columns], rows)}</section>`;
}

function findCentre({ measures }: CellSummary, name: string): number | null {
  return measures.find(({ metric }) => metric === name)?.statistics?.centre ?? null;
}
