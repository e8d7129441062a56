import type { DescribeStateMachineCommandOutput } from '@aws-sdk/client-sfn';
import { refuseHooks } from '../../../lib/aws/admission/external';
import type { Config } from '../../../lib/aws/context';
import { makeAccount } from '../account';

const OWN = { experiment: 'arn:aws:states:us-east-1:123456789012:stateMachine:fsxbench-experiment' };
const ONE = 'arn:aws:states:us-east-1:123456789012:stateMachine:one';
const TWO = 'arn:aws:states:us-east-1:123456789012:stateMachine:two';
const FAR = 'arn:aws:states:eu-west-1:123456789012:stateMachine:far';

type MachineAnswer = Partial<Pick<DescribeStateMachineCommandOutput, 'type' | 'status'>>;

/** What is said, which machines were looked at, and what was logged. @param told of a machine; an Error is thrown */
async function checkHooks(
  config: object,
  hooks: readonly string[],
  told: Readonly<Record<string, MachineAnswer | Error>> = {},
) {
  const account = makeAccount();
  const base = account.context();
  const machineArns = { ...base.config.machineArns, ...OWN };
  const looked: unknown[] = [];
  const context = { ...base, config: { ...base.config, machineArns, ...config } as Config };
  context.aws.sfn.describeStateMachine = async ({ stateMachineArn = '' }) => {
    looked.push(stateMachineArn);
    const found = told[stateMachineArn] ?? {};
    if (found instanceof Error) throw found;
    const usual = { stateMachineArn, name: 'x', definition: '{}', roleArn: 'r', creationDate: new Date(0) };
    return { ...usual, type: 'STANDARD', status: 'ACTIVE', ...found };
  };
  const actions = [...hooks.map((hook) => ({ hook })), { confirm: 'Do it.' }];
  const plan = { rigs: [{ periods: [{ batches: [{ changes: [{ actions }, {}] }] }] }] };
  const said = await refuseHooks(plan as unknown as Parameters<typeof refuseHooks>[0], context).then(
    () => '',
    ({ name, message }: Error) => `${name}: ${message}`,
  );
  return { said, looked, logged: account.logged.map(({ message }) => message) };
}
const makeError = (name: string): Error => Object.assign(new Error('no'), { name });

describe('refuseHooks', () => {
  it('accepts hooks that the deployment allows, confirmations, and all hooks when the setting is unknown', async () => {
    expect((await checkHooks({ hooks: [ONE, TWO] }, [ONE, TWO, ONE])).looked).toEqual([ONE, TWO]);
    for (const [config, hooks] of [
      [{ hooks: [ONE] }, [ONE]] as const,
      [{ hooks: [] }, []] as const,
      [{}, [FAR]] as const,
    ])
      expect((await checkHooks(config, hooks)).said).toBe('');
  });

  it('lists each state machine that the setting `hooks` does not allow, once', async () => {
    expect((await checkHooks({ hooks: [ONE] }, [ONE, TWO, TWO])).said).toBe(
      'HookNotAllowed: this deployment may not run the state machines of these stages:\n' +
        `  ${TWO}\n` +
        'Add them to the setting `hooks`, and run `cdk deploy --all` (docs/deploy.md).',
    );
  });

  it('refuses state machines that do not exist, are EXPRESS, or are DELETING', async () => {
    const told = {
      [ONE]: makeError('StateMachineDoesNotExist'),
      [TWO]: { type: 'EXPRESS' },
      [FAR]: { status: 'DELETING' },
    };
    expect((await checkHooks({}, [ONE, TWO, FAR], told as Readonly<Record<string, MachineAnswer>>)).said).toBe(
      'HookNotAllowed: these state machines cannot run as hooks:\n' +
        `  ${ONE} does not exist\n  ${TWO} is of type EXPRESS: only STANDARD machines can be waited for\n` +
        `  ${FAR} is DELETING\n` +
        'Nothing was created. Use ACTIVE standard state machines (docs/deploy.md).',
    );
  });

  it('accepts the hook and logs a warning when DescribeStateMachine is denied', async () => {
    const { said, logged } = await checkHooks({}, [ONE], { [ONE]: makeError('AccessDeniedException') });
    expect([said, logged]).toEqual([
      '',
      ['an external state machine could not be checked; its stage will report an error if it cannot run'],
    ]);
  });

  it('refuses hooks and confirmations in local runs as NotSupported', async () => {
    expect((await checkHooks({ local: true }, [])).said).toBe(
      'NotSupported: local runs cannot wait for hooks or confirmations: stages with `reach` run only in an AWS ' +
        'account. `npx fsxbench plan` works in full',
    );
  });
});
