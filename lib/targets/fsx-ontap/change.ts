/**
 * What of a file system can be changed in place: throughput and disk operations up and down, storage up; sizes of
 * volumes up. The transfer size of its server is set by hosts when they mount, without any request.
 * https://docs.aws.amazon.com/fsx/latest/APIReference/API_UpdateFileSystemOntapConfiguration.html
 */
import type { Change, ChangeRequest } from '../../shapes/requests';
import { COOL_DOWN_SECONDS, fromTo, GIB, type Wait } from '../fsx-shared';
import { fileSystemChange, storageRefusal, volumeChanges, volumeIds } from '../fsx-volumes';
import { DURATIONS } from './durations';
import { isSecond } from './limits';
import { throughput as throughputOf } from './requests';
import { type FsxOntap, hasPassword, mountedVolumes, type OntapMount } from './schema';

/**
 * One request for the file system: it takes the next one only six hours later, whatever of storage, disk operations and
 * throughput is changed.
 */
export function change(from: FsxOntap, to: FsxOntap): Change {
  const why =
    unchangeable(from, to) ?? storageRefusal(from.storageGiB, to.storageGiB, shrinking(to)) ?? volumesRefusal(from, to);
  if (why !== undefined) return { kind: 'recreate', why };
  return { kind: 'inPlace', requests: [...fileSystem(from, to), ...volumes(from, to)] };
}

/** Nothing of the target; but over how many volumes files are spread. */
export function kept(config: FsxOntap, mounts: readonly OntapMount[]): object {
  return { volumes: mounts.map((mount) => mountedVolumes(config, mount)) };
}

function unchangeable(from: FsxOntap, to: FsxOntap): string | undefined {
  if (from.deploymentType !== to.deploymentType)
    return `${fromTo('deploymentType', from.deploymentType, to.deploymentType)}: fixed when a file system is created`;
  if (from.kmsKeyId !== to.kmsKeyId) return 'kmsKeyId: what is stored keeps the key that it was created with';
  if (hasPassword(from) !== hasPassword(to))
    return (
      `${fromTo('transferSizeKiB', from.transferSizeKiB ?? 'none', to.transferSizeKiB ?? 'none')}: the password by ` +
      'which it is set is given to a file system when it is created'
    );
  if (from.haPairs === to.haPairs) return undefined;
  return to.haPairs < from.haPairs
    ? `${fromTo('haPairs', from.haPairs, to.haPairs)}: pairs cannot be taken away`
    : // ONTAP guide, Adding high-availability pairs: existing volumes are not moved to them.
      `${fromTo('haPairs', from.haPairs, to.haPairs)}: volumes stay on the pairs on which they were made, so that ` +
        'those added in place would idle';
}

function shrinking(type: FsxOntap): string {
  return isSecond(type)
    ? 'storage shrinks within hours to weeks, and both sizes are paid for meanwhile'
    : 'storage of the first generation cannot shrink';
}

function volumesRefusal({ volumes: from }: FsxOntap, { volumes: to }: FsxOntap): string | undefined {
  if (from.count !== to.count)
    return (
      `${fromTo('volumes.count', from.count, to.count)}: hosts take their volumes when the rig starts, and have ` +
      'their files there'
    );
  if (from.constituents !== to.constituents)
    return (
      `${fromTo('volumes.constituents', from.constituents ?? 'none', to.constituents ?? 'none')}: a volume keeps the ` +
      'parts with which it was made'
    );
  return to.sizeGiB < from.sizeGiB
    ? `${fromTo('volumes.sizeGiB', from.sizeGiB, to.sizeGiB)}: what lies on a volume may not fit into less`
    : undefined;
}

function fileSystem(from: FsxOntap, to: FsxOntap): ChangeRequest[] {
  const changed = fileSystemChange(from, to, {
    throughput: from.throughputMBps !== to.throughputMBps || from.throughputMBpsPerPair !== to.throughputMBpsPerPair,
    throughputOf,
    configuration: 'OntapConfiguration',
    durations: DURATIONS.changes,
  });
  if (changed === undefined) return [];
  const { storage, iops, throughput } = changed.waits;
  // SSD first, its capacity and operations together, then the file servers (managing throughput capacity).
  const waits = [storage ?? iops, throughput].filter((wait) => wait !== undefined);
  const sum = (of: keyof Wait): number => waits.reduce((all, one) => all + one[of], 0);
  return [
    {
      of: 'fs',
      call: 'UpdateFileSystem',
      input: changed.input,
      expectedSeconds: sum('expectedSeconds'),
      timeoutSeconds: sum('timeoutSeconds'),
      // "At least six hours have passed": pages on storage capacity and on throughput capacity of the ONTAP guide.
      coolDownSeconds: COOL_DOWN_SECONDS,
      // The other server of the pair takes over; clients wait for seconds (availability page).
      interruption: false,
    },
  ];
}

function volumes(from: FsxOntap, to: FsxOntap): ChangeRequest[] {
  if (from.volumes.sizeGiB === to.volumes.sizeGiB) return [];
  const settings = { OntapConfiguration: { SizeInBytes: to.volumes.sizeGiB * GIB } };
  return volumeChanges(volumeIds(to), settings, DURATIONS.volumes.change);
}
