import { getTypeFacts } from '../../../lib/aws/storage/fsx-types';
import { FSX_DELETE_OPTIONS } from '../../../lib/shapes/fsx-deletes';
import { deleteStorage } from '../../../lib/aws/storage/delete-storage';
import { LONG, LUSTRE, makeAccount, OPENZFS } from '../account';

const PERSISTENT = {
  ...LUSTRE,
  LustreConfiguration: { DeploymentType: 'PERSISTENT_2', PerUnitStorageThroughput: 125 },
};

describe('deleteStorage', () => {
  it.each([
    ['Lustre SCRATCH_2', LUSTRE, {}],
    ['Lustre PERSISTENT_2', PERSISTENT, {}],
    [
      'OpenZFS',
      OPENZFS,
      { OpenZFSConfiguration: { SkipFinalBackup: true, Options: ['DELETE_CHILD_VOLUMES_AND_SNAPSHOTS'] } },
    ],
  ] as const)(
    'deletes a file system of type %s with its volumes and without a final backup',
    async (_type, input, options) => {
      const account = makeAccount();
      const { FileSystemId: id = '', OpenZFSConfiguration } = await account.fileSystem(input);
      await account.pass(LONG);
      if (OpenZFSConfiguration?.RootVolumeId !== undefined) await account.volume(OpenZFSConfiguration.RootVolumeId);
      await account.pass(LONG);
      expect(await deleteStorage({ id, type: input.FileSystemType }, account.context())).toEqual({ id });
      // No other look stands before a delete.
      expect(account.called()).toEqual(['fsx:DeleteFileSystem']);
      expect(account.inputs('DeleteFileSystem')).toEqual([{ FileSystemId: id, ...options }]);
      await account.pass(LONG);
      expect(account.fsx.left()).toEqual([]);
    },
  );

  it.each(['LUSTRE', 'OPENZFS'] as const)('uses the same options as the documented CLI command for %s', (type) => {
    // A member is an option by its words, a list of one its value (AWS CLI user guide, Shorthand syntax).
    const written = Object.entries(getTypeFacts(type).removal).map(([member, values]) => {
      const option = member.replaceAll(/(?<=[a-z])(?=[A-Z])/g, '-').toLowerCase();
      const pairs = Object.entries(values as object).map(([key, value]) => `${key}=${String(value)}`);
      return `--${option.replace('openzfs', 'open-zfs').replace('open-zfsconf', 'open-zfs-conf')} ${pairs.join()}`;
    });
    expect(FSX_DELETE_OPTIONS[type]).toBe(written.join(' '));
  });

  it('sends only the file system id for the type WINDOWS, which has no target kind', async () => {
    const account = makeAccount();
    const { FileSystemId: id = '' } = await account.fileSystem();
    await account.pass(LONG);
    await deleteStorage({ id, type: 'WINDOWS' }, account.context());
    expect(account.inputs('DeleteFileSystem')).toEqual([{ FileSystemId: id }]);
  });

  it('deletes a volume with its child volumes and snapshots', async () => {
    const account = makeAccount();
    const made = await account.fileSystem(OPENZFS);
    await account.pass(LONG);
    const { VolumeId: id = '' } = await account.volume(made.OpenZFSConfiguration?.RootVolumeId ?? '');
    await account.pass(LONG);
    expect(await deleteStorage({ id, type: 'OPENZFS' }, account.context())).toEqual({ id });
    expect(account.inputs('DeleteVolume')).toEqual([
      { VolumeId: id, OpenZFSConfiguration: { Options: ['DELETE_CHILD_VOLUMES_AND_SNAPSHOTS'] } },
    ]);
    await account.pass(LONG);
    expect(account.fsx.left().map((one) => one.id)).toEqual([made.FileSystemId]);
  });

  it('resolves for a missing resource, and throws BadRequest when AWS refuses the delete', async () => {
    const account = makeAccount({ fsx: { faults: { deletion: () => 'refused' } } });
    for (const id of ['fs-00000000000000009', 'fsvol-00000000000000009'])
      expect(await deleteStorage({ id, type: 'LUSTRE' }, account.context())).toEqual({ id });
    const { FileSystemId: id = '' } = await account.fileSystem();
    await account.pass(LONG);
    await expect(deleteStorage({ id, type: 'LUSTRE' }, account.context())).rejects.toMatchObject({
      name: 'BadRequest',
    });
  });
});
