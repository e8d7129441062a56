/** The receipt where much was made, and where somebody made backups of it. */
import { writeReceipt } from '../../lib/aws/receipt';
import type { Receipt } from '../../lib/shapes/receipt';
import { LONG, LUSTRE, makeAccount, OPENZFS, type TestAccount } from './account';

const KEY = 'executions/disks/exec/receipt.json';
const EVENT = {
  executionId: 'exec',
  experiment: 'disks',
  outcome: 'ABORTED',
  fencedAt: '2026-11-21T09:00:00.000Z',
} as const;

function makeContext() {
  const account = makeAccount();
  const written = (): Promise<Receipt> => account.json(KEY);
  return { account, context: account.context(), written };
}

const makeIds = (start: string, length: number): string[] =>
  Array.from({ length }, (_, index) => `${start}-${String(index).padStart(17, '0')}`);
const makeNotes = (kind: string, ids: readonly string[]): object[] =>
  ids.map((id) => ({ kind, id, rig: null, state: 'made' }));
const putSeen = (account: TestAccount, notes: readonly object[]): Promise<void> =>
  account.put('executions/disks/exec/seen/exec__r1.json', JSON.stringify(notes));

describe('writeReceipt', () => {
  it('lists backups of its deleted file systems as remaining until they are deleted', async () => {
    const { account, context, written } = makeContext();
    const { FileSystemId = '' } = await account.fileSystem(OPENZFS);
    const { FileSystemId: foreign = '' } = await account.fileSystem(OPENZFS, { 'fsxbench:execution': 'other' });
    await account.pass(LONG);
    await writeReceipt(EVENT, context);
    for (const id of [FileSystemId, foreign]) await account.byHand('fsx', 'CreateBackup', { FileSystemId: id });
    await account.pass(LONG);
    const OpenZFSConfiguration = { SkipFinalBackup: true };
    await account.byHand('fsx', 'DeleteFileSystem', { FileSystemId, OpenZFSConfiguration });
    await account.pass(LONG);
    expect(await writeReceipt(EVENT, context)).toMatchObject({ clean: false });
    const { remaining: left } = await written();
    const id = expect.stringMatching(/^backup-/) as string;
    const state = `AVAILABLE, an external backup of ${FileSystemId}`;
    expect(left).toEqual([{ kind: 'fsx:backup', id, rig: null, state }]);
    account.refuse('DescribeBackups', 'AccessDenied');
    await writeReceipt(EVENT, context);
    expect(await written()).toMatchObject({
      clean: false,
      remaining: [{ ...left[0], state: 'could not be checked' }],
      unlisted: [{ kind: 'fsx:backup', why: expect.stringContaining('AccessDenied') as string }],
    });
    account.heal();
    await account.byHand('fsx', 'DeleteBackup', { BackupId: left[0]?.id });
    expect(await writeReceipt(EVENT, context)).toMatchObject({ clean: true });
  });

  it('filters DescribeBackups by 20 file systems per call', async () => {
    const { account, context } = makeContext();
    const ids = makeIds('fs', 45);
    await putSeen(account, makeNotes('fsx:file-system', ids));
    expect(await writeReceipt(EVENT, context)).toMatchObject({ clean: true });
    const asked = account.inputs('DescribeBackups').map((input) => input['Filters']);
    expect(asked).toEqual([0, 20, 40].map((n) => [{ Name: 'file-system-id', Values: ids.slice(n, n + 20) }]));
  });

  describe('writeReceipt with 3,000 resource ids that are missing in listings', () => {
    /** All gone but two; each call takes so many milliseconds. */
    const many = async (callMs: number) => {
      const { account, context, written } = makeContext();
      const other = { 'fsxbench:execution': 'other' };
      const living = [await account.template(other), (await account.fileSystem(LUSTRE, other)).FileSystemId ?? ''];
      await putSeen(account, [
        ...makeNotes('fsx:file-system', [...makeIds('fs', 1000), living[1] ?? '']),
        ...makeNotes('ec2:launch-template', [...makeIds('lt', 1000), living[0] ?? '']),
        ...makeNotes('ec2:instance', makeIds('i', 1000)),
      ]);
      const slowly =
        <I, O>(call: (input: I) => Promise<O>) =>
        async (input: I): Promise<O> => {
          await context.sleep(callMs);
          return call(input);
        };
      const { ec2, fsx } = context.aws;
      const aws = {
        ...context.aws,
        ec2: {
          ...ec2,
          describeInstances: slowly(ec2.describeInstances),
          describeLaunchTemplates: slowly(ec2.describeLaunchTemplates),
        },
        fsx: {
          ...fsx,
          describeFileSystems: slowly(fsx.describeFileSystems),
          describeBackups: slowly(fsx.describeBackups),
        },
      };
      const begun = context.now();
      await writeReceipt(EVENT, { ...context, aws });
      const calls = account.called().filter((one) => one.startsWith('ec2:Describe') || one.startsWith('fsx:Describe'));
      return { living, calls, seconds: (context.now() - begun) / 1000, receipt: await written() };
    };

    it('checks ids in parallel and in batches within 15 seconds, and lists the two that exist', async () => {
      const { living, calls, seconds, receipt } = await many(100);
      expect(receipt.remaining.map(({ id }) => id).toSorted()).toEqual(living.toSorted());
      expect(calls.filter((one) => one.startsWith('ec2:')).length).toBeLessThan(15);
      expect(calls.filter((one) => one.startsWith('fsx:')).length).toBeLessThan(1060);
      // One after the other, 200 s.
      expect(seconds).toBeLessThan(15);
    });

    it('ends within 150 seconds when each call takes ten seconds, and reports unchecked ids', async () => {
      const { seconds, receipt } = await many(10_000);
      // The function has 290 s.
      expect(seconds).toBeLessThan(150);
      expect(receipt.clean).toBe(false);
      expect(receipt.remaining.filter(({ state }) => state === 'could not be checked').length).toBeGreaterThan(900);
    });
  });
});
