import { expectRefusal } from '../../world';
import { LONG, made, MINUTE, scratch } from '../fsx-world';
import { OntapWorld } from './ontap-world';

const named = (name: string): unknown => expect.objectContaining({ name });

describe('CreateStorageVirtualMachine', () => {
  it('makes one, ready after its time, which hosts reach by a name of its own', async () => {
    const ontap = await OntapWorld.of();
    const fresh = await ontap.machine();
    expect(fresh).toMatchObject({ Lifecycle: 'CREATING', FileSystemId: ontap.fileSystem, Name: 'svm' });
    expect(fresh).not.toHaveProperty('Endpoints');
    await ontap.world.pass(2 * MINUTE);
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

  it('brings a root volume that nobody can delete alone', async () => {
    const ontap = await OntapWorld.of();
    await ontap.readyMachine();
    const [root, ...others] = await ontap.volumes();
    expect(others).toEqual([]);
    expect(root).toMatchObject({ Name: 'svm_root', Lifecycle: 'CREATED', VolumeType: 'ONTAP' });
    expect(root?.OntapConfiguration?.StorageVirtualMachineRoot).toBe(true);
    const input = { VolumeId: root?.VolumeId, OntapConfiguration: { SkipFinalBackup: true } };
    await expect(ontap.call('DeleteVolume', input)).rejects.toEqual(named('BadRequest'));
  });

  it('makes one for a token', async () => {
    const ontap = await OntapWorld.of();
    const again = { ClientRequestToken: 't' };
    const [first, second] = [await ontap.machine(again), await ontap.machine(again)];
    expect(second.StorageVirtualMachineId).toBe(first.StorageVirtualMachineId);
    await expectRefusal(ontap.machine({ ...again, Name: 'other' }), 'IncompatibleParameterError', {
      Parameter: 'Name',
    });
  });

  it('is refused for a second one of the name, and for what is no file system of ONTAP', async () => {
    const ontap = await OntapWorld.of();
    await ontap.machine();
    await expect(ontap.machine()).rejects.toEqual(named('BadRequest'));
    await expect(ontap.machine({ FileSystemId: 'fs-00000000000000000' })).rejects.toEqual(named('FileSystemNotFound'));
    const lustre = await made(ontap.world, scratch());
    await expect(ontap.machine({ FileSystemId: lustre })).rejects.toEqual(named('UnsupportedOperation'));
    await expect(ontap.machine({ Name: '' })).rejects.toEqual(named('ValidationException'));
  });

  it('may fail, or hang', async () => {
    for (const [fault, lifecycle] of [
      ['fails', 'FAILED'],
      ['misconfigured', 'MISCONFIGURED'],
      ['hangs', 'CREATING'],
    ] as const) {
      const create = ({ kind }: { kind: string }) => (kind === 'fsx:storage-virtual-machine' ? fault : undefined);
      const ontap = await OntapWorld.of({ faults: { create } });
      await ontap.readyMachine();
      expect((await ontap.machines()).map(({ Lifecycle }) => Lifecycle)).toEqual([lifecycle]);
    }
  });
});

describe('DeleteStorageVirtualMachine', () => {
  const remove = (ontap: OntapWorld, StorageVirtualMachineId: string) =>
    ontap.call('DeleteStorageVirtualMachine', { StorageVirtualMachineId });

  it('takes it and its root volume away', async () => {
    const ontap = await OntapWorld.of();
    const id = await ontap.readyMachine();
    expect(await remove(ontap, id)).toEqual({ StorageVirtualMachineId: id, Lifecycle: 'DELETING' });
    expect((await ontap.machines()).map(({ Lifecycle }) => Lifecycle)).toEqual(['DELETING']);
    await ontap.world.pass(2 * MINUTE);
    expect(await ontap.machines()).toEqual([]);
    expect(await ontap.volumes()).toEqual([]);
    await expect(remove(ontap, id)).rejects.toEqual(named('StorageVirtualMachineNotFound'));
  });

  it('is refused as long as volumes are in it, and the file system as long as it is there', async () => {
    const ontap = await OntapWorld.of();
    const id = await ontap.readyMachine();
    const { VolumeId } = await ontap.volume(id, 'volume1');
    await ontap.world.pass(LONG);
    await expect(remove(ontap, id)).rejects.toEqual(named('BadRequest'));
    const FileSystemId = ontap.fileSystem;
    await expect(ontap.call('DeleteFileSystem', { FileSystemId })).rejects.toEqual(named('BadRequest'));
    await ontap.call('DeleteVolume', { VolumeId, OntapConfiguration: { SkipFinalBackup: true } });
    // Also while the volume is being deleted.
    await expect(remove(ontap, id)).rejects.toEqual(named('BadRequest'));
    await ontap.world.pass(MINUTE);
    await remove(ontap, id);
    await expect(ontap.call('DeleteFileSystem', { FileSystemId })).rejects.toEqual(named('BadRequest'));
    await ontap.world.pass(2 * MINUTE);
    await ontap.call('DeleteFileSystem', { FileSystemId });
    await ontap.world.pass(LONG);
    expect(ontap.world.account.fsx.left()).toEqual([]);
  });

  it('may come to nothing: it is CREATED again, and not FAILED', async () => {
    const ontap = await OntapWorld.of({
      faults: { deletion: (_id, attempt) => (attempt === 1 ? 'undone' : undefined) },
    });
    const id = await ontap.readyMachine();
    await remove(ontap, id);
    await ontap.world.pass(2 * MINUTE);
    expect((await ontap.machines()).map(({ Lifecycle }) => Lifecycle)).toEqual(['CREATED']);
    await remove(ontap, id);
    await ontap.world.pass(2 * MINUTE);
    expect(await ontap.machines()).toEqual([]);
  });
});
