/**
 * The report: one HTML file that asks nothing of anybody, read by those who decide (above) and by those who must
 * believe it (below).
 */
import { createHash } from 'node:crypto';
import type { Summary } from '../results/summary';
import type { DistributionLine } from '../shapes/distribution';
import type { SeriesLine } from '../shapes/series';
import { type Html, html, Html as Markup } from './html';
import { pageOf } from './page/context';
import { SCRIPT } from './page/script';
import { STYLE } from './page/style';
import { answerSection } from './sections/answer';
import { simulatedBanner } from './sections/simulated';
import { believeSection } from './sections/believe';
import { cellsSection } from './sections/cells';
import { comparisonSection } from './sections/comparison';
import { costSection } from './sections/cost';
import { curvesSection } from './sections/curves';
import { heatMapSection } from './sections/heat-map';
import { leftOutSection } from './sections/left-out';
import { limitsSection } from './sections/limits';
import { percentilesSection } from './sections/percentiles';
import { provenanceSection } from './sections/provenance';
import { publishedSection } from './sections/published';
import { rankingSection } from './sections/ranking';
import { distributionsSection } from './sections/inside/distributions';
import { seriesSection } from './sections/inside/series';
import { serversSection } from './sections/inside/servers';
import { tableSection } from './sections/table';
import { timelineSection } from './sections/timeline';

export interface ReportOptions {
  /** Version of the program, for the provenance. */
  readonly version?: string;
  /** Rates over time of the trials; none where they are not at hand. */
  readonly series?: readonly SeriesLine[];
  /** How latency was distributed in the trials; none where that is not at hand. */
  readonly distributions?: readonly DistributionLine[];
}

const LINKS: Readonly<Record<string, string>> = {
  believe: 'May I believe it?',
  comparison: 'How it was compared',
  cost: 'Cost and receipt',
  ranking: 'Performance',
  table: 'All configurations',
  limits: 'What limited it',
  published: 'Published',
  curves: 'Curves',
  heat: 'Heat map',
  percentiles: 'Percentiles',
  distributions: 'Distributions',
  series: 'Inside the trials',
  servers: 'What the servers told',
  timeline: 'Over time',
  'left-out': 'Left out',
  provenance: 'Provenance',
  'configurations-in-full': 'In full',
  words: 'Words',
};

/**
 * The only script that may run, by its hash; no connection, font, frame or picture from anywhere
 * (https://www.w3.org/TR/CSP3/).
 */
const POLICY = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  'img-src data:',
  `script-src 'sha256-${createHash('sha256').update(SCRIPT).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

/** Renders the page. Same summary, same bytes. */
export function renderReport(summary: Summary, options: ReportOptions = {}): string {
  const page = pageOf(summary);
  const answer = answerSection(page);
  const sections = [
    believeSection(page),
    comparisonSection(page),
    costSection(page),
    rankingSection(page),
    tableSection(page),
    limitsSection(page),
    publishedSection(page),
    curvesSection(page),
    heatMapSection(page),
    percentilesSection(page),
    distributionsSection(page, options.distributions ?? []),
    seriesSection(page, options.series ?? []),
    serversSection(page, options.series ?? []),
    timelineSection(page),
    leftOutSection(page),
    provenanceSection(page, options.version),
    cellsSection(page),
    html`<section id="words"><h2>Words</h2>${page.words.list()}</section>`,
  ];
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${summary.simulated ? 'SIMULATED: ' : ''}${summary.experiment}: ${summary.executionId}</title>
<link rel="icon" href="data:,">
<style>${new Markup(STYLE)}</style>
</head>
<body>
<a class="skip" href="#believe">Skip to the evidence</a>
${simulatedBanner(page)}
<header>${answer}${navigation(sections)}</header>
<main>
${sections}
</main>
<script>${new Markup(SCRIPT)}</script>
</body>
</html>
`.text;
}

function navigation(sections: readonly Html[]): Html {
  const items = Object.entries(LINKS)
    .filter(([id]) => sections.some(({ text }) => text.startsWith(`<section id="${id}"`)))
    .map(([id, text]) => html`<li><a href="#${id}">${text}</a></li>`);
  return html`<nav aria-label="Sections"><ul>${items}</ul></nav>`;
}
