/**
 * How rivals were compared, and what that can and cannot prove: which copies were measured by which hosts, in which
 * periods, and how far fresh copies of one configuration lie apart.
 */
import type { CellSummary, Summary } from '../../results/summary';
import { counted, formatValue, threeDigits } from '../../results/format';
import { metricWords, primaryMeasures } from '../../results/measures';
import { medianOf } from '../../results/statistics/moments';
import { blockWords } from '../../results/design/facts';
import { type Turns, turnsOfAll } from '../../results/design/turns';
import { groupBy } from '../../shapes/group';
import { type Html, html, join, prose } from '../html';
import { cellLink, type Page } from '../page/context';
import { numbers, scrollTable, words } from '../table';

/** Configurations whose blocks are shown. */
const CELLS_MAX = 40;

/** The section; none where one copy of one target was measured, for then nothing was compared. */
export function comparisonSection(page: Page): Html {
  const { rigs, trials } = page.summary;
  if (rigs.length < 2 && periodsOf(trials).length < 2) return html``;
  return html`<section id="comparison"><h2>How it was compared</h2><p>${order(page)} ${oneDisk(page.summary)}</p>
${copies(page)}${periods(page)}${blocks(page)}</section>`;
}

/** How they were compared, by the trials that count; by all where none does. */
function turnsIn({ trials }: Pick<Summary, 'trials'>): Turns {
  const counting = trials.filter(({ out }) => out === null);
  return turnsOfAll(counting.length === 0 ? trials : counting) ?? 'sequential';
}

/** Copies of one block that no rig has together. */
function severalRigs({ rigs }: Pick<Summary, 'rigs'>): boolean {
  return [...groupBy(rigs, ({ block }) => block).values()].some((own) => new Set(own.map(({ rig }) => rig)).size > 1);
}

function order(page: Page): Html {
  const { summary, words: say } = page;
  const rigs = new Set(summary.rigs.map(({ rig }) => rig)).size;
  const made = `${storage(summary)} on ${counted(rigs, 'rig')}`;
  const drawn = summary.provenance.order === 'random' ? 'in an order that was drawn' : 'in the order of the spec';
  const turns = html`in every round the same ${say.say('host', 'hosts')} measured every configuration of the
${say.say('period')} once, ${drawn}`;
  switch (turnsIn(summary)) {
    case 'interleaved':
      return html`<b>Interleaved</b>: ${made}; ${turns}.`;
    case 'mixed':
      return html`<b>Interleaved within each ${severalRigs(summary) ? say.say('rig') : 'period'}, one after the other
between them</b>: ${made}; ${turns}.`;
    case 'sequential':
      return html`<b>Sequential</b>: ${made}; ${
        severalRigs(summary)
          ? html`no two copies shared a ${say.say('rig')}: each had hosts and an hour of its own`
          : html`stages follow each other, each in an hour of its own`
      }.`;
  }
}

/** `4 copies`; storage that was there before is the same in every block, and counted once: `2 copies and 1 target`. */
function storage({ rigs }: Pick<Summary, 'rigs'>): string {
  const copies = rigs.filter(({ given }) => given !== true).length;
  const targets = new Set(rigs.flatMap(({ target, given }) => (given === true ? [target] : []))).size;
  return [
    ...(copies === 0 ? [] : [counted(copies, 'copy', 'copies')]),
    ...(targets === 0 ? [] : [`${counted(targets, 'target')}${copies === 0 ? '' : ' of others'}`]),
  ].join(' and ');
}

/** Whether all of it was made; else what is compared is no matter of copies. */
function allMade({ rigs }: Pick<Summary, 'rigs'>): boolean {
  return rigs.every(({ given }) => given !== true);
}

/** Of folders that lie on one file system. */
function oneDisk({ local, provenance: { facts } }: Summary): string {
  const mounts = local ? (facts.find(({ name }) => name === 'mount')?.values ?? []) : [];
  const shared = mounts.filter(({ targets }) => targets.length > 1);
  return shared.map(({ targets }) => `${targets.join(' and ')} lie on one disk: a difference is chance.`).join(' ');
}

/** Which copy of which target was measured by whom. */
function copies({ summary, words: say }: Page): Html {
  const { rigs, trials, outcomes } = summary;
  const rows = rigs.map(({ rig, copy, target, kind, block }) => {
    const own = trials.filter((trial) => trial.copy === `${rig}/${copy}`);
    const stages = [...new Set(own.flatMap(({ stage }) => stage ?? []))];
    const outcome = outcomes.find((one) => one.rig === rig);
    const failed = outcome?.failed?.find((one) => one.copy === copy);
    const without = (outcome?.without ?? []).filter((one) => one.copy === copy);
    const end = failed === undefined ? '' : html`<span class="INVALID">${failed.code}</span> ${prose(failed.text)}`;
    const counting = own.filter(({ out }) => out === null).length;
    return [
      `${rig}/${copy}`,
      html`${target} <span class="sub">${kind}</span>`,
      block,
      stages.join(', '),
      own.length,
      counting,
      end,
      without.map(({ request, text }) => `${request}: ${text}`).join('; '),
    ];
  });
  const all = [
    words(say.say('copy')),
    words('target'),
    numbers('block'),
    words('stages'),
    numbers('trials'),
    numbers('count'),
    words('given up'),
    words('went on without'),
  ];
  // Columns that say nothing of any copy are left out.
  const kept = all.map((_, column) => column < 3 || rows.some((row) => textOf(row[column]) !== ''));
  const only = <T>(row: readonly T[]): T[] => row.filter((_, column) => kept[column]);
  return html`<h3>${allMade(summary) ? 'Copies' : 'Targets'}</h3>${scrollTable(only(all), rows.map(only))}`;
}

function textOf(value: Html | string | number | undefined): string {
  return value === undefined ? '' : typeof value === 'object' ? value.text : String(value);
}

function periodsOf(trials: Summary['trials']): readonly (readonly [string, Summary['trials']])[] {
  return [...groupBy(trials, ({ rig, period }) => `${rig}, period ${period}`)];
}

/** Which stages stood beside each other, where they changed. */
function periods({ summary, words: say }: Page): Html {
  const all = periodsOf(summary.trials);
  if (all.every(([, [first]]) => first?.period === 1)) return html``;
  const targetOf = new Map(summary.rigs.map(({ rig, copy, target }) => [`${rig}/${copy}`, target]));
  const rows = all.map(([name, trials]) => {
    const stood = new Set(
      trials.map(({ copy, stage }) => [targetOf.get(copy) ?? copy, stage].filter((part) => part !== null).join(' ')),
    );
    return [name, [...stood].join('; '), trials.length];
  });
  return html`<h3>Periods</h3><p class="note">Between ${say.say('period', 'periods')} copies were changed in place.
Configurations of one period were measured in the same hours; those of several had others.</p>
${scrollTable([words('rig and period'), words('what was measured'), numbers('trials')], rows)}`;
}

/** Medians by block: how far fresh copies of one configuration lie apart. */
function blocks(page: Page): Html {
  const { summary } = page;
  const numbersOf = [...new Set(summary.rigs.map(({ block }) => block))].toSorted((a, b) => a - b);
  const metric = summary.repeatability.metric;
  if (numbersOf.length < 2 || metric === null) return html``;
  const blockOf = new Map(summary.trials.map(({ trial, block }) => [trial, block]));
  const rows = summary.cells.slice(0, CELLS_MAX).flatMap((cell) => blockRows(page, cell, metric, numbersOf, blockOf));
  const columns = [words('configuration'), ...numbersOf.map((block) => numbers(`block ${block}`)), numbers('apart by')];
  const more = summary.cells.length - CELLS_MAX;
  return html`<h3>Blocks</h3><p class="note">Median ${metricWords(summary.metrics, metric)} of the trials that count, in
${blockWords(summary.design)}: what lies between the blocks of one row is what these differ by.</p>
${scrollTable(columns, rows)}${more > 0 ? html`<p class="note">and ${counted(more, 'more configuration')}</p>` : ''}`;
}

function blockRows(
  page: Page,
  cell: CellSummary,
  metric: string,
  all: readonly number[],
  blockOf: ReadonlyMap<string, number>,
): readonly (readonly (Html | string)[])[] {
  return primaryMeasures(cell.measures, metric).map((measure) => {
    const medians = all.map((block) => {
      const own = measure.values.filter((one) => one.counted && blockOf.get(one.trial) === block);
      return own.length === 0 ? null : { value: medianOf(own.map(({ value }) => value)), n: own.length };
    });
    const known = medians.flatMap((one) => (one === null ? [] : [one.value]));
    const [least, most] = [Math.min(...known), Math.max(...known)];
    const apart = known.length < 2 || !(least > 0) ? '–' : `${threeDigits((most / least - 1) * 100)} %`;
    const name = join([cellLink(page, cell.cellId), ...(measure.operation === null ? [] : [` ${measure.operation}`])]);
    const shown = medians.map((one) =>
      one === null ? '–' : html`${formatValue(one.value, measure.unit)}<small>n = ${one.n}</small>`,
    );
    return [name, ...shown, apart];
  });
}
