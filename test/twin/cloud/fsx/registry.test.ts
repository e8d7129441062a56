import type { VolumeType } from '@aws-sdk/client-fsx';
import { virtualClock } from '../../../../lib/asl/clock/virtual';
import { storageCallsOf } from '../../../../lib/shapes/resources';
import { TARGET_KINDS, targetOf } from '../../../../lib/targets/registry';
import { LOCAL_PLACE } from '../../../../lib/twin/cloud/account';
import { makeFsx } from '../../../../lib/twin/cloud/fsx/fsx';
import { makeIds } from '../../../../lib/twin/cloud/ids';
import type { VolumeRecord } from '../../../../lib/twin/cloud/fsx/records';
import { isModelled, TYPES, typeOf, volumesOf, volumesOfType } from '../../../../lib/twin/cloud/fsx/registry';
import { seeded, T0 } from '../world';
import { createVolume, fsxWorld, made, madeOpenZfs, openZfs, refused, scratch } from './fsx-world';

describe('the types of file systems', () => {
  it('are those of which there are targets, and take as long', () => {
    const wanted = TARGET_KINDS.flatMap((kind) => targetOf(kind)?.fileSystemType ?? []);
    expect(wanted.filter(isModelled)).toEqual(wanted);
    expect(TYPES).toHaveLength(new Set(wanted).size);
    for (const kind of TARGET_KINDS) {
      const { fileSystemType: FileSystemType = '', durations } = targetOf(kind) ?? {};
      if (isModelled(FileSystemType)) expect(typeOf({ FileSystemType }).durations).toBe(durations);
    }
    for (const type of ['WINDOWS', 'constructor']) expect(isModelled(type)).toBe(false);
  });

  it('have groups of quotas of their own', () => {
    const groups = TYPES.flatMap((type) => Object.keys(type.quotas('us-east-1')));
    expect(new Set(groups).size).toBe(groups.length);
  });

  it('answer, all together, every call that the table of resources has', () => {
    const options = { clock: virtualClock(T0), ids: makeIds(seeded()), place: LOCAL_PLACE, random: seeded() };
    expect(Object.keys(makeFsx(options).service)).toEqual(expect.arrayContaining([...storageCallsOf('fsx')]));
  });

  it('say which have volumes', () => {
    expect(volumesOfType('OPENZFS')?.fileSystemType).toBe('OPENZFS');
    expect(volumesOfType('constructor' as VolumeType)).toBeUndefined();
    expect(volumesOfType(undefined)).toBeUndefined();
    const stray = { id: 'fsvol-1', fileSystemType: 'LUSTRE' } as unknown as VolumeRecord;
    expect(() => volumesOf(stray)).toThrow('volume fsvol-1 is on a file system of LUSTRE, which has none');
  });
});

describe('members of requests that another type has', () => {
  const foreign = (member: string, type: string) => ({
    name: 'BadRequest',
    message: `${member} cannot be given for a file system of ${type}`,
  });

  it('are refused by creates, changes and deletes', async () => {
    const world = fsxWorld();
    const [lustre, zfs] = [await made(world, scratch()), await made(world, openZfs())];
    const both = { ...scratch(), OpenZFSConfiguration: {} };
    await expect(refused(world, 'CreateFileSystem', both)).rejects.toMatchObject(
      foreign('OpenZFSConfiguration', 'LUSTRE'),
    );
    for (const action of ['UpdateFileSystem', 'DeleteFileSystem']) {
      await expect(refused(world, action, { FileSystemId: lustre, OpenZFSConfiguration: {} })).rejects.toMatchObject(
        foreign('OpenZFSConfiguration', 'LUSTRE'),
      );
      await expect(refused(world, action, { FileSystemId: zfs, LustreConfiguration: {} })).rejects.toMatchObject(
        foreign('LustreConfiguration', 'OPENZFS'),
      );
    }
  });

  it('are not understood where no modelled type has them', async () => {
    const world = fsxWorld();
    const { root } = await madeOpenZfs(world);
    const { VolumeId } = await createVolume(world, root, 'a');
    const calls: [string, object][] = [
      ['CreateFileSystem', { ...scratch(), WindowsConfiguration: {} }],
      ['UpdateVolume', { VolumeId, NewConfiguration: {} }],
      ['DeleteVolume', { VolumeId, NewConfiguration: {} }],
      ['CreateVolume', { VolumeType: 'NEW', Name: 'a' }],
    ];
    for (const [action, input] of calls)
      await expect(refused(world, action, input)).rejects.toMatchObject({ name: 'ArgumentError' });
  });
});
