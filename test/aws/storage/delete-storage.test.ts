import { getTypeFacts } from '../../../lib/aws/storage/fsx-types';
import { deleteStorage } from '../../../lib/aws/storage/delete-storage';
import type { AccountOptions } from '../../../lib/twin/cloud/account';
import { LONG, LUSTRE, makeAccount, OPENZFS } from '../account';
import { expectRefusal } from '../answers';
import { FSX_DELETE_OPTIONS } from '../../../lib/report/mail/leftovers';

const PERSISTENT = {
  ...LUSTRE,
  LustreConfiguration: { DeploymentType: 'PERSISTENT_2', PerUnitStorageThroughput: 125 },
};

/** An account with a file system that is available. */
async function makeStorage(input: object = LUSTRE, more: Partial<AccountOptions> = {}) {
  const account = makeAccount(more);
  const { FileSystemId: id = '', OpenZFSConfiguration } = await account.fileSystem(input);
  await account.pass(LONG);
  return { account, id, root: OpenZFSConfiguration?.RootVolumeId };
}

describe('deleteStorage', () => {
  const CHILDREN = { Options: ['DELETE_CHILD_VOLUMES_AND_SNAPSHOTS'] };
  it.each([
    ['Lustre SCRATCH_2', LUSTRE, {}],
    ['Lustre PERSISTENT_2', PERSISTENT, {}],
    ['OpenZFS', OPENZFS, { OpenZFSConfiguration: { SkipFinalBackup: true, ...CHILDREN } }],
  ] as const)('deletes a file system of %s with its volumes and without a final backup', async (_, input, options) => {
    const { account, id, root } = await makeStorage(input);
    if (root !== undefined) await account.volume(root);
    await account.pass(LONG);
    expect(await deleteStorage({ id, type: input.FileSystemType }, account.context())).toEqual({ id });
    // No other look is before a delete.
    expect(account.called()).toEqual(['fsx:DeleteFileSystem']);
    expect(account.inputs('DeleteFileSystem')).toEqual([{ FileSystemId: id, ...options }]);
    await account.pass(LONG);
    expect(account.fsx.left()).toEqual([]);
  });

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
    const { account, id } = await makeStorage();
    await deleteStorage({ id, type: 'WINDOWS' }, account.context());
    expect(account.inputs('DeleteFileSystem')).toEqual([{ FileSystemId: id }]);
  });

  it('deletes a volume with its child volumes and snapshots', async () => {
    const { account, id: fileSystem, root = '' } = await makeStorage(OPENZFS);
    const { VolumeId: id = '' } = await account.volume(root);
    await account.pass(LONG);
    expect(await deleteStorage({ id, type: 'OPENZFS' }, account.context())).toEqual({ id });
    expect(account.inputs('DeleteVolume')).toEqual([{ VolumeId: id, OpenZFSConfiguration: CHILDREN }]);
    await account.pass(LONG);
    expect(account.fsx.left().map((one) => one.id)).toEqual([fileSystem]);
  });

  it('resolves for a missing resource, and throws BadRequest when AWS refuses the delete', async () => {
    const { account, id } = await makeStorage(LUSTRE, { fsx: { faults: { deletion: () => 'refused' } } });
    for (const gone of ['fs-00000000000000009', 'fsvol-00000000000000009'])
      expect(await deleteStorage({ id: gone, type: 'LUSTRE' }, account.context())).toEqual({ id: gone });
    await expectRefusal(deleteStorage({ id, type: 'LUSTRE' }, account.context()), 'BadRequest');
  });
});
