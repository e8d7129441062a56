/** Volumes of ONTAP: each in a storage virtual machine, on one aggregate or over all of them. */
import type {
  CreateOntapVolumeConfiguration,
  CreateVolumeCommandInput,
  DeleteVolumeCommandInput,
  FileSystem,
  OntapVolumeConfiguration,
  UpdateVolumeCommandInput,
} from '@aws-sdk/client-fsx';
import { FsxbenchError } from '../../../../shapes/errors';
import { DURATIONS } from '../../../../targets/fsx-ontap/durations';
import type { FsxVolumes } from '../contract';
import { badRequest, fsxError, requireOneOf } from '../errors';
import type { Holdings } from '../records';

/** Letters, digits and underscores, not beginning with a digit. ONTAP guide, Creating volumes. */
const NAME = /^[A-Za-z_][A-Za-z0-9_]{0,202}$/;
/** Where the name space of a virtual machine has it. API reference, CreateOntapVolumeConfiguration, JunctionPath */
const JUNCTION = /^\/[A-Za-z0-9_/]{1,254}$/;
/** Bytes: 20 MiB (ONTAP guide, Volume size), and the service model's most. */
const SIZE = { min: 20 * 1024 ** 2, max: 22_517_998_000_000_000 };
/** Parts of a FlexGroup on an aggregate where nothing is said. API reference, CreateAggregateConfiguration */
const CONSTITUENTS = 8;
/** Parts of a FlexGroup on all of them. API reference, AggregateConfiguration, TotalConstituents */
const MOST_CONSTITUENTS = 200;

type OntapVolume = OntapVolumeConfiguration;

export const ontapVolumes: FsxVolumes<OntapVolume> = {
  type: 'ONTAP',
  member: 'OntapConfiguration',
  durations: DURATIONS.volumes,
  ready: 'CREATED',
  create,
  change: ({ OntapConfiguration: asked }: UpdateVolumeCommandInput) => {
    if (asked === undefined) throw missing();
    if (Object.keys(asked).length === 0) throw badRequest('At least one property to update is required');
    requireRules(asked);
    return structuredClone(asked);
  },
  // Nothing is below a volume, and it is in nobody's way.
  deletion: () => [],
  backsUp: ({ OntapConfiguration }: DeleteVolumeCommandInput) => OntapConfiguration?.SkipFinalBackup !== true,
  described: (OntapConfiguration) => ({ OntapConfiguration }),
  virtualMachineId: ({ StorageVirtualMachineId }) => StorageVirtualMachineId,
};

function missing(): Error {
  return fsxError('MissingVolumeConfiguration', 'An OntapConfiguration is required');
}

/** @throws ServiceError MissingVolumeConfiguration, StorageVirtualMachineNotFound, BadRequest */
function create(input: CreateVolumeCommandInput, holdings: Holdings): ReturnType<FsxVolumes<OntapVolume>['create']> {
  const { Name = '', OntapConfiguration: given } = input;
  if (given === undefined) throw missing();
  if (!NAME.test(Name)) throw badRequest(`Volume name '${Name}' is not valid`);
  const machine = holdings.virtualMachines.find(given.StorageVirtualMachineId ?? '');
  if (machine.lifecycle !== 'CREATED')
    throw badRequest(`Storage virtual machine '${machine.id}' is ${machine.lifecycle}`);
  const fileSystem = holdings.fileSystems.get(machine.fileSystemId);
  if (fileSystem === undefined)
    throw new FsxbenchError('Unexpected', `${machine.id} is on ${machine.fileSystemId}, which is not there`);
  if (fileSystem.lifecycle !== 'AVAILABLE')
    throw badRequest(`File system '${fileSystem.id}' is ${fileSystem.lifecycle}`);
  requireRules(given);
  if (given.StorageEfficiencyEnabled === undefined)
    throw badRequest('StorageEfficiencyEnabled is required for volumes that can be written');
  if (given.SizeInBytes === undefined) throw badRequest('SizeInBytes is required');
  const taken = holdings
    .volumesOf(machine.fileSystemId)
    .map((one) => ({ name: one.name, own: one.configuration as OntapVolume }))
    .filter(({ own }) => own.StorageVirtualMachineId === machine.id);
  if (taken.some(({ name, own }) => name === Name || own.JunctionPath === given.JunctionPath))
    throw badRequest(`'${machine.id}' has a volume ${Name} or one at ${given.JunctionPath ?? 'no path'} already`);
  const { OntapConfiguration: setup } = fileSystem.setup as FileSystem;
  return {
    fileSystemId: machine.fileSystemId,
    configuration: {
      JunctionPath: given.JunctionPath,
      SecurityStyle: given.SecurityStyle ?? 'UNIX',
      SizeInBytes: given.SizeInBytes,
      SnapshotPolicy: given.SnapshotPolicy ?? 'default',
      StorageEfficiencyEnabled: given.StorageEfficiencyEnabled,
      StorageVirtualMachineId: machine.id,
      StorageVirtualMachineRoot: false,
      TieringPolicy: given.TieringPolicy ?? { Name: 'SNAPSHOT_ONLY', CoolingPeriod: 2 },
      OntapVolumeType: 'RW',
      ...style(given, setup?.HAPairs ?? 1),
    },
  };
}

/** @throws ServiceError BadRequest, ValidationException */
function requireRules({ JunctionPath, SizeInBytes, SecurityStyle, TieringPolicy }: Partial<OntapVolume>): void {
  if (JunctionPath !== undefined && !JUNCTION.test(JunctionPath))
    throw badRequest(`JunctionPath '${JunctionPath}' is not valid`);
  if (SizeInBytes !== undefined && (SizeInBytes < SIZE.min || SizeInBytes > SIZE.max))
    throw badRequest(`SizeInBytes ${SizeInBytes} is not valid; allowed are ${SIZE.min} to ${SIZE.max}`);
  requireOneOf('securityStyle', SecurityStyle, ['UNIX', 'NTFS', 'MIXED']);
  requireOneOf('tieringPolicy.name', TieringPolicy?.Name, ['SNAPSHOT_ONLY', 'AUTO', 'ALL', 'NONE']);
}

/** Where it lies. @throws ServiceError BadRequest, ValidationException */
function style(
  { VolumeStyle = 'FLEXVOL', AggregateConfiguration = {} }: CreateOntapVolumeConfiguration,
  pairs: number,
): Pick<OntapVolume, 'VolumeStyle' | 'AggregateConfiguration'> {
  requireOneOf('volumeStyle', VolumeStyle, ['FLEXVOL', 'FLEXGROUP']);
  const all = Array.from({ length: pairs }, (_, index) => `aggr${index + 1}`);
  const { Aggregates = VolumeStyle === 'FLEXVOL' ? ['aggr1'] : all, ConstituentsPerAggregate: each } =
    AggregateConfiguration;
  const unknown = Aggregates.find((one) => !all.includes(one));
  if (unknown !== undefined) throw badRequest(`Aggregate ${unknown} does not exist; there are ${all.join(', ')}`);
  if (VolumeStyle === 'FLEXVOL') {
    if (each !== undefined) throw badRequest('ConstituentsPerAggregate cannot be given for a FlexVol');
    if (Aggregates.length !== 1) throw badRequest('A FlexVol is on one aggregate');
    return { VolumeStyle, AggregateConfiguration: { Aggregates } };
  }
  const TotalConstituents = Aggregates.length * (each ?? CONSTITUENTS);
  if (TotalConstituents > MOST_CONSTITUENTS)
    throw badRequest(`${TotalConstituents} constituents are more than ${MOST_CONSTITUENTS}`);
  return { VolumeStyle, AggregateConfiguration: { Aggregates, TotalConstituents } };
}
