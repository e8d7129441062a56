/** Section: phases of every rig over time, and its trials. */
import type { TimelineBar } from '../../shapes/timeline';
import { formatSeconds } from '../../shapes/quantity';
import { type Html, html } from '../html';
import type { Page } from '../page/context';
import { formatTime } from '../glossary';

/** A bar of a rig or of the guardian. */
type LaneBar = Omit<TimelineBar, 'phase'> & { readonly phase: TimelineBar['phase'] | 'verifying' };

const TICK_COUNT = 6;
/** More lanes would not fit a page. */
const LANES_MAX = 24;

/** The section; empty without bars. */
export function drawTimelineSection({ summary }: Page): Html {
  const known = summary.timeline.filter(({ from, to }) => Number.isFinite(Date.parse(from) + Date.parse(to)));
  if (known.length === 0) return html``;
  const bars: readonly LaneBar[] = [...known, ...listGuardianBars(summary)];
  const begins = [summary.startedAt, ...bars.map(({ from }) => from)].map((at) => Date.parse(at));
  const begin = Math.min(...begins.filter(Number.isFinite));
  const end = Math.max(...bars.map(({ to }) => Date.parse(to)), begin + 1);
  const share = (from: number, to: number): string => `${(((to - from) / (end - begin)) * 100).toFixed(2)}%`;
  const all = [...new Set(bars.map(({ lane }) => lane))];
  const lanes = all.slice(0, LANES_MAX);
  const drawn = lanes.map((lane) => {
    const own = bars.filter((bar) => bar.lane === lane);
    const parts = own.map(({ phase, label, from, to }) => {
      const [a, b] = [Date.parse(from), Date.parse(to)];
      const style = `left:${share(begin, a)};width:${share(a, b)}`;
      return html`<i class="${phase}" style="${style}" title="${label}: ${formatSeconds((b - a) / 1000)}"></i>`;
    });
    return html`<span>${lane}</span><span class="lane">${parts}</span>`;
  });
  const step = pickTickStep((end - begin) / 1000 / TICK_COUNT);
  const ticks = Array.from({ length: Math.floor((end - begin) / 1000 / step) + 1 }, (_, index) => index * step).map(
    (second) => html`<span style="left:${share(begin, begin + second * 1000)}">${formatSeconds(second)}</span>`,
  );
  const phases = new Set(bars.map(({ phase }) => phase));
  return html`<details id="timeline"><summary>Timeline</summary>
<p class="note">From ${formatTime(new Date(begin).toISOString())}, ${formatSeconds((end - begin) / 1000)} until
${summary.receipt === null ? 'the last known event' : 'the cleanup receipt'}.</p>
<ul class="legend">${[...phases].map((phase) => html`<li><i class="${phase}"></i>${phase}</li>`)}</ul>
<div class="lanes" role="img" aria-label="Phases of every rig over time">${drawn}
<span></span><span class="ticks">${ticks}</span></div></details>`;
}

/** After the rigs end, the guardian waits until listings settle, verifies cleanup and writes the receipt. */
function listGuardianBars({ receipt }: Page['summary']): readonly LaneBar[] {
  if (receipt === null) return [];
  const { fencedAt: from, verifiedAt: to } = receipt;
  if (!(Date.parse(to) > Date.parse(from))) return [];
  return [{ lane: 'guardian', phase: 'verifying', label: 'settling and verifying', from, to }];
}

/** 1, 2 or 5 × a power of ten of seconds; for a minute or more, whole minutes, hours or days. */
function pickTickStep(seconds: number): number {
  const steps = [0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 30, 60, 120, 300, 600, 1200, 1800, 3600, 7200, 14_400, 28_800, 86_400];
  return steps.find((step) => step >= seconds) ?? Math.ceil(seconds / 86_400) * 86_400;
}
