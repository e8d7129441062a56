/** CreateVolume: an OpenZFS volume below another one, available, or not, after its time. */
import type {
  CreateVolumeCommandInput,
  CreateVolumeCommandOutput,
  OpenZFSVolumeConfiguration,
} from '@aws-sdk/client-fsx';
import type { Service } from '../../service';
import { action, ArgumentError } from '../../shape';
import { describeVolume } from '../description';
import { badRequest, fsxError, ServiceLimitExceeded } from '../errors';
import type { FsxState, VolumeRecord } from '../state';
import { requireTags, tagsOf } from '../tags';
import { RequestTokens } from '../tokens';
import { beginVolume } from './life';
import { requireVolumeRules, VOLUME_MEMBERS } from './rules';

/**
 * OpenZFS names: what may stand in a path.
 * https://docs.aws.amazon.com/fsx/latest/OpenZFSGuide/managing-volumes.html
 */
const NAME = /^[A-Za-z0-9][A-Za-z0-9_.:-]{0,202}$/;

export function createVolumeAction(state: FsxState): Service {
  const tokens = new RequestTokens<VolumeRecord>(({ id }) => state.volumes.has(id));
  return {
    CreateVolume: action<CreateVolumeCommandInput, 'VolumeType' | 'Name', Omit<CreateVolumeCommandOutput, '$metadata'>>(
      {
        name: 'fsx:CreateVolume',
        members: {
          ClientRequestToken: 'text',
          VolumeType: 'text',
          Name: 'text',
          Tags: [{ Key: 'text', Value: 'text' }],
          OpenZFSConfiguration: { ...VOLUME_MEMBERS, CopyTagsToSnapshots: 'flag', ParentVolumeId: 'text' },
        },
        required: ['VolumeType', 'Name'],
        run: (input) => {
          const { ClientRequestToken, ...request } = input;
          requireTags('CreateVolume', tagsOf(input.Tags), state.options.requiredTags ?? []);
          return {
            Volume: describeVolume(
              state,
              tokens.once(ClientRequestToken, request, () => create(state, input)),
            ),
          };
        },
      },
    ),
  };
}

function create(state: FsxState, input: CreateVolumeCommandInput): VolumeRecord {
  const { VolumeType, Name = '', OpenZFSConfiguration: given } = input;
  if (VolumeType !== 'OPENZFS') {
    throw new ArgumentError('fsx:CreateVolume', [`VolumeType ${VolumeType ?? ''} is not modelled, only OPENZFS is`]);
  }
  if (given === undefined) throw fsxError('MissingVolumeConfiguration', 'An OpenZFSConfiguration is required');
  if (!NAME.test(Name)) throw badRequest(`Volume name '${Name}' is not valid`);
  const parent = parentOf(state, given.ParentVolumeId);
  requireVolumeRules(given);
  const path = `${parent.configuration.VolumePath ?? ''}/${Name}`;
  const volumes = state.volumesOf(parent.fileSystemId);
  if (volumes.some(({ configuration }) => configuration.VolumePath === path)) {
    throw badRequest(`A volume with the path ${path} exists already`);
  }
  if (volumes.length >= state.quotas.volumes) {
    const has = `File system '${parent.fileSystemId}' has ${volumes.length} volumes`;
    const message = `${has}, the quota is ${state.quotas.volumes}`;
    throw new ServiceLimitExceeded(message, 'VOLUMES_PER_FILE_SYSTEM');
  }
  const record: VolumeRecord = {
    id: state.newId('fsvol'),
    rank: state.nextRank(),
    createdAt: state.now(),
    tags: tagsOf(input.Tags),
    fileSystemId: parent.fileSystemId,
    name: Name,
    root: false,
    configuration: configurationOf(given, parent, path),
    lifecycle: 'CREATING',
    actions: [],
    deletions: 0,
  };
  state.volumes.set(record.id, record);
  beginVolume(state, record);
  return record;
}

/** CreateVolume has no error of its own for a parent that does not exist (API_CreateVolume, section Errors). */
function parentOf(state: FsxState, id: string | undefined): VolumeRecord {
  const parent = state.volumes.get(id ?? '');
  if (parent === undefined) throw badRequest(`ParentVolumeId '${id ?? ''}' does not exist`);
  const lifecycle = state.fileSystems.get(parent.fileSystemId)?.lifecycle ?? 'gone';
  if (lifecycle !== 'AVAILABLE') throw badRequest(`File system '${parent.fileSystemId}' is ${lifecycle}`);
  if (parent.lifecycle !== 'AVAILABLE') throw badRequest(`Parent volume '${parent.id}' is ${parent.lifecycle}`);
  return parent;
}

/** Exports are the parent's where none are given. */
function configurationOf(
  given: OpenZFSVolumeConfiguration,
  parent: VolumeRecord,
  path: string,
): OpenZFSVolumeConfiguration {
  return {
    ParentVolumeId: parent.id,
    VolumePath: path,
    StorageCapacityReservationGiB: given.StorageCapacityReservationGiB ?? -1,
    StorageCapacityQuotaGiB: given.StorageCapacityQuotaGiB ?? -1,
    RecordSizeKiB: given.RecordSizeKiB ?? 128,
    DataCompressionType: given.DataCompressionType ?? 'NONE',
    CopyTagsToSnapshots: given.CopyTagsToSnapshots ?? false,
    ReadOnly: given.ReadOnly ?? false,
    NfsExports: structuredClone(given.NfsExports ?? parent.configuration.NfsExports ?? []),
    UserAndGroupQuotas: [],
  };
}
