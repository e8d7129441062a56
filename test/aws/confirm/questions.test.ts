import {
  answerQuestion,
  type ConfirmCalls,
  makeConfirmCalls,
  dropToken,
  listQuestions,
} from '../../../lib/aws/confirm/questions';
import { ensure } from '../../../lib/shapes/errors';

const NOW = Date.parse('2026-01-01T12:00:00Z');
const question = (executionId: string, more: object = {}): Record<string, unknown> => ({
  executionId,
  experiment: 'grown',
  target: 'nas',
  stage: 'two',
  text: 'Add it.',
  since: '2026-01-01T11:00:00Z',
  until: '2026-01-01T13:00:00Z',
  token: `token of ${executionId}`,
  fenceKey: `fences/${executionId}.json`,
  outcomeKey: `done/${executionId}.json`,
  ...more,
});

/** Objects by key, and what is sent. */
function account(objects: Readonly<Record<string, unknown>>, refusal?: string): ConfirmCalls & { sent: unknown[] } {
  const sent: unknown[] = [];
  const send = async (...what: unknown[]): Promise<void> => {
    sent.push(what);
    if (refusal !== undefined) throw Object.assign(new Error('no'), { name: refusal });
  };
  return {
    sent,
    list: async (prefix) => Object.keys(objects).filter((key) => key.startsWith(prefix)),
    read: async (key) => (Object.hasOwn(objects, key) ? JSON.stringify(objects[key]) : null),
    succeed: (...what) => send('yes', ...what),
    fail: (...what) => send('no', ...what),
    caller: async () => 'arn:me',
  };
}

describe('listQuestions', () => {
  const objects = {
    'asked/a/1.json': question('a'),
    'asked/b/1.json': question('b', { since: '2026-01-01T10:00:00Z' }),
    'asked/late/1.json': question('late', { until: '2026-01-01T12:00:00Z' }),
    'asked/done/1.json': question('done'),
    'done/done.json': {},
    'asked/closed/1.json': question('closed'),
    'fences/closed.json': {},
  };

  it('lists unanswered questions, oldest first, without expired, finished and fenced executions', async () => {
    const found = await listQuestions(account(objects), undefined, NOW);
    expect(found.map(({ executionId }) => executionId)).toEqual(['b', 'a']);
    expect((await listQuestions(account(objects), 'a', NOW)).map(({ executionId }) => executionId)).toEqual(['a']);
    expect(await listQuestions(account(objects), 'done', NOW)).toEqual([]);
  });

  it('returns questions from which dropToken removes the task token', async () => {
    const [first] = await listQuestions(account(objects), 'a', NOW);
    expect(JSON.stringify(dropToken(ensure(first, 'a question')))).not.toContain('token');
  });
});

describe('answerQuestion', () => {
  const asked = question('a') as unknown as Parameters<typeof answerQuestion>[1];

  it('sends task success or task failure with the ARN of the caller', async () => {
    const calls = account({});
    expect([await answerQuestion(calls, asked, false), await answerQuestion(calls, asked, true)]).toEqual([true, true]);
    expect(calls.sent).toEqual([
      ['yes', 'token of a', '{"by":"arn:me"}'],
      ['no', 'token of a', 'Refused', 'arn:me'],
    ]);
  });

  it('returns false when the task has timed out, and throws AccessDenied', async () => {
    expect(await answerQuestion(account({}, 'TaskTimedOut'), asked, false)).toBe(false);
    await expect(answerQuestion(account({}, 'AccessDenied'), asked, false)).rejects.toThrow('no');
  });
});

it('makes makeConfirmCalls throw the connection error when the endpoint is unreachable', async () => {
  process.env['AWS_ENDPOINT_URL'] = 'http://127.0.0.1:9';
  process.env['AWS_ACCESS_KEY_ID'] = 'nobody';
  process.env['AWS_SECRET_ACCESS_KEY'] = 'nothing';
  try {
    await expect(makeConfirmCalls('fsxbench', 'us-east-1')).rejects.toThrow(/ECONNREFUSED|connect/);
  } finally {
    for (const name of ['AWS_ENDPOINT_URL', 'AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY']) delete process.env[name];
  }
});
