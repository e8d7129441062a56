import { refuseHooks } from '../../../lib/aws/admission/hooks';
import type { Config } from '../../../lib/aws/context';

const ONE = 'arn:aws:states:us-east-1:123456789012:stateMachine:one';
const TWO = 'arn:aws:states:us-east-1:123456789012:stateMachine:two';

function ask(config: Partial<Config>, ...hooks: string[]): string {
  const actions = [...hooks.map((hook) => ({ hook })), { confirm: 'Do it.' }];
  const plan = { rigs: [{ periods: [{ batches: [{ changes: [{ actions }, {}] }] }] }] };
  try {
    refuseHooks(plan as unknown as Parameters<typeof refuseHooks>[0], {
      config: { local: false, ...config } as Config,
    });
  } catch (error) {
    return (error as Error).message;
  }
  return '';
}

describe('refuseHooks', () => {
  const first = 'this deployment may not run the state machines by which these stages are reached:';

  it('lets pass what the deployment allows, what asks a person, and all where no deployment is known', () => {
    expect([ask({ hooks: [ONE, TWO] }, ONE, TWO), ask({ hooks: [] }), ask({}, ONE)]).toEqual(['', '', '']);
  });

  it('names each machine that is not allowed, once', () => {
    expect(ask({ hooks: [ONE] }, ONE, TWO, TWO)).toBe(
      `${first}\n  ${TWO}\nDeploy the bench stack with these added to its setting \`hooks\` (docs/deploy.md).`,
    );
  });

  it('waits for nobody on this machine', () => {
    expect(ask({ local: true })).toBe(
      'this version cannot wait for anybody on this machine: stages with `reach` are measured in an account only. ' +
        '`fsxbench plan` works in full',
    );
  });
});
