/**
 * In-place changes of a file system: throughput and disk IOPS up and down, storage up; exports, quotas, compression and
 * record size of volumes.
 * https://docs.aws.amazon.com/fsx/latest/APIReference/API_UpdateFileSystemOpenZFSConfiguration.html
 */
import { COOL_DOWN_SECONDS, formatFromTo } from '../fsx-shared';
import { makeChange, explainStorage, changeVolumes, listIds } from '../fsx-volumes';
import type { Change, ChangeRequest, RequestInput } from '../../shapes/requests';
import { isHighlyAvailable } from './limits';
import { makeNfsExports } from './requests';
import { DURATIONS } from './durations';
import type { FsxOpenZfs } from './schema';

/** Value that removes a quota. API reference, UpdateOpenZFSVolumeConfiguration */
const NO_QUOTA_VALUE = -1;

/**
 * One request for the file system. With two requests, AWS could reject each of throughput and IOPS because of the
 * other's old value, and would bill both waits.
 */
export function planOpenZfsChange(from: FsxOpenZfs, to: FsxOpenZfs): Change {
  const why = explainFixedSetting(from, to) ?? explainStorage(from.storageGiB, to.storageGiB, 'storage cannot shrink');
  if (why !== undefined) return { kind: 'recreate', why };
  return { kind: 'inPlace', requests: [...planFileSystemChange(from, to), ...planVolumeChanges(from, to)] };
}

/** Settings that apply only to files written later. OpenZFS guide, managing volumes, Data compression, Record size */
export function getOpenZfsLayout({ recordSizeKiB, compression }: FsxOpenZfs): object {
  return { recordSizeKiB, compression };
}

function explainFixedSetting(from: FsxOpenZfs, to: FsxOpenZfs): string | undefined {
  if (from.deploymentType !== to.deploymentType)
    return `${formatFromTo('deploymentType', from.deploymentType, to.deploymentType)}: fixed at creation`;
  if (from.kmsKeyId !== to.kmsKeyId) return 'kmsKeyId: stored data keeps the key of its creation';
  if (from.volumes.count !== to.volumes.count)
    return (
      `${formatFromTo('volumes.count', from.volumes.count, to.volumes.count)}: hosts choose their volume when the ` +
      'rig starts, and keep their files there'
    );
  return undefined;
}

function planFileSystemChange(from: FsxOpenZfs, to: FsxOpenZfs): ChangeRequest[] {
  const throughput = from.throughputMBps !== to.throughputMBps;
  const changed = makeChange(from, to, {
    throughput,
    throughputOf: ({ throughputMBps }) => ({ ThroughputCapacity: throughputMBps }),
    configuration: 'OpenZFSConfiguration',
    durations: DURATIONS.changes,
  });
  if (changed === undefined) return [];
  const { input, storage } = changed;
  const waits = Object.values(changed.waits).filter((wait) => wait !== undefined);
  return [
    {
      of: 'fs',
      call: 'UpdateFileSystem',
      input,
      // Parallel changes: the longest counts.
      expectedSeconds: Math.max(...waits.map((wait) => wait.expectedSeconds)),
      timeoutSeconds: Math.max(...waits.map((wait) => wait.timeoutSeconds)),
      // Throughput and IOPS change at any time, IOPS without interruption (OpenZFS guide, managing storage capacity).
      // AWS rejects a change of throughput during one of IOPS or storage, so requests wait.
      coolDownSeconds: storage ? COOL_DOWN_SECONDS : 0,
      coolsDown: storage ? ['storageGiB'] : [],
      // AWS replaces the server. With two servers, in one zone or two, the other one takes over, and clients wait for
      // it twice, "typically" less than a minute (OpenZFS guide, managing throughput capacity; availability).
      interruption: throughput && !isHighlyAvailable(to),
    },
  ];
}

function planVolumeChanges(from: FsxOpenZfs, to: FsxOpenZfs): ChangeRequest[] {
  const before = from.volumes.quotaGiB;
  const after = to.volumes.quotaGiB;
  const settings: RequestInput = {
    ...(before === after ? {} : { StorageCapacityQuotaGiB: after ?? NO_QUOTA_VALUE }),
    ...(from.nfsExport === to.nfsExport ? {} : { NfsExports: makeNfsExports(to) }),
    ...(from.compression === to.compression ? {} : { DataCompressionType: to.compression }),
    ...(from.recordSizeKiB === to.recordSizeKiB ? {} : { RecordSizeKiB: to.recordSizeKiB }),
  };
  if (Object.keys(settings).length === 0) return [];
  return changeVolumes(listIds(to), { OpenZFSConfiguration: settings }, DURATIONS.volumes.change);
}
