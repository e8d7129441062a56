/** Section: excluded trials by reason, with remedies. Trials with the same text share a row. */
import { type ReasonGroup, groupReasons } from '../../results/reason-groups';
import { ensure } from '../../shapes/errors';
import { groupBy } from '../../shapes/collections';
import type { Reason } from '../../shapes/verdict';
import { nameMetric } from '../../results/measures';
import type { TrialSummary } from '../../results/summary';
import { type Html, html, renderProse, makeRawHref, keepTogether } from '../html';
import type { Page } from '../page/context';
import { drawMoreNote, drawTable, textColumn } from '../html-table';

/** Maximum numbers of configurations in a row, rows of a reason, and reasons. */
const CELLS_MAX = 4;
const ROWS_MAX = 8;
const REASONS_MAX = 6;

/** The section; open if any trial is excluded. */
export function drawExcludedSection(page: Page): Html {
  const { trials } = page.summary;
  const all = groupReasons(page.summary);
  const noted = trials.filter(({ verdict, reasons }) => verdict === 'VALID' && reasons.length > 0);
  if (all.length === 0 && noted.length === 0) return html``;
  const out = trials.filter((trial) => trial.excludedFor !== null).length;
  const partly = all.flatMap(({ counts, but, trials: own }) => (counts && but.length > 0 ? own : []));
  const some = new Set(partly.filter((one) => one.excludedFor === null)).size;
  const title = `Excluded: ${out} of ${trials.length} trials${some > 0 ? `, and figures of ${some} more` : ''}`;
  return html`<details id="left-out"${out + some > 0 ? html` open` : ''}>
<summary>${title}; notes</summary>
${all.slice(0, REASONS_MAX).map((one) => drawReason(page, one))}
${drawMoreNote(all.length - REASONS_MAX, 'reasons')}
${noted.length === 0 ? '' : html`<h3>Notes on valid trials</h3>${drawTrialTable(page, noted, null)}`}</details>`;
}

/** One reason: count, text of the first trial, remedy, and all trials with the reason. */
function drawReason(page: Page, { verdict, code, counts, but, trials, text, remedy }: ReasonGroup): Html {
  const names = but.map((metric) => nameMetric(page.summary.metrics, metric)).join(', ');
  const state = !counts ? 'excluded' : names === '' ? 'counted' : `counted except for ${names}`;
  const several = new Set(trials.map((trial) => pickReasons(trial, code)[0]?.text)).size > 1;
  return html`<h3><span class="chip ${verdict}">${trials.length} ${page.words.say(verdict)}
(${state})</span>${code}</h3>
<p>${several ? 'For example: ' : ''}${renderProse(keepTogether(text))}.</p>
${remedy === null ? '' : html`<p><b>What to do:</b> ${renderProse(remedy)}</p>`}
${drawTrialTable(page, trials, several ? code : '')}`;
}

/** @param code reason to show in each row; null: all reasons; empty: none, as the texts are equal */
function drawTrialTable(page: Page, trials: readonly TrialSummary[], code: string | null): Html {
  const groups = groupBy(trials, (trial) => (code === null ? JSON.stringify(pickReasons(trial, code)) : trial.cell));
  const rows = [...groups.values()].slice(0, ROWS_MAX).map((group) => {
    const first = ensure(group[0], 'a trial of the group');
    const cells = [...new Set(group.map(({ cell }) => page.cellById.get(cell)?.label ?? cell))];
    const rest = cells.length > CELLS_MAX ? ` and ${cells.length - CELLS_MAX} more` : '';
    const reasons = pickReasons(first, code).map(
      ({ code: own, text }) => html`<div>${code === null ? html`<b>${own}</b> ` : ''}${renderProse(text)}</div>`,
    );
    return [
      linkTrials(page, group),
      `${cells.slice(0, CELLS_MAX).join('; ')}${rest}`,
      ...(code === '' ? [] : [html`${reasons}`]),
    ];
  });
  const more = groups.size - rows.length;
  const columns = [
    textColumn('Trials'),
    textColumn('Configuration'),
    ...(code === '' ? [] : [textColumn('Reason (first trial)')]),
  ];
  return html`${drawTable(columns, rows)}${drawMoreNote(more, 'rows')}`;
}

/** Trials as ranges; links to the raw files of the first trial if these exist. */
function linkTrials(page: Page, group: readonly TrialSummary[]): Html {
  const first = ensure(group[0], 'a trial of the group');
  const { rig, trial, attempt } = first;
  const kept = !page.summary.simulated && attempt > 0;
  const link = kept ? html` <a href="${makeRawHref(`raw/${rig}/${trial}/a${attempt}/`)}">raw</a>` : '';
  return html`${formatRanges(page, group)}${link}`;
}

function pickReasons({ reasons }: TrialSummary, code: string | null): readonly Reason[] {
  return code === null ? reasons : reasons.filter((reason) => reason.code === code);
}

/** `t0003, t0007–t0012`: consecutive trials of the plan become a range. */
function formatRanges({ summary }: Page, group: readonly TrialSummary[]): string {
  const place = new Map(summary.trials.map(({ trial }, index) => [trial, index]));
  const runs = groupBy(
    group.map(({ trial }, index) => ({ trial, run: (place.get(trial) ?? 0) - index })),
    ({ run }) => run,
  );
  return [...runs.values()]
    .map((run) => run.map(({ trial }) => trial))
    .map((names) => (names.length > 2 ? [names[0], names.at(-1)].join('–') : names.join(', ')))
    .join(', ');
}
