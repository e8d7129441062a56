import { expectRefusal } from '../services';
import { LONG, makeFsxServices, MINUTE, openZfs, persistent, scratch, SKIP_BACKUP } from './fsx-services';

const ALL = { OpenZFSConfiguration: { SkipFinalBackup: true, Options: ['DELETE_CHILD_VOLUMES_AND_SNAPSHOTS'] } };
const TOKEN = { ClientRequestToken: 'd1' };

describe('DeleteFileSystem', () => {
  it('sets DELETING for five minutes, then reports FileSystemNotFound, and leaves no resources', async () => {
    const services = makeFsxServices();
    const { FileSystemId: id = '' } = await services.create(scratch());
    await expectRefusal(services.remove(id), 'BadRequest', 'CREATING');
    await services.pass(LONG);
    expect(await services.remove(id, TOKEN)).toEqual({ FileSystemId: id, Lifecycle: 'DELETING' });
    // A second delete needs the same token.
    await expectRefusal(services.remove(id), 'BadRequest');
    expect(await services.remove(id, TOKEN)).toMatchObject({ Lifecycle: 'DELETING' });
    await services.pass(5 * MINUTE - 1);
    expect((await services.describe(id)).Lifecycle).toBe('DELETING');
    await services.pass(1);
    await expectRefusal(services.describe(id), 'FileSystemNotFound');
    await expectRefusal(services.remove(id), 'FileSystemNotFound');
    expect(services.fsx.left()).toEqual([]);
  });

  it('deletes file systems that are FAILED or MISCONFIGURED', async () => {
    const ends = ['fails', 'misconfigured'] as const;
    let created = 0;
    const services = makeFsxServices({ faults: { create: () => ends[created++] } });
    for (const input of [openZfs(), scratch()]) await services.remove(await services.createAvailable(input));
    await services.pass(LONG);
    expect(services.fsx.left()).toEqual([]);
  });

  it('refuses OpenZFS with child volumes unless DELETE_CHILD_VOLUMES_AND_SNAPSHOTS is set', async () => {
    const services = makeFsxServices();
    const { id, root } = await services.createOpenZfs();
    const { VolumeId: child = '' } = await services.createVolume(root, 'volume1');
    await services.pass(LONG);
    await expectRefusal(services.remove(id, SKIP_BACKUP), 'BadRequest', child);
    expect((await services.describe(id)).Lifecycle).toBe('AVAILABLE');
    await services.remove(id, ALL);
    expect((await services.describeVolume(child)).Lifecycle).toBe('DELETING');
    await services.pass(LONG);
    await expectRefusal(services.describeVolume(child), 'VolumeNotFound');
    expect(services.fsx.left()).toEqual([]);
  });

  it('refuses a delete that would take a final backup, or with options of another type', async () => {
    const services = makeFsxServices();
    const { id } = await services.createOpenZfs();
    const lasting = await services.createAvailable(persistent());
    const temporary = await services.createAvailable(scratch());
    const keep = { LustreConfiguration: { SkipFinalBackup: false } };
    await expectRefusal(services.remove(id), 'AccessDeniedException');
    await expectRefusal(services.remove(lasting, keep), 'AccessDeniedException');
    await expectRefusal(services.remove(temporary, keep), 'BadRequest');
    await expectRefusal(services.remove(temporary, SKIP_BACKUP), 'BadRequest');
    await expectRefusal(services.remove(id, { OpenZFSConfiguration: { Options: ['ALL'] } }), 'ValidationException');
    await services.remove(id, SKIP_BACKUP);
    await services.remove(lasting);
    await services.pass(LONG);
    expect(services.fsx.left().map((left) => left.id)).toEqual([temporary]);
  });

  it('refuses two deletes and undoes the third as injected faults say, and accepts the next', async () => {
    const script = ['refused', 'refused', 'undone'] as const;
    const services = makeFsxServices({ faults: { deletion: (_id, attempt) => script[attempt - 1] } });
    const id = await services.createAvailable(scratch());
    await expectRefusal(services.remove(id, TOKEN), 'BadRequest');
    await expectRefusal(services.remove(id, TOKEN), 'BadRequest');
    await services.remove(id, TOKEN);
    expect((await services.describe(id)).Lifecycle).toBe('DELETING');
    await services.pass(LONG);
    expect((await services.describe(id)).Lifecycle).toBe('AVAILABLE');
    await services.remove(id, TOKEN);
    await services.pass(LONG);
    expect(services.fsx.left()).toEqual([]);
  });
});
