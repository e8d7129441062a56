/** EFS as far as the machines call it: file systems with their throughput, and the mount targets of each. */
import type { Stored } from '../stored';
import { listingActions } from './describe';
import { fileSystemActions } from './file-systems';
import { mountTargetActions } from './mount-targets';
import { type EfsOptions, EfsState } from './state';

export function makeEfs(options: EfsOptions): Stored {
  const state = new EfsState(options);
  return {
    service: { ...fileSystemActions(state), ...mountTargetActions(state), ...listingActions(state) },
    left: () =>
      [...state.fileSystems.values()]
        .sort((a, b) => a.rank - b.rank)
        .flatMap((one) => [
          {
            kind: 'efs:file-system' as const,
            id: one.arn,
            state: one.lifecycle,
            tags: one.tags,
            fileSystemId: one.arn,
          },
          // They belong to whom it belongs.
          ...state.mountTargetsOf(one.id).map(({ id, lifecycle }) => ({
            kind: 'efs:mount-target' as const,
            id,
            state: lifecycle,
            tags: one.tags,
            fileSystemId: one.arn,
          })),
        ]),
    retag: (change) => {
      for (const one of state.fileSystems.values()) one.tags = change(one.tags);
    },
  };
}
