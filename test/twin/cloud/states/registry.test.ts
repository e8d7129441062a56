import { expectRefusal } from '../services';
import { TaskTokens } from '../../../../lib/twin/cloud/states/registry';
import type { Caller } from '../../../../lib/twin/cloud/service';

const CALLER: Caller = { execution: '', state: '', role: 'command-line' };
const send = async (
  tokens: TaskTokens,
  action: 'SendTaskSuccess' | 'SendTaskFailure',
  input: object,
): Promise<unknown> =>
  await (tokens.service[action] as unknown as (input: object, caller: Caller) => unknown)(input, CALLER);
const waiting = (): { tokens: TaskTokens; answer: Promise<unknown>; cancel: AbortController } => {
  const [tokens, cancel] = [new TaskTokens(), new AbortController()];
  return { tokens, cancel, answer: tokens.wait('a-token', cancel.signal) };
};

describe('task token', () => {
  it('accepts one result, and refuses a second one: TaskTimedOut', async () => {
    const { tokens, answer } = waiting();
    await send(tokens, 'SendTaskSuccess', { taskToken: 'a-token', output: '{"by":"me"}' });
    expect(await answer).toEqual({ by: 'me' });
    await expectRefusal(send(tokens, 'SendTaskSuccess', { taskToken: 'a-token', output: '{}' }), 'TaskTimedOut');
  });

  it('fails its task with the error and cause of SendTaskFailure', async () => {
    const { tokens, answer } = waiting();
    await send(tokens, 'SendTaskFailure', { taskToken: 'a-token', error: 'Refused', cause: 'no' });
    await expect(answer).rejects.toMatchObject({ error: 'Refused', reason: 'no' });
  });

  it('refuses invalid JSON, unknown tokens, and results after its task was cancelled', async () => {
    const { tokens, cancel } = waiting();
    const given = (taskToken: string, output: string): Promise<unknown> =>
      send(tokens, 'SendTaskSuccess', { taskToken, output });
    await expectRefusal(given('a-token', '{'), 'InvalidOutput');
    await expectRefusal(given('another', '{}'), 'InvalidToken');
    cancel.abort();
    await expectRefusal(given('a-token', '{}'), 'TaskTimedOut');
  });
});
