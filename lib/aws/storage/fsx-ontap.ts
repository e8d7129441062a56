/** File systems of FSx for ONTAP, and their volumes. */
import type { TypeOfFsx } from './fsx-type';

export const ontap: TypeOfFsx<'ONTAP'> = {
  // DeleteFileSystem has no word for ONTAP: what is in it is deleted before (API reference).
  removal: {},
  // Where hosts reach its own interface.
  values: ({ OntapConfiguration }) => ({ management: OntapConfiguration?.Endpoints?.Management?.DNSName }),
  volumes: {
    // Each volume else gets a final backup (API reference, DeleteVolumeOntapConfiguration).
    removal: { OntapConfiguration: { SkipFinalBackup: true } },
    values: ({ OntapConfiguration }) => ({ path: OntapConfiguration?.JunctionPath }),
    parent: ({ OntapConfiguration, FileSystemId }) => OntapConfiguration?.StorageVirtualMachineId ?? FileSystemId,
    root: ({ OntapConfiguration }) => OntapConfiguration?.StorageVirtualMachineRoot === true,
  },
};
