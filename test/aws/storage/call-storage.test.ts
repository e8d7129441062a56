import { replaceCalls } from '../../../lib/aws/calls';
import { LONG, LUSTRE, makeAccount, OPENZFS } from '../account';
import { expectRefusal } from '../answers';
import { FENCE, look, send, TAGS } from './calls';

const NETWORK = { SubnetIds: ['@network.subnetId'], SecurityGroupIds: ['@network.storageSecurityGroupId'] };
const CREATE = ['CreateFileSystem', { ...LUSTRE, ...NETWORK, Tags: TAGS }] as const;

/** An account with an OpenZFS file system and what hosts and later requests know of it. */
async function makeOpenZfs() {
  const account = makeAccount({ fsx: { timing: { noise: 0 } } });
  const context = account.context();
  const { FileSystemId = '' } = await account.fileSystem(OPENZFS);
  await account.pass(LONG);
  const { values } = await look(context, FileSystemId);
  return { account, context, id: FileSystemId, made: { fs: values } };
}

describe('callStorage for create and update requests', () => {
  let account = makeAccount();
  let context = account.context();
  beforeEach(() => {
    account = makeAccount();
    context = account.context();
  });

  it('resolves references in the request, and returns the values that hosts and later requests need', async () => {
    const seen = await send(context, ...CREATE);
    const { subnetId, storageSecurityGroupId } = context.config.network;
    expect(account.inputs('CreateFileSystem')).toEqual([
      { ...CREATE[1], SubnetIds: [subnetId], SecurityGroupIds: [storageSecurityGroupId] },
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
    account.refuse('GetObject', 'AccessDenied');
    await expectRefusal(send(context, ...CREATE), 'AccessDenied');
    account.heal();
    await account.put(FENCE, '');
    await expectRefusal(send(context, ...CREATE), 'FenceClosed');
    expect(account.inputs('CreateFileSystem')).toEqual([]);
  });

  it('stores the id of the new resource, and logs a warning when it cannot', async () => {
    const { id } = await send(context, ...CREATE);
    const made = [{ kind: 'fsx:file-system', id, rig: 'exec__r1', state: 'CREATING' }];
    expect(await account.json(`executions/disks/exec/seen/${id}.json`)).toEqual(made);
    account.refuse('PutObject', 'AccessDenied');
    expect((await send(context, ...CREATE)).lifecycle).toBe('CREATING');
    expect(account.logged.map(({ level }) => level)).toEqual(['warn']);
  });

  it('throws for a reference to a missing resource before it sends a request', async () => {
    const request = send(context, 'CreateVolume', { OpenZFSConfiguration: { ParentVolumeId: '@fs.rootVolumeId' } });
    await expect(request).rejects.toThrow('no earlier request returned @fs.rootVolumeId');
    expect(account.called()).toEqual([]);
  });
});

describe('callStorage for an OpenZFS file system', () => {
  const CHANGE = { FileSystemId: '@fs.id', OpenZFSConfiguration: { ThroughputCapacity: 128 } };

  it('creates and updates a volume below the root volume, and updates the file system', async () => {
    const { account, context, id, made } = await makeOpenZfs();
    const OpenZFSConfiguration = { ParentVolumeId: '@fs.rootVolumeId' };
    const create = { VolumeType: 'OPENZFS', Name: 'volume1', OpenZFSConfiguration, Tags: TAGS };
    const volume = await send(context, 'CreateVolume', create, made);
    expect(volume).toMatchObject({ state: 'busy', values: { id: volume.id, path: 'fsx/volume1' } });
    await account.pass(LONG);
    const change = { VolumeId: '@volume1.id', OpenZFSConfiguration: { RecordSizeKiB: 64 } };
    const updated = await send(context, 'UpdateVolume', change, { ...made, volume1: volume.values });
    expect(updated.id).toBe(volume.id);
    expect(await send(context, 'UpdateFileSystem', CHANGE, made)).toMatchObject({ id, state: 'busy' });
    await account.pass(LONG);
    for (const one of [id, volume.id]) expect(await look(context, one)).toMatchObject({ id: one, state: 'ready' });
  });

  it('returns changeableAt as the time of the latest change plus the pause', async () => {
    const { account, context, id, made } = await makeOpenZfs();
    expect((await look(context, id, 21_600)).changeableAt).toBe(0);
    const asked = account.clock.now() / 1000;
    await send(context, 'UpdateFileSystem', CHANGE, made);
    await account.pass(LONG);
    expect((await look(context, id, 21_600)).changeableAt).toBeCloseTo(asked + 21_600, 0);
  });

  it('throws when the answer lacks the resource', async () => {
    const { context, id } = await makeOpenZfs();
    const describeFileSystems = () => Promise.resolve({ FileSystems: [] });
    const aws = { ...context.aws, fsx: replaceCalls(context.aws.fsx, { describeFileSystems }) };
    await expect(look({ ...context, aws }, id)).rejects.toThrow(`the answer of the service lacks ${id}`);
  });
});

describe('callStorage for status checks', () => {
  it('reports a file system as busy while it is created, then as failed', async () => {
    const account = makeAccount({ fsx: { faults: { create: () => 'fails' } } });
    const { FileSystemId = '' } = await account.fileSystem();
    expect((await look(account.context(), FileSystemId)).state).toBe('busy');
    await account.pass(LONG);
    expect((await look(account.context(), FileSystemId)).state).toBe('failed');
  });

  it('reports an unknown id as busy, and throws AccessDeniedException', async () => {
    const account = makeAccount();
    for (const id of ['fs-00000000000000009', 'fsvol-00000000000000009'])
      expect(await look(account.context(), id)).toMatchObject({ id, state: 'busy' });
    account.refuse('DescribeFileSystems', 'AccessDeniedException');
    await expectRefusal(look(account.context(), 'fs-00000000000000009'), 'AccessDeniedException');
  });
});
