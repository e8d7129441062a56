/** Every configuration in full: settings, numbers, trials, raw files. A link `#cell=<id>` opens one. */
import type { CellMeasure, CellSummary } from '../../results/cells';
import { formatRange, formatValue, threeDigits } from '../../results/format';
import { referenceWords } from '../../results/label';
import { groupBy } from '../../shapes/group';
import { metricWords, primaryMeasures } from '../../results/measures';
import type { Summary, TrialSummary } from '../../results/summary';
import { type Html, html, join, rawHref } from '../html';
import type { Page } from '../page/context';
import { numbers, scrollTable, words } from '../table';
import { intervalWords } from './curves';

/** The section. */
export function cellsSection(page: Page): Html {
  const { summary } = page;
  const trials = groupBy(summary.trials, ({ cell }) => cell);
  const cells = summary.cells.map((cell) => cellDetails(page, cell, trials.get(cell.cellId) ?? []));
  return html`<section id="configurations-in-full"><h2>Configurations in full</h2>${cells}</section>`;
}

function cellDetails(page: Page, cell: CellSummary, trials: readonly TrialSummary[]): Html {
  const { summary, words: glossary } = page;
  const { cellId, label, levels, params, measures, command } = cell;
  const settings = Object.entries({ ...levels, ...params }).map(([name, value]) => `${name}: ${shown(value)}`);
  const [main] = primaryMeasures(measures, summary.repeatability.metric ?? undefined);
  const name = main === undefined ? '' : metricWords(summary.metrics, main.metric);
  const median = main?.statistics
    ? html` <span class="sub">${name} ${formatValue(main.statistics.centre, main.unit)}</span>`
    : '';
  return html`<details class="cell" id="cell=${cellId}"><summary>${label}${median}</summary>
<p class="sub">cell ${cellId}. ${settings.join('; ')}</p>${limits(page, cell)}
${numberTable(cell, summary)}${trialTable(main, trials, summary)}
${command === null ? '' : html`<p class="sub">Command of the first ${glossary.say('trial')}:</p><pre>${command}</pre>`}
${scriptText(page, cell)}</details>`;
}

/** What limited it, what was looked at besides, and what lacks. */
function limits({ words: glossary }: Page, { bottleneck: { text, reached, below, lacking } }: CellSummary): Html {
  const line = html`<p>${glossary.say('bottleneck')}: ${text}.</p>`;
  // Where nothing was reached, the line has all of it but the limits that were farther away.
  const more = reached.length > 0 || below.length > 2 ? below : [];
  const lacks = reached.length > 0 ? lacking : [];
  const far = more.length === 0 ? '' : html`<p class="sub">Looked at besides: ${texts(more)}.</p>`;
  return html`${line}${far}${lacks.length === 0 ? '' : html`<p class="sub">Not known: ${lacks.join('; ')}.</p>`}`;
}

function texts(all: CellSummary['bottleneck']['below']): string {
  return all.map(({ text }) => text).join('; ');
}

function scriptText({ summary }: Page, { script }: CellSummary): Html {
  if (script === null) return html``;
  // A rehearsal keeps no scripts.
  const shown = summary.simulated ? html`${script} (not kept)` : html`<a href="${rawHref(script)}">${script}</a>`;
  return html`<p class="sub">Script: ${shown}</p>`;
}

function numberTable(cell: CellSummary, { metrics, cells, factors }: Summary): Html {
  const { measures } = cell;
  if (measures.length === 0) return html`<p>No trial of it left numbers.</p>`;
  const names = factors.map(({ name }) => name);
  const to = referenceWords(cell, cells, names);
  const ratios = to !== null;
  const columns = [words('metric'), ...['typical', 'interval', 'n', 'spread', 'least–most'].map(numbers)];
  const rows = measures.map((measure) => {
    const { metric, operation, statistic, unit, statistics, ratio, span = null } = measure;
    const inside = span === null ? (['value', 'mean'].includes(statistic) ? '' : ` (${statistic})`) : ` (${span})`;
    const name = `${metricWords(metrics, metric, operation)}${inside}`;
    if (statistics === null) return [name, '–', '–', 0, '–', '–', ...(ratios ? ['–'] : [])];
    const { centre, n, cv, min, max } = statistics;
    const spread = cv === null ? '–' : `${threeDigits(cv * 100)} %`;
    const least = formatRange(min, max, centre, unit);
    const compared = ratio === null ? '–' : threeDigits(ratio.value);
    return [name, formatValue(centre, unit), intervalWords(measure), n, spread, least, ...(ratios ? [compared] : [])];
  });
  return scrollTable([...columns, ...(ratios ? [numbers(`÷ ${to}`)] : [])], rows);
}

function trialTable(
  main: CellMeasure | undefined,
  trials: readonly TrialSummary[],
  { metrics, simulated }: Summary,
): Html {
  // A rehearsal keeps no raw files.
  const kept = !simulated;
  const head = main === undefined ? 'value' : metricWords(metrics, main.metric, main.operation);
  const columns = [words('trial'), words('rig'), numbers('replicate'), words('verdict'), numbers(head)];
  const rows = trials.map((trial) => {
    const value = main?.values.find((one) => one.trial === trial.trial)?.value;
    return [
      trial.trial,
      `${trial.rig}, block ${trial.block}`,
      trial.replicate,
      html`<span class="${trial.verdict}">${trial.verdict}</span>`,
      value === undefined || main === undefined ? '–' : shownValue(formatValue(value, main.unit), trial),
      (trial.started ?? '–').slice(0, 19).replace('T', ' '),
      ...(kept ? [links(trial)] : []),
    ];
  });
  return scrollTable([...columns, words('began (UTC)'), ...(kept ? [words('raw files')] : [])], rows);
}

/** Grey where it does not count, with the reasons. */
function shownValue(text: string, { out, reasons }: TrialSummary): Html {
  if (out === null) return html`${text}`;
  const codes = new Set([...reasons.filter(({ level }) => level !== 'note').map(({ code }) => code), out]);
  return html`<span class="out">${text} <small>${[...codes].join(', ')}</small></span>`;
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
