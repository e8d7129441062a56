import { callStorage } from '../../../lib/aws/storage/call-storage';
import { LONG, LUSTRE, makeAccount, OPENZFS, makeTags } from '../account';

const Tags = Object.entries(makeTags()).map(([Key, Value]) => ({ Key, Value }));
const NETWORK = { SubnetIds: ['@network.subnetId'], SecurityGroupIds: ['@network.storageSecurityGroupId'] };

const FENCE = 'fences/exec.json';

/** An account with an OpenZFS file system and what hosts and later requests know of it. */
async function makeOpenZfs() {
  const account = makeAccount({ fsx: { timing: { noise: 0 } } });
  const { FileSystemId = '' } = await account.fileSystem(OPENZFS);
  await account.pass(LONG);
  const { values } = await callStorage({ look: FileSystemId, pauseSeconds: 0 }, account.context());
  return { account, context: account.context(), id: FileSystemId, made: { fs: values } };
}

describe('callStorage for create and update requests', () => {
  it('resolves references in the request, and returns the values that hosts and later requests need', async () => {
    const account = makeAccount();
    const input = { ...LUSTRE, ...NETWORK, Tags };
    const seen = await callStorage({ call: 'CreateFileSystem', input, made: {}, fenceKey: FENCE }, account.context());
    const { subnetId, storageSecurityGroupId } = account.context().config.network;
    expect(account.inputs('CreateFileSystem')).toEqual([
      { ...LUSTRE, Tags, SubnetIds: [subnetId], SecurityGroupIds: [storageSecurityGroupId] },
    ]);
    expect(seen).toEqual({
      id: expect.stringMatching(/^fs-[0-9a-f]{17}$/),
      state: 'busy',
      lifecycle: 'CREATING',
      why: '',
      values: { id: seen.id, dnsName: expect.stringContaining(seen.id), mountName: expect.any(String) },
      changeableAt: 0,
    });
  });

  it('throws when the fence is closed or cannot be read, and sends no request', async () => {
    const account = makeAccount();
    const request = {
      call: 'CreateFileSystem',
      input: { ...LUSTRE, ...NETWORK, Tags },
      made: {},
      fenceKey: FENCE,
    } as const;
    account.refuse('GetObject', 'AccessDenied');
    await expect(callStorage(request, account.context())).rejects.toMatchObject({ name: 'AccessDenied' });
    account.heal();
    await account.put(FENCE, '');
    await expect(callStorage(request, account.context())).rejects.toMatchObject({ name: 'FenceClosed' });
    expect(account.inputs('CreateFileSystem')).toEqual([]);
  });

  it('stores the id of the new resource, and logs a warning when it cannot', async () => {
    const account = makeAccount();
    const request = {
      call: 'CreateFileSystem',
      input: { ...LUSTRE, ...NETWORK, Tags },
      made: {},
      fenceKey: FENCE,
    } as const;
    const { id } = await callStorage(request, account.context());
    const made = [{ kind: 'fsx:file-system', id, rig: 'exec__r1', state: 'CREATING' }];
    expect(await account.json(`executions/disks/exec/seen/${id}.json`)).toEqual(made);
    account.refuse('PutObject', 'AccessDenied');
    expect((await callStorage(request, account.context())).lifecycle).toBe('CREATING');
    expect(account.logged.map(({ level }) => level)).toEqual(['warn']);
  });

  it('throws for a reference to a missing resource before it sends a request', async () => {
    const account = makeAccount();
    const request = callStorage(
      {
        call: 'CreateVolume',
        input: { OpenZFSConfiguration: { ParentVolumeId: '@fs.rootVolumeId' } },
        made: {},
        fenceKey: FENCE,
      },
      account.context(),
    );
    await expect(request).rejects.toThrow('no earlier request returned @fs.rootVolumeId');
    expect(account.called()).toEqual([]);
  });

  it('creates and updates a volume below the root volume, and updates the file system', async () => {
    const { account, context, id, made } = await makeOpenZfs();
    const OpenZFSConfiguration = { ParentVolumeId: '@fs.rootVolumeId' };
    const create = { VolumeType: 'OPENZFS', Name: 'volume1', OpenZFSConfiguration, Tags };
    const volume = await callStorage({ call: 'CreateVolume', input: create, made, fenceKey: FENCE }, context);
    expect(volume).toMatchObject({ state: 'busy', values: { id: volume.id, path: 'fsx/volume1' } });
    await account.pass(LONG);
    const change = { VolumeId: '@volume1.id', OpenZFSConfiguration: { RecordSizeKiB: 64 } };
    const both = { ...made, volume1: volume.values };
    expect((await callStorage({ call: 'UpdateVolume', input: change, made: both, fenceKey: FENCE }, context)).id).toBe(
      volume.id,
    );
    const more = { FileSystemId: '@fs.id', OpenZFSConfiguration: { ThroughputCapacity: 128 } };
    expect(await callStorage({ call: 'UpdateFileSystem', input: more, made, fenceKey: FENCE }, context)).toMatchObject({
      id,
      state: 'busy',
    });
    await account.pass(LONG);
    for (const look of [id, volume.id])
      expect(await callStorage({ look, pauseSeconds: 0 }, context)).toMatchObject({ id: look, state: 'ready' });
  });
});

describe('callStorage for status checks', () => {
  it('reports a file system as busy while it is created, then as failed', async () => {
    const account = makeAccount({ fsx: { faults: { create: () => 'fails' } } });
    const { FileSystemId: look = '' } = await account.fileSystem();
    const states: string[] = [];
    for (let looks = 0; looks < 2; looks += 1) {
      states.push((await callStorage({ look, pauseSeconds: 0 }, account.context())).state);
      await account.pass(LONG);
    }
    expect(states).toEqual(['busy', 'failed']);
  });

  it('returns changeableAt as the time of the latest change plus the pause', async () => {
    const { account, context, id, made } = await makeOpenZfs();
    expect((await callStorage({ look: id, pauseSeconds: 21_600 }, context)).changeableAt).toBe(0);
    const asked = account.clock.now() / 1000;
    const input = { FileSystemId: '@fs.id', OpenZFSConfiguration: { ThroughputCapacity: 128 } };
    await callStorage({ call: 'UpdateFileSystem', input, made, fenceKey: FENCE }, context);
    await account.pass(LONG);
    expect((await callStorage({ look: id, pauseSeconds: 21_600 }, context)).changeableAt).toBeCloseTo(
      asked + 21_600,
      0,
    );
  });

  it('reports an unknown id as busy, and throws AccessDeniedException', async () => {
    const account = makeAccount();
    for (const look of ['fs-00000000000000009', 'fsvol-00000000000000009'])
      expect(await callStorage({ look, pauseSeconds: 0 }, account.context())).toMatchObject({
        id: look,
        state: 'busy',
      });
    account.refuse('DescribeFileSystems', 'AccessDeniedException');
    const refused = callStorage({ look: 'fs-00000000000000009', pauseSeconds: 0 }, account.context());
    await expect(refused).rejects.toMatchObject({ name: 'AccessDeniedException' });
  });

  it('throws when the answer lacks the resource', async () => {
    const { context, id } = await makeOpenZfs();
    const describeFileSystems = () => Promise.resolve({ FileSystems: [] });
    const aws = { ...context.aws, fsx: { ...context.aws.fsx, describeFileSystems } };
    const looked = callStorage({ look: id, pauseSeconds: 0 }, { ...context, aws });
    await expect(looked).rejects.toThrow(`the answer of the service lacks ${id}`);
  });
});
