import { COVERED, listDeletable, listResources, nextDeletes, type Resource } from '../../lib/aws/resources';
import { FakeAccount, fileSystem, instance, sdkError, template } from './fake-calls';

const EXECUTION = { key: 'fsxbench:execution', value: 'exec' };

function world() {
  const account = new FakeAccount();
  return { account, context: account.context() };
}

function made(kind: Resource['kind'], id: string, deletable = true): Resource {
  return { kind, id, state: 'x', living: true, deletable, tags: { 'fsxbench:rig': 'exec.r1' } };
}

describe('listResources', () => {
  it('reads every page of every kind that the receipt claims to cover', async () => {
    const { account, context } = world();
    account.instances.push(...['i-1', 'i-2', 'i-3', 'i-4', 'i-5'].map((id) => instance(id)));
    account.templates.push(...['lt-1', 'lt-2', 'lt-3'].map((id) => template(id)));
    account.fileSystems.push(...['fs-1', 'fs-2', 'fs-3'].map((id) => fileSystem(id)));
    const found = await listResources(context, EXECUTION);
    const ids = ['i-1', 'i-2', 'i-3', 'i-4', 'i-5', 'lt-1', 'lt-2', 'lt-3', 'fs-1', 'fs-2', 'fs-3'];
    expect(found.map((one) => one.id)).toEqual(ids);
    expect(new Set(found.map((one) => one.kind))).toEqual(new Set(COVERED));
  });

  it('asks for no more than a page holds (EC2: 5 to 1,000 instances, 1 to 200 templates)', async () => {
    const { account, context } = world();
    await listResources(context, EXECUTION);
    const sizes = account.calls.flatMap(({ input }) => ('MaxResults' in input ? [Number(input['MaxResults'])] : []));
    expect(sizes.every((size) => size >= 5 && size <= 200)).toBe(true);
  });

  it.each([
    ['pending', true, true],
    ['running', true, true],
    ['stopping', true, true],
    ['stopped', true, true],
    ['shutting-down', true, false],
    ['terminated', false, false],
    ['a-state-of-next-year', true, true],
  ])('%s: living %s, deletable %s', async (state, living, deletable) => {
    const { account, context } = world();
    account.instances.push(instance('i-1', state));
    expect(await listResources(context, EXECUTION)).toEqual([expect.objectContaining({ state, living, deletable })]);
  });

  it('takes an instance without a state for a living one', async () => {
    const { account, context } = world();
    account.instances.push({ ...instance('i-1'), State: undefined });
    expect(await listResources(context, EXECUTION)).toMatchObject([
      { state: 'unknown', living: true, deletable: true },
    ]);
  });

  it.each([
    ['CREATING', true],
    ['FAILED', true],
    ['MISCONFIGURED', true],
    ['DELETING', false],
  ] as const)('a file system that is %s lives; deletable %s', async (state, deletable) => {
    const { account, context } = world();
    account.fileSystems.push(fileSystem('fs-1', state), fileSystem('fs-2', 'AVAILABLE', { 'fsxbench:stack': 'other' }));
    expect(await listResources(context, EXECUTION)).toEqual([
      expect.objectContaining({ kind: 'fsx:file-system', id: 'fs-1', state, living: true, deletable }),
    ]);
  });

  it('gives the tags by name', async () => {
    const { account, context } = world();
    account.templates.push(template('lt-1', { 'fsxbench:rig': 'exec.r2', 'fsxbench:role': undefined }));
    const [found] = await listResources(context, EXECUTION);
    expect(found?.tags).toMatchObject({ 'fsxbench:stack': 'bench', 'fsxbench:rig': 'exec.r2' });
    expect(found?.tags).not.toHaveProperty('fsxbench:role');
  });

  it('never shows what is not of this stack, of this execution, or not tagged at all', async () => {
    const { account, context } = world();
    account.instances.push(
      instance('i-other-stack', 'running', { 'fsxbench:stack': 'bench2' }),
      instance('i-no-stack', 'running', { 'fsxbench:stack': undefined }),
      instance('i-other-execution', 'running', { 'fsxbench:execution': 'exec2' }),
      instance('i-other-case', 'running', { 'fsxbench:execution': 'EXEC' }),
      { InstanceId: 'i-foreign', State: { Name: 'running' } },
      instance('i-mine'),
    );
    account.templates.push(template('lt-other-stack', { 'fsxbench:stack': 'prod' }), template('lt-mine'));
    expect((await listResources(context, EXECUTION)).map((one) => one.id)).toEqual(['i-mine', 'lt-mine']);
  });

  it.each(['*', 'exe?', 'e*'])('does not take %s for a wildcard, as the filters of EC2 do', async (value) => {
    const { account, context } = world();
    account.instances.push(instance('i-1'));
    account.templates.push(template('lt-1'));
    expect(await listResources(context, { key: 'fsxbench:execution', value })).toEqual([]);
  });

  // Half a listing would look clean.
  it.each(['describeInstances', 'describeLaunchTemplates'])('fails as a whole where %s fails', async (action) => {
    const { account, context } = world();
    account.instances.push(instance('i-1'));
    account.fault((called) => (called === action ? sdkError('UnauthorizedOperation', 403) : undefined));
    await expect(listResources(context, EXECUTION)).rejects.toMatchObject({ name: 'UnauthorizedOperation' });
  });

  it('fails as a whole where a later page fails', async () => {
    const { account, context } = world();
    account.instances.push(...['i-1', 'i-2', 'i-3'].map((id) => instance(id)));
    account.fault((_action, input) => (input['NextToken'] === undefined ? undefined : sdkError('InternalError', 500)));
    await expect(listResources(context, EXECUTION)).rejects.toMatchObject({ name: 'InternalError' });
  });
});

describe('nextDeletes', () => {
  it('sends instances before templates, 50 in a call, templates one by one', () => {
    const templates = ['lt-1', 'lt-2'].map((id) => made('ec2:launch-template', id));
    const instances = Array.from({ length: 101 }, (_, index) => made('ec2:instance', `i-${index}`));
    const deletes = nextDeletes([...templates, ...instances], false);
    expect(deletes.map((one) => [one.kind, one.ids.length])).toEqual([
      ['ec2:instance', 50],
      ['ec2:instance', 50],
      ['ec2:instance', 1],
      ['ec2:launch-template', 1],
      ['ec2:launch-template', 1],
    ]);
    expect(deletes.flatMap((one) => one.ids).sort()).toEqual([...templates, ...instances].map((one) => one.id).sort());
  });

  it('lets storage wait for the hosts of its rig that still mount it, and for no others; in a hurry, for none', () => {
    const storage = made('fsx:file-system', 'fs-1');
    const ofRig = made('ec2:instance', 'i-1');
    const other = { ...ofRig, tags: { 'fsxbench:rig': 'exec.r2' } };
    const kinds = (resources: readonly Resource[], hurry: boolean): string[] =>
      nextDeletes(resources, hurry).map(({ kind }) => kind);
    expect(kinds([storage, ofRig], false)).toEqual(['ec2:instance']);
    expect(kinds([storage, ofRig], true)).toEqual(['ec2:instance', 'fsx:file-system']);
    expect(kinds([storage, other], false)).toEqual(['ec2:instance', 'fsx:file-system']);
    expect(kinds([storage, { ...ofRig, deletable: false }], false)).toEqual(['fsx:file-system']);
  });

  it('leaves out what is being deleted already', () => {
    expect(nextDeletes([made('ec2:instance', 'i-1', false), made('ec2:instance', 'i-2')], false)).toEqual([
      { kind: 'ec2:instance', ids: ['i-2'] },
    ]);
  });

  it('is empty where nothing is', () => {
    expect(nextDeletes([], false)).toEqual([]);
  });
});

describe('listDeletable', () => {
  const ASKED = { tagKey: 'fsxbench:rig', tagValue: 'exec.r1', round: 0 };

  it('counts what lives, also what cannot be deleted just now', async () => {
    const { account, context } = world();
    account.instances.push(instance('i-1'), instance('i-2', 'shutting-down'), instance('i-3', 'terminated'));
    expect(await listDeletable(ASKED, context)).toEqual({
      living: 2,
      deletable: [{ kind: 'ec2:instance', ids: ['i-1'] }],
    });
  });

  it('notes in the first round what it found, with what an earlier teardown of the same rig found', async () => {
    const { account, context } = world();
    const KEY = 'executions/disks/exec/seen/exec.r1.json';
    account.fileSystems.push(fileSystem('fs-1'));
    account.instances.push(instance('i-1'));
    await listDeletable(ASKED, context);
    account.fileSystems.pop();
    await listDeletable(ASKED, context);
    await listDeletable({ ...ASKED, round: 1 }, context);
    const noted = JSON.parse(account.objects.get(KEY) ?? '') as { id: string }[];
    expect(noted.map(({ id }) => id).sort()).toEqual(['fs-1', 'i-1']);
    expect(account.inputs('putObject')).toHaveLength(2);
  });

  it('deletes also where it cannot note anything', async () => {
    const { account, context } = world();
    account.instances.push(instance('i-1'));
    account.fault((action) => (action === 'putObject' ? sdkError('AccessDenied') : undefined));
    expect((await listDeletable(ASKED, context)).deletable).toEqual([{ kind: 'ec2:instance', ids: ['i-1'] }]);
  });

  it('looks at all states in the first round, and leaves out what is terminated in later ones', async () => {
    const { account, context } = world();
    account.instances.push(instance('i-1', 'a-state-of-next-year'), instance('i-2', 'terminated'));
    const deletable = [{ kind: 'ec2:instance', ids: ['i-1'] }];
    expect(await listDeletable(ASKED, context)).toEqual({ living: 1, deletable });
    account.instances.push(instance('i-3', 'stopping'));
    expect((await listDeletable({ ...ASKED, round: 1 }, context)).living).toBe(1);
    const states = account.inputs('describeInstances').map(({ Filters }) => JSON.stringify(Filters));
    expect(states.at(-1)).toContain('"pending","running","shutting-down","stopping","stopped"');
    expect(states[0]).not.toContain('instance-state-name');
  });

  it('is in a hurry after three rounds', async () => {
    const { account, context } = world();
    account.instances.push(instance('i-1'));
    account.fileSystems.push(fileSystem('fs-1'));
    const kinds = async (round: number): Promise<string[]> =>
      (await listDeletable({ ...ASKED, round }, context)).deletable.map(({ kind }) => kind);
    expect(await kinds(3)).toEqual(['ec2:instance']);
    expect(await kinds(4)).toEqual(['ec2:instance', 'fsx:file-system']);
  });

  it('sees only the rig that was asked for', async () => {
    const { account, context } = world();
    account.instances.push(instance('i-r2', 'running', { 'fsxbench:rig': 'exec.r2' }));
    account.instances.push(instance('i-r11', 'running', { 'fsxbench:rig': 'exec.r11' }));
    expect(await listDeletable(ASKED, context)).toEqual({ living: 0, deletable: [] });
  });

  it('gives 40 deletes at once and still counts all; what is left comes with the next round', async () => {
    const { account, context } = world();
    account.templates.push(...Array.from({ length: 60 }, (_, index) => template(`lt-${index}`)));
    const first = await listDeletable(ASKED, context);
    expect([first.living, first.deletable.length]).toEqual([60, 40]);
    const gone = new Set(first.deletable.flatMap((one) => one.ids));
    const kept = account.templates.filter((one) => !gone.has(one.LaunchTemplateId ?? ''));
    account.templates.splice(0, account.templates.length, ...kept);
    const second = await listDeletable(ASKED, context);
    expect([second.living, second.deletable.length]).toEqual([20, 20]);
  });
});
