import { onEnd, onOrphan } from '../../../lib/aws/recovery/start-guardian';
import { LONGEST_TIMING } from '../../../lib/experiment/plan/timing';
import { makeRefusalName } from '../../../lib/aws/mail/notify';
import { toExecutionId } from '../../../lib/shapes/execution-names';
import { makeArn, CONFIG, makeAccount, T0 } from '../account';
import { expectRefusal } from '../answers';

const POINTER = JSON.stringify({ experiment: 'disks', timing: LONGEST_TIMING, guardianUntil: T0 / 1000 + 3600 });

async function makeContext(pointer: string | null = POINTER) {
  const account = makeAccount();
  if (pointer !== null) await account.put('pointers/exec.json', pointer);
  return { account, context: account.context() };
}

const rig = { name: 'exec__r2', status: 'ABORTED', executionArn: makeArn('rig', 'exec__r2') };

it('starts one teardown for a rig that was stopped', async () => {
  const { account, context } = await makeContext();
  const started = 'exec__r2__teardown__ended__0';
  expect(await onEnd(rig, context)).toEqual({ executionId: 'exec', started, why: 'exec__r2 ended ABORTED' });
  const [asked] = account.inputs('StartExecution');
  expect(asked).toMatchObject({ stateMachineArn: CONFIG.machineArns.teardown, name: started });
  expect(JSON.parse(String(asked?.['input']))).toEqual({
    tagKey: 'fsxbench:rig',
    tagValue: 'exec__r2',
    pollSeconds: LONGEST_TIMING.teardownPollSeconds,
    seconds: LONGEST_TIMING.teardownAllowanceSeconds,
  });
  await account.byHand('sfn', 'StopExecution', { executionArn: makeArn('teardown', started) });
  expect(await onEnd(rig, context)).toMatchObject({ started: null, why: `${started} was started before` });
});

it.each([
  ['has a closed fence', POINTER],
  ['was never admitted', null],
])('starts no teardown for a rig whose execution %s', async (_, pointer) => {
  const { account, context } = await makeContext(pointer);
  if (pointer !== null) await account.put('fences/exec.json', '{}');
  expect(await onEnd(rig, context)).toMatchObject({ started: null });
  expect(account.inputs('StartExecution')).toEqual([]);
});

it('uses the plan of the execution for the teardown when the pointer is lost', async () => {
  const { account, context } = await makeContext(null);
  const plan = { timing: { ...LONGEST_TIMING, teardownPollSeconds: 7 }, deadline: T0 / 1000 };
  await account.put('executions/disks/exec/plan.json', JSON.stringify(plan));
  expect(await onEnd(rig, context)).toMatchObject({ started: 'exec__r2__teardown__ended__0' });
  expect(JSON.parse(String(account.inputs('StartExecution')[0]?.['input']))).toMatchObject({ pollSeconds: 7 });
});

it('throws ExecutionLimitExceeded, so that EventBridge delivers the event again', async () => {
  const { account, context } = await makeContext();
  account.refuse('StartExecution', 'ExecutionLimitExceeded');
  await expectRefusal(onEnd(rig, context), 'ExecutionLimitExceeded');
});

it.each(['experiment', 'guardian'] as const)('starts a guardian after the failed end of the %s', async (machine) => {
  const { account, context } = await makeContext();
  const event = { name: 'exec', status: 'FAILED', executionArn: makeArn(machine, 'exec') };
  expect(await onEnd(event, context)).toMatchObject({ started: 'exec__recover__1', why: 'exec ended FAILED' });
  const closed = (await account.keys()).includes('fences/exec.json');
  // The experiment goes on where only its guardian died.
  expect(closed).toBe(machine === 'experiment');
});

it('wakes the guardian of an experiment that succeeded, with each token that it finds, and starts none', async () => {
  const { account, context } = await makeContext();
  const event = { name: 'exec', status: 'SUCCEEDED', executionArn: makeArn('experiment', 'exec') };
  expect(await onEnd(event, context)).toMatchObject({ started: null });
  expect(account.inputs('SendTaskSuccess')).toEqual([]);
  // The simulated account knows no such token: the guardian is awake.
  await account.put('guardians/exec.json', '{"token":"first"}');
  expect(await onEnd(event, context)).toMatchObject({ started: null });
  expect(account.inputs('SendTaskSuccess')).toEqual(Array(3).fill({ taskToken: 'first', output: '{}' }));
  expect(account.inputs('StartExecution')).toEqual([]);
});

it('starts a teardown for an orphaned rig, with a new name in each later pass', async () => {
  const { account, context } = await makeContext();
  const orphan = { executionId: 'exec__r2', experiment: null, why: 'ended', left: true, until: 0 };
  const first = await onOrphan(orphan, context);
  expect(first).toMatchObject({
    executionId: 'exec',
    started: expect.stringMatching(/^exec__r2__teardown__ended__\d+$/),
  });
  await account.byHand('sfn', 'StopExecution', { executionArn: makeArn('teardown', String(first.started)) });
  expect(await onOrphan(orphan, context)).toMatchObject({ started: null });
  await account.pass(900_000);
  expect(await onOrphan(orphan, context)).toMatchObject({ started: expect.not.stringMatching(`^${first.started}$`) });
  const asked = account.inputs('StartExecution').map(({ input }) => JSON.parse(String(input)) as unknown);
  expect(asked[0]).toMatchObject({ tagKey: 'fsxbench:rig', tagValue: 'exec__r2' });
  // For all others a guardian.
  expect(await onOrphan({ ...orphan, executionId: 'exec' }, context)).toMatchObject({ started: 'exec__recover__1' });
});

describe('onEnd for a refused start with the name of an earlier execution', () => {
  const long = 'n'.repeat(73);
  const id = toExecutionId(long);

  it.each([
    ['exec__2', 'exec', {}],
    [id, id, { name: long }],
  ])('leaves the fence open and starts no guardian: %s', async (name, executionId, more) => {
    const { account, context } = await makeContext(null);
    await account.put(`pointers/${executionId}.json`, JSON.stringify({ ...JSON.parse(POINTER), ...more }));
    const event = { name, status: 'FAILED', executionArn: makeArn('experiment', name) };
    expect(await onEnd(event, context)).toMatchObject({
      started: null,
      why: expect.stringContaining('was refused'),
    });
    expect(account.inputs('StartExecution')).toEqual([]);
    expect(account.inputs('PutObject').filter(({ Key }) => String(Key).startsWith('fences/'))).toEqual([]);
  });

  it('sends one refusal mail for a start whose name is too long', async () => {
    const { account, context } = await makeContext(null);
    const event = { name: long, status: 'FAILED', executionArn: makeArn('experiment', long) };
    expect(await onEnd(event, context)).toMatchObject({ executionId: id, started: null });
    const [asked, ...more] = account.inputs('StartExecution');
    expect([asked?.['name'], more]).toEqual([makeRefusalName(long), []]);
    // The link of the mail is made of the name.
    expect(JSON.parse(String(asked?.['input']))).toMatchObject({ executionId: long, error: 'NotAdmitted' });
  });
});
