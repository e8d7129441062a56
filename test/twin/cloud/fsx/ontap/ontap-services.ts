/** A simulated account with an ONTAP file system, its virtual machine and its volumes. */
import type { StorageVirtualMachine, Volume } from '@aws-sdk/client-fsx';
import { LONG, makeFsxServices, ontap } from '../fsx-services';
import { RIG_TAGS, tagList } from '../../services';

export const GIB = 1024 ** 3;

export async function makeOntapServices(configuration: object = {}) {
  const services = makeFsxServices();
  const fileSystem = await services.createAvailable(ontap(configuration, { StorageCapacity: 4096 }));
  const createMachine = async (more: object = {}): Promise<StorageVirtualMachine> => {
    const input = { FileSystemId: fileSystem, Name: 'svm', Tags: tagList(RIG_TAGS), ...more };
    type Answer = { StorageVirtualMachine: StorageVirtualMachine };
    return (await services.send<Answer>('CreateStorageVirtualMachine', input)).StorageVirtualMachine;
  };
  return {
    ...services,
    fileSystem,
    createMachine,
    /** An available one. Returns its id. */
    createReadyMachine: async (): Promise<string> => {
      const { StorageVirtualMachineId = '' } = await createMachine();
      await services.pass(LONG);
      return StorageVirtualMachineId;
    },
    listMachines: async () =>
      (await services.send<{ StorageVirtualMachines: StorageVirtualMachine[] }>('DescribeStorageVirtualMachines'))
        .StorageVirtualMachines,
    createVolume: async (StorageVirtualMachineId: string, Name: string, more: object = {}): Promise<Volume> => {
      const settings = { JunctionPath: `/${Name}`, SizeInBytes: GIB, StorageEfficiencyEnabled: false, ...more };
      const OntapConfiguration = { StorageVirtualMachineId, ...settings };
      const input = { VolumeType: 'ONTAP', Name, Tags: tagList(RIG_TAGS), OntapConfiguration };
      return (await services.send<{ Volume: Volume }>('CreateVolume', input)).Volume;
    },
  };
}

/** With an available virtual machine. */
export async function makeVolumeServices(configuration: object = {}) {
  const services = await makeOntapServices(configuration);
  return { ...services, machine: await services.createReadyMachine() };
}
