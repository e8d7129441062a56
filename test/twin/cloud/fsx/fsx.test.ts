import { expectRefusal } from '../services';
import {
  create,
  createVolume,
  describeFileSystem,
  makeFsxServices,
  type FsxServices,
  LONG,
  createAvailable,
  createOpenZfs,
  MINUTE,
  openZfs,
  persistent,
  scratch,
  describeVolume,
} from './fsx-services';

const remove = (services: FsxServices, id: string, input: object = {}) =>
  services.call('fsx', 'DeleteFileSystem', { FileSystemId: id, ...input });
const SKIP = { OpenZFSConfiguration: { SkipFinalBackup: true } };
const ALL = { OpenZFSConfiguration: { SkipFinalBackup: true, Options: ['DELETE_CHILD_VOLUMES_AND_SNAPSHOTS'] } };

describe('DeleteFileSystem', () => {
  it('sets DELETING for five minutes, then reports FileSystemNotFound, and leaves no resources', async () => {
    const services = makeFsxServices();
    const id = await createAvailable(services, scratch());
    expect(await remove(services, id)).toEqual({ FileSystemId: id, Lifecycle: 'DELETING' });
    await services.pass(5 * MINUTE - 1);
    expect((await describeFileSystem(services, id)).Lifecycle).toBe('DELETING');
    await services.pass(1);
    await expectRefusal(describeFileSystem(services, id), 'FileSystemNotFound');
    await expectRefusal(remove(services, id), 'FileSystemNotFound');
    expect(services.fsx.left()).toEqual([]);
  });

  it('refuses while the file system is CREATING', async () => {
    const services = makeFsxServices();
    const { FileSystemId: id = '' } = await create(services, scratch());
    await expectRefusal(remove(services, id), 'BadRequest');
  });

  it('deletes file systems that are FAILED or MISCONFIGURED', async () => {
    const ends = ['fails', 'misconfigured'] as const;
    let asked = 0;
    const services = makeFsxServices({ faults: { create: () => ends[asked++] } });
    const ids = [await createAvailable(services, openZfs()), await createAvailable(services, scratch())];
    for (const id of ids) await remove(services, id);
    await services.pass(LONG);
    expect(services.fsx.left()).toEqual([]);
  });

  it('refuses a second delete, unless it has the same token', async () => {
    const services = makeFsxServices();
    const id = await createAvailable(services, scratch());
    await remove(services, id, { ClientRequestToken: 'd1' });
    await expectRefusal(remove(services, id), 'BadRequest');
    expect(await remove(services, id, { ClientRequestToken: 'd1' })).toMatchObject({ Lifecycle: 'DELETING' });
  });

  it('refuses OpenZFS with child volumes unless DELETE_CHILD_VOLUMES_AND_SNAPSHOTS is set', async () => {
    const services = makeFsxServices();
    const { id, root } = await createOpenZfs(services);
    const { VolumeId: child = '' } = await createVolume(services, root, 'volume1');
    await services.pass(LONG);
    await expectRefusal(remove(services, id, SKIP), 'BadRequest', child);
    expect((await describeFileSystem(services, id)).Lifecycle).toBe('AVAILABLE');
    await remove(services, id, ALL);
    expect((await describeVolume(services, child)).Lifecycle).toBe('DELETING');
    await services.pass(LONG);
    await expectRefusal(describeVolume(services, child), 'VolumeNotFound');
    expect(services.fsx.left()).toEqual([]);
  });

  it('refuses a delete that would take a final backup with AccessDeniedException', async () => {
    const services = makeFsxServices();
    const { id } = await createOpenZfs(services);
    const lasting = await createAvailable(services, persistent());
    const denied = { name: 'AccessDeniedException' };
    await expect(remove(services, id)).rejects.toMatchObject(denied);
    const keep = { LustreConfiguration: { SkipFinalBackup: false } };
    await expect(remove(services, lasting, keep)).rejects.toMatchObject(denied);
    await expectRefusal(remove(services, await createAvailable(services, scratch()), keep), 'BadRequest');
    await remove(services, id, SKIP);
    await remove(services, lasting);
    await services.pass(LONG);
    expect(services.fsx.left().map(({ kind }) => kind)).toEqual(['fsx:file-system']);
  });

  it('refuses the options of another file system type', async () => {
    const services = makeFsxServices();
    const id = await createAvailable(services, scratch());
    await expectRefusal(remove(services, id, SKIP), 'BadRequest');
    await expectRefusal(
      remove(services, (await createOpenZfs(services)).id, { OpenZFSConfiguration: { Options: ['ALL'] } }),
      'ValidationException',
    );
  });

  it('refuses two deletes and undoes the third as injected faults say, and accepts the next', async () => {
    const script = ['refused', 'refused', 'undone'] as const;
    const services = makeFsxServices({ faults: { deletion: (_id, attempt) => script[attempt - 1] } });
    const id = await createAvailable(services, scratch());
    const token = { ClientRequestToken: 'd1' };
    await expectRefusal(remove(services, id, token), 'BadRequest');
    await expectRefusal(remove(services, id, token), 'BadRequest');
    await remove(services, id, token);
    expect((await describeFileSystem(services, id)).Lifecycle).toBe('DELETING');
    await services.pass(LONG);
    expect((await describeFileSystem(services, id)).Lifecycle).toBe('AVAILABLE');
    await remove(services, id, token);
    await services.pass(LONG);
    expect(services.fsx.left()).toEqual([]);
  });
});
