/**
 * In-place changes of a file system: throughput and disk IOPS up and down, storage and volume sizes up. The transfer
 * size of the server needs no request, because hosts set it when they mount.
 * https://docs.aws.amazon.com/fsx/latest/APIReference/API_UpdateFileSystemOntapConfiguration.html
 */
import texts from '../messages.json';
import { fillText } from '../../shapes/problem';
import type { Change, ChangeRequest } from '../../shapes/requests';
import { COOL_DOWN_SECONDS, FILE_SYSTEM_ID, formatFromTo, GIB, makeIops, type Wait, getWait } from '../fsx-shared';
import { makeChange, explainStorage, changeVolumes, listIds } from '../fsx-volumes';
import { DURATIONS } from './durations';
import { checkLargestThroughput } from './check';
import { hasPairThroughput, findPairMBps } from './limits';
import { hashLuns, resolveLuns, makeLunVolumes } from './luns/luns';
import { makeOntapThroughput as throughputOf } from './requests';
import { type FsxOntap, needsPassword, countVolumes, type OntapMount } from './schema';

/** One request for the file system: AWS accepts the next of storage, disk IOPS or throughput only six hours later. */
export function planOntapChange(from: FsxOntap, to: FsxOntap): Change {
  const why =
    explainFixedSetting(from, to) ??
    explainStorage(from.storageGiB, to.storageGiB, explainNoShrink(to)) ??
    explainVolumes(from, to) ??
    explainThroughput(from, to);
  if (why !== undefined) return { kind: 'recreate', why };
  const systems = from.haPairs === to.haPairs ? planFileSystemChange(from, to) : addPairs(from, to);
  return { kind: 'inPlace', requests: [...systems, ...planVolumeChanges(from, to)] };
}

/** Files are spread over this number of volumes, or over the LUNs. */
export function getOntapLayout(config: FsxOntap, mounts: readonly OntapMount[]): object {
  const { luns } = config;
  if (luns === undefined) return { volumes: mounts.map((mount) => countVolumes(config, mount)) };
  // Another stripe size needs a new file system on the same LUNs.
  const stripes = mounts.map((mount) => {
    const { luns: count, stripe } = resolveLuns(luns, mount);
    return { luns: count, stripe };
  });
  return { set: hashLuns({ ...config, luns }), stripes };
}

function explainFixedSetting(from: FsxOntap, to: FsxOntap): string | undefined {
  if (from.deploymentType !== to.deploymentType)
    return `${formatFromTo('deploymentType', from.deploymentType, to.deploymentType)}: fixed at creation`;
  if (from.kmsKeyId !== to.kmsKeyId) return 'kmsKeyId: stored data keeps the key of its creation';
  if ((from.luns === undefined) !== (to.luns === undefined))
    return 'luns: hosts use either LUNs or volumes of a file system in all stages';
  if (needsPassword(from) !== needsPassword(to)) {
    const [before, after] = [from, to].map(({ transferSizeKiB = 'none' }) => transferSizeKiB);
    return `${formatFromTo('transferSizeKiB', before, after)}: the password for it is set at creation`;
  }
  if (from.haPairs === to.haPairs) return undefined;
  return to.haPairs < from.haPairs
    ? `${formatFromTo('haPairs', from.haPairs, to.haPairs)}: pairs cannot be removed`
    : // ONTAP guide, Adding high-availability pairs: existing volumes are not moved to them.
      explainPairs(from, to);
}

/** Why pairs cannot be added in place; undefined if they can: with LUNs, which hosts create again over all pairs. */
function explainPairs(from: FsxOntap, to: FsxOntap): string | undefined {
  const pairs = formatFromTo('haPairs', from.haPairs, to.haPairs);
  if (to.luns === undefined)
    return `${pairs}: volumes stay on the pairs of their creation, so pairs added in place would idle`;
  // "You must specify proportional increases for StorageCapacity, Iops, and ThroughputCapacity": API reference,
  // UpdateFileSystemOntapConfiguration, HAPairs.
  const ofPair = ({ haPairs, storageGiB, diskIops, throughputMBpsPerPair }: FsxOntap): string =>
    [
      `storageGiB ${storageGiB / haPairs}`,
      `diskIops ${diskIops === 'automatic' ? diskIops : diskIops / haPairs}`,
      `throughputMBpsPerPair ${throughputMBpsPerPair ?? 'none'}`,
    ].join(', ');
  return ofPair(from) === ofPair(to)
    ? undefined
    : `${pairs}: new pairs have the same size as existing ones: ${ofPair(from)}; the spec has ${ofPair(to)}`;
}

function explainNoShrink(type: FsxOntap): string {
  return hasPairThroughput(type)
    ? 'shrinking storage takes hours to weeks, and AWS bills both sizes meanwhile'
    : 'storage of the first generation cannot shrink';
}

function explainVolumes({ volumes: from }: FsxOntap, { volumes: to }: FsxOntap): string | undefined {
  if (from.count !== to.count)
    return fillText(texts.volumesRefusal, { fromTo: formatFromTo('volumes.count', from.count, to.count) });
  if (from.constituents !== to.constituents) {
    const [before, after] = [from, to].map(({ constituents = 'none' }) => constituents);
    return `${formatFromTo('volumes.constituents', before, after)}: a volume keeps the constituents of its creation`;
  }
  return to.sizeGiB < from.sizeGiB
    ? `${formatFromTo('volumes.sizeGiB', from.sizeGiB, to.sizeGiB)}: the data on a volume may not fit`
    : undefined;
}

/** For the first generation, the guide requires storage and IOPS before the largest throughput. */
function explainThroughput(from: FsxOntap, to: FsxOntap): string | undefined {
  if (hasPairThroughput(to) || from.throughputMBps === to.throughputMBps) return undefined;
  return checkLargestThroughput(to, findPairMBps(to) ?? 0)[0]?.message;
}

function planFileSystemChange(from: FsxOntap, to: FsxOntap): ChangeRequest[] {
  const changed = makeChange(from, to, {
    throughput: from.throughputMBps !== to.throughputMBps || from.throughputMBpsPerPair !== to.throughputMBpsPerPair,
    throughputOf,
    configuration: 'OntapConfiguration',
    durations: DURATIONS.changes,
  });
  if (changed === undefined) return [];
  const { storage, iops, throughput } = changed.waits;
  // Storage capacity and IOPS together first, then the file servers (managing throughput capacity).
  const waits = [storage ?? iops, throughput].filter((wait) => wait !== undefined);
  const sum = (of: keyof Wait): number => waits.reduce((all, one) => all + one[of], 0);
  return [
    {
      of: 'fs',
      call: 'UpdateFileSystem',
      input: changed.input,
      expectedSeconds: sum('expectedSeconds'),
      timeoutSeconds: sum('timeoutSeconds'),
      // Data are redistributed while clients use the new throughput.
      ...(storage === undefined ? {} : { settleSeconds: DURATIONS.changes.storage.settleSeconds }),
      // "At least six hours have passed": pages on storage capacity and on throughput capacity of the ONTAP guide.
      coolDownSeconds: COOL_DOWN_SECONDS,
      // The other server of the pair takes over; clients wait for seconds (availability page).
      interruption: false,
    },
  ];
}

/** Adds pairs with all their resources in one request, then volumes on the new aggregates. */
function addPairs(from: FsxOntap, to: FsxOntap): ChangeRequest[] {
  const once = { coolDownSeconds: 0, interruption: false };
  return [
    {
      of: 'fs',
      call: 'UpdateFileSystem',
      input: {
        FileSystemId: FILE_SYSTEM_ID,
        StorageCapacity: to.storageGiB,
        OntapConfiguration: {
          HAPairs: to.haPairs,
          ...throughputOf(to),
          DiskIopsConfiguration: makeIops(to.diskIops),
        },
      },
      ...getWait(DURATIONS.changes.pairs),
      // AWS does not say if the cool-down of storage, IOPS and throughput applies; they change with the pairs.
      coolDownSeconds: COOL_DOWN_SECONDS,
      interruption: false,
    },
    ...makeLunVolumes(to.haPairs, from.haPairs + 1).map(({ id, ...request }) => ({ of: id, ...request, ...once })),
  ];
}

function planVolumeChanges(from: FsxOntap, to: FsxOntap): ChangeRequest[] {
  if (from.volumes.sizeGiB === to.volumes.sizeGiB) return [];
  const settings = { OntapConfiguration: { SizeInBytes: to.volumes.sizeGiB * GIB } };
  return changeVolumes(listIds(to), settings, DURATIONS.volumes.change);
}
