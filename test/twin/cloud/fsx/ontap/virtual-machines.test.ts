import { expectRefusal } from '../../services';
import { LONG, MINUTE, scratch } from '../fsx-services';
import { makeOntapServices, makeVolumeServices } from './ontap-services';

const OntapConfiguration = { SkipFinalBackup: true };

describe('CreateStorageVirtualMachine', () => {
  it('creates a machine that is CREATED after two minutes, with an NFS endpoint', async () => {
    const { fileSystem, ...services } = await makeOntapServices();
    const fresh = await services.createMachine();
    expect(fresh).toMatchObject({ Lifecycle: 'CREATING', FileSystemId: fileSystem, Name: 'svm' });
    expect(fresh).not.toHaveProperty('Endpoints');
    await services.pass(2 * MINUTE);
    const id = fresh.StorageVirtualMachineId ?? '';
    expect(id).toMatch(/^svm-[0-9a-f]{17}$/);
    expect(await services.listMachines()).toMatchObject([
      {
        StorageVirtualMachineId: id,
        Lifecycle: 'CREATED',
        Endpoints: { Nfs: { DNSName: `${id}.${fileSystem}.fsx.xx-local-1.amazonaws.com` } },
        ResourceARN: `arn:aws:fsx:xx-local-1:000000000000:storage-virtual-machine/${fileSystem}/${id}`,
      },
    ]);
  });

  it('creates a root volume that DeleteVolume refuses to delete', async () => {
    const services = await makeVolumeServices();
    const found = await services.listVolumes();
    const made = { Name: 'svm_root', Lifecycle: 'CREATED', VolumeType: 'ONTAP' };
    expect(found).toMatchObject([{ ...made, OntapConfiguration: { StorageVirtualMachineRoot: true } }]);
    const input = { VolumeId: found[0]?.VolumeId, OntapConfiguration };
    await expectRefusal(services.send('DeleteVolume', input), 'BadRequest');
  });

  it('refuses a second machine of the same name, and file systems that are not ONTAP', async () => {
    const { createMachine, ...services } = await makeOntapServices();
    await createMachine();
    await expectRefusal(createMachine(), 'BadRequest');
    await expectRefusal(createMachine({ FileSystemId: 'fs-00000000000000000' }), 'FileSystemNotFound');
    const lustre = await services.createAvailable(scratch());
    await expectRefusal(createMachine({ FileSystemId: lustre }), 'UnsupportedOperation');
    await expectRefusal(createMachine({ Name: '' }), 'ValidationException');
  });
});

it('deletes a virtual machine without volumes, as DeleteFileSystem does a file system without machines', async () => {
  const { fileSystem, machine: StorageVirtualMachineId, ...services } = await makeVolumeServices();
  const remove = () => services.send('DeleteStorageVirtualMachine', { StorageVirtualMachineId });
  const { VolumeId } = await services.createVolume(StorageVirtualMachineId, 'volume1');
  await services.pass(LONG);
  await expectRefusal(remove(), 'BadRequest');
  await expectRefusal(services.remove(fileSystem), 'BadRequest');
  await services.send('DeleteVolume', { VolumeId, OntapConfiguration });
  // Also while the volume is being deleted.
  await expectRefusal(remove(), 'BadRequest');
  await services.pass(MINUTE);
  expect(await remove()).toEqual({ StorageVirtualMachineId, Lifecycle: 'DELETING' });
  expect((await services.listMachines()).map(({ Lifecycle }) => Lifecycle)).toEqual(['DELETING']);
  await expectRefusal(services.remove(fileSystem), 'BadRequest');
  await services.pass(2 * MINUTE);
  expect([await services.listMachines(), await services.listVolumes()]).toEqual([[], []]);
  await expectRefusal(remove(), 'StorageVirtualMachineNotFound');
  await services.remove(fileSystem);
  await services.pass(LONG);
  expect(services.fsx.left()).toEqual([]);
});
