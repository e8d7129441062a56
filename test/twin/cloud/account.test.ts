import type { CreateFileSystemCommandInput } from '@aws-sdk/client-fsx';
import { REQUIRED_TAGS } from '../../../lib/twin/cloud/account';
import { openFolderStore } from '../../../lib/local/bucket-folder';
import { PASS } from './machines';
import { BUCKET, CALLER, expectRefusal, makeHosts, makeServices, RIG_TAGS, T0, tagList } from './services';
import { send } from './ssm/commands';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const LUSTRE: CreateFileSystemCommandInput = {
  FileSystemType: 'LUSTRE',
  StorageCapacity: 1200,
  SubnetIds: ['subnet-00000000000000000'],
  LustreConfiguration: { DeploymentType: 'SCRATCH_2' },
};

describe('makeAccount', () => {
  it('returns the same ids and times for the same seed', async () => {
    const trace = async (): Promise<unknown> => {
      const services = makeServices();
      await makeHosts(services, 3);
      services.hosts.answer = { stdout: 'ok' };
      await send(services);
      await services.call('ec2', 'DescribeInstances');
      return services.calls;
    };
    expect(await trace()).toEqual(await trace());
  });

  it('registers the run-script document, but no Lambda function or SNS topic by default', async () => {
    const services = makeServices();
    await makeHosts(services, 1);
    await expect(send(services)).resolves.toEqual(expect.any(String));
    await expectRefusal(services.call('lambda', 'Invoke', { FunctionName: 'f' }), 'ResourceNotFoundException');
    const message = { TopicArn: services.topicArn('t'), Message: 'm' };
    await expectRefusal(services.call('sns', 'Publish', message), 'NotFoundException');
  });

  it('computes ARNs of machines, functions and topics before they are registered', () => {
    const services = makeServices();
    expect(services.sfn.register('rig', PASS, 'role')).toBe(services.machineArn('rig'));
    const elsewhere = makeServices({ place: { region: 'eu-west-1', account: '123456789012' } });
    expect(elsewhere.functionArn('admit')).toBe('arn:aws:lambda:eu-west-1:123456789012:function:admit');
    expect(elsewhere.topicArn('notify')).toBe('arn:aws:sns:eu-west-1:123456789012:notify');
  });

  it('stores the objects of a bucket as files in a folder', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'account-'));
    const services = makeServices();
    const other = makeServices({ buckets: { local: openFolderStore(join(folder, 'bucket'), services.clock) } });
    await other.call('s3', 'PutObject', { Bucket: 'local', Key: 'executions/x.json', Body: '{}' });
    expect(readFileSync(join(folder, 'bucket/executions/x.json'), 'utf8')).toBe('{}');
    rmSync(folder, { recursive: true });
  });

  it('requires tags at creation from both EC2 and FSx when requiredTags is set', async () => {
    const services = makeServices({ requiredTags: REQUIRED_TAGS });
    await expect(makeHosts(services, 1)).resolves.toHaveLength(1);
    const { 'fsxbench:rig': _, ...some } = RIG_TAGS;
    await expectRefusal(makeHosts(services, 1, some as typeof RIG_TAGS, 'poor'), 'UnauthorizedOperation');
    await services.call('fsx', 'CreateFileSystem', { ...LUSTRE, Tags: tagList(RIG_TAGS) });
    const poor = services.call('fsx', 'CreateFileSystem', { ...LUSTRE, Tags: tagList(some) });
    await expectRefusal(poor, 'AccessDeniedException');
  });
});

describe('SDK clients of the simulated account', () => {
  it('reads, writes and lists S3 objects, with error names of the SDK', async () => {
    const services = makeServices();
    const { s3 } = services.account.calls(CALLER);
    const object = { Bucket: BUCKET, Key: 'fence', Body: '{}', IfNoneMatch: '*' };
    await s3.putObject(object);
    await expectRefusal(s3.putObject(object), 'PreconditionFailed');
    expect((await s3.getObject({ Bucket: BUCKET, Key: 'fence' })).Body).toBe('{}');
    expect((await s3.listObjectsV2({ Bucket: BUCKET })).Contents?.map(({ Key }) => Key)).toEqual(['fence']);
    await expectRefusal(s3.getObject({ Bucket: BUCKET, Key: 'none' }), 'NoSuchKey');
    expect(services.calls[0]).toMatchObject({ ...CALLER, service: 's3', action: 'PutObject' });
  });

  it('starts, describes, lists and stops executions, with dates as Date objects', async () => {
    const services = makeServices();
    const { sfn } = services.account.calls(CALLER);
    const stateMachineArn = services.sfn.register('pass', PASS, 'role');
    const { executionArn = '' } = await sfn.startExecution({ stateMachineArn, name: 'e1' });
    expect((await sfn.describeExecution({ executionArn })).startDate).toEqual(new Date(T0));
    expect((await sfn.listExecutions({ stateMachineArn })).executions).toHaveLength(1);
    expect((await sfn.listMapRuns({ executionArn })).mapRuns).toEqual([]);
    expect((await sfn.stopExecution({ executionArn })).stopDate).toBeInstanceOf(Date);
    await expectRefusal(sfn.startExecution({ stateMachineArn, name: 'e1', input: '[]' }), 'ExecutionAlreadyExists');
  });

  it('lists hosts and command invocations, and creates, lists and deletes file systems', async () => {
    const services = makeServices();
    const { ec2, ssm, fsx } = services.account.calls(CALLER);
    const hosts = await makeHosts(services, 1);
    const { Reservations } = await ec2.describeInstances({ MaxResults: 5 });
    expect(Reservations?.[0]?.Instances?.[0]?.InstanceId).toBe(hosts[0]);
    const CommandId = await send(services);
    await services.pass(1_000);
    expect((await ssm.listCommandInvocations({ CommandId })).CommandInvocations?.[0]?.InstanceId).toBe(hosts[0]);
    const { FileSystem: { FileSystemId } = {} } = await fsx.createFileSystem(LUSTRE);
    await services.pass(3_600_000);
    expect(await fsx.describeFileSystems({})).toMatchObject({ FileSystems: [{ FileSystemId }] });
    await fsx.deleteFileSystem({ FileSystemId });
    await services.pass(3_600_000);
    expect(services.fsx.left()).toEqual([]);
  });
});
