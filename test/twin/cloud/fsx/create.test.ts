import type { CreateFileSystemCommandInput } from '@aws-sdk/client-fsx';
import { RIG_TAGS, T0, tagList } from '../world';
import { create, fileSystem, fsxWorld, LONG, made, MINUTE, openZfs, refused, scratch, SUBNET } from './fsx-world';

describe('CreateFileSystem', () => {
  it('answers at once with a Lustre file system that is CREATING, with its names', async () => {
    const world = fsxWorld();
    const made = await create(world, scratch());
    expect(made).toMatchObject({
      Lifecycle: 'CREATING',
      CreationTime: new Date(T0),
      OwnerId: '000000000000',
      StorageType: 'SSD',
      StorageCapacity: 1200,
      FileSystemTypeVersion: '2.10',
      SubnetIds: [SUBNET],
      NetworkInterfaceIds: [],
      Tags: tagList(RIG_TAGS),
      LustreConfiguration: { DeploymentType: 'SCRATCH_2', DataCompressionType: 'NONE', EfaEnabled: false },
    });
    expect(made.FileSystemId).toMatch(/^fs-[0-9a-f]{17}$/);
    expect(made.DNSName).toBe(`${made.FileSystemId}.fsx.xx-local-1.amazonaws.com`);
    expect(made.ResourceARN).toBe(`arn:aws:fsx:xx-local-1:000000000000:file-system/${made.FileSystemId}`);
    expect(made.LustreConfiguration?.MountName).toMatch(/^[a-z2-7]{8}$/);
    expect(made.LustreConfiguration).not.toHaveProperty('AutomaticBackupRetentionDays');
  });

  it('is available to the millisecond after its time, with one interface for each server', async () => {
    const world = fsxWorld({ timing: { steps: { create: { seconds: 600 } } } });
    const { FileSystemId: id = '' } = await create(world, scratch({ StorageCapacity: 4800 }));
    await world.pass(10 * MINUTE - 1);
    expect((await fileSystem(world, id)).Lifecycle).toBe('CREATING');
    await world.pass(1);
    const there = await fileSystem(world, id);
    expect(there.Lifecycle).toBe('AVAILABLE');
    expect(there.NetworkInterfaceIds).toHaveLength(3);
  });

  it('makes an OpenZFS file system with root volume, automatic IOPS and an endpoint', async () => {
    const world = fsxWorld();
    const id = await made(world, openZfs());
    const { OpenZFSConfiguration: found } = await fileSystem(world, id);
    expect(found).toMatchObject({
      AutomaticBackupRetentionDays: 30,
      CopyTagsToVolumes: false,
      DiskIopsConfiguration: { Mode: 'AUTOMATIC', Iops: 3072 },
      RootVolumeId: expect.stringMatching(/^fsvol-[0-9a-f]{17}$/),
      EndpointIpAddress: expect.stringMatching(/^10\.1\.\d+\.\d+$/),
    });
  });

  it('takes noise from the account’s random numbers: the same seed gives the same moments', async () => {
    const bySteps = async (): Promise<number> => {
      const world = fsxWorld({ timing: { noise: 0.2 } });
      await made(world, scratch());
      return world.paid[0]?.at ?? 0;
    };
    const [first, second] = [await bySteps(), await bySteps()];
    expect(first).toBe(second);
    const taken = (first - T0) / 1000 / (600 + (1.7 * 1200) / 1024);
    expect(taken).toBeGreaterThan(0.8);
    expect(taken).toBeLessThan(1.2);
    expect(taken).not.toBeCloseTo(1, 3);
  });

  it('gives the existing one for the same token, and refuses other parameters by name', async () => {
    const world = fsxWorld();
    const input = scratch({ ClientRequestToken: 'e1.r1-fs' });
    const first = await create(world, input);
    await world.pass(LONG);
    expect(await create(world, input)).toMatchObject({ FileSystemId: first.FileSystemId, Lifecycle: 'AVAILABLE' });
    await expect(create(world, { ...input, StorageCapacity: 2400 })).rejects.toMatchObject({
      name: 'IncompatibleParameterError',
      Parameter: 'StorageCapacity',
      statusCode: 400,
    });
    await expect(create(world, { ...input, ClientRequestToken: 'x'.repeat(64) })).rejects.toMatchObject({
      name: 'ValidationException',
    });
  });

  it('makes another one when what the token made is gone', async () => {
    const world = fsxWorld();
    const input = scratch({ ClientRequestToken: 'token' });
    const first = await made(world, input);
    await world.call('fsx', 'DeleteFileSystem', { FileSystemId: first });
    await world.pass(LONG);
    expect((await create(world, input)).FileSystemId).not.toBe(first);
  });

  it.each<[string, Partial<CreateFileSystemCommandInput>, string]>([
    ['the configuration of another type', { ...openZfs(), LustreConfiguration: {} }, 'BadRequest'],
    ['HDD', scratch({ StorageType: 'HDD' }), 'BadRequest'],
    ['HDD of OpenZFS', openZfs({}, { StorageType: 'HDD' }), 'BadRequest'],
    ['two subnets', scratch({ SubnetIds: [SUBNET, 'subnet-11111111111111111'] }), 'BadRequest'],
    ['a subnet that is no id', scratch({ SubnetIds: ['mine'] }), 'ValidationException'],
    [
      '51 tags',
      scratch({ Tags: Array.from({ length: 51 }, (_, n) => ({ Key: `k${n}`, Value: '' })) }),
      'ValidationException',
    ],
    ['a type that does not exist', scratch({ FileSystemType: 'ZFS' as 'LUSTRE' }), 'ValidationException'],
  ])('refuses %s', async (_what, input, name) => {
    const world = fsxWorld();
    await expect(create(world, input)).rejects.toMatchObject({ name });
    await world.pass(LONG);
    expect(world.fsx.left()).toEqual([]);
  });

  it.each([
    [{ ...scratch(), FileSystemType: 'WINDOWS' }, 'WINDOWS'],
    [{ ...openZfs(), StorageType: 'INTELLIGENT_TIERING' }, 'INTELLIGENT_TIERING'],
    [{ ...scratch(), WindowsConfiguration: {} }, 'WindowsConfiguration'],
    [{ ...scratch(), SubnetIds: undefined }, 'SubnetIds'],
  ])('does not take what is not modelled: %j', async (input, named) => {
    await expect(refused(fsxWorld(), 'CreateFileSystem', input)).rejects.toMatchObject({
      name: 'ArgumentError',
      message: expect.stringContaining(named),
    });
  });

  it('ends as scripted: failed, misconfigured, or never', async () => {
    const ends = ['fails', 'misconfigured', 'hangs'] as const;
    let asked = 0;
    const world = fsxWorld({ faults: { create: ({ kind }) => (kind === 'fsx:volume' ? undefined : ends[asked++]) } });
    const ids: string[] = [];
    for (let n = 0; n < 4; n++) ids.push((await create(world, scratch())).FileSystemId ?? '');
    await world.pass(24 * LONG);
    const found = await Promise.all(ids.map((id) => fileSystem(world, id)));
    expect(found.map(({ Lifecycle }) => Lifecycle)).toEqual(['FAILED', 'MISCONFIGURED', 'CREATING', 'AVAILABLE']);
    expect(found[0]?.FailureDetails?.Message).toContain('failed to create');
  });

  it('refuses a create without the tags that roles require, as IAM does', async () => {
    const world = fsxWorld({}, { requiredTags: ['fsxbench:rig', 'fsxbench:expires-at'] });
    await expect(create(world, scratch())).resolves.toBeDefined();
    await expect(create(world, scratch({ Tags: [{ Key: 'fsxbench:rig', Value: 'e1__r1' }] }))).rejects.toMatchObject({
      name: 'AccessDeniedException',
      message: expect.stringContaining('fsxbench:expires-at'),
    });
  });
});
