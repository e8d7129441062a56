import { pickDeletes } from '../../../lib/aws/ledger/deletes';
import { listResources } from '../../../lib/aws/ledger/list';
import { writeReceipt } from '../../../lib/aws/receipt';
import { callStorage } from '../../../lib/aws/storage/call-storage';
import { deleteStorage } from '../../../lib/aws/storage/delete-storage';
import { stripArn, judgeEfsDelete, isLiving, classifyEfs } from '../../../lib/aws/storage/efs';
import { LONG, makeAccount, makeTags } from '../account';

const EXECUTION = { key: 'fsxbench:execution', value: 'exec' };
const Tags = Object.entries(makeTags()).map(([Key, Value]) => ({ Key, Value }));
const FENCE = 'fences/exec.json';
const CREATE = {
  call: 'efs:CreateFileSystem',
  input: { CreationToken: 'one', ThroughputMode: 'elastic', Tags },
  made: {},
  fenceKey: FENCE,
} as const;
const makeMountRequest = (values: Readonly<Record<string, string>>) =>
  ({
    call: 'efs:CreateMountTarget',
    input: { FileSystemId: '@fs.fileSystemId', SubnetId: '@network.subnetId' },
    made: { fs: values },
    fenceKey: FENCE,
  }) as const;

async function makeContext() {
  const account = makeAccount();
  const context = account.context();
  await account.put('pointers/exec.json', JSON.stringify({ experiment: 'disks', timing: {} }));
  const fs = await callStorage(CREATE, context);
  await account.pass(60_000);
  const mount = await callStorage(makeMountRequest(fs.values), context);
  await account.pass(300_000);
  return { account, context, fs, mount };
}

describe('callStorage for EFS file systems', () => {
  it('returns the ARN as id, and the file system id for later requests', async () => {
    const { context, fs } = await makeContext();
    expect(fs).toMatchObject({ state: 'busy', lifecycle: 'creating', changeableAt: 0 });
    expect(fs.id).toMatch(/^arn:aws:elasticfilesystem:.*:file-system\/fs-[0-9a-f]{17}$/);
    expect(fs.values).toEqual({ id: fs.id, fileSystemId: stripArn(fs.id) });
    expect(await callStorage({ look: fs.id, pauseSeconds: 0 }, context)).toMatchObject({ id: fs.id, state: 'ready' });
  });

  it('returns the existing file system when the answer to its creation was lost', async () => {
    const { account, context, fs } = await makeContext();
    const again = await callStorage(CREATE, context);
    expect([again.id, again.state]).toEqual([fs.id, 'ready']);
    expect(account.inputs('CreateFileSystem')).toHaveLength(2);
  });

  it('updates the throughput mode in place, and reports busy until it is available', async () => {
    const { account, context, fs } = await makeContext();
    const input = { FileSystemId: '@fs.fileSystemId', ThroughputMode: 'provisioned', ProvisionedThroughputInMibps: 20 };
    const seen = await callStorage(
      { call: 'efs:UpdateFileSystem', input, made: { fs: fs.values }, fenceKey: FENCE },
      context,
    );
    expect(seen).toMatchObject({ id: fs.id, state: 'busy', lifecycle: 'updating' });
    await account.pass(LONG);
    expect(await callStorage({ look: fs.id, pauseSeconds: 0 }, context)).toMatchObject({ state: 'ready' });
  });
});

describe('EFS mount targets', () => {
  it('has an IP address, and is created once when the request is repeated', async () => {
    const { context, fs, mount } = await makeContext();
    expect(mount.values).toEqual({ id: mount.id, address: expect.stringMatching(/^10\./) });
    const again = await callStorage(makeMountRequest(fs.values), context);
    expect([again.id, again.state]).toEqual([mount.id, 'ready']);
  });

  it('throws MountTargetConflict when the conflict is with another subnet of the zone', async () => {
    const { account, context, fs } = await makeContext();
    account.refuse('CreateMountTarget', 'MountTargetConflict');
    const request = {
      ...makeMountRequest(fs.values),
      input: { FileSystemId: '@fs.fileSystemId', SubnetId: 'subnet-1' },
    };
    await expect(callStorage(request, context)).rejects.toMatchObject({ name: 'MountTargetConflict' });
  });

  it('has the tags of its file system, and is deleted before it', async () => {
    const { account, context, fs, mount } = await makeContext();
    const listed = async () => (await listResources(context, EXECUTION)).resources;
    const ids = async () => pickDeletes(await listed(), 0).map((one) => one.ids);
    expect((await listed()).map(({ kind, id, parent }) => [kind, id, parent])).toEqual([
      ['efs:mount-target', mount.id, fs.id],
      ['efs:file-system', fs.id, null],
    ]);
    expect(await ids()).toEqual([[mount.id]]);
    expect(await deleteStorage({ id: mount.id, type: null }, context)).toEqual({ id: mount.id });
    expect(await ids()).toEqual([]);
    await account.pass(LONG);
    expect(await ids()).toEqual([[fs.id]]);
    await deleteStorage({ id: fs.id, type: null }, context);
    await account.pass(LONG);
    expect(await listed()).toEqual([]);
    // Gone is what was wanted.
    for (const { id } of [mount, fs]) expect(await deleteStorage({ id, type: null }, context)).toEqual({ id });
  });

  it('is excluded from listings when its file system is deleted meanwhile', async () => {
    const { account, context } = await makeContext();
    account.refuse('DescribeMountTargets', 'FileSystemNotFound');
    const { resources, unlisted } = await listResources(context, EXECUTION);
    expect(resources.map(({ kind }) => kind)).toEqual(['efs:file-system']);
    expect(unlisted).toEqual([]);
  });

  it('is in the receipt by its id when the tags of the file system were removed', async () => {
    const { account, context, fs, mount } = await makeContext();
    account.stored.retag(() => ({}));
    const ended = { executionId: 'exec', experiment: 'disks', outcome: 'SUCCEEDED', fencedAt: 'then' } as const;
    expect(await writeReceipt(ended, context)).toMatchObject({ clean: false });
    const { remaining: left } = await account.json<{ remaining: object[] }>('executions/disks/exec/receipt.json');
    expect(left).toHaveLength(2);
    for (const { id } of [fs, mount])
      expect(left).toContainEqual(
        expect.objectContaining({ id, state: expect.stringContaining('its tags were removed') }),
      );
  });
});

describe('classifyEfs and judgeEfsDelete', () => {
  it.each([
    ['available', 'ready', true, true],
    ['creating', 'busy', true, 'seldom'],
    ['updating', 'busy', true, true],
    ['deleting', 'failed', true, false],
    ['deleted', 'failed', false, false],
    ['error', 'failed', true, true],
    [undefined, 'failed', true, true],
  ] as const)('classifies %s as %s', (lifecycle, state, there, deletable) => {
    expect(classifyEfs(lifecycle).state).toBe(state);
    expect([isLiving(lifecycle), judgeEfsDelete(lifecycle)]).toEqual([there, deletable]);
  });
});
