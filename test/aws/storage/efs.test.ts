import { pickDeletes } from '../../../lib/aws/ledger/deletes';
import { listResources } from '../../../lib/aws/ledger/list';
import { writeReceipt } from '../../../lib/aws/receipt';
import { deleteStorage } from '../../../lib/aws/storage/delete-storage';
import { classifyEfs, isLiving, judgeEfsDelete, stripArn } from '../../../lib/aws/storage/efs';
import { LONG, makeAccount } from '../account';
import { expectRefusal } from '../answers';
import { EXECUTION, listOwn, look, send, TAGS } from './calls';

const CREATE = ['efs:CreateFileSystem', { CreationToken: 'one', ThroughputMode: 'elastic', Tags: TAGS }] as const;

/** A file system with a mount target, both available. */
async function makeContext() {
  const account = makeAccount();
  const context = account.context();
  await account.put('pointers/exec.json', JSON.stringify({ experiment: 'disks', timing: {} }));
  const fs = await send(context, ...CREATE);
  await account.pass(60_000);
  const createMountTarget = (SubnetId = '@network.subnetId') =>
    send(context, 'efs:CreateMountTarget', { FileSystemId: '@fs.fileSystemId', SubnetId }, { fs: fs.values });
  const mount = await createMountTarget();
  await account.pass(300_000);
  return { account, context, fs, mount, createMountTarget };
}

describe('callStorage for EFS file systems', () => {
  it('returns the ARN as id, and the file system id for later requests', async () => {
    const { context, fs } = await makeContext();
    expect(fs).toMatchObject({ state: 'busy', lifecycle: 'creating', changeableAt: 0 });
    expect(fs.id).toMatch(/^arn:aws:elasticfilesystem:.*:file-system\/fs-[0-9a-f]{17}$/);
    expect(fs.values).toEqual({ id: fs.id, fileSystemId: stripArn(fs.id) });
    expect(await look(context, fs.id)).toMatchObject({ id: fs.id, state: 'ready' });
  });

  it('returns the existing file system when the answer to its creation was lost', async () => {
    const { account, context, fs } = await makeContext();
    expect(await send(context, ...CREATE)).toMatchObject({ id: fs.id, state: 'ready' });
    expect(account.inputs('CreateFileSystem')).toHaveLength(2);
  });

  it('updates the throughput mode in place, and reports busy until it is available', async () => {
    const { account, context, fs } = await makeContext();
    const input = { FileSystemId: '@fs.fileSystemId', ThroughputMode: 'provisioned', ProvisionedThroughputInMibps: 20 };
    const seen = await send(context, 'efs:UpdateFileSystem', input, { fs: fs.values });
    expect(seen).toMatchObject({ id: fs.id, state: 'busy', lifecycle: 'updating' });
    await account.pass(LONG);
    expect(await look(context, fs.id)).toMatchObject({ state: 'ready' });
  });
});

describe('EFS mount targets', () => {
  it('has an IP address, and is created once when the request is repeated', async () => {
    const { mount, createMountTarget } = await makeContext();
    expect(mount.values).toEqual({ id: mount.id, address: expect.stringMatching(/^10\./) });
    expect(await createMountTarget()).toMatchObject({ id: mount.id, state: 'ready' });
  });

  it('throws MountTargetConflict when the conflict is with another subnet of the zone', async () => {
    const { account, createMountTarget } = await makeContext();
    account.refuse('CreateMountTarget', 'MountTargetConflict');
    await expectRefusal(createMountTarget('subnet-1'), 'MountTargetConflict');
  });

  it('has the tags of its file system, and is deleted before it', async () => {
    const { account, context, fs, mount } = await makeContext();
    const ids = async () => pickDeletes(await listOwn(context), 0).map((one) => one.ids);
    expect(await listOwn(context)).toMatchObject([
      { kind: 'efs:mount-target', id: mount.id, parent: fs.id },
      { kind: 'efs:file-system', id: fs.id, parent: null },
    ]);
    expect(await ids()).toEqual([[mount.id]]);
    expect(await deleteStorage({ id: mount.id, type: null }, context)).toEqual({ id: mount.id });
    expect(await ids()).toEqual([]);
    await account.pass(LONG);
    expect(await ids()).toEqual([[fs.id]]);
    await deleteStorage({ id: fs.id, type: null }, context);
    await account.pass(LONG);
    expect(await listOwn(context)).toEqual([]);
    // Gone is what was wanted.
    for (const { id } of [mount, fs]) expect(await deleteStorage({ id, type: null }, context)).toEqual({ id });
  });

  it('is excluded from listings when its file system is deleted meanwhile', async () => {
    const { account, context } = await makeContext();
    account.refuse('DescribeMountTargets', 'FileSystemNotFound');
    const resources = [{ kind: 'efs:file-system' }];
    expect(await listResources(context, EXECUTION)).toMatchObject({ resources, unlisted: [] });
  });

  it('is in the receipt by its id when the tags of the file system were removed', async () => {
    const { account, context, fs, mount } = await makeContext();
    account.stored.retag(() => ({}));
    const ended = { executionId: 'exec', experiment: 'disks', outcome: 'SUCCEEDED', fencedAt: 'then' } as const;
    expect(await writeReceipt(ended, context)).toMatchObject({ clean: false });
    const { remaining: left } = await account.json<{ remaining: object[] }>('executions/disks/exec/receipt.json');
    const state = expect.stringContaining('its tags were removed') as string;
    expect(left).toHaveLength(2);
    for (const { id } of [fs, mount]) expect(left).toContainEqual(expect.objectContaining({ id, state }));
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
