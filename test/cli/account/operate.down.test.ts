/** The end of a deployment: no start comes in between, and nothing is deleted under a guardian. */
import { refuseWhilePaused } from '../../../lib/aws/admission/start-register';
import { deleteDeployment } from '../../../lib/cli/commands/down';
import { getPointerKey, getProofKey, getResultKey, PAUSED_KEY } from '../../../lib/shapes/layout';
import { makeArn, makeAccount } from '../../aws/account';
import { captureCli } from '../capture-cli';
import { makeOperator } from './operator';

const HOUR = 3_600_000;

function setUp() {
  const account = makeAccount();
  const { operator, removed } = makeOperator(account);
  const { cli, err } = captureCli();
  const down = () => deleteDeployment(cli, operator, [], { yes: true });
  const stopped = () => account.inputs('StopExecution').map(({ executionArn }) => String(executionArn));
  return { account, operator, removed, down, err, stopped };
}

describe('fsxbench down', () => {
  it('pauses starts before it lists running executions, and keeps them paused', async () => {
    const { account, down, removed } = setUp();
    expect(await down()).toBe(0);
    expect(account.called().slice(0, 2)).toEqual(['s3:PutObject', 'sfn:ListExecutions']);
    expect(account.inputs('PutObject')[0]).toMatchObject({ Key: PAUSED_KEY });
    await expect(refuseWhilePaused(account.context())).rejects.toMatchObject({
      name: 'Paused',
      message: expect.stringContaining('(npx fsxbench down)') as string,
    });
    expect(removed).toEqual(['BenchBench', 'BenchSafety']);
  });

  it('stops and deletes nothing when starts cannot be paused', async () => {
    const { account, down, removed, stopped } = setUp();
    await account.runs('experiment', 'night');
    account.refuse('PutObject', 'AccessDenied');
    await expect(down()).rejects.toMatchObject({ name: 'AccessDenied' });
    expect([removed, stopped()]).toEqual([[], []]);
  });

  it.each(['night', 'night__recover__1'])(
    'waits for the guardian %s even when the cleanup receipt is clean',
    async (guardian) => {
      const { account, down, removed, err } = setUp();
      await account.put(getPointerKey('night'), '{"experiment":"disks"}');
      await account.put(getProofKey('night'), '{}');
      const executionArn = await account.runs('guardian', guardian);
      const ended = down();
      await account.pass(HOUR);
      expect(removed).toEqual([]);
      expect(err()).toBe('waiting for cleanup and result of night\n');
      await account.byHand('sfn', 'StopExecution', { executionArn });
      await account.put(getResultKey('night'), '{"clean":true}');
      expect(await ended).toBe(0);
      expect(removed).toHaveLength(2);
    },
  );

  it('waits for a clean result of a stopped execution after its receipt', async () => {
    const { account, down, removed, err } = setUp();
    await account.put(getPointerKey('night'), '{"experiment":"disks"}');
    await account.runs('experiment', 'night');
    const ended = down();
    await account.pass(HOUR / 60);
    await account.put(getProofKey('night'), '{}');
    await account.pass(HOUR);
    // The mail about leftovers of a first, failed round has a result, too.
    await account.put(getResultKey('night'), '{"clean":false}');
    await account.pass(HOUR);
    expect(removed).toEqual([]);
    expect(err()).toContain('waiting for cleanup and result of night\n');
    await account.put(getResultKey('night'), '{"clean":true}');
    expect(await ended).toBe(0);
    expect(removed).toHaveLength(2);
  });

  it('waits for a stopped execution that is listed as running, even if it was never admitted', async () => {
    const { account, operator, removed, down, err } = setUp();
    const { sfn } = operator.aws;
    const { listExecutions } = sfn;
    let isListed = true;
    const late = {
      name: 'late',
      executionArn: makeArn('experiment', 'late'),
      stateMachineArn: '',
      status: 'RUNNING',
    } as const;
    sfn.listExecutions = async (input) =>
      isListed && input.stateMachineArn === operator.config.machineArns.experiment
        ? { executions: [{ ...late, startDate: new Date(0) }] }
        : listExecutions(input);
    await account.runs('experiment', 'late');
    const ended = down();
    await account.pass(HOUR);
    expect([removed, err()]).toEqual([[], 'waiting for cleanup and result of late\n']);
    isListed = false;
    expect(await ended).toBe(0);
  });

  it('stops executions that start in the meantime, and waits until all are proven clean', async () => {
    const { account, down, removed, stopped } = setUp();
    await account.put(getPointerKey('first'), '{"experiment":"disks"}');
    const first = await account.runs('experiment', 'first');
    const ended = down();
    await account.pass(HOUR / 60);
    const late = await account.runs('experiment', 'late');
    await account.pass(HOUR / 60);
    expect([removed, stopped()]).toEqual([[], [first, late]]);
    await account.put(getProofKey('first'), '{}');
    await account.put(getResultKey('first'), '{"clean":true}');
    expect(await ended).toBe(0);
  });
});
