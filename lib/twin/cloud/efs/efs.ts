/** EFS as far as the machines call it: file systems with their throughput, and the mount targets of each. */
import { DescribeFileSystemsCommand, DescribeMountTargetsCommand } from '@aws-sdk/client-efs';
import { page } from '../paging';
import type { Service } from '../service';
import { action } from '../shape';
import type { Stored } from '../store';
import { fileSystemActions } from './file-systems';
import { mountTargetActions } from './mount-targets';
import { badRequest, type EfsOptions, EfsState } from './state';

/** "The response is paginated at 100 per page". API reference, DescribeFileSystems and DescribeMountTargets */
const PAGE_ITEMS = 100;

export function makeEfs(options: EfsOptions): Stored {
  const state = new EfsState(options);
  return {
    service: { ...fileSystemActions(state), ...mountTargetActions(state), ...listingActions(state) },
    left: () =>
      [...state.fileSystems.values()].flatMap(({ id, arn: fileSystemId, lifecycle, tags }) => {
        // Mount targets belong to whom it belongs.
        const targets = state.mountTargetsOf(id).map((one) => ({ ...one, kind: 'efs:mount-target' as const }));
        return [{ id: fileSystemId, kind: 'efs:file-system' as const, lifecycle }, ...targets].map((one) => {
          return { kind: one.kind, id: one.id, state: one.lifecycle, tags, fileSystemId };
        });
      }),
    retag: (change) => {
      for (const one of state.fileSystems.values()) one.tags = change(one.tags);
    },
  };
}

function listingActions(state: EfsState): Service {
  return {
    DescribeFileSystems: action(
      DescribeFileSystemsCommand,
      'MaxItems Marker CreationToken FileSystemId',
      ({ FileSystemId, CreationToken, ...asked }) => {
        if (FileSystemId !== undefined && CreationToken !== undefined)
          throw badRequest('FileSystemId and CreationToken cannot be given together');
        const all = [...state.fileSystems.values()];
        const found =
          FileSystemId !== undefined
            ? [state.fileSystem(FileSystemId)]
            : CreationToken === undefined
              ? state.listed(all)
              : all.filter(({ token }) => token === CreationToken);
        const { items, next } = listPage(found, asked);
        return { FileSystems: items.map((one) => state.describeFileSystem(one)), NextMarker: next };
      },
    ),

    DescribeMountTargets: action(
      DescribeMountTargetsCommand,
      'MaxItems Marker FileSystemId MountTargetId',
      ({ FileSystemId, MountTargetId, ...asked }) => {
        if ((FileSystemId === undefined) === (MountTargetId === undefined))
          throw badRequest('One of FileSystemId, MountTargetId and AccessPointId is needed, and only one');
        const found =
          FileSystemId === undefined
            ? [state.mountTarget(MountTargetId ?? '')]
            : state.mountTargetsOf(state.fileSystem(FileSystemId).id);
        const { items, next } = listPage(found, asked);
        return { MountTargets: items.map((one) => state.describeMountTarget(one)), NextMarker: next };
      },
    ),
  };
}

function listPage<R extends { readonly rank: number }>(
  records: readonly R[],
  { MaxItems = PAGE_ITEMS, Marker }: { readonly MaxItems?: number | undefined; readonly Marker?: string | undefined },
): ReturnType<typeof page<R>> {
  if (MaxItems < 1) throw badRequest(`MaxItems must be at least 1, it is ${MaxItems}`);
  const size = Math.min(MaxItems, PAGE_ITEMS);
  return page(
    records,
    ({ rank }) => rank,
    size,
    Marker,
    () => badRequest('invalid marker'),
  );
}
