import { handle as startGuardian } from '../../lambdas/start-guardian/handler';
import { handle as writeReceipt } from '../../lambdas/write-receipt/handler';
import { makeArn } from '../aws/account';
import { refusal } from '../aws/answers';
import { operatePage } from '../../checks/reference/text-pages';
import { makeExecutionAccount, type Event, ROWS } from './handlers';

describe.each(Object.entries(ROWS))('Lambda handler %s', (_name, { handle, right, wrong, gives, blind }) => {
  it('returns the expected result for a valid event', async () => {
    const { made, its } = await makeExecutionAccount();
    expect(await handle(right(its), made.context({ local: true }))).toEqual(gives(its));
  });

  it('throws EventInvalid for invalid events before any AWS call', async () => {
    const { made, its } = await makeExecutionAccount();
    const event = right(its);
    for (const given of [undefined, null, 'text', [event], ...wrong.map((changes) => ({ ...event, ...changes }))])
      await expect(handle(given, made.context())).rejects.toMatchObject({ name: 'EventInvalid' });
    expect(made.called()).toEqual([]);
  });

  it('throws Transient, or returns a partial result, when all calls are throttled', async () => {
    const { made, its } = await makeExecutionAccount();
    made.fault(() => refusal('ThrottlingException'));
    const answer = handle(right(its), made.context({ local: true }));
    if (blind === undefined) await expect(answer).rejects.toMatchObject({ name: 'Transient' });
    else expect(await answer).toMatchObject(blind);
  });
});

describe('Lambda handler start-guardian with EventBridge events', () => {
  /** EventBridge, Step Functions Execution Status Change: the members that the rule passes on, among others. */
  function makeEndEvent(name: string, status = 'ABORTED'): Event {
    return {
      source: 'aws.states',
      detail: {
        executionArn: makeArn(name.includes('__') ? 'guardian' : 'experiment', name),
        name,
        status,
        input: '{}',
      },
    };
  }

  it.each(['exec', 'exec__recover__1', 'exec__recover__5'])(
    'parses the execution id from the event about %s',
    async (name) => {
      const { made } = await makeExecutionAccount();
      await made.put('pointers/exec.json', JSON.stringify({ experiment: 'disks', timing: {} }));
      expect(await startGuardian(makeEndEvent(name, 'TIMED_OUT'), made.context())).toEqual({
        executionId: 'exec',
        started: 'exec__recover__1',
        why: `${name} ended TIMED_OUT`,
      });
    },
  );

  it('starts no guardian for an execution that is proven clean', async () => {
    const { made } = await makeExecutionAccount();
    await made.runs('guardian', 'exec', 'SUCCEEDED');
    expect(await startGuardian(makeEndEvent('exec'), made.context())).toMatchObject({ started: null });
    expect(made.inputs('StartExecution')).toEqual([]);
  });

  it('accepts the payload that the operating documentation shows', async () => {
    const [, payload] = /--payload\s+'([^']+)'/.exec(operatePage()) ?? [];
    const event: unknown = JSON.parse(String(payload).replace('EXECUTION', 'exec').replace('EXPERIMENT', 'disks'));
    const { made } = await makeExecutionAccount();
    expect(await startGuardian(event, made.context())).toMatchObject({ started: 'exec__recover__1', why: 'by hand' });
  });

  it('throws EventInvalid for an event without a name', async () => {
    const { made } = await makeExecutionAccount();
    await expect(startGuardian({ detail: { status: 'ABORTED' } }, made.context())).rejects.toMatchObject({
      name: 'EventInvalid',
    });
  });
});

describe('Lambda handler write-receipt', () => {
  it.each(['RUNNING', undefined, 'NONSENSE'])(
    'writes a receipt with the outcome UNKNOWN for the outcome %j',
    async (outcome) => {
      const { made } = await makeExecutionAccount();
      const event = { executionId: 'exec', experiment: 'disks', fencedAt: '2026-11-21T09:00:00.000Z' };
      await writeReceipt({ ...event, outcome }, made.context());
      const receipt = await made.json<Event>('executions/disks/exec/receipt.json');
      expect(receipt['outcome']).toBe('UNKNOWN');
    },
  );
});
