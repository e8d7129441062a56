/**
 * DescribeFileSystems and DescribeVolumes. By id a thing is known from the first moment on; listings lag behind
 * (assumed: documented is neither that they do nor that they do not).
 */
import {
  DescribeFileSystemsCommand,
  DescribeVolumesCommand,
  type DescribeVolumesCommandInput,
} from '@aws-sdk/client-fsx';
import { constraintError } from '../../constraint';
import type { Service } from '../../service';
import { action } from '../../shape';
import { describeFileSystem, describeVolume } from './description';
import { findFileSystem, findVolume } from '../find';
import { idsOf, listPage } from './pages';
import type { VolumeRecord } from '../records';
import { volumesOf } from '../registry';
import type { FsxState } from '../state';

/** https://docs.aws.amazon.com/fsx/latest/APIReference/API_DescribeVolumes.html */
const MAX_FILTERS = 2;
const MAX_VALUES = 20;

export function listingActions(state: FsxState): Service {
  return {
    DescribeFileSystems: action(DescribeFileSystemsCommand, 'FileSystemIds MaxResults NextToken', (input) => {
      const ids = idsOf('fileSystemIds', input.FileSystemIds);
      const asked = ids?.map((id) => findFileSystem(state, id)) ?? state.listed(state.fileSystems);
      const { items, more } = listPage(byRank(asked), input);
      return { FileSystems: items.map((one) => describeFileSystem(state, one)), ...more };
    }),

    DescribeVolumes: action(DescribeVolumesCommand, 'VolumeIds Filters MaxResults NextToken', (input) => {
      const ids = idsOf('volumeIds', input.VolumeIds);
      const asked = ids?.map((id) => findVolume(state, id)) ?? state.listed(state.volumes);
      const matching = asked.filter(matcher(input.Filters ?? []));
      const { items, more } = listPage(byRank(matching), input);
      return { Volumes: items.map((one) => describeVolume(state, one)), ...more };
    }),
  };
}

function matcher(filters: NonNullable<DescribeVolumesCommandInput['Filters']>): (volume: VolumeRecord) => boolean {
  if (filters.length > MAX_FILTERS) throw constraintError('filters', `Member must have length at most ${MAX_FILTERS}`);
  const tests = filters.map(({ Name = 'file-system-id', Values = [] }) => {
    if (Values.length > MAX_VALUES) throw constraintError('values', `Member must have length at most ${MAX_VALUES}`);
    if (Name === 'storage-virtual-machine-id')
      return (volume: VolumeRecord) => {
        const id = volumesOf(volume).virtualMachineId(volume.configuration);
        return id !== undefined && Values.includes(id);
      };
    if (Name === 'file-system-id') return (volume: VolumeRecord) => Values.includes(volume.fileSystemId);
    throw constraintError('filters.name', 'Member must be one of file-system-id, storage-virtual-machine-id', Name);
  });
  return (volume) => tests.every((test) => test(volume));
}

function byRank<R extends { readonly rank: number }>(records: readonly R[]): readonly R[] {
  return [...records].sort((a, b) => a.rank - b.rank);
}
