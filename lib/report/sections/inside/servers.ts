/**
 * What servers told of the minutes inside the trials, beside what hosts measured: how near they were to their limits,
 * what was left of credits, how much of the reads came out of their memory.
 */
import { threeDigits } from '../../../results/format';
import { metricWords } from '../../../results/measures';
import { medianOf } from '../../../results/statistics/moments';
import type { CellSummary, TrialSummary } from '../../../results/summary';
import type { SeriesLine } from '../../../shapes/series';
import { toldByServers } from '../../../results/servers/answers';
import { scaleFor } from '../../charts/axes';
import { drawOverTime } from '../../charts/over-time';
import type { Factor } from '../../facets';
import { type Html, html } from '../../html';
import { legend, type Page } from '../../page/context';
import { inkOf } from '../../palette';
import { behind, notDrawn, numbers, panelFigure, words } from '../../table';

/** Panels that are drawn; the table behind them holds all. */
const PANELS_MAX = 24;
/** Lines of a panel; the table has the others. */
const METRICS_MAX = 7;
/** Of limits less, and of what is left more, is of no interest all the time: percent. */
const HALF = 50;

interface Shown {
  readonly cell: CellSummary;
  readonly trial: TrialSummary;
  readonly lines: readonly SeriesLine[];
}

/** The section; none where no server told of a share. @param series of all hosts of a trial together */
export function serversSection(page: Page, series: readonly SeriesLine[]): Html {
  const { summary, words: say } = page;
  const own = series.filter(
    ({ metric, unit, host }) => host === null && unit === '%' && toldByServers(summary.metrics, metric),
  );
  const panels = summary.cells.flatMap((cell) => shownOf(page, cell, own));
  if (panels.length === 0) return html``;
  const metric = factorOf(page, panels);
  const seconds = Math.max(...panels.flatMap(({ lines }) => lines.map(({ values, step }) => values.length * step)));
  const scale = scaleFor(
    [100, ...panels.flatMap(({ lines }) => lines.flatMap(({ values }) => [...values]))],
    '%',
    false,
  );
  const nameOf = (name: string): string => metricWords(summary.metrics, name);
  const lit = panels.flatMap(({ cell, lines }) => {
    const told = lines.filter((one) => metric.levels.includes(nameOf(one.metric)));
    const all = told.map((one) => ({ ...one, colour: inkOf(metric, nameOf(one.metric)).colour, out: false }));
    return all.length === 0 ? [] : [{ cell, all }];
  });
  const drawn = lit.slice(0, PANELS_MAX).map(({ cell, all }) => {
    const label = `what the servers told over time, ${cell.label}; numbers in the table below`;
    return panelFigure(cell.label, drawOverTime(all, scale, seconds, label));
  });
  return html`<section id="servers"><h2>What the servers told</h2>
<p class="note">Percent, from zero, over the whole steps inside of one ${say.say('trial')} of each configuration, the
first that counts, as CloudWatch has them, a minute each, or the Prometheus of whoever owns the storage. Drawn is what
was at half of its limit or more, or of which half or less was
left${metric.levels.length === 1 ? html`: ${metric.levels}` : ''}.</p>
${legend(metric, metric.levels)}<div class="panels many">${drawn}</div>${notDrawn(lit.length - drawn.length)}
${numbersOf(panels, nameOf)}</section>`;
}

/** The first trial of a cell that counts, and of which its servers told; none where there is none. */
function shownOf({ summary }: Page, cell: CellSummary, series: readonly SeriesLine[]): readonly Shown[] {
  for (const trial of summary.trials) {
    if (trial.cell !== cell.cellId || trial.out !== null) continue;
    const lines = series.filter((one) => one.trial === trial.trial && one.attempt === trial.attempt);
    if (lines.length > 0) return [{ cell, trial, lines }];
  }
  return [];
}

/** Metrics that say something in any panel, those of most panels first. */
function factorOf({ summary }: Page, panels: readonly Shown[]): Factor {
  const told = panels.flatMap(({ lines }) => lines.filter((line) => isTelling(summary.metrics, line)));
  const names = told.map(({ metric }) => metricWords(summary.metrics, metric));
  const times = (name: string): number => names.filter((one) => one === name).length;
  const levels = [...new Set(names)].toSorted((a, b) => times(b) - times(a)).slice(0, METRICS_MAX);
  return { name: 'metric', levels, ordered: false };
}

function isTelling(metrics: Page['summary']['metrics'], { metric, values }: SeriesLine): boolean {
  return metrics[metric]?.better === 'higher' ? Math.min(...values) <= HALF : Math.max(...values) >= HALF;
}

function numbersOf(panels: readonly Shown[], nameOf: (metric: string) => string): Html {
  const rows = panels.flatMap(({ cell, trial, lines }) =>
    lines.map(({ metric, values }) => [
      cell.label,
      trial.trial,
      nameOf(metric),
      ...[Math.min(...values), medianOf(values), Math.max(...values)].map((value) => `${threeDigits(value)} %`),
    ]),
  );
  const columns = [words('configuration'), words('trial'), words('metric')];
  return behind([...columns, ...['least', 'median', 'most'].map(numbers)], rows);
}
