/** Every trial of the plan has exactly one row; a trial that was started has one that says what became of it. */
import { layout } from '../../shapes/layout';
import { VERDICTS } from '../../shapes/verdict';
import { complain, type ExecutionFacts, type Finding } from './facts';

type Facts = Pick<ExecutionFacts, 'experiment' | 'executionId' | 'plan' | 'rows' | 'starts'>;

/** @returns every row that is missing, doubled, misplaced, or says less than is known */
export function rowsComplete(facts: Facts): Finding[] {
  const { plan, rows, starts } = facts;
  const trials = new Map((plan?.trials ?? []).map((trial) => [trial.trial, trial]));
  const keys = layout(facts.experiment, facts.executionId);
  const complaints: Finding[] = [];

  for (const [name, trial] of trials) {
    const own = rows.filter(({ row }) => row.trial === name);
    if (own.length !== 1) complaints.push(complain('RowCount', `trial ${name} has ${own.length} rows instead of one`));
    for (const { key, row } of own) {
      if (key !== keys.row(name)) complaints.push(complain('RowPlace', `the row of trial ${name} lies at ${key}`));
      if (row.cell !== trial.cell || row.rig !== trial.rig || row.replicate !== trial.replicate)
        complaints.push(complain('RowMismatch', `the row of trial ${name} is about another cell, rig or replicate`));
      if (!VERDICTS.includes(row.verdict))
        complaints.push(complain('RowVerdict', `the row of trial ${name} has the verdict '${row.verdict}'`));
      if (row.verdict !== 'VALID' && row.reasons.length === 0)
        complaints.push(complain('RowReasons', `the row of trial ${name} is ${row.verdict} without a reason`));
      const attempts = new Set(
        starts.filter(({ started }) => started.trial === name).map(({ started }) => started.attempt),
      );
      if (attempts.size > 0 && row.verdict === 'NOT_RUN')
        complaints.push(complain('StartedNotRun', `trial ${name} was started, but its row says NOT_RUN`));
      if (attempts.size > row.attempts)
        complaints.push(
          complain('AttemptsLost', `trial ${name} was started ${attempts.size} times, its row knows ${row.attempts}`),
        );
    }
  }
  // Its trials are written right before the plan: where that could not be, they get their rows all the same.
  for (const { key, row } of plan === null ? [] : rows) {
    if (!trials.has(row.trial))
      complaints.push(complain('StrayRow', `${key} is about trial ${row.trial}, which is not planned`));
  }
  for (const { key, started } of starts) {
    if (!trials.has(started.trial))
      complaints.push(complain('StrayStart', `${key} is about trial ${started.trial}, which is not planned`));
  }
  return complaints;
}
