import { type ListScope, listResources } from '../../../lib/aws/ledger/list';
import { PAGE_READERS } from '../../../lib/aws/ledger/registry';
import type { ReadPage } from '../../../lib/aws/ledger/resource';
import { LISTED_KINDS, type ListedKind, type ResourceFacts, RESOURCES } from '../../../lib/shapes/resources';
import { LUSTRE, makeAccount, makeTags } from '../account';
import { changeAnswer } from '../answers';
import { createEfs } from '../storage/elastic';
import cases from './list.cases.json';

const EXECUTION = { key: 'fsxbench:execution', value: 'exec' };

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
    const { id, mountTargets } = await createEfs(account);
    storage.push(id, ...mountTargets);
    const { resources: found } = await listResources(context, EXECUTION);
    expect(new Set(found.map((one) => one.id))).toEqual(new Set([...instances, ...templates, ...storage]));
    expect(found.map((one) => one.kind)).toEqual([
      ...Array.from({ length: 7 }, () => 'ec2:instance'),
      ...Array.from({ length: 3 }, () => 'ec2:launch-template'),
      ...Array.from({ length: 3 }, () => 'fsx:file-system'),
      'efs:mount-target',
      'efs:file-system',
    ]);
    const made = new Set(found.map((one) => one.kind));
    for (const kind of LISTED_KINDS) {
      // Two services have volumes, and file systems.
      const same = LISTED_KINDS.filter((one) => getListingCall(one) === getListingCall(kind));
      // Of one thing there is one page.
      const pages = same.map((one) => (made.has(one) && !one.startsWith('efs:') ? 2 : 1));
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

  it('returns tags as an object by tag key', async () => {
    await account.template({ 'fsxbench:rig': 'exec__r2', 'fsxbench:role': undefined });
    const [found] = (await listResources(context, EXECUTION)).resources;
    expect(found?.tags).toEqual(makeTags({ 'fsxbench:rig': 'exec__r2', 'fsxbench:role': undefined }));
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
    expect(await listResources(context, { key: 'fsxbench:execution', value })).toMatchObject({
      resources: [],
      unlisted: [],
    });
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
    expect(await listResources(context, EXECUTION)).toMatchObject({
      resources: [],
      unlisted: [{ kind: 'ec2:instance' }],
    });
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

describe('listResources for kinds without tags', () => {
  /** A kind as mount targets of EFS are: without tags, listed through the file system that it is in. */
  const KIND = 'fsx:mount-target' as ListedKind;
  const asked: (string | undefined)[] = [];
  const page: ReadPage = async (_aws, { parent, token }) => {
    asked.push(parent?.id);
    const last = token !== undefined;
    const id = `${parent?.id}-${last ? 2 : 1}`;
    const found = [
      { id, state: 'available', living: true, deletable: true, tags: {}, parent: parent?.id ?? null, type: null },
    ];
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
