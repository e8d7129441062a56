import { expectRefusal } from '../../services';
import { LONG, createAvailable, MINUTE, scratch } from '../fsx-services';
import { OntapServices } from './ontap-services';

describe('CreateStorageVirtualMachine', () => {
  it('creates a machine that is CREATED after two minutes, with an NFS endpoint', async () => {
    const ontap = await OntapServices.of();
    const fresh = await ontap.machine();
    expect(fresh).toMatchObject({ Lifecycle: 'CREATING', FileSystemId: ontap.fileSystem, Name: 'svm' });
    expect(fresh).not.toHaveProperty('Endpoints');
    await ontap.services.pass(2 * MINUTE);
    const id = fresh.StorageVirtualMachineId ?? '';
    expect(id).toMatch(/^svm-[0-9a-f]{17}$/);
    expect(await ontap.machines()).toMatchObject([
      {
        StorageVirtualMachineId: id,
        Lifecycle: 'CREATED',
        Endpoints: { Nfs: { DNSName: `${id}.${ontap.fileSystem}.fsx.xx-local-1.amazonaws.com` } },
        ResourceARN: `arn:aws:fsx:xx-local-1:000000000000:storage-virtual-machine/${ontap.fileSystem}/${id}`,
      },
    ]);
  });

  it('creates a root volume that DeleteVolume refuses to delete', async () => {
    const ontap = await OntapServices.of();
    await ontap.readyMachine();
    const [root, ...others] = await ontap.volumes();
    expect(others).toEqual([]);
    expect(root).toMatchObject({ Name: 'svm_root', Lifecycle: 'CREATED', VolumeType: 'ONTAP' });
    expect(root?.OntapConfiguration?.StorageVirtualMachineRoot).toBe(true);
    const input = { VolumeId: root?.VolumeId, OntapConfiguration: { SkipFinalBackup: true } };
    await expectRefusal(ontap.call('DeleteVolume', input), 'BadRequest');
  });

  it('refuses a second machine of the same name, and file systems that are not ONTAP', async () => {
    const ontap = await OntapServices.of();
    await ontap.machine();
    await expectRefusal(ontap.machine(), 'BadRequest');
    await expectRefusal(ontap.machine({ FileSystemId: 'fs-00000000000000000' }), 'FileSystemNotFound');
    const lustre = await createAvailable(ontap.services, scratch());
    await expectRefusal(ontap.machine({ FileSystemId: lustre }), 'UnsupportedOperation');
    await expectRefusal(ontap.machine({ Name: '' }), 'ValidationException');
  });
});

describe('DeleteStorageVirtualMachine', () => {
  const remove = (ontap: OntapServices, StorageVirtualMachineId: string) =>
    ontap.call('DeleteStorageVirtualMachine', { StorageVirtualMachineId });

  it('deletes the machine and its root volume', async () => {
    const ontap = await OntapServices.of();
    const id = await ontap.readyMachine();
    expect(await remove(ontap, id)).toEqual({ StorageVirtualMachineId: id, Lifecycle: 'DELETING' });
    expect((await ontap.machines()).map(({ Lifecycle }) => Lifecycle)).toEqual(['DELETING']);
    await ontap.services.pass(2 * MINUTE);
    expect(await ontap.machines()).toEqual([]);
    expect(await ontap.volumes()).toEqual([]);
    await expectRefusal(remove(ontap, id), 'StorageVirtualMachineNotFound');
  });

  it('refuses while the machine has volumes, as does DeleteFileSystem while it has machines', async () => {
    const ontap = await OntapServices.of();
    const id = await ontap.readyMachine();
    const { VolumeId } = await ontap.volume(id, 'volume1');
    await ontap.services.pass(LONG);
    await expectRefusal(remove(ontap, id), 'BadRequest');
    const FileSystemId = ontap.fileSystem;
    await expectRefusal(ontap.call('DeleteFileSystem', { FileSystemId }), 'BadRequest');
    await ontap.call('DeleteVolume', { VolumeId, OntapConfiguration: { SkipFinalBackup: true } });
    // Also while the volume is being deleted.
    await expectRefusal(remove(ontap, id), 'BadRequest');
    await ontap.services.pass(MINUTE);
    await remove(ontap, id);
    await expectRefusal(ontap.call('DeleteFileSystem', { FileSystemId }), 'BadRequest');
    await ontap.services.pass(2 * MINUTE);
    await ontap.call('DeleteFileSystem', { FileSystemId });
    await ontap.services.pass(LONG);
    expect(ontap.services.account.fsx.left()).toEqual([]);
  });
});
