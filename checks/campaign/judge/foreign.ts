/** What others made stays as it is, whatever it is called. */
import type { Played } from '../faults/play';
import type { Complaint } from '../../../lib/twin/checkers/facts';

/** @returns a complaint about everything of others that somebody ended */
export function foreignUntouched({ births }: Pick<Played, 'births'>): Complaint[] {
  return births
    .filter(({ execution, goneAt }) => execution === '' && goneAt !== null)
    .map(({ kind, id }) => ({ checker: 'foreign', code: 'ForeignTouched', text: `${kind} ${id} of others is gone` }));
}
