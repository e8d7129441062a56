import { replaceCalls } from '../../../lib/aws/calls';
import { findOrphans } from '../../../lib/aws/recovery/orphans';
import { LONGEST_TIMING } from '../../../lib/experiment/plan/timing';
import { makeAccount, T0 } from '../account';

const NOW = T0 / 1000;

let account = makeAccount();
let context = account.context();
beforeEach(() => {
  account = makeAccount();
  context = account.context();
});

/** As admission notes a start, and what else there is of it. */
async function putAdmitted(key: string, text: string): Promise<void> {
  const name = key.slice(key.indexOf('/') + 1);
  await account.put(`starts/${new Date(T0).toISOString()}/${name}`, '{}');
  await account.put(key, text);
}

describe('findOrphans', () => {
  const pointer = (startedAt: number): string => {
    const its = { experiment: 'disks', timing: LONGEST_TIMING, guardianUntil: NOW + 36_000 };
    return JSON.stringify({ ...its, startedAt: new Date(startedAt).toISOString() });
  };
  const NONE = { orphans: [], unseen: [] };
  const ofExec = ({ executionArn }: Record<string, unknown>): boolean => String(executionArn).endsWith(':exec');
  const listNames = async (its = context): Promise<string[]> =>
    (await findOrphans(its)).orphans.map(({ executionId }) => executionId).toSorted();

  it('finds an execution that ended and has resources, once', async () => {
    await account.runs('experiment', 'exec', 'ABORTED');
    await account.runs('guardian', 'exec', 'ABORTED');
    await account.instances(2);
    await account.template();
    await account.pass(1_000_000);
    const why = 'its execution has ended without a guardian';
    const orphan = { executionId: 'exec', experiment: 'disks', why, until: NOW + 36_000 };
    expect(await findOrphans(context)).toEqual({ orphans: [orphan], unseen: [] });
  });

  it('ignores executions with a running guardian', async () => {
    await account.runs('experiment', 'exec');
    await account.runs('guardian', 'exec');
    await account.instance();
    await account.runs('experiment', 'second');
    await account.instance({ 'fsxbench:execution': 'second' });
    expect(await findOrphans(context)).toEqual(NONE);
  });

  it.each(['soon', '', undefined, '-5', 'Infinity', '2026-11-21T12:00:00Z'])(
    'finds a running execution whose resource has the invalid expiry tag %j',
    async (expiry) => {
      await account.runs('experiment', 'exec');
      await account.instance({ 'fsxbench:expires-at': expiry });
      expect((await findOrphans(context)).orphans).toMatchObject([{ why: 'its expiry has passed', until: 0 }]);
      // Who starts the guardian looks whether one runs already.
      expect(account.inputs('DescribeExecution')).toEqual([]);
    },
  );

  it('uses the earliest expiry of the living resources', async () => {
    await account.runs('experiment', 'exec');
    await account.instance();
    const expired = await account.instance({ 'fsxbench:expires-at': String(NOW - 1) });
    expect(await listNames()).toEqual(['exec']);
    await account.runs('guardian', 'exec');
    await account.terminate(expired);
    expect(await listNames()).toEqual([]);
  });

  it('ignores resources of other stacks or without a stack tag, and terminated instances', async () => {
    await account.terminate(await account.instance());
    await account.instance({ 'fsxbench:stack': 'bench2' });
    await account.instance({ 'fsxbench:stack': undefined });
    await account.template({ 'fsxbench:stack': 'prod' });
    expect(await findOrphans(context)).toEqual(NONE);
    expect(account.inputs('DescribeExecution')).toEqual([]);
  });

  // One such thing must not blind the janitor for all the others: DescribeExecution refuses such a name with
  // InvalidArn.
  it.each([undefined, '', 'a b', 'x'.repeat(49), 'a.b'])(
    'reports a resource with the invalid execution tag %j as unseen, and logs an error',
    async (id) => {
      const odd = ({ executionArn }: Record<string, unknown>): boolean => !String(executionArn).includes(':exec');
      account.refuse('DescribeExecution', 'InvalidArn', odd);
      const nobodys = await account.template({ 'fsxbench:execution': id });
      await account.template();
      const { orphans, unseen } = await findOrphans(context);
      expect(orphans.map((one) => one.executionId)).toEqual(['exec']);
      // The pass fails, again and again: nobody else would ever look at it.
      expect(unseen).toEqual([`${nobodys} (the tag fsxbench:execution names no execution)`]);
      expect(account.logged).toEqual([{ level: 'error', message: 'resources carry no readable execution tag' }]);
    },
  );

  it('finds an execution without an experiment tag, and logs an error', async () => {
    await account.template({ 'fsxbench:experiment': undefined });
    expect((await findOrphans(context)).orphans).toMatchObject([{ executionId: 'exec', experiment: '_untagged' }]);
    expect(account.logged).toEqual([{ level: 'error', message: 'leftover resources carry no experiment tag' }]);
    await account.template();
    expect((await findOrphans(context)).orphans).toMatchObject([{ executionId: 'exec', experiment: 'disks' }]);
  });

  it('finds other executions when DescribeExecution is denied for one, and reports that one', async () => {
    for (const execution of ['a', 'exec', 'z']) await account.template({ 'fsxbench:execution': execution });
    account.refuse('DescribeExecution', 'AccessDenied', ofExec);
    await account.pass(1_000_000);
    const { orphans, unseen } = await findOrphans(context);
    expect([orphans.map((one) => one.executionId).toSorted(), unseen]).toEqual([['a', 'z'], ['exec']]);
    expect(account.logged).toEqual([{ level: 'error', message: 'an execution could not be checked' }]);
  });

  it('ends within 200 seconds, reports how many executions it missed, and finds all in eight passes', async () => {
    const names = Array.from({ length: 200 }, (_, index) => `e${index}`);
    for (const name of names) await putAdmitted(`pointers/${name}.json`, pointer(T0));
    await account.template({ 'fsxbench:execution': 'over', 'fsxbench:expires-at': String(NOW) });
    await account.pass(1_000_000);
    const { sfn } = context.aws;
    const slowly: typeof sfn.describeExecution = async (input) => {
      await context.sleep(5000);
      return sfn.describeExecution(input);
    };
    const slow = { ...context, aws: { ...context.aws, sfn: replaceCalls(sfn, { describeExecution: slowly }) } };
    const seen = new Set<string>();
    for (let pass = 0; pass < 8; pass += 1) {
      const begun = context.now();
      const { orphans, unseen } = await findOrphans(slow);
      // The function has 290 s.
      expect(context.now() - begun).toBeLessThan(200_000);
      const found = orphans.map(({ executionId }) => executionId);
      expect(found[0]).toBe('over');
      expect(unseen).toEqual([`${201 - found.length} executions, because time ran out`]);
      for (const id of found) seen.add(id);
      await account.pass(900_000);
    }
    expect(seen.size).toBe(201);
  });

  it('returns what it could list, and reports kinds and pointers that it could not list', async () => {
    await account.template();
    await account.pass(1_000_000);
    account.refuse('DescribeFileSystems', 'AccessDenied');
    account.refuse('ListObjectsV2', 'AccessDenied');
    const unseen = ['fsx:file-system', 'efs:file-system', 'efs:mount-target', 'pointers'];
    expect(await findOrphans(context)).toMatchObject({ orphans: [{ executionId: 'exec' }], unseen });
  });

  it('finds admitted executions without a proof of cleanup, also when no resources remain', async () => {
    for (const name of ['exec', 'proven', 'watched']) await putAdmitted(`pointers/${name}.json`, pointer(T0));
    await putAdmitted('pointers/broken.json', '{');
    await account.put('proven/proven.json', '{}');
    await account.runs('guardian', 'watched');
    // A person is told of what is broken, and whoever starts guardians may know it all the same.
    const broken = { executionId: 'broken', experiment: null, until: 0 };
    expect(await findOrphans(context)).toMatchObject({ orphans: [broken], unseen: ['broken'] });
    await account.pass(1_000_000);
    const { orphans, unseen } = await findOrphans(context);
    expect(unseen).toEqual(['broken']);
    expect(orphans.toSorted((a, b) => (a.executionId < b.executionId ? -1 : 1))).toMatchObject([
      broken,
      { executionId: 'exec', experiment: 'disks' },
    ]);
    expect(await listNames(account.context({ local: true }))).toEqual([]);
  });

  it('finds an admitted execution by its fence when its pointer is lost', async () => {
    const plan = { startedAt: new Date(T0).toISOString(), timing: LONGEST_TIMING, deadline: NOW + 3600 };
    for (const name of ['exec', 'proven', 'by-hand']) await putAdmitted(`fences/${name}.json`, '{}');
    for (const name of ['exec', 'proven'])
      await account.put(`executions/disks/${name}/plan.json`, JSON.stringify(plan));
    await account.put('proven/proven.json', '{}');
    await account.pass(1_000_000);
    const orphans = [{ executionId: 'exec', experiment: 'disks' }];
    expect(await findOrphans(context)).toMatchObject({ orphans, unseen: [] });
  });

  it('checks the starts of recent days in each pass, and all pointers once a day', async () => {
    await account.pass(30 * 86_400_000 + 3_600_000);
    await account.put('pointers/old.json', pointer(T0));
    await account.put('starts/2026-11-21T10:00:00.000Z/old.json', '{}');
    for (const name of ['new', 'proven']) {
      await account.put(`starts/${new Date(context.now()).toISOString()}/${name}.json`, '{}');
      await account.put(`pointers/${name}.json`, pointer(context.now()));
    }
    await account.put('proven/proven.json', '{}');
    await account.pass(1_000_000);
    const prefixes: unknown[] = [];
    const { s3 } = context.aws;
    const listObjectsV2: typeof s3.listObjectsV2 = (input) => {
      prefixes.push(input.Prefix);
      return s3.listObjectsV2(input);
    };
    const watched = { ...context, aws: { ...context.aws, s3: replaceCalls(s3, { listObjectsV2 }) } };
    expect([await listNames(watched), prefixes]).toEqual([['new'], ['starts/']]);
    await account.pass(23 * 3_600_000 - 1_000_000);
    expect(await listNames(watched)).toEqual(['new', 'old']);
  });

  it('finds living resources in each pass, and executions with 40 recoveries once a day', async () => {
    await putAdmitted('pointers/exec.json', pointer(T0));
    for (let n = 1; n <= 40; n += 1) await account.runs('guardian', `exec__recover__${n}`, 'FAILED');
    await account.pass(3_600_000);
    expect(await listNames()).toEqual([]);
    // Something of it may live in a kind that nobody could list.
    account.refuse('DescribeFileSystems', 'AccessDenied');
    expect(await listNames()).toEqual(['exec']);
    account.heal();
    await account.pass(23 * 3_600_000);
    expect(await listNames()).toEqual(['exec']);
    await account.runs('guardian', 'exec__recover__41', 'FAILED');
    await account.template();
    await account.pass(1_000_000);
    expect(await listNames()).toEqual(['exec']);
  });

  it('finds ended executions without a mail after 15 minutes', async () => {
    for (const name of ['exec', 'told', 'reads', 'proven']) await account.runs('experiment', name, 'FAILED');
    await account.runs('experiment', 'goes-on');
    await account.runs('notify', 'told', 'SUCCEEDED');
    await putAdmitted('pointers/reads.json', pointer(T0));
    await putAdmitted('pointers/proven.json', pointer(T0));
    for (const name of ['reads', 'proven'])
      await account.runs('guardian', name, name === 'reads' ? 'RUNNING' : 'SUCCEEDED');
    await account.pass(1000);
    const proof = { verifiedAt: new Date(T0 + 1000).toISOString() };
    for (const name of ['reads', 'proven']) await account.put(`proven/${name}.json`, JSON.stringify(proof));
    expect(await findOrphans(context)).toEqual(NONE);
    await account.pass(1_000_000);
    const why = 'it has ended without a mail';
    const { orphans, unseen } = await findOrphans(context);
    const told = ['proven', 'exec'].map((executionId) => ({ executionId, experiment: null, why, until: 0 }));
    expect([new Set(orphans), unseen]).toEqual([new Set(told), []]);
    account.refuse('ListExecutions', 'AccessDenied');
    expect(await findOrphans(context)).toEqual({ orphans: [], unseen: ['messages'] });
  });
});
