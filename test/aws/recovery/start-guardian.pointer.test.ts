/** Starting a guardian for an execution whose pointer somebody lost or spoilt. */
import { startGuardian } from '../../../lib/aws/recovery/start-guardian';
import { LONGEST_TIMING } from '../../../lib/experiment/plan/timing';
import { makeArn, makeAccount, T0 } from '../account';

const TIMING = { ...LONGEST_TIMING, settleSeconds: 1 };
const POINTER = 'pointers/exec.json';
const UNTIL = T0 / 1000 + 3600;
const BY_RULE = { executionId: 'exec', why: 'exec ended ABORTED', endedArn: makeArn('guardian', 'exec') };

let account = makeAccount();
let context = account.context();
beforeEach(() => {
  account = makeAccount();
  context = account.context();
});

describe('startGuardian without a pointer', () => {
  it.each([
    ['rule', { ...BY_RULE, endedArn: makeArn('experiment', 'exec') }, true],
    ['janitor', { executionId: 'exec', experiment: null, why: 'nobody was told', left: true, until: 0 }, false],
  ])('starts a guardian from the plan when the pointer is lost (called by: %s)', async (_who, event, closed) => {
    await account.put('executions/disks/exec/plan.json', JSON.stringify({ timing: TIMING, deadline: UNTIL }));
    expect(await startGuardian(event, context)).toMatchObject({ started: 'exec__recover__1' });
    // Nobody is told that it was never admitted.
    const [{ name, input } = {}, ...more] = account.inputs('StartExecution');
    expect([name, more]).toEqual(['exec__recover__1', []]);
    expect(JSON.parse(String(input))).toMatchObject({ experiment: 'disks', timing: TIMING });
    expect((await account.keys()).includes('fences/exec.json')).toBe(closed);
  });

  it.each([
    ['missing', null],
    ['corrupt', '{'],
  ])('passes the input of the first guardian to the next one when the pointer is %s', async (_how, text) => {
    await account.runs('guardian', 'exec', 'FAILED');
    if (text !== null) await account.put(POINTER, text);
    expect(await startGuardian(BY_RULE, context)).toMatchObject({ started: 'exec__recover__1' });
    // What the account of this test gives an execution to end at once stands for the input of a guardian.
    const inputs = account.inputs('StartExecution').map(({ input }) => JSON.parse(String(input)) as unknown);
    expect(inputs.at(-1)).toEqual({ end: 'FAILED' });
  });
});
