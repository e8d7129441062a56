/** A kind that may not be listed, where nothing of it can have been made: it keeps no execution from ending. */
import { listDeletable } from '../../../lib/aws/ledger/deletes';
import { findOrphans } from '../../../lib/aws/recovery/orphans';
import { writeReceipt } from '../../../lib/aws/receipt';
import { LONGEST_TIMING } from '../../../lib/experiment/plan/timing';
import type { Receipt } from '../../../lib/shapes/receipt';
import { makeAccount, T0, type TestAccount } from '../account';
import { refusal } from '../answers';

const FOLDER = 'executions/disks/exec/';
const EFS = ['efs:file-system', 'efs:mount-target'];
const ENDED = { executionId: 'exec', experiment: 'disks', outcome: 'SUCCEEDED', fencedAt: '2026-11-21T09:00:00.000Z' };
const POINTER = JSON.stringify({
  experiment: 'disks',
  timing: LONGEST_TIMING,
  startedAt: new Date(T0).toISOString(),
  guardianUntil: T0 / 1000 + 36_000,
});

function formatPlan(...calls: string[]): string {
  return JSON.stringify({ executionId: 'exec', rigs: [{ copies: [{ requests: calls.map((call) => ({ call })) }] }] });
}

/** A plan that creates nothing of EFS. */
const PLAN = formatPlan('CreateFileSystem');

/** An account that denies EFS, with an admitted execution. */
async function makeDenyingAccount(plan: string | null): Promise<TestAccount> {
  const account = makeAccount();
  account.fault(({ service }) => (service === 'efs' ? refusal('AccessDenied') : undefined));
  await account.put('pointers/exec.json', POINTER);
  if (plan !== null) await account.put(`${FOLDER}plan.json`, plan);
  return account;
}

/** What teardowns of an execution and of a rig, the receipt and the janitor say. */
async function checkLiving(account: TestAccount) {
  const context = account.context();
  const ofRig = { tagKey: 'fsxbench:rig', tagValue: 'exec__r1', round: 1 };
  const rig = await listDeletable(ofRig, context);
  const whole = await listDeletable({ ...ofRig, tagKey: 'fsxbench:execution', tagValue: 'exec' }, context);
  const { unseen } = await findOrphans(context);
  const { clean } = await writeReceipt(ENDED as Parameters<typeof writeReceipt>[0], context);
  const receipt = await account.json<Receipt>(`${FOLDER}receipt.json`);
  return { living: [rig.living, whole.living], unseen, clean, receipt };
}

it('skips a resource kind in a clean receipt when listing is denied and the plan does not create it', async () => {
  const account = await makeDenyingAccount(formatPlan('CreateFileSystem', 'CreateVolume'));
  const { living, unseen, clean, receipt } = await checkLiving(account);
  expect([living, unseen, clean]).toEqual([[0, 0], [], true]);
  expect(receipt.unlisted).toEqual([]);
  const why = 'AccessDenied: AccessDenied happened';
  expect(receipt.skipped).toHaveLength(2);
  for (const kind of EFS) expect(receipt.skipped).toContainEqual({ kind, why, ids: [], neverCreated: true });
  expect(receipt.covered).not.toContain('efs:file-system');
  // One line a look, and no more.
  expect(account.logged.filter(({ level }) => level === 'warn')).toHaveLength(4);
});

const ARN = 'arn:aws:elasticfilesystem:us-east-1:000000000000:file-system/fs-1';
const NOTE = JSON.stringify([{ kind: 'efs:file-system', id: ARN, rig: 'exec__r1', state: 'creating' }]);

it.each<[string, string | null, string]>([
  ['the plan creates it', formatPlan('efs:CreateFileSystem'), ''],
  ['the plan is missing', null, ''],
  ['the plan is invalid JSON', '{', ''],
  ['the plan has another form', '{"executionId":"exec","rigs":[{}]}', ''],
  ['the plan is of another execution', PLAN.replace('exec', 'other'), ''],
  ['the plan has an unknown call', formatPlan('CreateFileSystem', 'lightsail:CreateDisk'), ''],
  ['a list of seen resources has it', PLAN, NOTE],
  ['a list of seen resources is corrupt', PLAN, '{'],
])('counts a kind as living and the receipt as unclean when listing is denied and %s', async (_why, plan, seen) => {
  const account = await makeDenyingAccount(plan);
  if (seen !== '') await account.put(`${FOLDER}seen/exec.json`, seen);
  const { living, unseen, clean, receipt } = await checkLiving(account);
  expect(living.every((count) => count > 0)).toBe(true);
  expect(unseen).toContain('efs:file-system');
  expect(clean).toBe(false);
  expect(receipt.unlisted.map(({ kind }) => kind)).toContain('efs:file-system');
});

it('counts a kind without list permission as living when plan, pointer or admission is unknown', async () => {
  const unread = await makeDenyingAccount(PLAN);
  unread.refuse('GetObject', 'AccessDenied', ({ Key }) => String(Key).endsWith('plan.json'));
  expect(await listDeletable(ASKED, unread.context())).toMatchObject({ living: 2 });
  const lost = await makeDenyingAccount(null);
  lost.refuse('GetObject', 'AccessDenied', ({ Key }) => String(Key).startsWith('pointers/'));
  expect(await listDeletable(ASKED, lost.context())).toMatchObject({ living: 2 });
  const stray = await makeDenyingAccount(PLAN);
  await stray.instance({ 'fsxbench:execution': 'nobody' });
  expect((await findOrphans(stray.context())).unseen).toEqual(EFS);
  // What is proven holds nothing any more.
  const proven = await makeDenyingAccount(formatPlan('efs:CreateFileSystem'));
  await proven.put('proven/exec.json', '{}');
  expect((await findOrphans(proven.context())).unseen).toEqual([]);
});
const ASKED = { tagKey: 'fsxbench:execution', tagValue: 'exec', round: 0 };

it('counts kinds without list permission as living when they belong to hosts or planned resources', async () => {
  const account = await makeDenyingAccount(PLAN);
  for (const action of ['DescribeInstances', 'DescribeVolumes', 'DescribeStorageVirtualMachines'])
    account.refuse(action, 'AccessDenied');
  // Instances, disks, volumes and virtual machines of FSx; nothing of EFS.
  expect(await listDeletable(ASKED, account.context())).toMatchObject({ living: 4 });
});

it('reports a kind without list permission as unseen when an execution has a fence but no pointer', async () => {
  const account = await makeDenyingAccount(PLAN);
  expect((await findOrphans(account.context())).unseen).toEqual([]);
  await account.put('fences/lost.json', '{}');
  expect((await findOrphans(account.context())).unseen).toEqual(expect.arrayContaining(EFS));
});
