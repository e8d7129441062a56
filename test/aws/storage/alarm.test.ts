import { handle } from '../../../lambdas/call-storage/handler';
import { pickDeletes } from '../../../lib/aws/ledger/deletes';
import { listResources } from '../../../lib/aws/ledger/list';
import { findStates } from '../../../lib/aws/ledger/states-by-id';
import { callStorage } from '../../../lib/aws/storage/call-storage';
import { deleteStorage } from '../../../lib/aws/storage/delete-storage';
import { makeAlarms } from '../../../lib/experiment/design/alarms';
import { tagList } from '../../twin/cloud/services';
import { makeAccount, makeTags, STACK } from '../account';
import { expectRefusal } from '../answers';
import { EXECUTION, FENCE, listOwn, look, makeRequest } from './calls';

const NAME = `fsxbench/${STACK}/exec__r1__c1.alarmServerDiskIops`;
const TOPIC = 'arn:aws:sns:xx-local-1:000000000000:bench-notify';
const Tags = tagList(makeTags({ 'fsxbench:copy': 'exec__r1__c1' }));

/** @param more of the alarm */
function makeAlarmRequest(more: object = {}) {
  const [request] = makeAlarms('fsx-lustre', { server_disk_iops: 90 });
  const input = { ...request?.input, AlarmName: NAME, Tags, ...more };
  return makeRequest('cloudwatch:PutMetricAlarm', input, { fs: { id: 'fs-0123' } });
}

let account = makeAccount();
let context = account.context({ topicArn: TOPIC });
beforeEach(() => {
  account = makeAccount();
  context = account.context({ topicArn: TOPIC });
});
const create = (more: object = {}) => callStorage(makeAlarmRequest(more), context);

describe('CloudWatch alarms of a rig', () => {
  it('has the file system id and the SNS topic, and is ready when its request is sent twice', async () => {
    const seen = { id: NAME, state: 'ready', why: '', values: { id: NAME }, changeableAt: 0 };
    expect(await create()).toEqual({ ...seen, lifecycle: 'PUT' });
    expect(await create()).toMatchObject(seen);
    expect(account.inputs('PutMetricAlarm')[0]).toMatchObject({
      Metrics: [{ Expression: expect.stringContaining("WHERE FileSystemId = 'fs-0123'") as string }],
      AlarmActions: [TOPIC],
    });
    expect(await look(context, NAME)).toMatchObject({ ...seen, lifecycle: 'INSUFFICIENT_DATA' });
    await account.pass(60_000);
    expect(await listOwn(context)).toHaveLength(1);
  });

  it('is listed by name prefix and tags, and counts as gone for the receipt after its deletion', async () => {
    await create();
    await create({ AlarmName: `fsxbench/${STACK}/exec__r1__c1.other`, Tags: Tags.slice(1) });
    await account.pass(60_000);
    const listed = await listOwn(context);
    expect(listed).toMatchObject([{ kind: 'cloudwatch:alarm', id: NAME, state: 'INSUFFICIENT_DATA' }]);
    expect(account.inputs('DescribeAlarms').at(-1)).toMatchObject({ AlarmNamePrefix: `fsxbench/${STACK}/exec` });
    expect(pickDeletes(listed, 0)).toEqual([{ kind: 'cloudwatch:alarm', ids: [NAME], type: null }]);
    const seen = { kind: 'cloudwatch:alarm', id: NAME, rig: null, state: 'OK' } as const;
    expect(await findStates([seen], context)).toEqual(new Map([[NAME, 'INSUFFICIENT_DATA, its tags were removed']]));
    // The second time somebody was faster: that is what was wanted.
    for (const _ of [1, 2]) expect(await deleteStorage({ id: NAME, type: null }, context)).toEqual({ id: NAME });
    expect(account.inputs('DeleteAlarms')[0]).toEqual({ AlarmNames: [NAME] });
    expect(await listOwn(context)).toEqual([]);
    expect(await findStates([seen], context)).toEqual(new Map([[NAME, null]]));
  });

  it('is excluded from listings when it is deleted meanwhile, and skipped when tags are denied', async () => {
    await create();
    await account.pass(60_000);
    account.refuse('ListTagsForResource', 'ResourceNotFoundException');
    expect(await listOwn(context)).toEqual([]);
    account.heal();
    account.refuse('ListTagsForResource', 'AccessDenied');
    const { unlisted, skipped } = await listResources(context, EXECUTION);
    // Nothing waits for what only reports.
    expect([unlisted, skipped.map(({ kind }) => kind)]).toEqual([[], ['cloudwatch:alarm']]);
  });
});

describe('callStorage when an alarm cannot be created', () => {
  it.each([
    ['AccessDenied', 'AccessDenied'],
    ['LimitExceeded', 'LimitExceeded'],
    // What may pass is the machine's to try again.
    ['Throttling', 'Transient'],
  ])('stores the name of the alarm and throws when PutMetricAlarm fails with %s: %s', async (name, thrown) => {
    account.refuse('PutMetricAlarm', name);
    await expectRefusal(handle(makeAlarmRequest(), context), thrown);
    // A receipt asks for it.
    const Body = expect.stringContaining(NAME) as string;
    expect(account.inputs('PutObject')).toEqual([expect.objectContaining({ Body })]);
    expect(await look(context, NAME)).toMatchObject({ state: 'ready', lifecycle: 'NOT_FOUND', values: {} });
  });

  it('returns ready when DescribeAlarms fails, so that the rig continues', async () => {
    await create();
    account.refuse('DescribeAlarms', 'InternalServiceFault');
    expect(await look(context, NAME)).toMatchObject({ state: 'ready', values: {} });
  });

  it('throws FenceClosed and creates no alarm when the fence is closed', async () => {
    await account.put(FENCE, '{}');
    await expectRefusal(create(), 'FenceClosed');
    expect(account.inputs('PutMetricAlarm')).toEqual([]);
  });
});
