/**
 * What of a file system can be changed in place: storage up, throughput up and down, metadata operations up.
 * https://docs.aws.amazon.com/fsx/latest/APIReference/API_UpdateFileSystemLustreConfiguration.html
 */
import { expected } from '../../shapes/errors';
import { COOL_DOWN_SECONDS, FILE_SYSTEM_ID, fromTo, waitFor } from '../fsx-shared';
import type { Change, ChangeRequest, RequestInput } from '../../shapes/requests';
import type { Duration } from '../durations';
import { DURATIONS } from './durations';
import { metadataIops, metadataServers } from './limits';
import { metadataConfiguration } from './requests';
import type { FsxLustre, Persistent } from './schema';

/** Page on managing metadata performance. */
const MORE_SERVERS = 'folders that exist stay on their metadata server, and would be no faster with more of them';

/** A change of one setting: its request, or why it needs another file system. */
type Step = { readonly setting: string; readonly request: ChangeRequest } | { readonly why: string };

/** One request at most: two changes would stand six hours apart, and a fresh copy is there in minutes. */
export function change(from: FsxLustre, to: FsxLustre): Change {
  const fixed = unchangeable(from, to);
  if (fixed !== undefined) return { kind: 'recreate', why: fixed };
  const steps = [...storage(from, to), ...ofPersistent(from, to)];
  const refused = steps.find((step) => 'why' in step);
  if (refused !== undefined) return { kind: 'recreate', why: refused.why };
  const changes = steps.filter((step) => 'request' in step);
  if (changes.length > 1) {
    const names = changes.map(({ setting }) => setting).join(' and ');
    return {
      kind: 'recreate',
      why: `AWS is not known to take a change of ${names} at once, and one after the other stands six hours apart`,
    };
  }
  return { kind: 'inPlace', requests: changes.map(({ request }) => request) };
}

/**
 * What files keep from when they were written: their place. Storage comes with servers of its own, and what lay there
 * before is moved to them "over a few hours up to a few days"; laid out anew, it lies on all of them at once.
 * https://docs.aws.amazon.com/fsx/latest/LustreGuide/managing-storage-capacity.html
 */
export function kept({ storageGiB }: FsxLustre): object {
  return { storageGiB };
}

function unchangeable(from: FsxLustre, to: FsxLustre): string | undefined {
  if (from.deploymentType !== to.deploymentType)
    return `${fromTo('deploymentType', from.deploymentType, to.deploymentType)}: fixed when a file system is created`;
  if (from.compression !== to.compression)
    return (
      `${fromTo('compression', from.compression, to.compression)}: files that are written already would stay as ` +
      'they are, and be measured'
    );
  if (from.stripeCount !== to.stripeCount)
    return (
      `${fromTo('stripeCount', from.stripeCount ?? 'default', to.stripeCount ?? 'default')}: files that are written ` +
      'already would keep their stripes, and be measured'
    );
  return undefined;
}

function storage(from: FsxLustre, to: FsxLustre): Step[] {
  if (from.storageGiB === to.storageGiB) return [];
  if (to.storageGiB < from.storageGiB)
    return [{ why: `${fromTo('storageGiB', from.storageGiB, to.storageGiB)}: storage cannot shrink` }];
  return [{ setting: 'storageGiB', request: update({ StorageCapacity: to.storageGiB }, DURATIONS.changes.storage) }];
}

function ofPersistent(from: FsxLustre, to: FsxLustre): Step[] {
  if (from.deploymentType !== 'PERSISTENT_2' || to.deploymentType !== 'PERSISTENT_2') return [];
  const steps = metadata(from, to);
  if (from.perUnitMBps === to.perUnitMBps) return steps;
  const input = { LustreConfiguration: { PerUnitStorageThroughput: to.perUnitMBps } };
  return [{ setting: 'perUnitMBps', request: update(input, DURATIONS.changes.throughput) }, ...steps];
}

function metadata(from: Persistent, to: Persistent): Step[] {
  if (from.metadataIops === to.metadataIops) return grownBySize(from, to);
  const what = fromTo('metadataIops', from.metadataIops, to.metadataIops);
  if (from.metadataIops === 'none' || to.metadataIops === 'none')
    return [{ why: `${what}: a metadata configuration is given at creation, or never` }];
  const before = expected(metadataIops(from), 'the metadata IOPS before');
  const after = expected(metadataIops(to), 'the metadata IOPS after');
  if (after < before) return [{ why: `${what}: metadata operations cannot be lowered` }];
  if (metadataServers(after) > metadataServers(before)) return [{ why: `${what}: ${MORE_SERVERS}` }];
  // Back to automatic is taken only where the number is what automatic gives.
  if (to.metadataIops === 'automatic' && after !== before)
    return [{ why: `${what}: only ${after} may become automatic, which gives as many` }];
  const input = { LustreConfiguration: { MetadataConfiguration: metadataConfiguration(to.metadataIops) } };
  return [{ setting: 'metadataIops', request: update(input, DURATIONS.changes.metadata) }];
}

/** What `automatic` gives goes with the storage, and above one server's worth more servers come with it. */
function grownBySize(from: Persistent, to: Persistent): Step[] {
  const before = metadataIops(from) ?? 0;
  const after = metadataIops(to) ?? 0;
  if (metadataServers(after) <= metadataServers(before)) return [];
  const what = fromTo('storageGiB', from.storageGiB, to.storageGiB);
  return [{ why: `${what} takes ${fromTo('automatic metadataIops from', before, after)}: ${MORE_SERVERS}` }];
}

function update(input: RequestInput, duration: Duration): ChangeRequest {
  return {
    of: 'fs',
    call: 'UpdateFileSystem',
    input: { FileSystemId: FILE_SYSTEM_ID, ...input },
    ...waitFor(duration),
    // AWS gives six hours for each kind of change, and does not say whether they share them: they are taken to.
    coolDownSeconds: COOL_DOWN_SECONDS,
    interruption: true,
  };
}
