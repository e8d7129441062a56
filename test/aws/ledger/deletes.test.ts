import { listDeletable, pickDeletes } from '../../../lib/aws/ledger/deletes';
import type { Resource } from '../../../lib/aws/ledger/resource';
import { LISTED_KINDS, type ListedKind } from '../../../lib/shapes/resources';
import { makeAccount, STACK } from '../account';
import { changeAnswer, changeInstances } from '../answers';
import { countParents, makeLiving } from '../resource-makers';

function makeResource(kind: ListedKind, id: string, more: Partial<Resource> = {}): Resource {
  const tags = { 'fsxbench:stack': STACK, 'fsxbench:rig': 'exec__r1' };
  return { kind, id, state: 'x', living: true, deletable: true, tags, parent: null, type: null, ...more };
}

const makeMany = (kind: ListedKind, length: number, more: Partial<Resource> = {}): Resource[] =>
  Array.from({ length }, (_, index) => makeResource(kind, `${kind}-${index}`, more));

/** A round in which nothing waits any more. */
const LATE = 31;

describe('pickDeletes', () => {
  const ids = (resources: readonly Resource[], round = 0): string[] =>
    pickDeletes(resources, round).flatMap((one) => one.ids);

  it('deletes storage first, then instances in batches of 50, then single launch templates', () => {
    const all = [
      ...makeMany('ec2:launch-template', 2),
      ...makeMany('ec2:instance', 101, { tags: { 'fsxbench:rig': 'exec__r2' } }),
      makeResource('fsx:file-system', 'fs-1', { type: 'LUSTRE' }),
    ];
    const deletes = pickDeletes(all, 0);
    expect(deletes.map((one) => [one.kind, one.ids.length, one.type])).toEqual([
      ['fsx:file-system', 1, 'LUSTRE'],
      ['ec2:instance', 50, null],
      ['ec2:instance', 50, null],
      ['ec2:instance', 1, null],
      ['ec2:launch-template', 1, null],
      ['ec2:launch-template', 1, null],
    ]);
    expect(new Set(deletes.flatMap((one) => one.ids))).toEqual(new Set(all.map(({ id }) => id)));
  });

  it('includes storage and instances in every round, also when earlier deletes failed', () => {
    const all = [
      ...makeMany('ec2:launch-template', 500),
      ...makeMany('ec2:volume', 100),
      ...makeMany('ec2:instance', 300),
      ...makeMany('fsx:file-system', 60),
    ];
    const count = (deletes: ReturnType<typeof pickDeletes>, kind: ListedKind): number =>
      deletes.filter((one) => one.kind === kind).flatMap(({ ids }) => ids).length;
    const first = pickDeletes(all, LATE);
    const there: readonly ListedKind[] = ['ec2:instance', 'ec2:volume', 'ec2:launch-template', 'fsx:file-system'];
    expect(there.map((kind) => count(first, kind))).toEqual([200, 40, 40, 40]);
    const second = pickDeletes(all, LATE, { spared: first.flatMap(({ ids }) => ids) });
    expect(there.map((kind) => count(second, kind))).toEqual([100, 40, 40, 20]);
  });

  it('keeps storage while hosts of its rig exist, up to a number of rounds', () => {
    const storage = makeResource('fsx:file-system', 'fs-1');
    const ofRig = makeResource('ec2:instance', 'i-1');
    const other = { ...ofRig, tags: { 'fsxbench:rig': 'exec__r2' } };
    for (const round of [0, 3]) expect(ids([storage, ofRig], round)).toEqual(['i-1']);
    expect(ids([storage, ofRig], 4)).toEqual(['fs-1', 'i-1']);
    expect(ids([storage, other])).toEqual(['fs-1', 'i-1']);
    expect(ids([storage, { ...ofRig, deletable: false }])).toEqual(['fs-1']);
  });

  it('keeps a parent while it has children, up to a number of rounds', () => {
    const parent = makeResource('fsx:file-system', 'fs-1');
    const child = makeResource('fsx:file-system', 'svm-1', { parent: 'fs-1', deletable: false });
    const other = makeResource('fsx:file-system', 'svm-2', { parent: 'fs-2' });
    expect(ids([parent, child])).toEqual([]);
    expect(ids([parent, { ...child, deletable: true }])).toEqual(['svm-1']);
    expect(ids([parent, { ...child, living: false }])).toEqual(['fs-1']);
    expect(ids([parent, other])).toEqual(['fs-1', 'svm-2']);
    expect(ids([parent, child], 30)).toEqual([]);
    expect(ids([parent, child], LATE)).toEqual(['fs-1']);
  });

  it('keeps the password of a file system until that file system is gone', () => {
    const tags = (copy: string, rig = 'exec__r1'): Partial<Resource> => ({
      tags: { 'fsxbench:stack': STACK, 'fsxbench:rig': rig, 'fsxbench:copy': `${rig}__${copy}` },
    });
    const password = makeResource('secretsmanager:secret', 'password', tags('c1'));
    const storage = makeResource('fsx:file-system', 'fs-1', { ...tags('c1'), deletable: false });
    const rival = makeResource('fsx:file-system', 'fs-2', { ...tags('c2'), deletable: false });
    expect(ids([password, storage])).toEqual([]);
    expect(ids([password, storage], 10 * LATE)).toEqual([]);
    expect(ids([password, { ...storage, deletable: true }])).toEqual(['fs-1']);
    expect(ids([password, rival])).toEqual(['password']);
    expect(ids([password, { ...storage, ...tags('c1', 'exec__r2') }])).toEqual(['password']);
    expect(ids([password])).toEqual(['password']);
    const unlisted = [{ kind: 'fsx:file-system', why: 'Throttling' }] as const;
    expect(pickDeletes([password], LATE, { unlisted })).toEqual([]);
  });
});

describe('listDeletable', () => {
  const ASKED = { tagKey: 'fsxbench:rig', tagValue: 'exec__r1', round: 0 };

  let account = makeAccount();
  let context = account.context();
  beforeEach(() => {
    account = makeAccount();
    context = account.context();
  });

  it('counts all living resources, including those that cannot be deleted now', async () => {
    const running = await account.instance();
    await account.terminate(await account.instance());
    account.hosts.removal = () => new Promise(() => {});
    await account.terminate(await account.instance());
    expect(await listDeletable(ASKED, context)).toEqual({
      living: 2,
      deletable: [{ kind: 'ec2:instance', ids: [running], type: null }],
    });
  });

  it('stores the resources of the first round, merged with those of an earlier teardown of the rig', async () => {
    const template = await account.template();
    const instance = await account.instance();
    await listDeletable(ASKED, context);
    await account.byHand('ec2', 'DeleteLaunchTemplate', { LaunchTemplateId: template });
    await listDeletable(ASKED, context);
    await listDeletable({ ...ASKED, round: 1 }, context);
    const noted = await account.json<{ id: string }[]>('executions/disks/exec/seen/exec__r1.json');
    expect(new Set(noted.map(({ id }) => id))).toEqual(new Set([template, instance]));
    expect(account.inputs('PutObject')).toHaveLength(1);
  });

  it('returns deletes and logs a warning when the resources cannot be stored', async () => {
    const id = await account.instance();
    account.refuse('PutObject', 'AccessDenied');
    expect((await listDeletable(ASKED, context)).deletable).toEqual([{ kind: 'ec2:instance', ids: [id], type: null }]);
    expect(account.logged.map(({ level }) => level)).toEqual(['warn']);
  });

  it('lists instances of all states in the first round, and excludes terminated ones later', async () => {
    const id = await account.instance();
    await account.terminate(await account.instance());
    const aws = changeInstances(context.aws, (one) =>
      one.InstanceId === id ? { ...one, State: { Name: 'a-state-of-next-year' as 'running' } } : one,
    );
    const deletable = [{ kind: 'ec2:instance', ids: [id], type: null }];
    expect(await listDeletable(ASKED, { ...context, aws })).toEqual({ living: 1, deletable });
    expect((await listDeletable({ ...ASKED, round: 1 }, context)).living).toBe(1);
    const states = account.inputs('DescribeInstances').map(({ Filters }) => JSON.stringify(Filters));
    expect(states.at(-1)).toContain('"pending","running","shutting-down","stopping","stopped"');
    expect(states[0]).not.toContain('instance-state-name');
  });

  it('returns a file system that is being created every 30 rounds, and in each round once created', async () => {
    const id = (await account.fileSystem()).FileSystemId;
    await account.pass(1_200_000);
    const making = changeAnswer(context.aws, 'fsx', 'describeFileSystems', (answer) => ({
      ...answer,
      FileSystems: answer.FileSystems?.map((one) => ({ ...one, Lifecycle: 'CREATING' as const })),
    }));
    const asked = async (round: number, aws = making): Promise<unknown> => {
      const { living, deletable } = await listDeletable({ ...ASKED, round }, { ...context, aws });
      return [living, ...deletable.map(({ ids }) => ids)];
    };
    const looks: unknown[] = [];
    for (const round of [0, 1, 29, 30, 31, 60]) looks.push(await asked(round));
    expect(looks).toEqual([[1, [id]], [1], [1], [1, [id]], [1], [1, [id]]]);
    expect(await asked(31, context.aws)).toEqual([1, [id]]);
  });

  it('returns only resources of the given rig', async () => {
    await account.instance({ 'fsxbench:rig': 'exec__r2' });
    await account.instance({ 'fsxbench:rig': 'exec__r11' });
    expect(await listDeletable(ASKED, context)).toEqual({ living: 0, deletable: [] });
  });

  it('returns deletes of listed kinds, and counts each kind that cannot be listed as living', async () => {
    const id = await account.instance();
    account.refuse('DescribeFileSystems', 'AccessDenied');
    account.refuse('DescribeLaunchTemplates', 'AccessDenied');
    expect(await listDeletable(ASKED, context)).toEqual({
      // File systems of two services, mount targets of one, templates, and the host.
      living: 5,
      deletable: [{ kind: 'ec2:instance', ids: [id], type: null }],
    });
    await account.terminate(id);
    expect(await listDeletable({ ...ASKED, round: 1 }, context)).toEqual({ living: 4, deletable: [] });
  });

  it('counts no living resources when only DescribeAlarms is denied', async () => {
    account.refuse('DescribeAlarms', 'AccessDenied');
    expect(await listDeletable(ASKED, context)).toEqual({ living: 0, deletable: [] });
  });

  it('returns at most 40 deletes per round and counts all living resources', async () => {
    for (let templates = 0; templates < 60; templates += 1) await account.template();
    const { living, deletable } = await listDeletable(ASKED, context);
    expect([living, deletable.length]).toEqual([60, 40]);
  });

  // A teardown ends when nothing lives: no kind counts as gone because its delete was refused.
  it.each(LISTED_KINDS)('counts one %s as living in every round in which its delete is refused', async (kind) => {
    const { account: its, id } = await makeLiving(kind);
    const living = 1 + countParents(kind);
    for (const round of [0, 1, 31, 200]) {
      const event = { tagKey: 'fsxbench:execution', tagValue: 'exec', round };
      const first = await listDeletable(event, its.context());
      expect(first.deletable).toContainEqual(expect.objectContaining({ kind, ids: [id] }));
      const refused = await listDeletable({ ...event, spared: [id] }, its.context());
      expect([first.living, refused.living]).toEqual([living, living]);
      expect(refused.deletable.flatMap(({ ids }) => ids)).not.toContain(id);
    }
  });
});
