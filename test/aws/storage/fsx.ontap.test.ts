import { readPages } from '../../../lib/aws/pages';
import { deleteStorage } from '../../../lib/aws/storage/delete-storage';
import { storageVirtualMachine, volume } from '../../../lib/aws/storage/fsx';
import { LONG, makeAccount, makeTags } from '../account';
import { changeAnswer } from '../answers';
import type { StorageVirtualMachineLifecycle } from '@aws-sdk/client-fsx';
import cases from './fsx.ontap.cases.json';

const ONTAP = cases.ontap;
const QUERY = { tags: {}, which: 'all', parent: null } as const;

async function makeContext() {
  const account = makeAccount();
  const { FileSystemId = '' } = await account.fileSystem(ONTAP);
  await account.pass(LONG);
  const Tags = Object.entries(makeTags()).map(([Key, Value]) => ({ Key, Value }));
  const made = await storageVirtualMachine.sends.CreateStorageVirtualMachine(account.context().aws, {
    FileSystemId,
    Name: 'svm',
    Tags,
  } as never);
  await account.pass(LONG);
  const { id: volumeId } = await volume.sends.CreateVolume(account.context().aws, {
    VolumeType: 'ONTAP',
    Name: 'volume1',
    Tags,
    OntapConfiguration: {
      StorageVirtualMachineId: made.id,
      JunctionPath: '/volume1',
      SizeInBytes: 1024 ** 3,
      StorageEfficiencyEnabled: false,
    },
  } as never);
  await account.pass(LONG);
  return { account, context: account.context(), fileSystem: FileSystemId, made, volumeId };
}

describe('ONTAP storage virtual machines', () => {
  it('is busy until it is created, then returns its DNS name', async () => {
    const { context, made, fileSystem } = await makeContext();
    expect(made).toMatchObject({ state: 'busy', lifecycle: 'CREATING', values: { id: made.id } });
    expect(await storageVirtualMachine.describe(context.aws, made.id)).toMatchObject({
      state: 'ready',
      lifecycle: 'CREATED',
      values: { id: made.id, dnsName: `${made.id}.${fileSystem}.fsx.xx-local-1.amazonaws.com` },
    });
  });

  it.each(cases.lifecycles as [StorageVirtualMachineLifecycle, string][])(
    'has in the lifecycle %s the state %s',
    async (Lifecycle, state) => {
      const { context, made } = await makeContext();
      const aws = changeAnswer(context.aws, 'fsx', 'describeStorageVirtualMachines', (answer) => ({
        ...answer,
        StorageVirtualMachines: answer.StorageVirtualMachines?.map((one) => ({ ...one, Lifecycle })),
      }));
      expect(await storageVirtualMachine.describe(aws, made.id)).toMatchObject({ state, lifecycle: Lifecycle });
    },
  );

  it('is listed with its file system as parent', async () => {
    const { context, made, fileSystem } = await makeContext();
    const pages = await readPages((token) => storageVirtualMachine.page(context.aws, { ...QUERY, token }));
    expect(pages.flatMap(({ found }) => found)).toEqual([
      {
        id: made.id,
        state: 'CREATED',
        living: true,
        deletable: true,
        tags: makeTags(),
        parent: fileSystem,
        type: null,
      },
    ]);
  });
});

describe('ONTAP volumes', () => {
  it('has its virtual machine as parent in listings, which exclude the root volume', async () => {
    const { context, made, volumeId } = await makeContext();
    const pages = await readPages((token) => volume.page(context.aws, { ...QUERY, token }));
    expect(pages.flatMap(({ found }) => found)).toEqual([
      {
        id: volumeId,
        state: 'CREATED',
        living: true,
        deletable: true,
        tags: makeTags(),
        parent: made.id,
        type: 'ONTAP',
      },
    ]);
  });

  it('is deleted without a backup before its virtual machine and file system, also repeatedly', async () => {
    const { account, context, made, volumeId, fileSystem } = await makeContext();
    for (const [id, type] of [
      [volumeId, 'ONTAP'],
      [made.id, null],
      [fileSystem, 'ONTAP'],
    ] as const) {
      await deleteStorage({ id, type }, context);
      await account.pass(LONG);
      expect(await deleteStorage({ id, type }, context)).toEqual({ id });
    }
    expect(account.inputs('DeleteVolume')[0]).toEqual({
      VolumeId: volumeId,
      OntapConfiguration: { SkipFinalBackup: true },
    });
    expect(account.inputs('DeleteFileSystem')[0]).toEqual({ FileSystemId: fileSystem });
    expect(account.inputs('DescribeBackups')).toEqual([]);
  });
});
