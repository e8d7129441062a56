import { handle as startGuardian } from '../../lambdas/start-guardian/handler';
import { handle as writeReceipt } from '../../lambdas/write-receipt/handler';
import { arnOf, sdkError } from '../aws/fake-calls';
import { account, type Event, ROWS } from './handlers';

describe.each(Object.entries(ROWS))('%s', (_name, { handle, right, wrong, gives }) => {
  it('passes a right event on', async () => {
    expect(await handle(right, account().context({ local: true }))).toEqual(gives);
  });

  it('refuses a wrong event before it calls anything', async () => {
    const given = [undefined, null, 'text', [right], ...wrong.map((changes) => ({ ...right, ...changes }))];
    for (const event of given) {
      const made = account();
      await expect(handle(event, made.context())).rejects.toMatchObject({ name: 'EventInvalid' });
      expect(made.calls).toEqual([]);
    }
  });

  it('says what may be tried again', async () => {
    const made = account();
    made.fault(() => sdkError('ThrottlingException'));
    await expect(handle(right, made.context({ local: true }))).rejects.toMatchObject({ name: 'Transient' });
  });
});

describe('start-guardian', () => {
  /** EventBridge, Step Functions Execution Status Change: the members that the rule passes on, among others. */
  function ended(name: string, status = 'ABORTED'): Event {
    return { source: 'aws.states', detail: { executionArn: arnOf('experiment', name), name, status, input: '{}' } };
  }

  it.each(['exec', 'exec.recover.1', 'exec.recover.5'])(
    'takes the executionId from the event about %s',
    async (name) => {
      const made = account();
      made.objects.set('pointers/exec.json', JSON.stringify({ experiment: 'disks', timing: {} }));
      expect(await startGuardian(ended(name, 'TIMED_OUT'), made.context())).toEqual({
        executionId: 'exec',
        started: 'exec.recover.1',
        why: `${name} ended TIMED_OUT`,
      });
    },
  );

  it('does not take the event for the word of the janitor: what is proven clean stays so', async () => {
    const made = account();
    made.runs('guardian', 'exec', 'SUCCEEDED');
    expect(await startGuardian(ended('exec'), made.context())).toMatchObject({ started: null });
    expect(made.inputs('startExecution')).toEqual([]);
  });

  it('refuses an event without a name', async () => {
    const made = account();
    await expect(startGuardian({ detail: { status: 'ABORTED' } }, made.context())).rejects.toMatchObject({
      name: 'EventInvalid',
    });
  });
});

describe('write-receipt', () => {
  it.each(['RUNNING', undefined, 'NONSENSE'])(
    'takes the outcome %j for unknown: a receipt there must be',
    async (outcome) => {
      const made = account();
      await writeReceipt({ ...ROWS['write-receipt']?.right, outcome }, made.context());
      const receipt = JSON.parse(made.objects.get('executions/disks/exec/receipt.json') ?? '') as Event;
      expect(receipt['outcome']).toBe('UNKNOWN');
    },
  );
});
