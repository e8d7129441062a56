/** Section: the main rate over the seconds of every trial, and how near servers were to their limits. */
import { nameMetric } from '../../results/measures';
import { isServerMetric } from '../../results/servers/cloudwatch-answers';
import type { CellSummary, Summary, TrialSummary } from '../../results/summary';
import { groupBy } from '../../shapes/collections';
import type { SeriesLine } from '../../shapes/series';
import { type Html, html } from '../html';
import type { Page } from '../page/context';
import { pickInk } from '../palette';
import { makeAxis } from '../pictures/axis';
import { drawLegend, drawPanels, type LinePoint, shareAxis, spreadSeconds } from '../pictures/lines';
import { capitalize } from '../glossary';

/** Maximum number of points of a line; a small panel cannot show more. */
const POINTS_MAX = 120;
/** With fewer steps, a line shows no course over time. */
const STEPS_MIN = 3;
/** Maximum number of server lines in one panel. */
const METRICS_MAX = 7;
/** Percent. Shows limits with usage above this value, and reserves that fell below it. */
const NEAR_PERCENT = 50;

/** The section; empty without rates over time. @param series totals over the hosts of a trial have `host: null` */
export function drawOverTimeSection(page: Page, series: readonly SeriesLine[]): Html {
  const whole = series.filter(({ host }) => host === null);
  const parts = [...drawRates(page, whole), ...drawServers(page, whole)];
  return parts.length === 0
    ? html``
    : html`<details id="series"><summary>Inside the trials</summary>${parts}</details>`;
}

interface TrialLine {
  readonly trial: TrialSummary;
  readonly series: SeriesLine;
}

function drawRates(page: Page, series: readonly SeriesLine[]): readonly Html[] {
  const { summary } = page;
  const rates = series.filter(
    ({ values, metric }) => values.length >= STEPS_MIN && !isServerMetric(summary.metrics, metric),
  );
  const names = [summary.repeatability.metric, ...Object.keys(summary.metrics)];
  const metric = names.find((name) => rates.some((one) => one.metric === name));
  const own = rates.filter((one) => one.metric === metric);
  const [first] = own;
  if (metric === null || metric === undefined || first === undefined) return [];
  const trials = new Map(summary.trials.map((trial) => [trial.trial, trial]));
  const lines = own.flatMap((one) => {
    const trial = trials.get(one.trial);
    return trial === undefined || trial.attempt !== one.attempt ? [] : [{ trial, series: one }];
  });
  const groups = groupBy(lines, ({ trial }) => trial.cell);
  const seconds = Math.max(...own.map(({ values, step }) => values.length * step));
  const panels = summary.cells.flatMap((cell) => listPanels(page, cell, groups.get(cell.cellId) ?? [], seconds));
  const y = shareAxis(panels, first.unit);
  const title = `${capitalize(nameMetric(summary.metrics, metric))}${y.unit === '' ? '' : ` (${y.unit})`} over time`;
  return [
    html`<h3>${title}${y.log ? ', log scale' : ''}</h3><p class="note">One line per ${page.words.say('trial')}, dashed
if it is excluded; without warm-up.</p>${drawPanels(panels, { ticks: spreadSeconds(seconds), y }, title)}`,
  ];
}

function listPanels(page: Page, cell: CellSummary, lines: readonly TrialLine[], seconds: number) {
  const byOperation = groupBy(lines, ({ series }) => series.operation);
  return [...byOperation].map(([operation, own]) => ({
    title: byOperation.size > 1 && operation !== null ? `${cell.label}, ${operation}` : cell.label,
    lines: own.map(({ trial, series }) => ({
      name: trial.trial,
      ink: pickInk(page.colour, cell.levels[page.colour?.name ?? '']),
      points: toTimePoints(series, seconds),
      dashed: trial.excludedFor !== null,
    })),
  }));
}

/** Points in the middle of each step. @param seconds length of the axis */
export function toTimePoints(
  { values, step }: Pick<SeriesLine, 'values' | 'step'>,
  seconds: number,
): readonly LinePoint[] {
  const drawn = thinValues(values);
  const each = (values.length * step) / drawn.length;
  return drawn.map((value, index) => ({ x: ((index + 0.5) * each) / seconds, value }));
}

/** Averages neighbouring values, so that at most {@link POINTS_MAX} points remain. */
export function thinValues(values: readonly number[]): readonly number[] {
  const run = Math.ceil(values.length / POINTS_MAX);
  if (run <= 1) return values;
  return Array.from({ length: Math.floor(values.length / run) }, (_, index) => {
    const part = values.slice(index * run, (index + 1) * run);
    return part.reduce((sum, value) => sum + value, 0) / part.length;
  });
}

/** Metrics near a limit, for the first counted trial of each configuration; none without server-side metrics. */
function drawServers({ summary }: Page, series: readonly SeriesLine[]): readonly Html[] {
  const own = series.filter(({ metric, unit }) => unit === '%' && isServerMetric(summary.metrics, metric));
  const reported = summary.cells.map((cell) => ({ cell, lines: findLines(summary, cell, own) }));
  const near = reported.map(({ cell, lines }) => ({ cell, lines: lines.filter((line) => isNearLimit(summary, line)) }));
  const panels = near.filter(({ lines }) => lines.length > 0);
  if (panels.length === 0) return [];
  const nameOf = ({ metric }: SeriesLine): string => nameMetric(summary.metrics, metric);
  const levels = [...new Set(panels.flatMap(({ lines }) => lines.map(nameOf)))].slice(0, METRICS_MAX);
  const factor = { levels, ordered: false };
  const seconds = Math.max(...panels.flatMap(({ lines }) => lines.map(({ values, step }) => values.length * step)));
  const drawn = panels.map(({ cell, lines }) => ({
    title: cell.label,
    lines: lines
      .filter((line) => levels.includes(nameOf(line)))
      .map((line) => ({ name: nameOf(line), ink: pickInk(factor, nameOf(line)), points: toTimePoints(line, seconds) })),
  }));
  const title = 'Servers: percent used of limits, or left of reserves';
  const legend = levels.map((name) => ({ name, ink: pickInk(factor, name) }));
  return [
    html`<h3>${title}</h3>${levels.length === 1 ? html`<p class="note">${levels}</p>` : drawLegend(legend, 'metric')}
${drawPanels(drawn, { ticks: spreadSeconds(seconds), y: makeAxis([0, 100], '%', 'zero') }, title)}`,
  ];
}

function findLines({ trials }: Summary, cell: CellSummary, series: readonly SeriesLine[]): readonly SeriesLine[] {
  const counting = trials.filter((one) => one.cell === cell.cellId && one.excludedFor === null);
  const all = counting.map(({ trial, attempt }) =>
    series.filter((one) => one.trial === trial && one.attempt === attempt),
  );
  return all.find((lines) => lines.length > 0) ?? [];
}

function isNearLimit({ metrics }: Summary, { metric, values }: SeriesLine): boolean {
  return metrics[metric]?.better === 'higher'
    ? Math.min(...values) <= NEAR_PERCENT
    : Math.max(...values) >= NEAR_PERCENT;
}
