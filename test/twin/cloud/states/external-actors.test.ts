import { makeVirtualClock } from '../../../../lib/asl/clock/virtual';
import { loadMachine } from '../../../../lib/asl/interpreter/loader';
import type { TaskCall } from '../../../../lib/asl/interpreter/tasks/task';
import {
  answerQuestion,
  makeHookDefinition,
  SIMULATED_ACTORS,
  type ExternalActors,
  type Question,
} from '../../../../lib/twin/cloud/states/external-actors';

const question = { since: '2026-01-01T00:00:00Z', until: '2026-01-01T04:00:00Z', token: 't' } as Question;

async function listAnswers(person: ExternalActors['person'], cancelAfter?: number): Promise<unknown[]> {
  const clock = makeVirtualClock(0);
  const sent: unknown[] = [];
  const cancel = new AbortController();
  const call = { arguments: { Body: question }, cancelled: cancel.signal } as unknown as TaskCall;
  const cloud = {
    call: (_service: string, action: string, input: unknown) => {
      sent.push([clock.now() / 1000, action, input]);
      return Promise.reject(new Error('too late'));
    },
  };
  if (cancelAfter !== undefined) void clock.sleep(1000 * cancelAfter).then(() => cancel.abort());
  await answerQuestion(call, { clock, cloud, others: { ...SIMULATED_ACTORS, person } });
  return sent;
}

describe('simulated person who answers a waiting task', () => {
  it('sends SendTaskSuccess after a quarter of the time allowed for the answer', async () => {
    expect(await listAnswers(SIMULATED_ACTORS.person)).toEqual([
      [3600, 'SendTaskSuccess', { taskToken: 't', output: '{"by":"a simulated person"}' }],
    ]);
  });

  it('sends SendTaskFailure with the cause of a refusal, and nothing when cancelled or without an answer', async () => {
    expect(await listAnswers(() => ({ afterSeconds: 5, by: 'me', no: 'no nodes' }))).toEqual([
      [5, 'SendTaskFailure', { taskToken: 't', error: 'Refused', cause: 'me: no nodes' }],
    ]);
    expect(await listAnswers(() => null)).toEqual([]);
    expect(await listAnswers(() => ({ afterSeconds: 50, by: 'me' }), 10)).toEqual([]);
  });
});

it('creates a valid state machine for a hook that succeeds and for one that fails', () => {
  expect(SIMULATED_ACTORS.hook('arn:grow')).toEqual({ seconds: 300 });
  for (const run of [{ seconds: 5 }, { seconds: 5, error: 'Broken' }])
    expect(() => loadMachine('hook', makeHookDefinition(run), {})).not.toThrow();
  const failing = JSON.parse(makeHookDefinition({ seconds: 5, error: 'Broken' }));
  expect(failing).toMatchObject({ States: { End: { Error: 'Broken' } } });
});
