/** What may befall one copy that is to go while its rivals are measured on. */
import { isOptional, RESOURCES, getService, STORAGE_KINDS } from '../../lib/shapes/resources';
import type { Rule } from './faults/campaign';

const HOUR = 3600;

/** What may befall the delete of a copy whose rivals go on: it must go with its rig. */
export const DROPS: readonly Rule[] = [
  ...(['abort', 'timed-out', 'runtime', 'silence'] as const).flatMap((effect) =>
    ['List', 'Delete'].map((state): Rule => ({ fault: 'state', machine: 'teardown', state, nth: 1, effect })),
  ),
  ...(['denied', 'error', 'lost'] as const).map(
    (effect): Rule => ({ fault: 'call', role: 'rig', state: 'DropCopy', effect }),
  ),
  { fault: 'call', role: 'delete-storage', effect: 'denied', lasts: HOUR },
];

/** What may befall a copy that hosts have mounted when it is to go: made ready by them, or changed under them. */
export const LEAVES = {
  unready: leaves('UnmountUnready', 'DropUnready'),
  unchanged: leaves('UnmountUnchanged', 'DropUnchanged'),
};

function leaves(...states: readonly string[]): Rule[] {
  return [
    ...states.flatMap((state): Rule[] => [
      { fault: 'call', role: 'rig', state, effect: 'denied' },
      { fault: 'call', role: 'rig', state, effect: 'lost' },
      { fault: 'state', machine: 'rig', state, effect: 'silence' },
      { fault: 'state', machine: 'rig', state, nth: 1, effect: 'runtime' },
      { fault: 'state', machine: 'rig', state, nth: 1, effect: 'abort' },
    ]),
    { fault: 'state', machine: 'teardown', state: 'List', nth: 1, effect: 'abort' },
    { fault: 'call', role: 'delete-storage', effect: 'denied', lasts: HOUR },
  ];
}

/** Whoever cannot look at what only tells does without, however long that lasts. */
export const BLIND: readonly Rule[] = STORAGE_KINDS.filter(isOptional).map((kind) => {
  const look = { service: getService(kind), action: RESOURCES[kind].describe };
  return { fault: 'call', ...look, effect: 'denied' };
});

/** When copies are made, as a share of a clean run: everything stands, and nothing is being changed yet. */
export const COPIED = 0.35;
