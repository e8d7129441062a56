/** Faults of one target instance that is removed while the measurements of others continue. */
import { isOptional, RESOURCES, getService, STORAGE_KINDS } from '../../lib/shapes/resources';
import type { Rule } from './faults/campaign';

const HOUR = 3600;

/** Faults of the delete of such a target instance: it must be deleted at the end of its rig. */
export const DELETE_FAULTS: readonly Rule[] = [
  ...(['abort', 'timed-out', 'runtime', 'silence'] as const).flatMap((effect) =>
    ['List', 'Delete'].map((state): Rule => ({ fault: 'state', machine: 'teardown', state, nth: 1, effect })),
  ),
  ...(['denied', 'error', 'lost'] as const).map(
    (effect): Rule => ({ fault: 'call', role: 'rig', state: 'DropCopy', effect }),
  ),
  { fault: 'call', role: 'delete-storage', effect: 'denied', lasts: HOUR },
];

/** Faults during preparation or changes of a target instance that hosts have mounted: it is then removed. */
export const UNMOUNT_FAULTS = {
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

/** Listings of optional kinds fail, however long: the cleanup must continue without them. */
export const LISTING_FAULTS: readonly Rule[] = STORAGE_KINDS.filter(isOptional).map((kind) => {
  const look = { service: getService(kind), action: RESOURCES[kind].describe };
  return { fault: 'call', ...look, effect: 'denied' };
});

/** Time of added copies as a share of a clean run: all resources exist, and no change is under way. */
export const COPY_AT = 0.35;
