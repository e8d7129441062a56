/** Section: where the numbers come from, and how to reproduce them. */
import { layout } from '../../shapes/layout';
import { pluralize } from '../../results/format';
import type { Fact } from '../../results/summary';
import { formatBytes, formatSeconds } from '../../shapes/quantity';
import { escapeText, type Html, html, Html as Markup, joinHtml, makeRawHref } from '../html';
import type { Page } from '../page/context';
import { formatTime } from '../glossary';

/** Longer commands are truncated, as they may contain a job file. */
const COMMAND_MAX = 600;
/** Maximum number of listed rigs. */
const RIGS_MAX = 8;

/** Names of facts that every host reports. */
const FACT_NAMES: Readonly<Record<string, string>> = {
  tool: 'Tool',
  kernel: 'Kernel',
  mount: 'Mount, as the kernel reports it',
  paths: 'Paths of a multipath disk in use',
};

/** Name and value of a fact for readers. If the workload gives no name, both come from the fact's key: `fileBytes`. */
function formatFact(page: Page, name: string, value: string): { readonly name: string; readonly value: string } {
  const own = page.summary.factWords[name];
  const known = own?.words ?? FACT_NAMES[name];
  const parts = /^(.+)(Bytes|Seconds)$/.exec(name);
  const number = Number(value);
  const quantity = parts?.[2] !== undefined && value.trim() !== '' && Number.isFinite(number) && number >= 0;
  const words = (quantity ? (parts?.[1] ?? name) : name).replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
  // `2.00` becomes `2`.
  const plain = /^\d+\.\d+$/.test(value) ? String(number) : value;
  const shown = quantity ? (parts?.[2] === 'Bytes' ? formatBytes(number) : formatSeconds(number)) : plain;
  return { name: known ?? `${words.charAt(0).toUpperCase()}${words.slice(1)}`, value: own?.values?.[value] ?? shown };
}

/** The section. @param version of fsxbench */
export function drawProvenanceSection(page: Page, version: string | undefined): Html {
  const { summary, words } = page;
  const { seed, facts, reporting, spec: text, region, prices } = summary.provenance;
  const rigs = summary.rigs
    .slice(0, RIGS_MAX)
    .map(({ rig, copy, target, kind, path }) => `${rig}/${copy}: ${target} (${[kind, path ?? []].flat().join(' ')})`);
  const more = summary.rigs.length - rigs.length;
  const pre = html`<pre>${new Markup(escapeText(text ?? ''))}</pre>`;
  const spec = text === null ? '' : html`<details><summary>The spec as written</summary>${pre}</details>`;
  return html`<details id="provenance"><summary>Where the numbers come from</summary><dl class="list">
<dt>${words.say('execution', 'Execution')}</dt><dd>${summary.executionId}, started ${formatTime(summary.startedAt)},
${words.say('seed')} <code>${seed}</code></dd>
<dt>${words.say('rig', 'Rigs')}</dt><dd>${rigs.join('; ')}${more > 0 ? ` and ${more} more` : ''}</dd>
${facts.map((fact) => drawFact(page, fact, reporting))}
${region === null ? '' : html`<dt>Region</dt><dd>${region}</dd>`}
${prices.length === 0 ? '' : html`<dt>Prices</dt><dd>${prices.map((source) => html`<div>${source}</div>`)}</dd>`}
<dt>Files</dt><dd>${drawFiles(page)}</dd>
${version === undefined ? '' : html`<dt>Made by</dt><dd>fsxbench ${version}</dd>`}</dl>
${drawCommand(page)}${drawRepeat(page)}${spec}</details>`;
}

/** The tool's command for the winner. */
function drawCommand({ summary }: Page): Html {
  const cell = summary.cells.find(({ cellId }) => cellId === summary.answer.winner?.cell) ?? summary.cells[0];
  if (cell === undefined || cell.command === null) return html``;
  const text = cell.command.length > COMMAND_MAX ? `${cell.command.slice(0, COMMAND_MAX)} …` : cell.command;
  return html`<p>First command of ${cell.label}:</p><pre>${text}</pre>`;
}

function drawFiles({ summary }: Page): Html {
  const { root, spec, plan, summary: json, receipt } = layout(summary.experiment, summary.executionId);
  const link = (key: string): Html =>
    html`<a href="${makeRawHref(key.slice(root.length))}">${key.slice(root.length)}</a>`;
  const kept = [plan, json, receipt].map(link);
  if (summary.simulated) return html`${joinHtml(kept, ', ')}; a rehearsal keeps no spec, scripts or raw files`;
  return html`${joinHtml([link(spec), ...kept], ', ')}; every trial is in summary.json, its files are in
<a href="${makeRawHref('raw/')}">raw</a>`;
}

function drawRepeat({ summary }: Page): Html {
  const { root, report } = layout(summary.experiment, summary.executionId);
  const what = summary.simulated
    ? html`To rehearse it again (<code>SPEC</code> is the file of the spec):`
    : html`To repeat it, and to make this page (<code>${report.slice(root.length)}</code>) again from the raw files:`;
  return html`<p>${what}</p><pre>${summary.provenance.repeat.join('\n')}</pre>`;
}

function drawFact(page: Page, { name, values, distinct }: Fact, reporting: number): Html {
  const one = values.length === 1 && values[0]?.trials === reporting;
  const shown = values.map(({ value, trials, targets }) => {
    const text = formatFact(page, name, value).value;
    const where = `(${targets.join(', ')}: ${pluralize(trials, 'trial')})`;
    return one ? html`${text}` : html`<div>${text} <span class="sub">${where}</span></div>`;
  });
  const more = distinct - values.length;
  const rest = more > 0 ? html`<div class="sub">and ${more} more values</div>` : '';
  return html`<dt>${formatFact(page, name, values[0]?.value ?? '').name}</dt><dd>${shown}${rest}</dd>`;
}
