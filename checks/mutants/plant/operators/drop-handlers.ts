/** Catchers and retriers that are not there, one at a time and all at once. */
import { type Json, without } from '../json';
import type { Mutation, Operator } from '../mutant';
import { placesOf } from '../states';

export const dropCatch: Operator = dropList('drop-catch', 'Catch');
export const dropRetry: Operator = dropList('drop-retry', 'Retry');
export const dropRule: Operator = dropList('drop-rule', 'Choices');

function dropList(name: string, field: string): Operator {
  return {
    name,
    apply: (definition) =>
      placesOf(definition).flatMap(({ name: state, state: shape, path }): Mutation[] => {
        const entries: Json | undefined = shape[field];
        if (!Array.isArray(entries)) return [];
        const each = entries.map((_, index) => ({
          state,
          detail: String(index),
          what: `${field}[${index}] dropped`,
          definition: without(definition, [...path, field, index]),
        }));
        // A Choice without rules is no Choice; for one entry, "all" is that entry.
        if (field === 'Choices') return entries.length > 1 ? each : [];
        const all = {
          state,
          detail: 'all',
          what: `${field} dropped`,
          definition: without(definition, [...path, field]),
        };
        return entries.length > 1 ? [...each, all] : [all];
      }),
  };
}
