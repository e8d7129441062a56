import type { AdministrativeAction, Volume } from '@aws-sdk/client-fsx';
import { readPages } from '../../../lib/aws/pages';
import { deleteStorage } from '../../../lib/aws/storage/delete-storage';
import { classifyFsx, judgeFsxDelete, storageVirtualMachine, volume } from '../../../lib/aws/storage/fsx';
import type { PageQuery } from '../../../lib/aws/ledger/resource';
import type { AwsCalls } from '../../../lib/aws/calls';
import { LONG, makeAccount, makeTags, OPENZFS } from '../account';
import { changeAnswer } from '../answers';
import { TAGS } from './calls';
import cases from './fsx.ontap.cases.json';

const action = (type: AdministrativeAction['AdministrativeActionType'], status: string, minute: number) =>
  ({
    AdministrativeActionType: type,
    Status: status,
    RequestTime: new Date(Date.UTC(2026, 0, 1, 0, minute)),
    FailureDetails: { Message: 'no space' },
  }) as AdministrativeAction;
const update = (status: string, minute = 1) => action('FILE_SYSTEM_UPDATE', status, minute);
const optimize = (status: string) => action('STORAGE_OPTIMIZATION', status, 2);

describe('classifyFsx and judgeFsxDelete', () => {
  it.each([
    ['AVAILABLE', 'ready', true],
    ['CREATED', 'ready', true],
    ['CREATING', 'busy', 'seldom'],
    ['PENDING', 'busy', 'seldom'],
    ['UPDATING', 'busy', true],
    ['FAILED', 'failed', true],
    ['MISCONFIGURED', 'failed', true],
    ['DELETING', 'failed', false],
    ['SOMETHING_NEW', 'failed', true],
  ])('classifies the lifecycle %s as %s, deletable: %s', (lifecycle, state, deletable) => {
    expect(classifyFsx(lifecycle, undefined)).toMatchObject({ state, lifecycle });
    expect(judgeFsxDelete(lifecycle)).toBe(deletable);
  });

  it('classifies a missing lifecycle as failed and deletable', () => {
    expect(classifyFsx(undefined, undefined)).toMatchObject({ state: 'failed', why: 'FSx gave no reason' });
    expect(judgeFsxDelete(undefined)).toBe(true);
  });

  it('returns the reason of FSx for a failure', () => {
    expect(classifyFsx('FAILED', 'no route')).toMatchObject({ state: 'failed', why: 'no route' });
  });

  it.each([
    [
      'busy',
      'storage optimization follows a completed change',
      [update('COMPLETED'), optimize('IN_PROGRESS')],
      'STORAGE_OPTIMIZATION',
    ],
    ['failed', 'the latest change failed', [update('FAILED')], 'FILE_SYSTEM_UPDATE failed: no space'],
    ['ready', 'a change succeeded after a failed one', [update('FAILED', 5), update('COMPLETED', 9)], ''],
  ])('returns %s for an available file system when %s', (state, _what, actions, why) => {
    expect(classifyFsx('AVAILABLE', undefined, actions)).toMatchObject({ state, why });
  });

  it.each([
    [true, 'AVAILABLE', [update('UPDATED_OPTIMIZING'), optimize('IN_PROGRESS')]],
    [true, 'AVAILABLE', [update('UPDATED_OPTIMIZING')]],
    [undefined, 'AVAILABLE', [update('PENDING')]],
    [undefined, 'UPDATING', [update('IN_PROGRESS')]],
  ])('returns usable %s while data are optimized, but not while settings change: %s', (usable, lifecycle, actions) => {
    expect(classifyFsx(lifecycle, undefined, actions).usable).toBe(usable);
  });

  it('returns the time of the latest change request', () => {
    const { changedAt } = classifyFsx('AVAILABLE', undefined, [update('COMPLETED', 30), update('COMPLETED', 1)]);
    expect(changedAt).toBe(Date.UTC(2026, 0, 1, 0, 30) / 1000);
    expect(classifyFsx('AVAILABLE', undefined).changedAt).toBeNull();
  });
});

/** All resources of a kind that a service lists. */
async function listAll({ page }: Pick<typeof volume | typeof storageVirtualMachine, 'page'>, aws: AwsCalls) {
  const query = { tags: {}, which: 'all', parent: null } as const satisfies Partial<PageQuery>;
  const pages = await readPages((token) => page(aws, { ...query, token }));
  return pages.flatMap(({ found }) => found);
}

describe('FSx for ONTAP', () => {
  /** A file system with a virtual machine and a volume in it. */
  async function makeContext() {
    const account = makeAccount();
    const context = account.context();
    const { FileSystemId = '' } = await account.fileSystem(cases.ontap);
    await account.pass(LONG);
    const { CreateStorageVirtualMachine } = storageVirtualMachine.sends;
    const machine = await CreateStorageVirtualMachine(context.aws, { FileSystemId, Name: 'svm', Tags: TAGS } as never);
    await account.pass(LONG);
    const OntapConfiguration = {
      StorageVirtualMachineId: machine.id,
      JunctionPath: '/volume1',
      SizeInBytes: 1024 ** 3,
      StorageEfficiencyEnabled: false,
    };
    const input = { VolumeType: 'ONTAP', Name: 'volume1', Tags: TAGS, OntapConfiguration };
    const { id: volumeId } = await volume.sends.CreateVolume(context.aws, input as never);
    await account.pass(LONG);
    return { account, context, fileSystem: FileSystemId, machine, volumeId };
  }

  it('has a virtual machine that is busy until it is created, then returns its DNS name', async () => {
    const { context, machine, fileSystem } = await makeContext();
    const { id } = machine;
    expect(machine).toMatchObject({ state: 'busy', lifecycle: 'CREATING', values: { id } });
    const values = { id, dnsName: `${id}.${fileSystem}.fsx.xx-local-1.amazonaws.com` };
    const created = { state: 'ready', lifecycle: 'CREATED', values };
    expect(await storageVirtualMachine.describe(context.aws, id)).toMatchObject(created);
    const broken = changeAnswer(context.aws, 'fsx', 'describeStorageVirtualMachines', (answer) => ({
      ...answer,
      StorageVirtualMachines: answer.StorageVirtualMachines?.map((one) => ({
        ...one,
        Lifecycle: 'MISCONFIGURED' as const,
      })),
    }));
    const failed = { state: 'failed', lifecycle: 'MISCONFIGURED' };
    expect(await storageVirtualMachine.describe(broken, id)).toMatchObject(failed);
  });

  it('lists the virtual machine in its file system, and the volume in it, without the root volume', async () => {
    const { context, machine, fileSystem, volumeId } = await makeContext();
    const same = { state: 'CREATED', living: true, deletable: true, tags: makeTags() };
    expect(await listAll(storageVirtualMachine, context.aws)).toEqual([
      { ...same, id: machine.id, parent: fileSystem, type: null },
    ]);
    expect(await listAll(volume, context.aws)).toEqual([{ ...same, id: volumeId, parent: machine.id, type: 'ONTAP' }]);
  });

  it('deletes a volume without a backup before its virtual machine and file system, also repeatedly', async () => {
    const { account, context, machine, volumeId, fileSystem } = await makeContext();
    for (const [id, type] of [
      [volumeId, 'ONTAP'],
      [machine.id, null],
      [fileSystem, 'ONTAP'],
    ] as const) {
      await deleteStorage({ id, type }, context);
      await account.pass(LONG);
      expect(await deleteStorage({ id, type }, context)).toEqual({ id });
    }
    const OntapConfiguration = { SkipFinalBackup: true };
    expect(account.inputs('DeleteVolume')[0]).toEqual({ VolumeId: volumeId, OntapConfiguration });
    expect(account.inputs('DeleteFileSystem')[0]).toEqual({ FileSystemId: fileSystem });
    expect(account.inputs('DescribeBackups')).toEqual([]);
  });
});

describe('listing of OpenZFS volumes', () => {
  /** An account with one volume; `change` makes it what the answers say. */
  async function listVolumes(change: (one: Volume) => Volume) {
    const account = makeAccount();
    const { FileSystemId = '', OpenZFSConfiguration } = await account.fileSystem(OPENZFS);
    await account.pass(LONG);
    const { VolumeId = '' } = await account.volume(OpenZFSConfiguration?.RootVolumeId ?? '');
    await account.pass(LONG);
    const aws = changeAnswer(account.context().aws, 'fsx', 'describeVolumes', ({ Volumes, ...more }) => ({
      ...more,
      Volumes: Volumes?.map((one) => (one.VolumeId === VolumeId ? change(one) : one)),
    }));
    return { FileSystemId, VolumeId, found: await listAll(volume, aws) };
  }

  it('excludes volumes that are deleted with their file system', async () => {
    expect(await listVolumes((one) => one)).toMatchObject({ found: [] });
  });

  it.each([
    ['CREATED', true],
    ['DELETING', false],
  ] as const)('includes volumes of an unknown type, here in the lifecycle %s', async (Lifecycle, deletable) => {
    const VolumeType = 'UNHEARD_OF' as 'OPENZFS';
    const { FileSystemId, VolumeId, found } = await listVolumes((one) => ({ ...one, VolumeType, Lifecycle }));
    const same = { id: VolumeId, state: Lifecycle, living: true, tags: makeTags() };
    expect(found).toEqual([{ ...same, deletable, parent: FileSystemId, type: VolumeType }]);
  });
});
