/** Whether rivals were measured at the same time: where they were not, a target may differ by its hour alone. */
import { expected } from '../shapes/errors';
import type { Plan } from '../shapes/plan';
import type { TrialRow } from '../shapes/verdict';

/** A sentence where every trial of a target came before every trial of the next, block by block; else none. */
export function sequentialNotes(plan: Pick<Plan, 'cells'>, rows: readonly TrialRow[]): readonly string[] {
  const targetOf = new Map(plan.cells.map(({ cellId, target }) => [cellId, target]));
  const measured = rows
    .filter((row): row is TrialRow & { started: string } => row.started !== null && row.verdict !== 'INVALID')
    .toSorted((a, b) => Date.parse(a.started) - Date.parse(b.started))
    .map(({ cell, block }) => ({ target: expected(targetOf.get(cell), `the target of cell ${cell}`), block }));
  const turns = measured.filter(({ target }, index) => target !== measured[index - 1]?.target);
  const targets = new Set(measured.map(({ target }) => target));
  const blocks = new Set(measured.map(({ block }) => block));
  if (targets.size < 2 || turns.length > targets.size * blocks.size || measured.length === turns.length) return [];
  return ['Targets were measured one after another: what changed meanwhile looks like a difference between them.'];
}
