import { listRunningHooks } from '../../../lib/aws/leases/running-hooks';
import { writeText } from '../../../lib/aws/bucket';
import { toExecution } from '../../../lib/shapes/layout';
import { makeAccount } from '../account';

const EXECUTION = toExecution({ experiment: 'disks', executionId: 'e-1' });
const KEYS = EXECUTION.keys;
const HOOK = 'arn:aws:states:us-east-1:123456789012:stateMachine:grow';
const ABOUT = { target: 'nas', stage: 'two', at: '2026-01-01T00:00:00Z' };
const about = `of ${HOOK}, started for stage two of nas at 2026-01-01T00:00:00Z`;

/** @param told status of an execution by its name, or the error that a look ends with */
async function makeContext(told: Readonly<Record<string, string>>) {
  const context = makeAccount().context();
  const looked: string[] = [];
  context.aws.sfn.describeExecution = async ({ executionArn = '' }) => {
    looked.push(executionArn);
    const status = told[executionArn.split(':').at(-1) ?? ''] ?? 'ExecutionDoesNotExist';
    if (!/^[A-Z_]+$/.test(status)) throw Object.assign(new Error('no'), { name: status });
    return { executionArn, stateMachineArn: HOOK, startDate: new Date(0), status: status as 'RUNNING' };
  };
  const note = (name: string, body: unknown): Promise<void> =>
    writeText(context, KEYS.action(name), typeof body === 'string' ? body : JSON.stringify(body));
  const begun = (name: string): Promise<void> => note(`${name}.started`, { hook: HOOK, name, ...ABOUT });
  return { context, looked, note, begun };
}

it('lists hooks that run, hooks whose status is unknown, and hooks with a corrupt note', async () => {
  const { context, looked, note, begun } = await makeContext({ running: 'RUNNING', blind: 'AccessDeniedException' });
  for (const name of ['running', 'blind', 'done', 'failed']) await begun(name);
  for (const how of ['done', 'failed']) await note(how, { how });
  await note('running', { how: 'slow' });
  await note('asked', { how: 'confirmed' });
  await note('spoilt.started', '{');
  expect(await listRunningHooks(EXECUTION, context)).toEqual([
    `blind ${about}: may still run: its execution could not be checked (AccessDeniedException)`,
    `running ${about}: runs`,
    'spoilt of an unknown state machine, started for stage ? of ? at ?: may still run',
  ]);
  expect(looked).toEqual([
    'arn:aws:states:us-east-1:123456789012:execution:grow:blind',
    'arn:aws:states:us-east-1:123456789012:execution:grow:running',
  ]);
});

it.each(['SUCCEEDED', 'FAILED', 'TIMED_OUT', 'ABORTED', 'ExecutionDoesNotExist'])(
  'ignores a hook with a recorded outcome whose execution is %s',
  async (status) => {
    const { context, looked, begun, note } = await makeContext({ one: status });
    await begun('one');
    await note('one', { how: 'slow' });
    expect(await listRunningHooks(EXECUTION, context)).toEqual([]);
    expect(looked).toHaveLength(1);
  },
);
