import { writeReceipt } from '../../lib/aws/receipt';
import { CLOUD_KINDS, type Receipt } from '../../lib/shapes/receipt';

import { LONG, LUSTRE, makeAccount } from './account';
import { changeAnswer } from './answers';

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
const readReceipt = (): Promise<Receipt> => account.json(KEY);

describe('writeReceipt', () => {
  it('is clean when no resources exist, and lists the covered kinds', async () => {
    expect(await writeReceipt(EVENT, context)).toEqual({ clean: true, receiptKey: KEY });
    expect(await readReceipt()).toEqual({
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

  it('is clean when EC2 lists only terminated instances', async () => {
    const id = await account.instance();
    await account.terminate(id);
    expect(await writeReceipt(EVENT, context)).toMatchObject({ clean: true });
    expect((await readReceipt()).resources).toEqual([
      { kind: 'ec2:instance', id, rig: 'exec__r1', state: 'terminated' },
    ]);
  });

  it.each(['shutting-down', 'stopped', 'running', 'never-heard-of'])(
    'is not clean with an instance in the state %s',
    async (state) => {
      const id = await account.instance();
      await account.terminate(await account.instance());
      // What the twin's instances never are.
      const aws = changeAnswer(context.aws, 'ec2', 'describeInstances', (answer) => ({
        ...answer,
        Reservations: answer.Reservations?.map(({ Instances = [], ...rest }) => ({
          ...rest,
          Instances: Instances.map((one) =>
            one.InstanceId === id ? { ...one, State: { Name: state as 'running' } } : one,
          ),
        })),
      }));
      expect(await writeReceipt(EVENT, { ...context, aws })).toMatchObject({ clean: false });
      expect(await readReceipt()).toMatchObject({
        clean: false,
        remaining: [{ kind: 'ec2:instance', id, rig: 'exec__r1', state }],
      });
    },
  );

  it('includes resources that teardowns found and that no listing shows any more', async () => {
    const id = await account.instance();
    await account.terminate(id);
    const seen = [
      { kind: 'fsx:file-system', id: 'fs-00000000000000001', rig: 'exec__r1', state: 'AVAILABLE' },
      { kind: 'ec2:instance', id, rig: 'exec__r1', state: 'running' },
    ];
    await account.put('executions/disks/exec/seen/exec__r1.json', JSON.stringify(seen));
    expect(await writeReceipt(EVENT, context)).toMatchObject({ clean: true });
    expect((await readReceipt()).resources).toEqual([
      { ...seen[0], state: 'gone' },
      { ...seen[1], state: 'terminated' },
    ]);
  });

  it('is not clean with a launch template, and has rig null when the template has no rig tag', async () => {
    const id = await account.template({ 'fsxbench:rig': undefined });
    expect(await writeReceipt(EVENT, context)).toMatchObject({ clean: false });
    expect((await readReceipt()).remaining).toEqual([
      { kind: 'ec2:launch-template', id, rig: null, state: 'available' },
    ]);
  });

  it('keeps the resources of an earlier receipt, with the state gone', async () => {
    const instance = await account.instance();
    const template = await account.template();
    await writeReceipt(EVENT, context);
    await account.terminate(instance);
    await account.byHand('ec2', 'DeleteLaunchTemplate', { LaunchTemplateId: template });
    await account.pass(60_000);
    expect(await writeReceipt(EVENT, context)).toMatchObject({ clean: true });
    expect(await readReceipt()).toMatchObject({ remaining: [] });
    expect((await readReceipt()).verifiedAt).toBe(new Date(account.clock.now()).toISOString());
    expect((await readReceipt()).resources).toEqual([
      { kind: 'ec2:launch-template', id: template, rig: 'exec__r1', state: 'gone' },
      { kind: 'ec2:instance', id: instance, rig: 'exec__r1', state: 'terminated' },
    ]);
    // EC2 has forgotten it.
    await account.pass(2 * 3_600_000);
    await writeReceipt(EVENT, context);
    expect((await readReceipt()).resources.map((one) => [one.id, one.state])).toEqual([
      [template, 'gone'],
      [instance, 'gone'],
    ]);
  });

  it('lists a file system as remaining while it exists, and as gone after its deletion', async () => {
    const { FileSystemId } = await account.fileSystem();
    expect(await writeReceipt(EVENT, context)).toMatchObject({ clean: false });
    const entry = { kind: 'fsx:file-system', id: FileSystemId, rig: 'exec__r1' };
    expect((await readReceipt()).remaining).toEqual([{ ...entry, state: 'CREATING' }]);
    await account.pass(LONG);
    await account.byHand('fsx', 'DeleteFileSystem', { FileSystemId });
    await account.pass(LONG);
    expect(await writeReceipt(EVENT, context)).toMatchObject({ clean: true });
    expect((await readReceipt()).resources).toEqual([{ ...entry, state: 'gone' }]);
  });

  it('ignores resources of other executions and stacks', async () => {
    await account.instance({ 'fsxbench:execution': 'exec2' });
    await account.instance({ 'fsxbench:stack': 'bench2' });
    expect(await writeReceipt(EVENT, context)).toMatchObject({ clean: true });
  });

  // "Could not look" is never "clean".
  it.each([
    ['DescribeInstances', ['ec2:instance']],
    ['DescribeLaunchTemplates', ['ec2:launch-template']],
    ['DescribeFileSystems', ['fsx:file-system', 'efs:file-system', 'efs:mount-target']],
  ])('is not clean when %s fails, and lists the kinds that it could not check', async (action, kinds) => {
    account.refuse(action, 'UnauthorizedOperation');
    expect(await writeReceipt(EVENT, context)).toEqual({ clean: false, receiptKey: KEY });
    expect(await readReceipt()).toMatchObject({
      clean: false,
      remaining: [],
      covered: CLOUD_KINDS.filter((one) => !kinds.includes(one)),
      unlisted: kinds.map((kind) => ({ kind, why: 'UnauthorizedOperation: UnauthorizedOperation happened' })),
    });
    account.heal();
    // Only what is proven is off the janitor's list.
    expect(await account.keys()).toEqual([KEY]);
    expect(await writeReceipt(EVENT, context)).toMatchObject({ clean: true });
    expect(await readReceipt()).toMatchObject({ unlisted: [], covered: CLOUD_KINDS });
    expect(await account.json('proven/exec.json')).toEqual({ receipt: KEY, verifiedAt: expect.any(String) });
  });

  it('is clean when only the proof object cannot be written', async () => {
    account.refuse('PutObject', 'AccessDenied', ({ Key }) => Key === 'proven/exec.json');
    expect(await writeReceipt(EVENT, context)).toEqual({ clean: true, receiptKey: KEY });
    expect(await readReceipt()).toMatchObject({ clean: true });
    expect(await account.keys()).toEqual([KEY]);
  });

  it('is clean when DescribeAlarms is denied, and lists the alarms that it could not check', async () => {
    account.refuse('DescribeAlarms', 'AccessDenied');
    expect(await writeReceipt(EVENT, context)).toMatchObject({ clean: true });
    const kind = 'cloudwatch:alarm';
    const why = 'AccessDenied: AccessDenied happened';
    expect(await readReceipt()).toMatchObject({ unlisted: [], skipped: [{ kind, why, ids: [] }] });
    const [there, gone] = ['fsxbench/bench/exec__r1__c1.alarmServerCpu', 'fsxbench/bench/exec__r1__c1.alarmOther'];
    const seen = [
      { kind, id: there, rig: 'exec__r1', state: 'PUT' },
      { kind, id: gone, rig: 'exec__r1', state: 'gone' },
    ];
    await account.put('executions/disks/exec/seen/exec__r1.json', JSON.stringify(seen));
    expect(await writeReceipt(EVENT, context)).toMatchObject({ clean: true });
    expect(await readReceipt()).toMatchObject({
      resources: [{ id: there, state: 'could not be checked' }, { id: gone }],
      remaining: [],
      covered: CLOUD_KINDS.filter((one) => one !== kind),
      skipped: [{ kind, ids: [there] }],
    });
    account.heal();
    await writeReceipt(EVENT, context);
    expect(await readReceipt()).toMatchObject({
      clean: true,
      covered: CLOUD_KINDS,
      resources: [{ state: 'gone' }, {}],
    });
    expect(await readReceipt()).not.toHaveProperty('skipped');
  });

  it('reports a resource of an earlier receipt as unchecked when listing is denied', async () => {
    const { FileSystemId: id } = await account.fileSystem();
    await writeReceipt(EVENT, context);
    account.refuse('DescribeFileSystems', 'AccessDenied');
    await writeReceipt(EVENT, context);
    const left = [{ kind: 'fsx:file-system', id, rig: 'exec__r1', state: 'could not be checked' }];
    expect(await readReceipt()).toMatchObject({ clean: false, remaining: left, resources: left });
  });

  it('is not clean when a seen resource exists without its tags, which it checks by id', async () => {
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
    expect((await readReceipt()).remaining).toEqual(expect.arrayContaining(left));
    expect((await readReceipt()).remaining).toHaveLength(3);
    // What cannot be asked for is no proof either.
    account.refuse('DescribeFileSystems', 'AccessDenied', (input) => input['FileSystemIds'] !== undefined);
    await writeReceipt(EVENT, context);
    expect((await readReceipt()).remaining).toContainEqual({ ...left[2], state: 'could not be checked' });
  });

  it('writes the receipt when an earlier receipt and lists of resources are corrupt, and reports them', async () => {
    const { FileSystemId: id = '' } = await account.fileSystem(LUSTRE, { 'fsxbench:execution': 'other' });
    await account.put(KEY, 'spoilt');
    await account.put(`executions/disks/exec/seen/${id}.json`, 'spoilt');
    expect(await writeReceipt(EVENT, context)).toMatchObject({ clean: false });
    const left = [{ kind: 'fsx:file-system', id, rig: null, state: 'CREATING, its tags were removed' }];
    expect(await readReceipt()).toMatchObject({ clean: false, remaining: left, unlisted: [] });
    await account.put('executions/disks/exec/seen/exec__r1.json', '{}');
    await writeReceipt(EVENT, context);
    const why = expect.stringContaining('executions/disks/exec/seen/exec__r1.json') as string;
    expect(await readReceipt()).toMatchObject({ clean: false, remaining: left, unlisted: [{ kind: 'note', why }] });
  });

  it('is not clean when a list of seen resources is corrupt', async () => {
    await account.put('executions/disks/exec/seen/exec__r1.json', 'spoilt');
    expect(await writeReceipt(EVENT, context)).toMatchObject({ clean: false });
    expect(await readReceipt()).toMatchObject({ remaining: [], unlisted: [{ kind: 'note' }] });
  });

  it('throws and writes no receipt when reading earlier lists of resources is denied', async () => {
    account.refuse('GetObject', 'UnauthorizedOperation');
    await expect(writeReceipt(EVENT, context)).rejects.toMatchObject({ name: 'UnauthorizedOperation' });
    expect(await account.keys()).toEqual([]);
  });

  it('throws AccessDenied when writing the receipt is denied', async () => {
    account.refuse('PutObject', 'AccessDenied');
    await expect(writeReceipt(EVENT, context)).rejects.toMatchObject({ name: 'AccessDenied' });
  });
});
