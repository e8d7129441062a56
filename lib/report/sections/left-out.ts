/**
 * What was left out and why: each reason once, with how often it was met, what to do about it, and its trials; trials
 * that say the same stand together.
 */
import { type Against, against } from '../../results/against';
import { expected } from '../../shapes/errors';
import { groupBy } from '../../shapes/group';
import type { Reason } from '../../shapes/verdict';
import type { TrialSummary } from '../../results/summary';
import { type Html, html, join, prose, unbroken } from '../html';
import { cellLink, type Page } from '../page/context';
import { scrollTable, words } from '../table';

/** Configurations that are named in one row. */
const CELLS_MAX = 6;

/** The section. */
export function leftOutSection(page: Page): Html {
  const { trials } = page.summary;
  const all = against(trials);
  const noted = trials.filter(({ verdict, reasons }) => verdict === 'VALID' && reasons.length > 0);
  const first = all.length === 0 ? html`<p>Nothing: every trial of the plan counts.</p>` : all.map(of(page));
  const second = noted.length === 0 ? '' : html`<h3>Notes on trials that count</h3>${table(page, noted, null)}`;
  return html`<section id="left-out"><h2>What was left out, and why</h2>${first}${second}</section>`;
}

/** One reason: how often, what the first trial says, what to do, and all of its trials. */
function of(page: Page): (one: Against) => Html {
  return ({ verdict, code, counts, trials, text, remedy }) => {
    const several = new Set(trials.map((trial) => textOf(trial, code))).size > 1;
    return html`<div class="why"><h3><span class="chip ${verdict}">${trials.length} ${page.words.say(verdict)}</span>
${code}${counts ? html` <span class="sub">they count in the answer all the same</span>` : ''}</h3>
<p>${several ? 'For example: ' : ''}${prose(unbroken(text))}.</p>
${remedy === null ? '' : html`<p><b>What to do:</b> ${prose(remedy)}</p>`}
<details><summary>In which trials</summary>${table(page, trials, code)}</details></div>`;
  };
}

/** @param code the reason that is told; null: all of them */
function table(page: Page, trials: readonly TrialSummary[], code: string | null): Html {
  const groups = groupBy(trials, (trial) => JSON.stringify(told(trial, code)));
  const rows = [...groups.values()].map((group) => {
    const cells = [...new Set(group.map(({ cell }) => cell))];
    const more = cells.length > CELLS_MAX ? ` and ${cells.length - CELLS_MAX} more` : '';
    const links = join(
      cells.slice(0, CELLS_MAX).map((cell) => cellLink(page, cell)),
      '; ',
    );
    const first = expected(group[0], 'a trial of the group');
    const reasons = told(first, code).map(({ code: own, text }) =>
      code === null ? html`<div><b>${own}</b> ${prose(text)}</div>` : html`<div>${prose(text)}</div>`,
    );
    return [ranges(page, group), html`${links}${more}`, html`${reasons}`];
  });
  return scrollTable([words('trials'), words('configuration'), words('what it says')], rows);
}

function told({ reasons }: TrialSummary, code: string | null): readonly Reason[] {
  return code === null ? reasons : reasons.filter((reason) => reason.code === code);
}

function textOf(trial: TrialSummary, code: string): string {
  return told(trial, code)
    .map(({ text }) => text)
    .join(' ');
}

/** `t0003, t0007–t0012`: trials that follow each other in the plan stand as a range. */
function ranges({ summary }: Page, group: readonly TrialSummary[]): string {
  const place = new Map(summary.trials.map(({ trial }, index) => [trial, index]));
  const runs: TrialSummary[][] = [];
  for (const trial of group) {
    const run = runs.at(-1);
    const last = run?.at(-1);
    if (
      run !== undefined &&
      last !== undefined &&
      expected(place.get(last.trial), `trial ${last.trial}`) + 1 === place.get(trial.trial)
    )
      run.push(trial);
    else runs.push([trial]);
  }
  return runs
    .map((run) => run.map(({ trial }) => trial))
    .map((names) => (names.length > 2 ? [names[0], names.at(-1)].join('–') : names.join(', ')))
    .join(', ');
}
