import { type ListScope, listResources } from '../../../lib/aws/ledger/list';
import { PAGE_READERS } from '../../../lib/aws/ledger/registry';
import type { ReadPage } from '../../../lib/aws/ledger/resource';
import { LISTED_KINDS, type ListedKind, type ResourceFacts, RESOURCES } from '../../../lib/shapes/resources';
import { LUSTRE, makeAccount } from '../account';
import { changeAnswer, changeInstances } from '../answers';
import { createEfs } from '../resource-makers';
import { EXECUTION } from '../storage/calls';
import cases from './list.cases.json';

let account = makeAccount();
let context = account.context();
beforeEach(() => {
  account = makeAccount();
  context = account.context();
});

/** The call that lists a kind. */
function getListingCall(kind: ListedKind): string {
  const { list, describe }: ResourceFacts = RESOURCES[kind];
  return list ?? describe;
}

describe('listResources', () => {
  it('reads all pages of every resource kind', async () => {
    const instances = await account.instances(7);
    const templates = [await account.template(), await account.template(), await account.template()];
    const storage: (string | undefined)[] = [];
    for (let made = 0; made < 3; made += 1) storage.push((await account.fileSystem()).FileSystemId);
    const { id, mountTarget } = await createEfs(account);
    storage.push(id, mountTarget);
    const { resources: found } = await listResources(context, EXECUTION);
    expect(new Set(found.map((one) => one.id))).toEqual(new Set([...instances, ...templates, ...storage]));
    const order = [
      ['ec2:instance', 7],
      ['ec2:launch-template', 3],
      ['fsx:file-system', 3],
      ['efs:mount-target', 1],
    ];
    expect(found.map((one) => one.kind)).toEqual([
      ...order.flatMap(([kind, length]) => Array.from({ length: Number(length) }, () => kind)),
      'efs:file-system',
    ]);
    const made = new Set(found.map((one) => one.kind));
    for (const kind of LISTED_KINDS) {
      // Two services have volumes, and file systems.
      const same = LISTED_KINDS.filter((one) => getListingCall(one) === getListingCall(kind));
      // Of one thing there is one page. Mount targets are listed only where there is a file system.
      const pages = same
        .filter((one) => one !== 's3files:mount-target')
        .map((one) => (made.has(one) && !one.startsWith('efs:') ? 2 : 1));
      const all = pages.reduce((sum, one) => sum + one, 0);
      expect([kind, account.inputs(getListingCall(kind)).length]).toEqual([kind, all]);
    }
  });

  it('lists a resource without an id as living, and logs an error', async () => {
    const template = await account.template();
    await account.fileSystem();
    const aws = changeAnswer(context.aws, 'fsx', 'describeFileSystems', (answer) => ({
      ...answer,
      FileSystems: answer.FileSystems?.map((one) => ({ ...one, FileSystemId: undefined })),
    }));
    const { resources: found } = await listResources({ ...context, aws }, EXECUTION);
    expect(found).toMatchObject([
      { id: template, deletable: true },
      { kind: 'fsx:file-system', id: '(no id)', living: true, deletable: false },
    ]);
    expect(account.logged).toEqual([{ level: 'error', message: 'a resource is listed without its id' }]);
  });

  it('excludes resources of other stacks and executions, and untagged ones', async () => {
    for (const tags of [
      { 'fsxbench:stack': 'bench2' },
      { 'fsxbench:stack': undefined },
      { 'fsxbench:execution': 'exec2' },
      { 'fsxbench:execution': 'EXEC' },
    ]) {
      await account.instance(tags);
      await account.template(tags);
      await account.fileSystem(LUSTRE, tags);
    }
    const mine = [await account.instance(), await account.template(), (await account.fileSystem()).FileSystemId];
    expect((await listResources(context, EXECUTION)).resources.map((one) => one.id)).toEqual(mine);
  });

  it.each(['*', 'exe?', 'e*'])('compares the tag value %s literally, not as an EC2 wildcard', async (value) => {
    await account.instance();
    await account.template();
    const listed = await listResources(context, { ...EXECUTION, value });
    expect(listed).toMatchObject({ resources: [], unlisted: [] });
  });

  // What could not be looked at never counts as clean, and keeps nothing else alive.
  it.each(cases.kinds as [string, string[]][])(
    'lists all other kinds when %s fails, and returns the kinds it could not list',
    async (action, kinds) => {
      account.tagsDisks = true;
      await account.instance();
      await account.template();
      await account.fileSystem();
      await createEfs(account);
      account.refuse(action, 'UnauthorizedOperation');
      const { resources, unlisted } = await listResources(context, EXECUTION);
      const made = cases.made;
      expect(resources.map((one) => one.kind)).toEqual(made.filter((one) => !kinds.includes(one)));
      const why = 'UnauthorizedOperation: UnauthorizedOperation happened';
      expect(unlisted).toEqual(kinds.map((kind) => ({ kind, why })));
      expect(account.logged).toEqual(kinds.map(() => ({ level: 'error', message: 'a kind could not be listed' })));
    },
  );

  it('returns a kind as unlisted when reading its second page fails', async () => {
    await account.instances(6);
    account.refuse('DescribeInstances', 'UnauthorizedOperation', (input) => input['NextToken'] !== undefined);
    const unlisted = [{ kind: 'ec2:instance' }];
    expect(await listResources(context, EXECUTION)).toMatchObject({ resources: [], unlisted });
  });

  it('retries a transient error twice, then returns the kind as unlisted', async () => {
    const id = await account.instance();
    let failures = 2;
    account.refuse('DescribeInstances', 'InternalError', () => (failures -= 1) >= 0);
    expect(await listResources(context, EXECUTION)).toMatchObject({ resources: [{ id }], unlisted: [] });
    account.refuse('DescribeInstances', 'InternalError');
    expect(await listResources(context, EXECUTION)).toMatchObject({ unlisted: [{ kind: 'ec2:instance' }] });
  });
});

describe('listResources for EC2', () => {
  it.each(cases.states as [ListedKind, string | null, boolean, boolean][])(
    'reports one %s in the state %s as living: %s, deletable: %s',
    async (kind, state, living, deletable) => {
      account.tagsDisks = true;
      await account.instance();
      const instances = changeInstances(context.aws, (one) => ({
        ...one,
        State: state === null ? undefined : { Name: state as 'running' },
      }));
      // States that the twin's resources never have, too.
      const aws = changeAnswer(instances, 'ec2', 'describeVolumes', ({ Volumes, ...answer }) => ({
        ...answer,
        Volumes: Volumes?.map((one) => ({ ...one, State: (state ?? undefined) as 'available' })),
      }));
      const { resources } = await listResources({ ...context, aws }, EXECUTION);
      const expected = { state: state ?? 'unknown', living, deletable, type: null };
      expect(resources.filter((one) => one.kind === kind)).toMatchObject([expected]);
    },
  );

  it('requests page sizes that EC2 accepts for instances, volumes and launch templates', async () => {
    await listResources(context, EXECUTION);
    // FSx has volumes too, and pages of its own choice.
    const sizes = ['DescribeInstances', 'DescribeVolumes', 'DescribeLaunchTemplates']
      .flatMap((action) => account.inputs(action))
      .flatMap(({ MaxResults }) => (MaxResults === undefined ? [] : [Number(MaxResults)]));
    expect(sizes).toHaveLength(3);
    expect(sizes.every((size) => size >= 5 && size <= 200)).toBe(true);
  });
});

describe('listResources for kinds without tags', () => {
  /** A kind as mount targets of EFS are: without tags, listed through the file system that it is in. */
  const KIND = 'fsx:mount-target' as ListedKind;
  const asked: (string | undefined)[] = [];
  const page: ReadPage = async (_aws, { parent, token }) => {
    asked.push(parent?.id);
    const last = token !== undefined;
    const its = { id: `${parent?.id}-${last ? 2 : 1}`, parent: parent?.id ?? null };
    const found = [{ ...its, state: 'available', living: true, deletable: true, tags: {}, type: null }];
    return { found, NextToken: last ? undefined : 'more' };
  };
  const LISTING: ListScope = {
    facts: { ...RESOURCES, [KIND]: { parent: 'fsx:file-system', tags: 'parent' } },
    pages: { ...PAGE_READERS, [KIND]: page },
    kinds: [KIND, ...LISTED_KINDS],
  };

  it('lists them through all parents and pages, with the tags of the parent', async () => {
    const { FileSystemId = '' } = await account.fileSystem(LUSTRE, { 'fsxbench:rig': 'exec__r7' });
    const foreign = await account.fileSystem(LUSTRE, { 'fsxbench:stack': 'other' });
    const { resources: found } = await listResources(context, EXECUTION, 'all', LISTING);
    expect(found.map(({ kind, id, tags }) => [kind, id, tags['fsxbench:rig']])).toEqual([
      [KIND, `${FileSystemId}-1`, 'exec__r7'],
      [KIND, `${FileSystemId}-2`, 'exec__r7'],
      ['fsx:file-system', FileSystemId, 'exec__r7'],
    ]);
    expect(asked).toEqual([FileSystemId, FileSystemId]);
    expect(asked).not.toContain(foreign.FileSystemId);
    // Its parents are listed once, for both; and those of EFS.
    expect(account.inputs('DescribeFileSystems')).toHaveLength(2);
  });
});
