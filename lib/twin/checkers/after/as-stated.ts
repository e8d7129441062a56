/** What was measured stood as the plan states, by what hosts truly had and not by what they say. */
import type { Complaint } from '../facts';
import type { Aftermath } from './aftermath';

/** @returns a complaint about every VALID row of a trial in which something else stood when a host had measured */
export function asStated({ played: { work }, facts: { rows, plan, executionId } }: Aftermath): Complaint[] {
  const trials = new Map((plan?.trials ?? []).map((trial) => [trial.trial, trial]));
  return rows.flatMap(({ row }) => {
    const trial = trials.get(row.trial);
    if (row.verdict !== 'VALID' || trial?.slots === undefined) return [];
    const { slots, steps } = trial;
    const measuring = steps.find(({ measures }) => measures)?.name;
    const attempt = `${row.trial}.a${row.attempt}`;
    const own = work.filter(
      (one) =>
        one.attempt === attempt &&
        one.step === measuring &&
        one.succeeded &&
        one.outputPrefix.includes(`/${executionId}/raw/`),
    );
    return own.flatMap(({ instanceId, role, slots: stood = {} }) => {
      const wrong = slots.filter(({ slot, key, roles }) => {
        const found = stood[slot];
        return roles.includes(role) && (found?.key !== key || found.state !== 'standing');
      });
      if (wrong.length === 0) return [];
      const text = `${row.trial} is VALID, but ${instanceId} had another ${wrong.map(({ slot }) => slot).join(', ')}`;
      return [{ checker: 'as-stated', code: 'NotAsStated', text }];
    });
  });
}
