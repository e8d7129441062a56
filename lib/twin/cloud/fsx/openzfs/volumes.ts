/** Volumes of OpenZFS: below a root volume that comes with the file system, each below another one. */
import type {
  CreateVolumeCommandInput,
  DeleteVolumeCommandInput,
  OpenZFSVolumeConfiguration,
  UpdateVolumeCommandInput,
} from '@aws-sdk/client-fsx';
import { FsxbenchError } from '../../../../shapes/errors';
import { DURATIONS } from '../../../../targets/fsx-openzfs/requests';
import type { FsxVolumes } from '../contract';
import { badRequest, fsxError } from '../errors';
import type { Holdings, VolumeRecord } from '../records';

/**
 * Names: what may stand in a path; and the name, and path, of every root volume.
 * https://docs.aws.amazon.com/fsx/latest/OpenZFSGuide/managing-volumes.html
 */
const NAME = /^[A-Za-z0-9][A-Za-z0-9_.:-]{0,202}$/;
const ROOT_NAME = 'fsx';
/** Every client may read and write, below it too. Same source. */
const EVERYBODY = [{ ClientConfigurations: [{ Clients: '*', Options: ['rw', 'crossmnt'] }] }];

/** The option of a delete that volumes below are meant too. */
export const WITH_CHILDREN = 'DELETE_CHILD_VOLUMES_AND_SNAPSHOTS';

type OpenZfsVolume = OpenZFSVolumeConfiguration;

export const openZfsVolumes: FsxVolumes<OpenZfsVolume> = {
  type: 'OPENZFS',
  member: 'OpenZFSConfiguration',
  durations: DURATIONS.volumes,
  ready: 'AVAILABLE',
  root: ({ OpenZFSConfiguration }) => {
    const given = OpenZFSConfiguration?.RootVolumeConfiguration ?? {};
    return {
      name: ROOT_NAME,
      tagged: OpenZFSConfiguration?.CopyTagsToVolumes === true,
      configuration: {
        VolumePath: ROOT_NAME,
        StorageCapacityReservationGiB: 0,
        StorageCapacityQuotaGiB: 0,
        ...settings(given, EVERYBODY),
      },
    };
  },
  create,
  change: ({ OpenZFSConfiguration: asked }: UpdateVolumeCommandInput) => {
    if (asked === undefined) throw missing();
    if (Object.keys(asked).length === 0) throw badRequest('At least one property to update is required');
    return structuredClone(asked);
  },
  deletion,
  described: (OpenZFSConfiguration) => ({ OpenZFSConfiguration }),
  virtualMachineId: () => undefined,
};

function missing(): Error {
  return fsxError('MissingVolumeConfiguration', 'An OpenZFSConfiguration is required');
}

/** @throws ServiceError MissingVolumeConfiguration, BadRequest */
function create(input: CreateVolumeCommandInput, holdings: Holdings): ReturnType<FsxVolumes<OpenZfsVolume>['create']> {
  const { Name = '', OpenZFSConfiguration: given } = input;
  if (given === undefined) throw missing();
  if (!NAME.test(Name)) throw badRequest(`Volume name '${Name}' is not valid`);
  const parent = parentOf(holdings, given.ParentVolumeId);
  const path = `${pathOf(parent)}/${Name}`;
  if (
    holdings
      .volumesOf(parent.fileSystemId)
      .filter(isOpenZfs)
      .some((volume) => pathOf(volume) === path)
  )
    throw badRequest(`A volume with the path ${path} exists already`);
  return {
    fileSystemId: parent.fileSystemId,
    configuration: {
      ParentVolumeId: parent.id,
      VolumePath: path,
      StorageCapacityReservationGiB: -1,
      StorageCapacityQuotaGiB: given.StorageCapacityQuotaGiB ?? -1,
      // Exports are the parent's where none are given.
      ...settings(given, parent.configuration.NfsExports),
    },
  };
}

/** CreateVolume has no error of its own for a parent that does not exist (API_CreateVolume, section Errors). */
function parentOf({ volumes, fileSystems }: Holdings, id = ''): VolumeRecord<OpenZfsVolume> {
  const parent = volumes.get(id);
  if (parent === undefined || !isOpenZfs(parent)) throw badRequest(`ParentVolumeId '${id}' does not exist`);
  const lifecycle = fileSystems.get(parent.fileSystemId)?.lifecycle ?? 'gone';
  if (lifecycle !== 'AVAILABLE') throw badRequest(`File system '${parent.fileSystemId}' is ${lifecycle}`);
  if (parent.lifecycle !== 'AVAILABLE') throw badRequest(`Parent volume '${parent.id}' is ${parent.lifecycle}`);
  return parent;
}

/** What every volume has, with the defaults of FSx. */
function settings(given: OpenZfsVolume, exports: OpenZfsVolume['NfsExports']): OpenZfsVolume {
  return {
    RecordSizeKiB: given.RecordSizeKiB ?? 128,
    DataCompressionType: given.DataCompressionType ?? 'NONE',
    CopyTagsToSnapshots: false,
    ReadOnly: false,
    NfsExports: structuredClone(given.NfsExports ?? exports ?? []),
    UserAndGroupQuotas: [],
  };
}

function deletion(
  record: VolumeRecord<OpenZfsVolume>,
  { OpenZFSConfiguration }: DeleteVolumeCommandInput,
  others: readonly VolumeRecord[],
): readonly VolumeRecord[] {
  const children = others.filter(isOpenZfs).filter((one) => pathOf(one).startsWith(`${pathOf(record)}/`));
  if (children.length > 0 && OpenZFSConfiguration?.Options?.includes(WITH_CHILDREN) !== true)
    throw badRequest(`Volume '${record.id}' has child volumes; delete them, or use ${WITH_CHILDREN}`);
  return children;
}

function isOpenZfs(volume: VolumeRecord): volume is VolumeRecord<OpenZfsVolume> {
  return volume.fileSystemType === 'OPENZFS';
}

function pathOf({ id, configuration: { VolumePath } }: VolumeRecord<OpenZfsVolume>): string {
  if (VolumePath === undefined)
    throw new FsxbenchError('Unexpected', `volume ${id} has no path, which every OpenZFS volume has`);
  return VolumePath;
}
