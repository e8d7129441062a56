/** Every configuration in full: settings, numbers, trials, raw files. A link `#cell=<id>` opens one. */
import type { CellMeasure, CellSummary } from '../../results/cells';
import { formatLevel, formatRange, formatValue, threeDigits } from '../../results/format';
import { groupBy } from '../../results/group';
import { metricWords, primaryMeasures } from '../../results/measures';
import type { TrialSummary } from '../../results/summary';
import { type Html, html, join, rawHref } from '../html';
import type { Page } from '../page/context';

/** The section. */
export function cellsSection(page: Page): Html {
  const { summary } = page;
  const trials = groupBy(summary.trials, ({ cell }) => cell);
  const cells = summary.cells.map((cell) => cellDetails(page, cell, trials.get(cell.cellId) ?? []));
  return html`<section id="configurations-in-full"><h2>Configurations in full</h2>${cells}</section>`;
}

function cellDetails({ summary, words }: Page, cell: CellSummary, trials: readonly TrialSummary[]): Html {
  const { cellId, label, levels, params, measures, command, script } = cell;
  const settings = Object.entries({ ...levels, ...params }).map(([name, value]) => `${name}: ${shown(value)}`);
  const [main] = primaryMeasures(measures, summary.decide.metric);
  const median = main?.statistics
    ? html` <span class="sub">${metricWords(main.metric)} ${formatValue(main.statistics.median, main.unit)}</span>`
    : '';
  return html`<details class="cell" id="cell=${cellId}"><summary>${label}${median}</summary>
<p class="sub">cell ${cellId}. ${settings.join('; ')}</p>${numbers(measures, summary.reference !== null)}${trialTable(main, trials)}
${command === null ? '' : html`<p class="sub">Command of the first ${words.say('trial')}:</p><pre>${command}</pre>`}
${script === null ? '' : html`<p class="sub">Script: <a href="${rawHref(script)}">${script}</a></p>`}</details>`;
}

function numbers(measures: readonly CellMeasure[], ratios: boolean): Html {
  if (measures.length === 0) return html`<p>No trial of it left numbers.</p>`;
  const rows = measures.map(({ metric, operation, statistic, unit, statistics, ratio }) => {
    const name = html`<td>${metricWords(metric, operation)}${['value', 'mean'].includes(statistic) ? '' : ` (${statistic})`}</td>`;
    if (statistics === null) return html`<tr>${name}<td colspan="6">no trial counts</td></tr>`;
    const { median, interval, n, cv, min, max } = statistics;
    const range =
      interval === null
        ? '–'
        : `${formatRange(interval.low, interval.high, median, unit)} (${formatLevel(interval.level)})`;
    return html`<tr>${name}<td class="num">${formatValue(median, unit)}</td><td class="num">${range}</td><td class="num">${n}</td><td class="num">${
      cv === null ? '–' : `${threeDigits(cv * 100)} %`
    }</td><td class="num">${formatRange(min, max, median, unit)}</td>${ratios ? html`<td class="num">${ratio === null ? '–' : threeDigits(ratio.value)}</td>` : ''}</tr>`;
  });
  return html`<div class="scroll"><table><thead><tr><th>metric</th><th class="num">median</th><th class="num">interval</th><th class="num">n</th><th class="num">spread</th><th class="num">least–most</th>${
    ratios ? html`<th class="num">÷ reference</th>` : ''
  }</tr></thead><tbody>${rows}</tbody></table></div>`;
}

function trialTable(main: CellMeasure | undefined, trials: readonly TrialSummary[]): Html {
  const rows = trials.map((trial) => {
    const value = main?.values.find((one) => one.trial === trial.trial);
    return html`<tr><td>${trial.trial}</td><td>${trial.rig}, block ${trial.block}</td><td class="num">${trial.replicate}</td><td class="${trial.verdict}">${
      trial.verdict
    }</td><td class="num">${value && main ? formatValue(value.value, main.unit) : '–'}</td><td>${(trial.started ?? '–').slice(0, 19).replace('T', ' ')}</td><td>${links(trial)}</td></tr>`;
  });
  const head = main === undefined ? 'value' : metricWords(main.metric, main.operation);
  return html`<div class="scroll"><table><thead><tr><th>trial</th><th>rig</th><th class="num">replicate</th><th>verdict</th><th class="num">${head}</th><th>began (UTC)</th><th>raw files</th></tr></thead><tbody>${rows}</tbody></table></div>`;
}

function links({ files, rig, trial, attempt }: TrialSummary): Html {
  if (attempt === 0) return html`–`;
  const folder = `raw/${rig}/${trial}/a${attempt}/`;
  const own = files.map(
    (file) => html`<a href="${rawHref(file)}">${file.startsWith(folder) ? file.slice(folder.length) : file}</a>`,
  );
  return own.length > 0 ? join(own, ', ') : html`<a href="${rawHref(folder)}">${folder}</a>`;
}

function shown(value: unknown): string {
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value);
}
