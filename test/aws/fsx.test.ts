import type { AdministrativeAction, FileSystem } from '@aws-sdk/client-fsx';
import { callFsx, deleteOne } from '../../lib/aws/fsx';
import { FakeAccount, sdkError } from './fake-calls';

const LUSTRE: FileSystem = {
  FileSystemId: 'fs-1',
  FileSystemType: 'LUSTRE',
  Lifecycle: 'AVAILABLE',
  DNSName: 'fs-1.fsx.example',
  LustreConfiguration: { MountName: 'abc' },
};
const action = (type: AdministrativeAction['AdministrativeActionType'], status: string, minute: number) =>
  ({
    AdministrativeActionType: type,
    Status: status,
    RequestTime: new Date(Date.UTC(2026, 0, 1, 0, minute)),
    FailureDetails: { Message: 'no space' },
  }) as AdministrativeAction;

async function look(found: FileSystem, pauseSeconds = 0) {
  const account = new FakeAccount();
  account.fileSystems.push(found);
  return callFsx({ look: 'fs-1', pauseSeconds }, account.context());
}

describe('callFsx: requests', () => {
  it('fills references in, and gives what hosts and later requests need', async () => {
    const account = new FakeAccount();
    account.fileSystems.push({ ...LUSTRE, Lifecycle: 'CREATING' });
    const seen = await callFsx(
      {
        call: 'CreateFileSystem',
        input: { SubnetIds: ['@network.subnetId'], Extra: ['@a.id'] },
        made: { a: { id: 'x' } },
      },
      account.context(),
    );
    expect(account.calls.at(-1)).toEqual({
      action: 'createFileSystem',
      input: { SubnetIds: ['subnet-1'], Extra: ['x'] },
    });
    expect(seen).toEqual({
      id: 'fs-1',
      state: 'busy',
      lifecycle: 'CREATING',
      why: '',
      values: { id: 'fs-1', dnsName: 'fs-1.fsx.example', mountName: 'abc' },
      changeableAt: 0,
    });
  });

  it('refuses a reference to what was not made, before anything is sent', async () => {
    const account = new FakeAccount();
    const request = callFsx(
      { call: 'CreateVolume', input: { OpenZFSConfiguration: { ParentVolumeId: '@fs.rootVolumeId' } }, made: {} },
      account.context(),
    );
    await expect(request).rejects.toThrow('a request refers to @fs.rootVolumeId, which is not known');
    expect(account.calls).toEqual([]);
  });

  it.each([
    ['UpdateFileSystem', 'updateFileSystem'],
    ['UpdateVolume', 'updateVolume'],
    ['CreateVolume', 'createVolume'],
  ] as const)('sends %s', async (name, call) => {
    const account = new FakeAccount();
    account.fileSystems.push(LUSTRE);
    account.volumes.push({ VolumeId: 'fsvol-1', Lifecycle: 'AVAILABLE' });
    expect((await callFsx({ call: name, input: {}, made: {} }, account.context())).state).toBe('ready');
    expect(account.calls.map((one) => one.action)).toEqual([call]);
  });
});

describe('callFsx: looks', () => {
  it.each([
    ['AVAILABLE', 'ready'],
    ['CREATING', 'busy'],
    ['UPDATING', 'busy'],
    ['FAILED', 'failed'],
    ['MISCONFIGURED', 'failed'],
    ['DELETING', 'failed'],
    ['SOMETHING_NEW', 'failed'],
  ])('%s is %s', async (lifecycle, state) => {
    expect(await look({ ...LUSTRE, Lifecycle: lifecycle as 'AVAILABLE' })).toMatchObject({ state, lifecycle });
  });

  it('waits for a change and for what follows from it', async () => {
    const actions = [action('FILE_SYSTEM_UPDATE', 'COMPLETED', 1), action('STORAGE_OPTIMIZATION', 'IN_PROGRESS', 2)];
    expect(await look({ ...LUSTRE, AdministrativeActions: actions })).toMatchObject({
      state: 'busy',
      why: 'STORAGE_OPTIMIZATION',
    });
  });

  it('knows a change that failed behind an AVAILABLE file system; an older failure says nothing', async () => {
    const failed = action('FILE_SYSTEM_UPDATE', 'FAILED', 5);
    expect(await look({ ...LUSTRE, AdministrativeActions: [failed] })).toMatchObject({
      state: 'failed',
      why: 'FILE_SYSTEM_UPDATE failed: no space',
    });
    const later = action('FILE_SYSTEM_UPDATE', 'COMPLETED', 9);
    expect(await look({ ...LUSTRE, AdministrativeActions: [failed, later] })).toMatchObject({ state: 'ready' });
  });

  it('counts the pause from the newest request', async () => {
    const actions = [action('FILE_SYSTEM_UPDATE', 'COMPLETED', 1), action('FILE_SYSTEM_UPDATE', 'COMPLETED', 30)];
    const { changeableAt } = await look({ ...LUSTRE, AdministrativeActions: actions }, 21_600);
    expect(changeableAt).toBe(Date.UTC(2026, 0, 1, 6, 30) / 1000);
    expect((await look(LUSTRE, 21_600)).changeableAt).toBe(0);
  });

  it('looks again for what is not listed yet; other errors are errors', async () => {
    const account = new FakeAccount();
    expect(await callFsx({ look: 'fs-9', pauseSeconds: 0 }, account.context())).toMatchObject({ state: 'busy' });
    expect(await callFsx({ look: 'fsvol-9', pauseSeconds: 0 }, account.context())).toMatchObject({ state: 'busy' });
    account.fault(() => sdkError('AccessDeniedException'));
    await expect(callFsx({ look: 'fs-9', pauseSeconds: 0 }, account.context())).rejects.toThrow('AccessDenied');
  });
});

describe('deleteOne', () => {
  it.each([
    ['LUSTRE', {}],
    ['OPENZFS', { OpenZFSConfiguration: { SkipFinalBackup: true, Options: ['DELETE_CHILD_VOLUMES_AND_SNAPSHOTS'] } }],
    ['ONTAP', {}],
  ] as const)('%s without a final backup', async (type, options) => {
    const account = new FakeAccount();
    account.fileSystems.push({ ...LUSTRE, FileSystemType: type });
    expect(await deleteOne({ id: 'fs-1' }, account.context())).toEqual({ id: 'fs-1' });
    expect(account.calls.at(-1)).toEqual({ action: 'deleteFileSystem', input: { FileSystemId: 'fs-1', ...options } });
  });

  it('a volume with its children', async () => {
    const account = new FakeAccount();
    await deleteOne({ id: 'fsvol-1' }, account.context());
    expect(account.calls).toEqual([
      {
        action: 'deleteVolume',
        input: { VolumeId: 'fsvol-1', OpenZFSConfiguration: { Options: ['DELETE_CHILD_VOLUMES_AND_SNAPSHOTS'] } },
      },
    ]);
  });

  it('is content with what is gone, and only with that', async () => {
    const account = new FakeAccount();
    expect(await deleteOne({ id: 'fs-1' }, account.context())).toEqual({ id: 'fs-1' });
    account.fault((name) => (name === 'deleteVolume' ? sdkError('BadRequest') : undefined));
    await expect(deleteOne({ id: 'fsvol-1' }, account.context())).rejects.toThrow('BadRequest');
  });
});
