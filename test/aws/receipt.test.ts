import { writeReceipt } from '../../lib/aws/receipt';
import { getLockKey, layout } from '../../lib/shapes/layout';
import { CLOUD_KINDS, LEASE_KIND, MANAGED_HOST_KIND, type Receipt } from '../../lib/shapes/receipt';
import { LISTED_KINDS } from '../../lib/shapes/resources';
import { LONG, LUSTRE, makeAccount, type TestAccount, T0 } from './account';
import { changeInstances, expectRefusal } from './answers';
import { countParents, makeLiving } from './resource-makers';

const KEYS = layout('disks', 'exec');
const KEY = KEYS.receipt;
const SEEN = 'executions/disks/exec/seen/exec__r1.json';
const PROOF = 'proven/exec.json';
const EVENT = {
  executionId: 'exec',
  experiment: 'disks',
  outcome: 'ABORTED',
  fencedAt: '2026-11-21T09:00:00.000Z',
} as const;
const OTHER = { 'fsxbench:execution': 'other' };

let account = makeAccount();
let context = account.context();
beforeEach(() => {
  account = makeAccount();
  context = account.context();
});

/** Writes the receipt. @returns what was written; the answer says the same */
async function write(changed = context, its = account): Promise<Receipt> {
  const answer = await writeReceipt(EVENT, changed);
  const receipt = await its.json<Receipt>(KEY);
  expect(answer).toEqual({ clean: receipt.clean, receiptKey: KEY });
  return receipt;
}
const writeOf = (its: TestAccount): Promise<Receipt> => write(its.context(), its);
const putSeen = (seen: readonly object[]): Promise<void> => account.put(SEEN, JSON.stringify(seen));

describe('writeReceipt', () => {
  it('is clean when there are only resources of other executions and stacks, and lists the covered kinds', async () => {
    await account.instance({ 'fsxbench:execution': 'exec2' });
    await account.instance({ 'fsxbench:stack': 'bench2' });
    expect(await write()).toEqual({
      schemaVersion: 1,
      ...EVENT,
      clean: true,
      verifiedAt: '2026-11-21T10:00:00.002Z',
      resources: [],
      remaining: [],
      covered: CLOUD_KINDS,
      unlisted: [],
    });
  });

  it.each(LISTED_KINDS)('is not clean while one %s exists, and lists it as remaining', async (kind) => {
    const { account: its, id } = await makeLiving(kind);
    const { clean, remaining } = await writeOf(its);
    expect(clean).toBe(false);
    expect(remaining).toContainEqual(expect.objectContaining({ kind, id }));
    // It alone, so that nothing else makes the receipt unclean; a child needs its parents.
    expect(remaining).toHaveLength(1 + countParents(kind));
    expect(await its.keys()).not.toContain(PROOF);
  });

  it('has rig null for a resource without a rig tag', async () => {
    const id = await account.template({ 'fsxbench:rig': undefined });
    expect((await write()).remaining).toEqual([{ kind: 'ec2:launch-template', id, rig: null, state: 'available' }]);
  });

  it.each(['shutting-down', 'stopped', 'running', 'never-heard-of'])(
    'is not clean with an instance in the state %s',
    async (state) => {
      const id = await account.instance();
      await account.terminate(await account.instance());
      // What the twin's instances never are.
      const aws = changeInstances(context.aws, (one) =>
        one.InstanceId === id ? { ...one, State: { Name: state as 'running' } } : one,
      );
      const remaining = [{ kind: 'ec2:instance', id, rig: 'exec__r1', state }];
      expect(await write({ ...context, aws })).toMatchObject({ clean: false, remaining });
    },
  );

  it('includes resources that teardowns found and that no listing shows any more', async () => {
    const id = await account.instance();
    await account.terminate(id);
    const seen = [
      { kind: 'fsx:file-system', id: 'fs-00000000000000001', rig: 'exec__r1', state: 'AVAILABLE' },
      { kind: 'ec2:instance', id, rig: 'exec__r1', state: 'running' },
    ];
    await putSeen(seen);
    const resources = [
      { ...seen[0], state: 'gone' },
      { ...seen[1], state: 'terminated' },
    ];
    expect(await write()).toMatchObject({ clean: true, resources });
  });

  it('keeps the resources of an earlier receipt, with the state gone', async () => {
    const instance = await account.instance();
    const template = await account.template();
    const { FileSystemId } = await account.fileSystem();
    const { remaining } = await write();
    expect(remaining).toContainEqual({ kind: 'fsx:file-system', id: FileSystemId, rig: 'exec__r1', state: 'CREATING' });
    await account.pass(LONG);
    await account.terminate(instance);
    await account.byHand('ec2', 'DeleteLaunchTemplate', { LaunchTemplateId: template });
    await account.byHand('fsx', 'DeleteFileSystem', { FileSystemId });
    await account.pass(1_800_000);
    const verifiedAt = new Date(account.clock.now()).toISOString();
    const second = await write();
    expect(second).toMatchObject({ clean: true, remaining: [], verifiedAt });
    expect(second.resources).toEqual([
      { kind: 'ec2:launch-template', id: template, rig: 'exec__r1', state: 'gone' },
      { kind: 'fsx:file-system', id: FileSystemId, rig: 'exec__r1', state: 'gone' },
      { kind: 'ec2:instance', id: instance, rig: 'exec__r1', state: 'terminated' },
    ]);
    // EC2 has forgotten it.
    await account.pass(2 * LONG);
    const states = (await write()).resources.map((one) => [one.id, one.state]);
    expect(states).toEqual([template, FileSystemId, instance].map((id) => [id, 'gone']));
  });

  // "Could not look" is never "clean".
  it.each([
    ['DescribeInstances', ['ec2:instance']],
    ['DescribeLaunchTemplates', ['ec2:launch-template']],
    ['DescribeFileSystems', ['fsx:file-system', 'efs:file-system', 'efs:mount-target']],
  ])('is not clean when %s fails, and lists the kinds that it could not check', async (action, kinds) => {
    account.refuse(action, 'UnauthorizedOperation');
    expect(await write()).toMatchObject({
      clean: false,
      remaining: [],
      covered: CLOUD_KINDS.filter((one) => !kinds.includes(one)),
      unlisted: kinds.map((kind) => ({ kind, why: 'UnauthorizedOperation: UnauthorizedOperation happened' })),
    });
    account.heal();
    // Only what is proven is off the janitor's list.
    expect(await account.keys()).toEqual([KEY]);
    expect(await write()).toMatchObject({ clean: true, unlisted: [], covered: CLOUD_KINDS });
    expect(await account.json(PROOF)).toEqual({ receipt: KEY, verifiedAt: expect.any(String) });
  });

  it('is clean when only the proof object cannot be written', async () => {
    account.refuse('PutObject', 'AccessDenied', ({ Key }) => Key === PROOF);
    expect(await write()).toMatchObject({ clean: true });
    expect(await account.keys()).toEqual([KEY]);
  });

  it('is clean when DescribeAlarms is denied, and lists the alarms that it could not check', async () => {
    account.refuse('DescribeAlarms', 'AccessDenied');
    const kind = 'cloudwatch:alarm';
    const why = 'AccessDenied: AccessDenied happened';
    expect(await write()).toMatchObject({ clean: true, unlisted: [], skipped: [{ kind, why, ids: [] }] });
    const [there, gone] = ['fsxbench/bench/exec__r1__c1.alarmServerCpu', 'fsxbench/bench/exec__r1__c1.alarmOther'];
    await putSeen([
      { kind, id: there, rig: 'exec__r1', state: 'PUT' },
      { kind, id: gone, rig: 'exec__r1', state: 'gone' },
    ]);
    expect(await write()).toMatchObject({
      clean: true,
      resources: [{ id: there, state: 'could not be checked' }, { id: gone }],
      remaining: [],
      covered: CLOUD_KINDS.filter((one) => one !== kind),
      skipped: [{ kind, ids: [there] }],
    });
    account.heal();
    const healed = await write();
    expect(healed).toMatchObject({ clean: true, covered: CLOUD_KINDS, resources: [{ state: 'gone' }, {}] });
    expect(healed).not.toHaveProperty('skipped');
  });

  it('reports a resource of an earlier receipt as unchecked when listing is denied', async () => {
    const { FileSystemId: id } = await account.fileSystem();
    await write();
    account.refuse('DescribeFileSystems', 'AccessDenied');
    const left = [{ kind: 'fsx:file-system', id, rig: 'exec__r1', state: 'could not be checked' }];
    expect(await write()).toMatchObject({ clean: false, remaining: left, resources: left });
  });

  it('is not clean when a seen resource exists without its tags, which it checks by id', async () => {
    const { FileSystemId: storage = '' } = await account.fileSystem(LUSTRE, OTHER);
    const host = await account.instance({ 'fsxbench:stack': undefined });
    const gone = await account.instance(OTHER);
    await account.terminate(gone);
    const template = await account.template(OTHER);
    const rig = 'exec__r1';
    const note = (kind: string, id: string) => ({ kind, id, rig, state: 'made' });
    // As call-storage writes them, a teardown, and list-hosts.
    await account.put(`executions/disks/exec/seen/${storage}.json`, JSON.stringify([note('fsx:file-system', storage)]));
    await putSeen([note('ec2:launch-template', template), note('ec2:launch-template', 'lt-00000000000000001')]);
    await account.put(KEYS.hosts('r1'), `a client 0 - ${host}\nb client 1 - ${gone}\n`);
    const hidden = 'its tags were removed';
    const left = [
      { kind: 'ec2:instance', id: host, rig, state: `running, ${hidden}` },
      { kind: 'ec2:launch-template', id: template, rig, state: `available, ${hidden}` },
      { kind: 'fsx:file-system', id: storage, rig, state: `CREATING, ${hidden}` },
    ];
    const { clean, remaining } = await write();
    expect(clean).toBe(false);
    expect(new Set(remaining)).toEqual(new Set(left));
    // What cannot be asked for is no proof either.
    account.refuse('DescribeFileSystems', 'AccessDenied', (input) => input['FileSystemIds'] !== undefined);
    expect((await write()).remaining).toContainEqual({ ...left[2], state: 'could not be checked' });
  });

  it('writes the receipt when an earlier receipt and lists of resources are corrupt, and reports them', async () => {
    const { FileSystemId: id = '' } = await account.fileSystem(LUSTRE, OTHER);
    await account.put(KEY, 'spoilt');
    await account.put(`executions/disks/exec/seen/${id}.json`, 'spoilt');
    const left = [{ kind: 'fsx:file-system', id, rig: null, state: 'CREATING, its tags were removed' }];
    expect(await write()).toMatchObject({ clean: false, remaining: left, unlisted: [] });
    for (const text of ['{}', 'spoilt']) {
      await account.put(SEEN, text);
      const unlisted = [{ kind: 'note', why: expect.stringContaining(SEEN) as string }];
      expect(await write()).toMatchObject({ clean: false, remaining: left, unlisted });
    }
  });

  it.each(['GetObject', 'PutObject'])('throws AccessDenied and writes no receipt when %s is denied', async (action) => {
    account.refuse(action, 'AccessDenied');
    await expectRefusal(writeReceipt(EVENT, context), 'AccessDenied');
    expect(await account.keys()).toEqual([]);
  });
});

describe('writeReceipt for leases and managed hosts', () => {
  const putLease = (store: string, more: object = {}): Promise<void> => {
    const lease = { version: 1, executionId: 'exec', experiment: 'disks', rigs: ['r1'], released: false, store };
    const times = { startedAt: new Date(T0).toISOString(), expiresAt: T0 / 1000 + 3600 };
    return account.put(getLockKey(store), JSON.stringify({ ...lease, ...times, ...more }));
  };

  it('is not clean while the execution has an unreleased lease', async () => {
    await putLease('nfs:10.0.0.1');
    const entry = { kind: LEASE_KIND, id: getLockKey('nfs:10.0.0.1'), rig: null, state: 'held' };
    expect(await write()).toMatchObject({ clean: false, remaining: [entry] });
  });

  it.each(['spoilt', '{"cleaned":false,"why":"mi-1: Failed","hosts":["mi-1"]}'])(
    'is not clean after a failed or unreadable cleanup of a managed host: %s',
    async (done) => {
      await account.put(KEYS.plan, JSON.stringify({ rigs: [{ rig: 'r1' }] }));
      await account.put(KEYS.rig('r1'), JSON.stringify({ rig: 'r1', copies: [], clean: { name: 'clean' } }));
      await account.put(KEYS.hosts('r1'), 'client-0 client 0 - mi-1\n');
      await putLease('host:mi-1', { role: 'client', released: true });
      await account.put(KEYS.cleaning('r1.hosts.done'), done);
      const entry = { kind: MANAGED_HOST_KIND, id: 'mi-1', rig: 'exec__r1', state: 'not cleaned' };
      expect(await write()).toMatchObject({ clean: false, remaining: [entry] });
    },
  );
});
