import { expectRefusal } from '../world';
import {
  create,
  createVolume,
  fileSystem,
  fsxWorld,
  type FsxWorld,
  LONG,
  made,
  madeOpenZfs,
  MINUTE,
  openZfs,
  persistent,
  scratch,
  volume,
} from './fsx-world';

const remove = (world: FsxWorld, id: string, input: object = {}) =>
  world.call('fsx', 'DeleteFileSystem', { FileSystemId: id, ...input });
const SKIP = { OpenZFSConfiguration: { SkipFinalBackup: true } };
const ALL = { OpenZFSConfiguration: { SkipFinalBackup: true, Options: ['DELETE_CHILD_VOLUMES_AND_SNAPSHOTS'] } };

describe('DeleteFileSystem', () => {
  it('is DELETING for its time, then not found, and leaves nothing', async () => {
    const world = fsxWorld();
    const id = await made(world, scratch());
    expect(await remove(world, id)).toEqual({ FileSystemId: id, Lifecycle: 'DELETING' });
    await world.pass(5 * MINUTE - 1);
    expect((await fileSystem(world, id)).Lifecycle).toBe('DELETING');
    await world.pass(1);
    await expectRefusal(fileSystem(world, id), 'FileSystemNotFound');
    await expectRefusal(remove(world, id), 'FileSystemNotFound');
    expect(world.fsx.left()).toEqual([]);
  });

  it('is refused while CREATING', async () => {
    const world = fsxWorld();
    const { FileSystemId: id = '' } = await create(world, scratch());
    await expectRefusal(remove(world, id), 'BadRequest');
  });

  it('is accepted for what failed or is misconfigured', async () => {
    const ends = ['fails', 'misconfigured'] as const;
    let asked = 0;
    const world = fsxWorld({ faults: { create: () => ends[asked++] } });
    const ids = [await made(world, openZfs()), await made(world, scratch())];
    for (const id of ids) await remove(world, id);
    await world.pass(LONG);
    expect(world.fsx.left()).toEqual([]);
  });

  it('is refused a second time, unless the token is the same', async () => {
    const world = fsxWorld();
    const id = await made(world, scratch());
    await remove(world, id, { ClientRequestToken: 'd1' });
    await expectRefusal(remove(world, id), 'BadRequest');
    expect(await remove(world, id, { ClientRequestToken: 'd1' })).toMatchObject({ Lifecycle: 'DELETING' });
  });

  it('is refused for OpenZFS with child volumes, unless they go with it', async () => {
    const world = fsxWorld();
    const { id, root } = await madeOpenZfs(world);
    const { VolumeId: child = '' } = await createVolume(world, root, 'volume1');
    await world.pass(LONG);
    await expectRefusal(remove(world, id, SKIP), 'BadRequest', child);
    expect((await fileSystem(world, id)).Lifecycle).toBe('AVAILABLE');
    await remove(world, id, ALL);
    expect((await volume(world, child)).Lifecycle).toBe('DELETING');
    await world.pass(LONG);
    await expectRefusal(volume(world, child), 'VolumeNotFound');
    expect(world.fsx.left()).toEqual([]);
  });

  it('is refused where a final backup would be taken: no role may take any', async () => {
    const world = fsxWorld();
    const { id } = await madeOpenZfs(world);
    const lasting = await made(world, persistent());
    const denied = { name: 'AccessDeniedException' };
    await expect(remove(world, id)).rejects.toMatchObject(denied);
    const keep = { LustreConfiguration: { SkipFinalBackup: false } };
    await expect(remove(world, lasting, keep)).rejects.toMatchObject(denied);
    await expectRefusal(remove(world, await made(world, scratch()), keep), 'BadRequest');
    await remove(world, id, SKIP);
    await remove(world, lasting);
    await world.pass(LONG);
    expect(world.fsx.left().map(({ kind }) => kind)).toEqual(['fsx:file-system']);
  });

  it('refuses the options of another type', async () => {
    const world = fsxWorld();
    const id = await made(world, scratch());
    await expectRefusal(remove(world, id, SKIP), 'BadRequest');
    await expectRefusal(
      remove(world, (await madeOpenZfs(world)).id, { OpenZFSConfiguration: { Options: ['ALL'] } }),
      'ValidationException',
    );
  });

  it('is refused, or undone, as scripted', async () => {
    const script = ['refused', 'refused', 'undone'] as const;
    const world = fsxWorld({ faults: { deletion: (_id, attempt) => script[attempt - 1] } });
    const id = await made(world, scratch());
    const token = { ClientRequestToken: 'd1' };
    await expectRefusal(remove(world, id, token), 'BadRequest');
    await expectRefusal(remove(world, id, token), 'BadRequest');
    await remove(world, id, token);
    expect((await fileSystem(world, id)).Lifecycle).toBe('DELETING');
    await world.pass(LONG);
    expect((await fileSystem(world, id)).Lifecycle).toBe('AVAILABLE');
    await remove(world, id, token);
    await world.pass(LONG);
    expect(world.fsx.left()).toEqual([]);
  });
});
