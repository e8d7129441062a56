/** Inside the trials: the main rate over the seconds of every trial, where bursts, drops and ends of credits show. */
import { formatValue } from '../../../results/format';
import { metricWords } from '../../../results/measures';
import { toldByServers } from '../../../results/servers/answers';
import { medianOf } from '../../../results/statistics/moments';
import type { CellSummary, TrialSummary } from '../../../results/summary';
import { groupBy } from '../../../shapes/group';
import type { SeriesLine } from '../../../shapes/series';
import { scaleFor } from '../../charts/axes';
import { drawOverTime, POINTS_MAX, thinned } from '../../charts/over-time';
import { type Html, html } from '../../html';
import { cellInk, type Page } from '../../page/context';
import { behind, notDrawn, numbers, panelFigure, words } from '../../table';

/** Panels that are drawn; the table behind them holds all. */
const PANELS_MAX = 24;
/** With fewer steps there is nothing to see over time. */
const STEPS_MIN = 3;

interface Shown {
  readonly cell: CellSummary;
  readonly operation: string | null;
  readonly lines: readonly { readonly trial: TrialSummary; readonly series: SeriesLine }[];
}

/** The section; none where no trial left rates over time. @param series of all hosts of a trial together */
export function seriesSection(page: Page, series: readonly SeriesLine[]): Html {
  const { summary, words: say } = page;
  const whole = series.filter(
    ({ host, values, metric }) =>
      host === null && values.length >= STEPS_MIN && !toldByServers(summary.metrics, metric),
  );
  const metric = [summary.repeatability.metric, ...Object.keys(summary.metrics)].find((name) =>
    whole.some((one) => one.metric === name),
  );
  const own = whole.filter((one) => one.metric === metric);
  const [first] = own;
  if (metric === null || metric === undefined || first === undefined) return html``;
  const panels = panelsOf(page, own);
  const seconds = Math.max(...own.map(({ values, step }) => values.length * step));
  const scale = scaleFor(
    own.flatMap(({ values }) => [...thinned(values)]),
    first.unit,
    true,
  );
  const what = metricWords(summary.metrics, metric);
  const drawn = panels.slice(0, PANELS_MAX).map(({ cell, operation, lines }) => {
    const name = operation === null ? cell.label : `${cell.label}, ${operation}`;
    const { colour } = cellInk(page, cell.cellId);
    const all = lines.map(({ trial, series: { values, step } }) => ({ values, step, colour, out: trial.out !== null }));
    return panelFigure(
      name,
      drawOverTime(all, scale, seconds, `${what} over time, ${name}; numbers in the table below`),
    );
  });
  const thin = own.some(({ values }) => values.length > POINTS_MAX) ? `, thinned to ${POINTS_MAX} points` : '';
  const unit = `${scale.unit}${scale.log ? ', logarithmic scale' : ', from zero'}`;
  return html`<section id="series"><h2>Inside the trials</h2>
<p class="note">${what} (${unit}) over the seconds that were measured, warm-up left out${thin}; one line a
${say.say('trial')}, dashed where it does not count. All panels have the same scales.</p>
<div class="panels many">${drawn}</div>${notDrawn(panels.length - drawn.length)}${numbersOf(panels)}</section>`;
}

function panelsOf({ summary }: Page, own: readonly SeriesLine[]): readonly Shown[] {
  const trials = new Map(summary.trials.map((trial) => [trial.trial, trial]));
  const lines = own.flatMap((series) => {
    const trial = trials.get(series.trial);
    return trial === undefined || trial.attempt !== series.attempt ? [] : [{ trial, series }];
  });
  const groups = groupBy(lines, ({ trial }) => trial.cell);
  return summary.cells.flatMap((cell) => {
    const byOperation = groupBy(groups.get(cell.cellId) ?? [], ({ series }) => series.operation);
    return [...byOperation].map(([operation, found]): Shown => {
      return { cell, operation: byOperation.size > 1 ? operation : null, lines: found };
    });
  });
}

/** Where operations came one after the other, from when on each has its line: seconds after the first of its trial. */
function numbersOf(panels: readonly Shown[]): Html {
  const all = panels.flatMap(({ lines }) => lines);
  const begun = new Map<string, number>();
  for (const { trial, series } of all)
    begun.set(trial.trial, Math.min(series.from, begun.get(trial.trial) ?? Infinity));
  const after = ({ trial, series }: (typeof all)[number]): number =>
    Math.round(series.from - (begun.get(trial.trial) ?? series.from));
  const inTurn = all.some((one) => after(one) > 0);
  const rows = panels.flatMap(({ cell, lines }) =>
    lines.map((line) => {
      const { values, unit, step, operation } = line.series;
      return [
        cell.label,
        line.trial.trial,
        operation ?? '',
        ...(inTurn ? [after(line)] : []),
        values.length * step,
        ...[Math.min(...values), medianOf(values), Math.max(...values)].map((value) => formatValue(value, unit)),
      ];
    }),
  );
  const columns = [words('configuration'), words('trial'), words('operation')];
  const figures = [...(inTurn ? ['begun after, s'] : []), 'seconds', 'least', 'median', 'most'];
  return behind([...columns, ...figures.map(numbers)], rows);
}
