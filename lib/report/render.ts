/** Renders the report: one self-contained HTML file, first the answer, then the evidence. */
import { type Summary, type SummaryInput, summarize } from '../results/summary';
import type { DistributionLine } from '../shapes/distribution';
import type { SeriesLine } from '../shapes/series';
import { html } from './html';
import { makePage } from './page/context';
import { renderPage } from './page/shell';
import { buildFirstScreen } from './first-screen/screen';
import { drawCostSection } from './sections/cost';
import { drawCurvesSection } from './sections/curves';
import { drawLatencySection } from './sections/latency';
import { drawExcludedSection } from './sections/excluded-trials';
import { drawGroupsSection } from './sections/groups';
import { drawClusterSection, drawHostsSection } from './sections/cluster';
import { drawLimitsSection } from './sections/limits';
import { drawMethodSection } from './sections/method';
import { drawOverTimeSection } from './sections/over-time';
import { drawProvenanceSection } from './sections/provenance';
import { drawPublishedSection } from './sections/published-figures';
import { drawSearchSection } from './sections/search';
import { pickRepresentatives } from '../results/search/search-result';
import { drawTableSection } from './sections/table';
import { drawTimelineSection } from './sections/timeline';

export interface ReportOptions {
  /** Version of fsxbench, for the provenance. */
  readonly version?: string;
  /** Rates of the trials over time, if available. */
  readonly series?: readonly SeriesLine[];
  /** Latency distributions of the trials, if available. */
  readonly distributions?: readonly DistributionLine[];
}

export interface Analysis {
  readonly summary: Summary;
  readonly html: string;
}

/** Summarizes the files of an execution, and renders the page. Pure: same input, same bytes. */
export function analyse(input: SummaryInput, options: ReportOptions = {}): Analysis {
  const summary = summarize(input);
  const { series = [], distributions = [] } = input;
  return { summary, html: renderReport(summary, { series, distributions, ...options }) };
}

/** Sorts the table in the browser (no modules or requests), by `data-v` (a number in base units), else by text. */
export const SORT_SCRIPT = `(function () {
  'use strict';
  var doc = document;
  var table = doc.getElementById('configurations');
  if (!table) return;
  var body = table.tBodies[0];
  var rows = Array.from(body.rows);
  var heads = Array.from(table.tHead.rows[0].cells);
  function key(row, column) {
    var cell = row.cells[column];
    var value = cell.getAttribute('data-v');
    return value === null ? cell.textContent.trim() : value === '' ? null : Number(value);
  }
  function compare(a, b) {
    if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1;
    if (typeof a === 'number' && typeof b === 'number') return a - b;
    return String(a).localeCompare(String(b), 'en', { numeric: true });
  }
  heads.forEach(function (head, column) {
    var button = doc.createElement('button');
    button.type = 'button';
    while (head.firstChild) button.appendChild(head.firstChild);
    head.appendChild(button);
    button.addEventListener('click', function () {
      var down = head.getAttribute('aria-sort') === 'ascending';
      heads.forEach(function (other) { other.removeAttribute('aria-sort'); });
      head.setAttribute('aria-sort', down ? 'descending' : 'ascending');
      rows.sort(function (a, b) {
        var x = key(a, column), y = key(b, column);
        return x === null || y === null ? compare(x, y) : down ? compare(y, x) : compare(x, y);
      });
      rows.forEach(function (row) { body.appendChild(row); });
    });
  });
})();`;

/** Renders the page. Same summary, same bytes. */
export function renderReport(summary: Summary, options: ReportOptions = {}): string {
  const page = makePage(summary);
  const first = buildFirstScreen(page);
  const isShown = pickRepresentatives(summary.searches);
  const sections = [
    drawGroupsSection(page, first),
    drawSearchSection(page, options.series ?? []),
    drawClusterSection(page),
    drawLimitsSection(page),
    drawCurvesSection(page, first),
    drawLatencySection(page, (options.distributions ?? []).filter(isShown)),
    drawOverTimeSection(page, (options.series ?? []).filter(isShown)),
    drawHostsSection(page),
    drawMethodSection(page),
    drawExcludedSection(page),
    drawPublishedSection(page),
    drawCostSection(page),
    drawTimelineSection(page),
    drawProvenanceSection(page, options.version),
  ];
  const { executionId, experiment, simulated } = summary;
  return renderPage({
    title: `${experiment}: ${executionId}`,
    simulated,
    look: first.outcome.look,
    body: html`<header>${first.text}</header>
<main>
${drawTableSection(page, first)}
${sections}
</main>`,
    script: SORT_SCRIPT,
  });
}
