/** Section: the main rate over the seconds of every trial; rates that servers counted, and their use of limits. */
import { nameMetric } from '../../results/measures';
import { isServerMetric } from '../../results/servers/cloudwatch-answers';
import type { CellSummary, Summary, TrialSummary } from '../../results/summary';
import { groupBy } from '../../shapes/collections';
import type { Unit } from '../../shapes/observation';
import type { SeriesLine } from '../../shapes/series';
import { isOfBusiest } from '../../shapes/server-metrics';
import { type Html, html } from '../html';
import type { Page } from '../page/context';
import { pickInk } from '../palette';
import { type Axis, makeAxis } from '../pictures/axis';
import { drawLegend, drawPanels, type LinePanel, type LinePoint, shareAxis, spreadSeconds } from '../pictures/lines';
import { capitalize } from '../glossary';

/** Maximum number of points of a line; a small panel cannot show more. */
const POINTS_MAX = 120;
/** With fewer steps, a line shows no course over time. */
const STEPS_MIN = 3;
/** Maximum number of server lines in one panel. */
const METRICS_MAX = 7;
/** Maximum number of panels of rates that servers counted: studies show one for each configuration. */
const SERVER_PANELS_MAX = 16;
/** Percent. Shows limits with usage above this value, and reserves that fell below it. */
const NEAR_PERCENT = 50;

/** Maximum number of moments in one panel. */
const MOMENTS_MAX = 6;

/** The section; empty without rates over time. @param series totals over the hosts of a trial have `host: null` */
export function drawOverTimeSection(page: Page, series: readonly SeriesLine[]): Html {
  const whole = series.filter(({ host }) => host === null);
  const parts = [...drawRates(page, whole), ...drawServerRates(page, whole), ...drawServers(page, whole)];
  // Open after events: their course is the result.
  const open = page.summary.trials.some(({ events = [] }) => events.length > 0) ? html` open` : '';
  if (parts.length === 0) return html``;
  return html`<details id="series"${open}><summary>Inside the trials</summary>${parts}</details>`;
}

interface TrialLine {
  readonly trial: TrialSummary;
  readonly series: SeriesLine;
}

/** The main rate; next to events also the mean latency, or the rate next to a latency. */
function drawRates(page: Page, series: readonly SeriesLine[]): readonly Html[] {
  const { metrics, repeatability, trials } = page.summary;
  const own = series.filter(({ values, metric }) => values.length >= STEPS_MIN && !isServerMetric(metrics, metric));
  const names = [repeatability.metric, ...Object.keys(metrics)];
  const main = own.find(({ metric }) => metric === names.find((name) => own.some((one) => one.metric === name)));
  if (main === undefined) return [];
  const others = own.filter(({ unit }) => (unit === 'us') !== (main.unit === 'us'));
  const hasEvents = trials.some(({ events = [] }) => events.length > 0);
  const other = hasEvents ? names.find((name) => others.some(({ metric }) => metric === name)) : undefined;
  return [main.metric, other].flatMap((metric) => (metric ? drawMetric(page, metric, own) : []));
}

/** One panel for each configuration and operation, those with events first. */
function drawMetric(page: Page, metric: string, series: readonly SeriesLine[]): readonly Html[] {
  const { summary } = page;
  const own = series.filter((one) => one.metric === metric);
  const [first] = own;
  if (first === undefined) return [];
  const trials = new Map(summary.trials.map((trial) => [trial.trial, trial]));
  const lines = own.flatMap((one) => {
    const trial = trials.get(one.trial);
    return trial === undefined || trial.attempt !== one.attempt ? [] : [{ trial, series: one }];
  });
  const groups = groupBy(lines, ({ trial }) => trial.cell);
  const panels = summary.cells
    .flatMap((cell) => listPanels(page, cell, groups.get(cell.cellId) ?? []))
    .toSorted((a, b) => a.rank - b.rank);
  const name = capitalize(nameMetric(summary.metrics, metric));
  const byEvents = groupBy(panels, ({ moments }) => moments.length > 0);
  const parts = [byEvents.get(true) ?? [], byEvents.get(false) ?? []].filter((some) => some.length > 0);
  return parts.flatMap((some) => drawTimePanels(page, name, some, first.unit));
}

/** Where the series are that have no panel: a rehearsal has none in files. */
export function locateSeries({ simulated }: Pick<Summary, 'simulated'>): string {
  return simulated ? 'are left out: a rehearsal keeps no series' : 'are left out: series/ has a file for each trial';
}

/** Panels with a common value axis: an outage needs another one than peaks without events. */
function drawTimePanels(page: Page, name: string, panels: readonly TimePanel[], unit: Unit): Html[] {
  const y = shareAxis(panels, unit);
  const title = `${name}${y.unit === '' ? '' : ` (${y.unit})`} over time`;
  return [
    html`<h3>${title}${y.log ? ', log scale' : ''}</h3><p class="note">One line per ${page.words.say('trial')},
in seconds after the warm-up, dashed if it is excluded.
${panels.some(({ moments }) => moments.length > 0) ? EVENTS_NOTE : ''}</p>
${drawPanels(panels, { y, rest: locateSeries(page.summary) }, title)}`,
  ];
}

function getSeconds({ values, step }: Pick<SeriesLine, 'values' | 'step'>): number {
  return values.length * step;
}

type TimePanel = Required<LinePanel> & { readonly rank: number };

/** Panels with an axis of their own: trials with events are often much longer than others. */
function listPanels(page: Page, cell: CellSummary, lines: readonly TrialLine[]): TimePanel[] {
  const byOperation = groupBy(lines, ({ series }) => series.operation);
  const seconds = Math.max(0, ...lines.map(({ series }) => getSeconds(series)));
  return [...byOperation].map(([operation, own]) => ({
    rank: page.rank(cell, operation),
    ticks: spreadSeconds(seconds),
    title: byOperation.size > 1 && operation !== null ? `${cell.label}, ${operation}` : cell.label,
    lines: own.map(({ trial, series }) => ({
      name: trial.trial,
      ink: pickInk(page.colour, cell.levels[page.colour?.name ?? '']),
      points: toTimePoints(series, seconds),
      dashed: trial.excludedFor !== null,
    })),
    moments: own.map((line) => listMoments(line, seconds)).find((found) => found.length > 0) ?? [],
  }));
}

const EVENTS_NOTE = 'Vertical lines: events of the first line, and when broker or storage was ready.';

/** When events of a trial happened, and were over. @param seconds length of the axis */
function listMoments({ trial, series }: TrialLine, seconds: number): NonNullable<LinePanel['moments']> {
  const moments = (trial.events ?? []).flatMap((event) => {
    const name = event.action === 'kill' ? `kill ${event.host}` : `change to ${event.stage}`;
    const done = event.action === 'kill' ? `${event.host} ready` : `${event.stage} ready`;
    return [
      { at: event.acted, text: name },
      { at: event.ready, text: done },
    ];
  });
  return moments
    .flatMap(({ at, text }) => (at === null ? [] : [{ x: (at - series.from) / seconds, text }]))
    .filter(({ x }) => x >= 0 && x <= 1)
    .toSorted((a, b) => a.x - b.x)
    .slice(0, MOMENTS_MAX);
}

/** Points in the middle of each step. @param seconds length of the axis @param start of the line on it, seconds */
export function toTimePoints(
  { values, step }: Pick<SeriesLine, 'values' | 'step'>,
  seconds: number,
  start = 0,
): readonly LinePoint[] {
  const drawn = thinValues(values);
  const each = (values.length * step) / drawn.length;
  return drawn.map((value, index) => ({ x: (start + (index + 0.5) * each) / seconds, value }));
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

/** Rates that servers counted next to those of the hosts, for the first counted trial of each configuration. */
function drawServerRates(page: Page, series: readonly SeriesLine[]): readonly Html[] {
  const { metrics, cells } = page.summary;
  const isOfServers = ({ metric }: SeriesLine): boolean => isServerMetric(metrics, metric);
  const hosts = series.filter((one) => !isOfServers(one));
  const servers = series.filter(isOfServers);
  const drawOf = (own: readonly SeriesLine[], what: string, nextTo: readonly SeriesLine[]): readonly Html[] => {
    const panels = cells.flatMap((cell) => {
      const lines = findLines(page.summary, cell, own).filter(
        ({ values }) => values.length >= STEPS_MIN && Math.max(...values) > 0,
      );
      const [one] = lines;
      if (one === undefined) return [];
      const next = nextTo.filter(({ trial, attempt }) => trial === one.trial && attempt === one.attempt);
      return [{ cell, lines: [...next.filter(({ metric }) => metric === next[0]?.metric), ...lines] }];
    });
    return drawServerPanels(page, panels, what, null);
  };
  const rates = (['ops/s', 'bytes/s'] as const).flatMap((unit) => {
    const what = `${unit === 'ops/s' ? 'Operations' : 'Bytes'} a second that servers and hosts counted`;
    const all = servers.filter((one) => one.unit === unit && !isOfBusiest(one.metric));
    return drawOf(
      all,
      what,
      hosts.filter((one) => one.unit === unit),
    );
  });
  const busiest = servers.filter(({ metric }) => isOfBusiest(metric));
  return [...rates, ...drawOf(busiest, BUSIEST_TITLE, [])];
}

const BUSIEST_TITLE = 'Operations a second of the busiest metadata server';

/** Metrics near a limit or queried by the spec, for the first counted trial of each configuration. */
function drawServers(page: Page, series: readonly SeriesLine[]): readonly Html[] {
  const { summary } = page;
  const own = series.filter(({ metric }) => isServerMetric(summary.metrics, metric));
  const isQueried = ({ metric }: SeriesLine): boolean => summary.metrics[metric]?.ofServers === true;
  const drawOf = (unit: Unit, what: string, y: Axis | null): readonly Html[] => {
    const ofUnit = own.filter((line) => line.unit === unit && (isQueried(line) || unit === '%'));
    const panels = summary.cells.map((cell) => {
      const lines = findLines(summary, cell, ofUnit);
      return { cell, lines: lines.filter((line) => isQueried(line) || isNearLimit(summary, line)) };
    });
    return drawServerPanels(page, panels, what, y);
  };
  return [
    ...drawOf('%', 'Servers: percent used of limits, or left of reserves', makeAxis([0, 100], '%', 'zero')),
    ...OTHER_UNITS.flatMap(([unit, what]) => drawOf(unit, `Servers: ${what}`, null)),
  ];
}

/** Units of queried metrics that are neither rates nor percentages. */
const OTHER_UNITS: readonly (readonly [Unit, string])[] = [
  ['us', 'latency'],
  ['s', 'seconds'],
  ['count', 'counts'],
];

interface ServerPanel {
  readonly cell: CellSummary;
  readonly lines: readonly SeriesLine[];
}

/** Panels with one line per metric, on the clock of the first value. @param y null: an axis of the values */
function drawServerPanels(
  { summary, rank }: Page,
  all: readonly ServerPanel[],
  what: string,
  y: Axis | null,
): readonly Html[] {
  const known = all.filter(({ lines }) => lines.length > 0);
  const panels = known.toSorted((a, b) => rank(a.cell, null) - rank(b.cell, null));
  const [first] = panels;
  const unit = first?.lines[0]?.unit;
  if (unit === undefined) return [];
  const nameOf = ({ metric, operation }: SeriesLine): string => nameMetric(summary.metrics, metric, operation);
  const levels = [...new Set(panels.flatMap(({ lines }) => lines.map(nameOf)))].slice(0, METRICS_MAX);
  // The colour of all metadata operations stays free, so that each operation keeps that of the picture above.
  const factor = { levels: what === BUSIEST_TITLE ? ['', ...levels] : levels, ordered: false };
  const drawn = panels.map(({ cell, lines }): LinePanel => {
    const begin = Math.min(...lines.map(({ from }) => from));
    const seconds = Math.max(...lines.map((line) => line.from - begin + getSeconds(line)));
    const own = lines.filter((line) => levels.includes(nameOf(line)));
    return {
      title: cell.label,
      ticks: spreadSeconds(seconds),
      lines: own.map((line) => ({
        name: nameOf(line),
        ink: pickInk(factor, nameOf(line)),
        points: toTimePoints(line, seconds, line.from - begin),
      })),
    };
  });
  const axis = y ?? shareAxis(drawn, unit);
  const title = `${what}${y === null && axis.unit !== '' ? ` (${axis.unit})` : ''}${axis.log ? ', log scale' : ''}`;
  const legend = levels.map((name) => ({ name, ink: pickInk(factor, name) }));
  return [
    html`<h3>${title}</h3>${levels.length === 1 ? html`<p class="note">${levels}</p>` : drawLegend(legend, 'metric')}
${drawPanels(drawn, { y: axis, rest: locateSeries(summary), most: SERVER_PANELS_MAX }, title)}`,
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
