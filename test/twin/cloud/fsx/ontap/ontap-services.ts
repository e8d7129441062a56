/** A simulated account with an ONTAP file system, its virtual machine and its volumes. */
import type {
  CreateStorageVirtualMachineCommandOutput,
  CreateVolumeCommandOutput,
  DescribeStorageVirtualMachinesCommandOutput,
  DescribeVolumesCommandOutput,
  StorageVirtualMachine,
  Volume,
} from '@aws-sdk/client-fsx';
import { type FsxServices, makeFsxServices, LONG, createAvailable, ontap } from '../fsx-services';
import { RIG_TAGS, tagList } from '../../services';

const GIB = 1024 ** 3;

export class OntapServices {
  private constructor(
    readonly services: FsxServices,
    readonly fileSystem: string,
  ) {}

  /** @param options as {@link makeFsxServices} takes them */
  static async of(
    options: Parameters<typeof makeFsxServices>[0] = {},
    configuration: object = {},
  ): Promise<OntapServices> {
    const services = makeFsxServices(options);
    return new OntapServices(
      services,
      await createAvailable(services, ontap(configuration, { StorageCapacity: 4096 })),
    );
  }

  call<A>(action: string, input: object): Promise<A> {
    return this.services.call('fsx', action, input);
  }

  async machine(more: object = {}): Promise<StorageVirtualMachine> {
    const input = { FileSystemId: this.fileSystem, Name: 'svm', Tags: tagList(RIG_TAGS), ...more };
    const answer = await this.call<CreateStorageVirtualMachineCommandOutput>('CreateStorageVirtualMachine', input);
    return answer.StorageVirtualMachine ?? {};
  }

  /** An available one. Returns its id. */
  async readyMachine(): Promise<string> {
    const { StorageVirtualMachineId = '' } = await this.machine();
    await this.services.pass(LONG);
    return StorageVirtualMachineId;
  }

  async volume(machine: string, name: string, more: object = {}): Promise<Volume> {
    const answer = await this.call<CreateVolumeCommandOutput>('CreateVolume', {
      VolumeType: 'ONTAP',
      Name: name,
      Tags: tagList(RIG_TAGS),
      OntapConfiguration: {
        StorageVirtualMachineId: machine,
        JunctionPath: `/${name}`,
        SizeInBytes: GIB,
        StorageEfficiencyEnabled: false,
        ...more,
      },
    });
    return answer.Volume ?? {};
  }

  async machines(): Promise<StorageVirtualMachine[]> {
    const answer = await this.call<DescribeStorageVirtualMachinesCommandOutput>('DescribeStorageVirtualMachines', {});
    return answer.StorageVirtualMachines ?? [];
  }

  async volumes(): Promise<Volume[]> {
    return (await this.call<DescribeVolumesCommandOutput>('DescribeVolumes', {})).Volumes ?? [];
  }
}
