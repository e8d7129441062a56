import { CALLER, expectRefusal } from '../services';
import { TaskTokens } from '../../../../lib/twin/cloud/states/registry';

function waitForAnswer() {
  const [tokens, cancel] = [new TaskTokens(), new AbortController()];
  const send = async (action: 'SendTaskSuccess' | 'SendTaskFailure', input: object): Promise<unknown> =>
    await tokens.service[action]?.({ taskToken: 'a-token', ...input } as never, CALLER);
  return { send, cancel, answer: tokens.wait('a-token', cancel.signal) };
}

describe('task token', () => {
  it('accepts one result, and refuses a second one: TaskTimedOut', async () => {
    const { send, answer } = waitForAnswer();
    await send('SendTaskSuccess', { output: '{"by":"me"}' });
    expect(await answer).toEqual({ by: 'me' });
    await expectRefusal(send('SendTaskSuccess', { output: '{}' }), 'TaskTimedOut');
  });

  it('fails its task with the error and cause of SendTaskFailure', async () => {
    const { send, answer } = waitForAnswer();
    await send('SendTaskFailure', { error: 'Refused', cause: 'no' });
    await expect(answer).rejects.toMatchObject({ error: 'Refused', reason: 'no' });
  });

  it('refuses invalid JSON, unknown tokens, and results after its task was cancelled', async () => {
    const { send, cancel } = waitForAnswer();
    await expectRefusal(send('SendTaskSuccess', { output: '{' }), 'InvalidOutput');
    await expectRefusal(send('SendTaskSuccess', { taskToken: 'another', output: '{}' }), 'InvalidToken');
    cancel.abort();
    await expectRefusal(send('SendTaskSuccess', { output: '{}' }), 'TaskTimedOut');
  });
});
