import { BIRTH_TAGS } from '../../../lib/twin/cloud/account';
import { folderStore } from '../../../lib/local/bucket-folder';
import { PASS } from './machines';
import { makeHosts, makeWorld, RIG_TAGS, tagList } from './world';
import { send } from './ssm/commands';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

describe('makeAccount', () => {
  it('is the same world for the same seed', async () => {
    const trace = async (): Promise<unknown> => {
      const world = makeWorld();
      await makeHosts(world, 3);
      world.hosts.answer = { stdout: 'ok' };
      await send(world);
      await world.call('ec2', 'DescribeInstances');
      return world.calls;
    };
    expect(await trace()).toEqual(await trace());
  });

  it('knows the document that runs scripts, and no function or topic unless given', async () => {
    const world = makeWorld();
    await makeHosts(world, 1);
    await expect(send(world)).resolves.toEqual(expect.any(String));
    await expect(world.call('lambda', 'Invoke', { FunctionName: 'f' })).rejects.toMatchObject({
      name: 'ResourceNotFoundException',
    });
    await expect(world.call('sns', 'Publish', { TopicArn: world.topicArn('t'), Message: 'm' })).rejects.toMatchObject({
      name: 'NotFoundException',
    });
  });

  it('has ARNs that can be told before anything is registered', () => {
    const world = makeWorld();
    expect(world.sfn.register('rig', PASS, 'role')).toBe(world.machineArn('rig'));
    const elsewhere = makeWorld({ place: { region: 'eu-west-1', account: '123456789012' } });
    expect(elsewhere.functionArn('admit')).toBe('arn:aws:lambda:eu-west-1:123456789012:function:admit');
    expect(elsewhere.topicArn('notify')).toBe('arn:aws:sns:eu-west-1:123456789012:notify');
  });

  it('keeps buckets in folders', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'account-'));
    const world = makeWorld();
    const other = makeWorld({ buckets: { local: folderStore(join(folder, 'bucket'), world.clock) } });
    await other.call('s3', 'PutObject', { Bucket: 'local', Key: 'executions/x.json', Body: '{}' });
    expect(readFileSync(join(folder, 'bucket/executions/x.json'), 'utf8')).toBe('{}');
    rmSync(folder, { recursive: true });
  });

  it('refuses untagged creates where tags are required', async () => {
    const world = makeWorld({ ec2: { requiredTags: Object.keys(RIG_TAGS) } });
    await expect(makeHosts(world, 1)).resolves.toHaveLength(1);
    const { 'fsxbench:expires-at': _, ...some } = RIG_TAGS;
    await expect(makeHosts(world, 1, some as typeof RIG_TAGS, 'poor')).rejects.toMatchObject({
      name: 'UnauthorizedOperation',
    });
  });

  it('requires the tags of birth of everything that EC2 and FSx make', async () => {
    const world = makeWorld({ requiredTags: BIRTH_TAGS });
    await expect(makeHosts(world, 1)).resolves.toHaveLength(1);
    const { 'fsxbench:rig': _, ...some } = RIG_TAGS;
    await expect(makeHosts(world, 1, some as typeof RIG_TAGS, 'poor')).rejects.toMatchObject({
      name: 'UnauthorizedOperation',
    });
    const lustre = (tags: Readonly<Record<string, string>>) =>
      world.call('fsx', 'CreateFileSystem', {
        FileSystemType: 'LUSTRE',
        StorageCapacity: 1200,
        SubnetIds: ['subnet-00000000000000000'],
        LustreConfiguration: { DeploymentType: 'SCRATCH_2' },
        Tags: tagList(tags),
      });
    await expect(lustre(RIG_TAGS)).resolves.toBeDefined();
    await expect(lustre(some)).rejects.toMatchObject({ name: 'AccessDeniedException' });
  });
});
