/** Sections: how the servers of a cluster did (losses, recovery after events, load), and the figures of each host. */
import { nameMetric } from '../../results/measures';
import { formatValue, toThreeDigits } from '../../results/format';
import type { HostFigures } from '../../results/host-figures';
import type { CellSummary } from '../../results/cells';
import { allowBreaks, type Html, html } from '../html';
import type { Page } from '../page/context';
import { capitalize } from '../glossary';
import { drawMoreNote, numberColumn, drawTable, textColumn } from '../html-table';
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

const ROWS_MAX = 12;
/** Highest ÷ lowest figure from which hosts differ: replicates of one host often vary by a tenth. */
const DIFFERENT_RATIO = 1.1;

/** The section of the hosts, open if they differ; empty with one host. The largest differences come first. */
export function drawHostsSection({ summary, cellById }: Page): Html {
  const all = (summary.hosts ?? []).toSorted((a, b) => computeRatio(b) - computeRatio(a));
  const [first] = all;
  if (first === undefined) return html``;
  const different = all.filter((one) => computeRatio(one) >= DIFFERENT_RATIO).length;
  const shown = all.slice(0, ROWS_MAX);
  const names = [...new Set(shown.flatMap(({ hosts }) => hosts.map(({ host }) => host)))];
  // Of many hosts, each row names its lowest and its highest.
  const isListed = shown.every(({ hosts, count }) => hosts.length === count);
  const columns = isListed ? names : ['Lowest host', 'Highest host'];
  const rows = shown.map(({ cell, operation, unit, hosts, count }) => [
    allowBreaks([cellById.get(cell)?.label ?? cell, ...(operation === null ? [] : [operation])].join(', ')),
    ...(isListed
      ? names.map((name) => {
          const found = hosts.find(({ host }) => host === name);
          return found === undefined ? '–' : formatValue(found.value, unit);
        })
      : listEnds(hosts).map((one) => `${formatValue(one?.value ?? 0, unit)} (${one?.host ?? ''})`)),
    count,
    `${toThreeDigits(computeRatio({ hosts }))}×`,
  ]);
  const name = capitalize(nameMetric(summary.metrics, first.metric));
  const head = [textColumn('Configuration'), ...[...columns, 'Hosts', 'Highest ÷ lowest'].map(numberColumn)];
  return html`<details id="hosts"${different > 0 ? html` open` : ''}><summary>${name}, by host that measured</summary>
<p class="note">Medians of the trials that count. Hosts differ by 10% or more in ${different} of ${all.length} rows.</p>
${drawTable(head, rows)}${drawMoreNote(all.length - shown.length, 'rows')}</details>`;
}

/** The lowest and the highest host: short lists are in the order of names. */
function listEnds(hosts: HostFigures['hosts']): readonly (HostFigures['hosts'][number] | undefined)[] {
  const sorted = hosts.toSorted((a, b) => a.value - b.value);
  return [sorted[0], sorted.at(-1)];
}

function computeRatio({ hosts }: Pick<HostFigures, 'hosts'>): number {
  const values = hosts.map(({ value }) => value);
  return Math.max(...values) / Math.max(Math.min(...values), Number.MIN_VALUE);
}
