import { writeReceipt } from '../../lib/aws/receipt';
import { CLOUD_KINDS, type Receipt } from '../../lib/shapes/receipt';

import { LONG, LUSTRE, makeAccount } from './account';
import { retelling } from './answers';

const KEY = 'executions/disks/exec/receipt.json';
const EVENT = {
  executionId: 'exec',
  experiment: 'disks',
  outcome: 'ABORTED',
  fencedAt: '2026-11-21T09:00:00.000Z',
} as const;

let account = makeAccount();
let context = account.context();
beforeEach(() => {
  account = makeAccount();
  context = account.context();
});
const written = (): Promise<Receipt> => account.json(KEY);

describe('writeReceipt', () => {
  it('is clean where nothing is, and says what was looked at', async () => {
    expect(await writeReceipt(EVENT, context)).toEqual({ clean: true, receiptKey: KEY });
    expect(await written()).toEqual({
      schemaVersion: 1,
      ...EVENT,
      clean: true,
      verifiedAt: '2026-11-21T10:00:00.000Z',
      resources: [],
      remaining: [],
      covered: CLOUD_KINDS,
      unlisted: [],
    });
  });

  it('is clean where all that EC2 still shows is terminated', async () => {
    const id = await account.instance();
    await account.terminate(id);
    expect(await writeReceipt(EVENT, context)).toMatchObject({ clean: true });
    expect((await written()).resources).toEqual([{ kind: 'ec2:instance', id, rig: 'exec__r1', state: 'terminated' }]);
  });

  it.each(['shutting-down', 'stopped', 'running', 'never-heard-of'])(
    'is not clean with an instance that is %s',
    async (state) => {
      const id = await account.instance();
      await account.terminate(await account.instance());
      // What the twin's instances never are.
      const aws = retelling(context.aws, 'ec2', 'describeInstances', (answer) => ({
        ...answer,
        Reservations: answer.Reservations?.map(({ Instances = [], ...rest }) => ({
          ...rest,
          Instances: Instances.map((one) =>
            one.InstanceId === id ? { ...one, State: { Name: state as 'running' } } : one,
          ),
        })),
      }));
      expect(await writeReceipt(EVENT, { ...context, aws })).toMatchObject({ clean: false });
      expect(await written()).toMatchObject({
        clean: false,
        remaining: [{ kind: 'ec2:instance', id, rig: 'exec__r1', state }],
      });
    },
  );

  it('tells of what teardowns found, though no listing shows it any more', async () => {
    const id = await account.instance();
    await account.terminate(id);
    const seen = [
      { kind: 'fsx:file-system', id: 'fs-00000000000000001', rig: 'exec__r1', state: 'AVAILABLE' },
      { kind: 'ec2:instance', id, rig: 'exec__r1', state: 'running' },
    ];
    await account.put('executions/disks/exec/seen/exec__r1.json', JSON.stringify(seen));
    expect(await writeReceipt(EVENT, context)).toMatchObject({ clean: true });
    expect((await written()).resources).toEqual([
      { ...seen[0], state: 'gone' },
      { ...seen[1], state: 'terminated' },
    ]);
  });

  it('is not clean with a template, and knows no rig where it carries none', async () => {
    const id = await account.template({ 'fsxbench:rig': undefined });
    expect(await writeReceipt(EVENT, context)).toMatchObject({ clean: false });
    expect((await written()).remaining).toEqual([{ kind: 'ec2:launch-template', id, rig: null, state: 'available' }]);
  });

  it('keeps what an earlier one saw, as gone', async () => {
    const instance = await account.instance();
    const template = await account.template();
    await writeReceipt(EVENT, context);
    await account.terminate(instance);
    await account.byHand('ec2', 'DeleteLaunchTemplate', { LaunchTemplateId: template });
    await account.pass(60_000);
    expect(await writeReceipt(EVENT, context)).toMatchObject({ clean: true });
    expect(await written()).toMatchObject({ remaining: [] });
    expect((await written()).verifiedAt).toBe(new Date(account.clock.now()).toISOString());
    expect((await written()).resources).toEqual([
      { kind: 'ec2:launch-template', id: template, rig: 'exec__r1', state: 'gone' },
      { kind: 'ec2:instance', id: instance, rig: 'exec__r1', state: 'terminated' },
    ]);
    // EC2 has forgotten it.
    await account.pass(2 * 3_600_000);
    await writeReceipt(EVENT, context);
    expect((await written()).resources.map((one) => [one.id, one.state])).toEqual([
      [template, 'gone'],
      [instance, 'gone'],
    ]);
  });

  it('covers storage: it is left while it is there, and gone with its deletion', async () => {
    const { FileSystemId } = await account.fileSystem();
    expect(await writeReceipt(EVENT, context)).toMatchObject({ clean: false });
    const entry = { kind: 'fsx:file-system', id: FileSystemId, rig: 'exec__r1' };
    expect((await written()).remaining).toEqual([{ ...entry, state: 'CREATING' }]);
    await account.pass(LONG);
    await account.byHand('fsx', 'DeleteFileSystem', { FileSystemId });
    await account.pass(LONG);
    expect(await writeReceipt(EVENT, context)).toMatchObject({ clean: true });
    expect((await written()).resources).toEqual([{ ...entry, state: 'gone' }]);
  });

  it('is about this execution only', async () => {
    await account.instance({ 'fsxbench:execution': 'exec2' });
    await account.instance({ 'fsxbench:stack': 'bench2' });
    expect(await writeReceipt(EVENT, context)).toMatchObject({ clean: true });
  });

  // "Could not look" is never "clean".
  it.each([
    ['DescribeInstances', ['ec2:instance']],
    ['DescribeLaunchTemplates', ['ec2:launch-template']],
    ['DescribeFileSystems', ['fsx:file-system', 'efs:file-system', 'efs:mount-target']],
  ])('is not clean where %s fails, and says what could not be looked at', async (action, kinds) => {
    account.refuse(action, 'UnauthorizedOperation');
    expect(await writeReceipt(EVENT, context)).toEqual({ clean: false, receiptKey: KEY });
    expect(await written()).toMatchObject({
      clean: false,
      remaining: [],
      covered: CLOUD_KINDS.filter((one) => !kinds.includes(one)),
      unlisted: kinds.map((kind) => ({ kind, why: 'UnauthorizedOperation: UnauthorizedOperation happened' })),
    });
    account.heal();
    // Only what is proven is off the janitor's list.
    expect(await account.keys()).toEqual([KEY]);
    expect(await writeReceipt(EVENT, context)).toMatchObject({ clean: true });
    expect(await written()).toMatchObject({ unlisted: [], covered: CLOUD_KINDS });
    expect(await account.json('proven/exec.json')).toEqual({ receipt: KEY, verifiedAt: expect.any(String) });
  });

  it('is clean where only the proof of it cannot be written, which the janitor has written again', async () => {
    account.refuse('PutObject', 'AccessDenied', ({ Key }) => Key === 'proven/exec.json');
    expect(await writeReceipt(EVENT, context)).toEqual({ clean: true, receiptKey: KEY });
    expect(await written()).toMatchObject({ clean: true });
    expect(await account.keys()).toEqual([KEY]);
  });

  it('is clean where alarms cannot be listed, does not cover them, and names those that were made', async () => {
    account.refuse('DescribeAlarms', 'AccessDenied');
    expect(await writeReceipt(EVENT, context)).toMatchObject({ clean: true });
    const kind = 'cloudwatch:alarm';
    const why = 'AccessDenied: AccessDenied happened';
    expect(await written()).toMatchObject({ unlisted: [], skipped: [{ kind, why, ids: [] }] });
    const [there, gone] = ['fsxbench/bench/exec__r1__c1.alarmServerCpu', 'fsxbench/bench/exec__r1__c1.alarmOther'];
    const seen = [
      { kind, id: there, rig: 'exec__r1', state: 'PUT' },
      { kind, id: gone, rig: 'exec__r1', state: 'gone' },
    ];
    await account.put('executions/disks/exec/seen/exec__r1.json', JSON.stringify(seen));
    expect(await writeReceipt(EVENT, context)).toMatchObject({ clean: true });
    expect(await written()).toMatchObject({
      resources: [{ id: there, state: 'could not be checked' }, { id: gone }],
      remaining: [],
      covered: CLOUD_KINDS.filter((one) => one !== kind),
      skipped: [{ kind, ids: [there] }],
    });
    account.heal();
    await writeReceipt(EVENT, context);
    expect(await written()).toMatchObject({ clean: true, covered: CLOUD_KINDS, resources: [{ state: 'gone' }, {}] });
    expect(await written()).not.toHaveProperty('skipped');
  });

  it('never calls gone what was seen once and cannot be looked at now', async () => {
    const { FileSystemId: id } = await account.fileSystem();
    await writeReceipt(EVENT, context);
    account.refuse('DescribeFileSystems', 'AccessDenied');
    await writeReceipt(EVENT, context);
    const left = [{ kind: 'fsx:file-system', id, rig: 'exec__r1', state: 'could not be checked' }];
    expect(await written()).toMatchObject({ clean: false, remaining: left, resources: left });
  });

  it('is not clean where something lives whose tags somebody took away: it asks by id', async () => {
    const changed = { 'fsxbench:execution': 'other' };
    const { FileSystemId: storage = '' } = await account.fileSystem(LUSTRE, changed);
    const host = await account.instance({ 'fsxbench:stack': undefined });
    const gone = await account.instance(changed);
    await account.terminate(gone);
    const template = await account.template(changed);
    const rig = 'exec__r1';
    const note = (kind: string, id: string) => ({ kind, id, rig, state: 'made' });
    // As call-storage writes them, a teardown, and list-hosts.
    await account.put(`executions/disks/exec/seen/${storage}.json`, JSON.stringify([note('fsx:file-system', storage)]));
    const seen = [note('ec2:launch-template', template), note('ec2:launch-template', 'lt-00000000000000001')];
    await account.put('executions/disks/exec/seen/exec__r1.json', JSON.stringify(seen));
    await account.put('executions/disks/exec/hosts/r1.txt', `a client 0 - ${host}\nb client 1 - ${gone}\n`);
    expect(await writeReceipt(EVENT, context)).toMatchObject({ clean: false });
    const hidden = 'its tags were removed';
    const left = [
      { kind: 'ec2:instance', id: host, rig, state: `running, ${hidden}` },
      { kind: 'ec2:launch-template', id: template, rig, state: `available, ${hidden}` },
      { kind: 'fsx:file-system', id: storage, rig, state: `CREATING, ${hidden}` },
    ];
    expect((await written()).remaining).toEqual(expect.arrayContaining(left));
    expect((await written()).remaining).toHaveLength(3);
    // What cannot be asked for is no proof either.
    account.refuse('DescribeFileSystems', 'AccessDenied', (input) => input['FileSystemIds'] !== undefined);
    await writeReceipt(EVENT, context);
    expect((await written()).remaining).toContainEqual({ ...left[2], state: 'could not be checked' });
  });

  it('is written though somebody spoilt what it rests on, and says what it could not read', async () => {
    const { FileSystemId: id = '' } = await account.fileSystem(LUSTRE, { 'fsxbench:execution': 'other' });
    await account.put(KEY, 'spoilt');
    await account.put(`executions/disks/exec/seen/${id}.json`, 'spoilt');
    expect(await writeReceipt(EVENT, context)).toMatchObject({ clean: false });
    const left = [{ kind: 'fsx:file-system', id, rig: null, state: 'CREATING, its tags were removed' }];
    expect(await written()).toMatchObject({ clean: false, remaining: left, unlisted: [] });
    await account.put('executions/disks/exec/seen/exec__r1.json', '{}');
    await writeReceipt(EVENT, context);
    const why = expect.stringContaining('executions/disks/exec/seen/exec__r1.json') as string;
    expect(await written()).toMatchObject({ clean: false, remaining: left, unlisted: [{ kind: 'note', why }] });
  });

  it('is not clean for a spoilt note alone', async () => {
    await account.put('executions/disks/exec/seen/exec__r1.json', 'spoilt');
    expect(await writeReceipt(EVENT, context)).toMatchObject({ clean: false });
    expect(await written()).toMatchObject({ remaining: [], unlisted: [{ kind: 'note' }] });
  });

  it('writes none where earlier notes cannot be read', async () => {
    account.refuse('GetObject', 'UnauthorizedOperation');
    await expect(writeReceipt(EVENT, context)).rejects.toMatchObject({ name: 'UnauthorizedOperation' });
    expect(await account.keys()).toEqual([]);
  });

  it('fails where it cannot be written', async () => {
    account.refuse('PutObject', 'AccessDenied');
    await expect(writeReceipt(EVENT, context)).rejects.toMatchObject({ name: 'AccessDenied' });
  });
});
