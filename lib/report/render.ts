/**
 * The report: one HTML file that asks nothing of anybody, read by those who decide (above) and by those who must
 * believe it (below).
 */
import type { Summary } from '../results/summary';
import type { DistributionLine } from '../shapes/distribution';
import type { SeriesLine } from '../shapes/series';
import { html, Html as Markup } from './html';
import { pageOf } from './page/context';
import { POLICY, SCRIPT } from './page/script';
import { STYLE } from './page/style';
import { buildFirstScreen } from './first/screen';
import { costSection } from './sections/cost';
import { curvesSection } from './sections/curves';
import { latencySection } from './sections/latency';
import { leftOutSection } from './sections/left-out';
import { limitsSection } from './sections/limits';
import { methodSection } from './sections/method';
import { overTimeSection } from './sections/over-time';
import { provenanceSection } from './sections/provenance';
import { publishedSection } from './sections/published';
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

/** Above everything, where nothing on the page was measured. */
const BANNER = html`<div class="simulated" role="note">SIMULATED: these numbers come from a model.
Nothing on this page was measured.</div>`;

/** Renders the page. Same summary, same bytes. */
export function renderReport(summary: Summary, options: ReportOptions = {}): string {
  const page = pageOf(summary);
  const first = buildFirstScreen(page);
  const sections = [
    limitsSection(page),
    curvesSection(page, first),
    latencySection(page, options.distributions ?? []),
    overTimeSection(page, options.series ?? []),
    methodSection(page),
    leftOutSection(page),
    publishedSection(page),
    costSection(page),
    timelineSection(page),
    provenanceSection(page, options.version),
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
<body class="${first.outcome.look}">
<a class="skip" href="#table">Skip to the table</a>
${summary.simulated ? BANNER : ''}
<header>${first.text}</header>
<main>
${tableSection(page, first)}
${sections}
</main>
<script>${new Markup(SCRIPT)}</script>
</body>
</html>
`.text;
}
