import { handle } from '../../../lambdas/call-storage/handler';
import { findStates } from '../../../lib/aws/ledger/states-by-id';
import { pickDeletes } from '../../../lib/aws/ledger/deletes';
import { listResources } from '../../../lib/aws/ledger/list';
import { callStorage } from '../../../lib/aws/storage/call-storage';
import { deleteStorage } from '../../../lib/aws/storage/delete-storage';
import { makeAlarms } from '../../../lib/experiment/design/alarms';
import { CONFIG, ID, makeAccount, STACK, makeTags } from '../account';

const EXECUTION = { key: 'fsxbench:execution', value: ID };
const NAME = `fsxbench/${STACK}/exec__r1__c1.alarmServerDiskIops`;
const TOPIC = 'arn:aws:sns:xx-local-1:000000000000:bench-notify';
const Tags = Object.entries(makeTags({ 'fsxbench:copy': 'exec__r1__c1' })).map(([Key, Value]) => ({ Key, Value }));

function makeRequest(name = NAME, tags = Tags) {
  const [request] = makeAlarms('fsx-lustre', { server_disk_iops: 90 });
  return {
    call: 'cloudwatch:PutMetricAlarm',
    input: { ...request?.input, AlarmName: name, Tags: tags },
    made: { fs: { id: 'fs-0123' } },
    fenceKey: 'fences/exec.json',
  } as const;
}

function setUp() {
  const account = makeAccount();
  const context = { ...account.context(), config: { ...CONFIG, topicArn: TOPIC } };
  return { account, context, listed: async () => (await listResources(context, EXECUTION)).resources };
}

describe('CloudWatch alarms of a rig', () => {
  it('has the file system id and the SNS topic, and is ready when its request is sent twice', async () => {
    const { account, context, listed } = setUp();
    const seen = { id: NAME, state: 'ready', why: '', values: { id: NAME }, changeableAt: 0 };
    expect(await callStorage(makeRequest(), context)).toEqual({ ...seen, lifecycle: 'PUT' });
    expect(await callStorage(makeRequest(), context)).toMatchObject(seen);
    expect(account.inputs('PutMetricAlarm')[0]).toMatchObject({
      Metrics: [{ Expression: expect.stringContaining("WHERE FileSystemId = 'fs-0123'") as string }],
      AlarmActions: [TOPIC],
    });
    expect(await callStorage({ look: NAME, pauseSeconds: 0 }, context)).toMatchObject({
      ...seen,
      lifecycle: 'INSUFFICIENT_DATA',
    });
    await account.pass(60_000);
    expect(await listed()).toHaveLength(1);
  });

  it('is listed by name prefix and tags, and counts as gone for the receipt after its deletion', async () => {
    const { account, context, listed } = setUp();
    await callStorage(makeRequest(), context);
    await callStorage(makeRequest(`fsxbench/${STACK}/exec__r1__c1.other`, Tags.slice(1)), context);
    await account.pass(60_000);
    expect((await listed()).map((one) => [one.kind, one.id, one.state])).toEqual([
      ['cloudwatch:alarm', NAME, 'INSUFFICIENT_DATA'],
    ]);
    const asked = account.inputs('DescribeAlarms').at(-1);
    expect(asked).toMatchObject({ AlarmNamePrefix: `fsxbench/${STACK}/exec` });
    expect(pickDeletes(await listed(), 0)).toEqual([{ kind: 'cloudwatch:alarm', ids: [NAME], type: null }]);
    const thing = { kind: 'cloudwatch:alarm', id: NAME, rig: null, state: 'OK' } as const;
    expect(await findStates([thing], context)).toEqual(new Map([[NAME, 'INSUFFICIENT_DATA, its tags were removed']]));
    expect(await deleteStorage({ id: NAME, type: null }, context)).toEqual({ id: NAME });
    // Somebody was faster: that is what was wanted.
    expect(await deleteStorage({ id: NAME, type: null }, context)).toEqual({ id: NAME });
    expect(account.inputs('DeleteAlarms')[0]).toEqual({ AlarmNames: [NAME] });
    expect(await listed()).toEqual([]);
    expect(await findStates([thing], context)).toEqual(new Map([[NAME, null]]));
  });

  it('is excluded from listings when it is deleted meanwhile, and skipped when tags are denied', async () => {
    const { account, context, listed } = setUp();
    await callStorage(makeRequest(), context);
    await account.pass(60_000);
    account.refuse('ListTagsForResource', 'ResourceNotFoundException');
    expect(await listed()).toEqual([]);
    account.heal();
    account.refuse('ListTagsForResource', 'AccessDenied');
    const { unlisted, skipped } = await listResources(context, EXECUTION);
    // Nothing waits for what only tells.
    expect([unlisted, skipped.map(({ kind }) => kind)]).toEqual([[], ['cloudwatch:alarm']]);
  });
});

describe('callStorage when an alarm cannot be created', () => {
  it.each([
    ['AccessDenied', 'AccessDenied'],
    ['LimitExceeded', 'LimitExceeded'],
    // What may pass is the machine's to try again.
    ['Throttling', 'Transient'],
  ])('stores the name of the alarm and throws when PutMetricAlarm fails with %s: %s', async (name, told) => {
    const { account, context } = setUp();
    account.refuse('PutMetricAlarm', name);
    await expect(handle(makeRequest(), context)).rejects.toMatchObject({ name: told });
    // A receipt asks for it.
    expect(account.inputs('PutObject')).toEqual([
      expect.objectContaining({ Body: expect.stringContaining(NAME) as string }),
    ]);
    expect(await callStorage({ look: NAME, pauseSeconds: 0 }, context)).toMatchObject({
      state: 'ready',
      lifecycle: 'NOT_FOUND',
      values: {},
    });
  });

  it('returns ready when DescribeAlarms fails, so that the rig continues', async () => {
    const { account, context } = setUp();
    await callStorage(makeRequest(), context);
    account.refuse('DescribeAlarms', 'InternalServiceFault');
    expect(await callStorage({ look: NAME, pauseSeconds: 0 }, context)).toMatchObject({ state: 'ready', values: {} });
  });

  it('throws FenceClosed and creates no alarm when the fence is closed', async () => {
    const { account, context } = setUp();
    await context.aws.s3.putObject({ Bucket: CONFIG.bucket, Key: 'fences/exec.json', Body: '{}' });
    await expect(callStorage(makeRequest(), context)).rejects.toMatchObject({ name: 'FenceClosed' });
    expect(account.inputs('PutMetricAlarm')).toEqual([]);
  });
});
