/** A simulated account with an ONTAP file system, its virtual machine and its volumes. */
import type {
  CreateStorageVirtualMachineCommandOutput,
  CreateVolumeCommandOutput,
  DescribeStorageVirtualMachinesCommandOutput,
  DescribeVolumesCommandOutput,
  StorageVirtualMachine,
  Volume,
} from '@aws-sdk/client-fsx';
import { type FsxWorld, fsxWorld, LONG, made, ontap } from '../fsx-world';
import { RIG_TAGS, tagList } from '../../world';

const GIB = 1024 ** 3;

export class OntapWorld {
  private constructor(
    readonly world: FsxWorld,
    readonly fileSystem: string,
  ) {}

  /** @param options as {@link fsxWorld} takes them */
  static async of(options: Parameters<typeof fsxWorld>[0] = {}, configuration: object = {}): Promise<OntapWorld> {
    const world = fsxWorld(options);
    return new OntapWorld(world, await made(world, ontap(configuration, { StorageCapacity: 4096 })));
  }

  call<A>(action: string, input: object): Promise<A> {
    return this.world.call('fsx', action, input);
  }

  async machine(more: object = {}): Promise<StorageVirtualMachine> {
    const input = { FileSystemId: this.fileSystem, Name: 'svm', Tags: tagList(RIG_TAGS), ...more };
    const answer = await this.call<CreateStorageVirtualMachineCommandOutput>('CreateStorageVirtualMachine', input);
    return answer.StorageVirtualMachine ?? {};
  }

  /** An available one. Returns its id. */
  async readyMachine(): Promise<string> {
    const { StorageVirtualMachineId = '' } = await this.machine();
    await this.world.pass(LONG);
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
