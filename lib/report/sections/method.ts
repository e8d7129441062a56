/** Section: how the execution measured: verdicts, design, repeatability and background load, one line each. */
import { formatRough } from '../../results/answer/phrases';
import { describeBlocks } from '../../results/design/facts';
import { judgeInterleaving } from '../../results/design/interleaving';
import { groupBy } from '../../shapes/collections';
import { pluralize, formatValue } from '../../results/format';
import { nameMetric } from '../../results/measures';
import { computeMedian } from '../../results/statistics/moments';
import type { Summary } from '../../results/summary';
import { type BackgroundLoad, VERDICTS } from '../../shapes/verdict';
import { type Html, html, renderProse, keepTogether } from '../html';
import type { Page } from '../page/context';
import { drawMoreNote, drawTable, textColumn } from '../html-table';

const FAILED_TARGETS_MAX = 6;

export function drawMethodSection(page: Page): Html {
  const { summary, words: say } = page;
  const { evidence, details: others } = summary.answer;
  const details = [...evidence, ...others].map((text) => html`<li>${renderProse(keepTogether(text))}</li>`);
  const verdicts = VERDICTS.filter((verdict) => summary.verdicts[verdict] > 0).map(
    (verdict) => html`<span class="chip ${verdict}">${summary.verdicts[verdict]} ${say.say(verdict)}</span>`,
  );
  return html`<details id="method"><summary>How it was measured</summary>
${details.length === 0 ? '' : html`<ul>${details}</ul>`}<dl class="list">
${(summary.workloads ?? []).map((text) => html`<dt>Workload</dt><dd>${text}</dd>`)}
<dt>${say.say('verdict', 'Verdicts')}</dt><dd>${verdicts}</dd>
${describeDesign(page)}
<dt>Repeatability</dt><dd>${describeSpread(page)}</dd>
<dt>Meanwhile</dt><dd>${describeMachines(summary)}</dd>
<dt>Source</dt><dd>${describeSource(page)}</dd></dl>${drawFailures(summary)}</details>`;
}

/** Size of the design, and order of trials. Uses counted trials, or all if too few count for a comparison. */
function describeDesign({ summary, words: say }: Page): Html {
  const { provenance, rigs, trials } = summary;
  const made = rigs.filter(({ isExisting: given }) => given !== true).length;
  const external = new Set(rigs.flatMap(({ target, isExisting: given }) => (given === true ? [target] : []))).size;
  const targets = [
    ...(made === 0 ? [] : [pluralize(made, 'target instance')]),
    ...(external === 0 ? [] : [pluralize(external, `${made === 0 ? '' : 'external '}target`)]),
  ].join(' and ');
  const on = `${targets} on ${pluralize(new Set(rigs.map(({ rig }) => rig)).size, 'rig')}`;
  const size = `${countReplicates(summary)}, ${pluralize(provenance.blocks, 'block')}`;
  const found = judgeInterleaving(trials.filter(({ excludedFor: out }) => out === null)) ?? judgeInterleaving(trials);
  // One configuration alone has no order.
  if (found === null) return html`<dt>Design</dt><dd>${on}; ${size}.</dd>`;
  const order = provenance.order === 'random' ? 'random order' : 'order of the spec';
  const turns = {
    interleaved: html`<b>Interleaved</b>: the same ${say.say('host', 'hosts')} measured every configuration in turn.`,
    mixed: html`<b>Interleaved</b> within a ${say.say('rig')} or ${say.say('period')}, sequential between them.`,
    sequential: html`<b>Sequential</b>: configurations used different hosts or hours.`,
  }[found];
  return html`<dt>Order</dt><dd>${turns} ${on}; ${size}, ${order}. ${describeSharedDisks(summary)}</dd>`;
}

/** Looks, searches and `otherReplicates` measure some configurations less often than others. */
function countReplicates({ trials, provenance: { replicates, blocks } }: Summary): string {
  const ran = trials.filter(({ verdict }) => verdict !== 'NOT_RUN');
  const counts = [...groupBy(ran, ({ cell }) => cell).values()].map((its) => Math.ceil(its.length / blocks));
  const [least, most] = [Math.min(...counts), Math.max(...counts)];
  if (counts.length === 0) return pluralize(replicates, 'replicate');
  return least === most ? pluralize(most, 'replicate') : `${least} to ${most} replicates`;
}

/** Warns if several folders are on one file system. */
function describeSharedDisks({ local, provenance: { facts } }: Summary): string {
  const mounts = local ? (facts.find(({ name }) => name === 'mount')?.values ?? []) : [];
  const shared = mounts.filter(({ targets }) => targets.length > 1);
  return shared.map(({ targets }) => `${targets.join(' and ')} are on one disk: differences are chance.`).join(' ');
}

function describeSpread(page: Page): Html {
  const { repeatability: found, metrics, design } = page.summary;
  const { typical, worst, within, between, metric } = found;
  if (typical === null || worst === null || metric === null)
    return html`Unknown: every configuration has fewer than two valid trials.`;
  const unit = design.given ? describeBlocks(design) : 'fresh target instances';
  const blocks =
    within === null || between === null
      ? ''
      : ` Within a block ${formatRough(within)}; ${unit} differ by ${formatRough(between)} beyond that.`;
  const most = page.cellById.get(worst.cell)?.label ?? worst.cell;
  return html`${page.words.say('replicate', 'Replicates')} ${page.words.say('spread')} by ${formatRough(typical)} in
${nameMetric(metrics, metric)}; most in ${most}: ${formatRough(worst.cv)}.${blocks}`;
}

function describeMachines(summary: Summary): Html {
  const { trials, outcomes, simulated } = summary;
  const retried = trials.filter(({ attempts }) => attempts > 1).length;
  const again =
    retried === 0 ? 'No trial was repeated.' : `${pluralize(retried, 'trial')} needed more than one attempt.`;
  const rigs = outcomes
    .filter(({ status }) => status !== 'SUCCEEDED')
    .map(({ rig, reason, status }) => {
      const why = reason === null ? '' : html`: ${renderProse(reason.text.replace(/\.$/, ''))}`;
      return html` Rig ${rig} ended as ${status}${why}.`;
    });
  return html`${again}${rigs}${simulated ? '' : ` ${describeBackground(trials)}`}`;
}

type BackgroundFigure = readonly [string, (value: number) => string, (of: BackgroundLoad) => number | null | undefined];
const BACKGROUND_FIGURES: readonly BackgroundFigure[] = [
  ['CPU time of other processes', formatRough, ({ otherProcessesCpu }) => otherProcessesCpu],
  ['stolen by the hypervisor', formatRough, ({ stolenCpu }) => stolenCpu],
  [
    'disk traffic of other processes',
    (rate) => formatValue(rate, 'bytes/s'),
    (one) => one.otherProcessesBytesPerSecond,
  ],
  ['all CPUs busy', formatRough, ({ busyCpu }) => busyCpu],
  [
    'waiting for a CPU',
    formatRough,
    ({ stalled: waited }) => (typeof waited?.cpu === 'number' ? Math.min(1, waited.cpu) : null),
  ],
];

/** Median and maximum over the trials that ran. */
function describeBackground(trials: Summary['trials']): string {
  const ran = trials.filter(({ started }) => started !== null);
  const known = ran.flatMap(({ backgroundLoad: beside }) => beside ?? []);
  if (ran.length === 0) return '';
  if (known.length === 0) return 'No host reported its background load.';
  const silent = ran.length - known.length;
  const held = known.filter(({ delayedPackets }) => (delayedPackets ?? 0) > 0).length;
  const parts = BACKGROUND_FIGURES.flatMap(([name, format, of]) => {
    const values = known.flatMap((one) => of(one) ?? []);
    const most = values.length === 0 ? null : format(Math.max(...values));
    return most === null ? [] : [`${name} ${format(computeMedian(values))} (max ${most})`];
  });
  const packets =
    held === 0 ? '' : ` The network allowance of the instance type delayed packets in ${pluralize(held, 'trial')}.`;
  const rest = silent === 0 ? '' : ` No report from ${pluralize(silent, 'trial')}.`;
  return `Medians: ${parts.join('; ')}.${packets}${rest}`;
}

function describeSource({ summary }: Page): Html {
  if (summary.simulated) return html`<strong>Simulated.</strong> No byte was read or written.`;
  const remarks = summary.provenance.facts.flatMap(({ name, values }) =>
    values.flatMap(({ value, ...where }) => {
      const remark = summary.factWords[name]?.remarks?.[value];
      return remark === undefined ? [] : [{ ...remark, ...where }];
    }),
  );
  return html`Measured${summary.local ? ' on this machine' : ''}.${remarks.map(
    ({ trials, targets, text }) => html` ${pluralize(trials, 'trial')} (${targets.join(', ')}) ${text}.`,
  )}`;
}

/** Target instances that failed, or that lack a requested feature. */
function drawFailures({ outcomes, rigs }: Summary): Html {
  const rows = outcomes.flatMap(({ rig, failed = [], without = [] }) => {
    const nameOf = (copy: string): string =>
      `${rigs.find((one) => one.rig === rig && one.copy === copy)?.target ?? copy}, ${rig}`;
    return [
      ...failed.map(({ copy, code, text }) => [
        nameOf(copy),
        html`<span class="INVALID">${code}</span> ${renderProse(text)}`,
      ]),
      ...without.map(({ copy, request, text }) => [nameOf(copy), html`without ${request}: ${renderProse(text)}`]),
    ];
  });
  if (rows.length === 0) return html``;
  const table = drawTable([textColumn('Target'), textColumn('Failure')], rows.slice(0, FAILED_TARGETS_MAX));
  return html`<h3>Failed target instances</h3>${table}${drawMoreNote(rows.length - FAILED_TARGETS_MAX, 'failures')}`;
}
