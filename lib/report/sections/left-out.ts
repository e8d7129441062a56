/**
 * What was left out and why: every trial that does not count, with its reasons; trials with equal reasons stand
 * together.
 */
import { expected } from '../../shapes/errors';
import { groupBy } from '../../shapes/group';
import { ROUND } from '../../results/counting';
import type { TrialSummary } from '../../results/summary';
import { VERDICTS } from '../../shapes/verdict';
import { type Html, html, join } from '../html';
import { cellLink, type Page } from '../page/context';
import { scrollTable, words } from '../table';

/** Configurations that are named in one row. */
const CELLS_MAX = 6;

/** The section. */
export function leftOutSection(page: Page): Html {
  const { trials } = page.summary;
  const out = trials.filter((trial) => trial.out !== null);
  const noted = trials.filter((trial) => trial.out === null && trial.reasons.length > 0);
  const first = out.length === 0 ? html`<p>Nothing: every trial of the plan counts.</p>` : table(page, out);
  const second = noted.length === 0 ? '' : html`<h3>Notes on trials that count</h3>${table(page, noted)}`;
  return html`<section id="left-out"><h2>What was left out, and why</h2>${first}${second}</section>`;
}

function table(page: Page, trials: readonly TrialSummary[]): Html {
  const groups = groupBy(trials, ({ verdict, reasons, out }) => JSON.stringify([verdict, reasons, out]));
  const rows = [...groups.values()]
    .toSorted((a, b) => rank(a) - rank(b))
    .map((group) => {
      const [head] = group;
      const cells = [...new Set(group.map(({ cell }) => cell))];
      const more = cells.length > CELLS_MAX ? ` and ${cells.length - CELLS_MAX} more` : '';
      const links = join(
        cells.slice(0, CELLS_MAX).map((cell) => cellLink(page, cell)),
        '; ',
      );
      const reasons = (head?.reasons ?? []).map(({ code, text }) => html`<div><b>${code}</b> ${text}</div>`);
      const round =
        head?.out === ROUND
          ? html`<div><b>${ROUND}</b> the rig was stopped before every configuration had its turn</div>`
          : '';
      const verdict = html`<span class="${head?.verdict}">${head?.verdict}</span>`;
      return [verdict, ranges(page, group), html`${links}${more}`, html`${reasons}${round}`];
    });
  const columns = [words(page.words.say('verdict')), words('trials'), words('configuration'), words('reasons')];
  return scrollTable(columns, rows);
}

function rank([head]: readonly TrialSummary[]): number {
  return VERDICTS.findIndex((verdict) => verdict === head?.verdict);
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
