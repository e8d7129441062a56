/** What was measured is in the bucket: figures of each VALID trial, a summary of all rows, a report. */
import { layout } from '../../../lib/shapes/layout';
import { VERDICTS } from '../../../lib/shapes/verdict';
import type { Summary } from '../../../lib/results/summary';
import type { Aftermath } from '../../../lib/twin/checkers/after/aftermath';
import { complain, type Finding } from '../../../lib/twin/checkers/facts';
import type { Played } from '../faults/play';

/** @returns everything that is missing of the results, or contradicts the rows */
export async function checkResults({ played: { store }, facts }: Aftermath<Played>): Promise<Finding[]> {
  const { plan, rows, experiment, executionId } = facts;
  if (plan === null || rows.length < plan.trials.length) return [];
  const keys = layout(experiment, executionId);
  const read = async (key: string): Promise<string> => (await store.get(key))?.text ?? '';
  const found: Finding[] = [];
  for (const { row } of rows) {
    const lines = (await read(keys.observations(row.trial))).split('\n').filter((line) => line !== '');
    const values = lines.map((line) => JSON.parse(line) as { readonly trial?: string; readonly value?: unknown });
    if (row.verdict === 'VALID' && values.length === 0)
      found.push(complain('NoFigures', `trial ${row.trial} is VALID and has no observation`));
    if (values.some(({ trial, value }) => trial !== row.trial || typeof value !== 'number'))
      found.push(
        complain('WrongFigures', `an observation of trial ${row.trial} has no number, or names another trial`),
      );
  }
  const text = await read(keys.summary);
  if (text === '') return [...found, complain('NoSummary', `${keys.summary} does not exist`)];
  const { verdicts, trials } = JSON.parse(text) as Summary;
  const differing = VERDICTS.filter(
    (verdict) => (verdicts[verdict] ?? 0) !== rows.filter(({ row }) => row.verdict === verdict).length,
  );
  if (differing.length > 0 || trials.length !== rows.length)
    found.push(complain('SummaryAtOdds', `the summary counts ${differing.join(', ') || 'trials'} other than the rows`));
  if (!(await read(keys.report)).includes(executionId))
    found.push(complain('NoReport', `${keys.report} does not exist, or is about another execution`));
  return found;
}
