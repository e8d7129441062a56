import { admit } from '../../../lib/aws/admission';
import { readScripts } from '../../../lib/aws/scripts';
import { ID, makeAccount, T0 } from '../account';

describe('admit, and refuseNotBuilt in it', () => {
  it('refuses what this version can only plan, before anything is written', async () => {
    const account = makeAccount();
    account.scripts = await readScripts('workloads');
    const spec = {
      experiment: 'files',
      targets: { here: { kind: 'directory', path: 'data' } },
      workloads: { many: { kind: 'database' } },
    };
    const event = { executionId: ID, startedAt: new Date(T0).toISOString(), input: { spec } };
    await expect(admit(event, account.context({ local: true }))).rejects.toMatchObject({
      name: 'NotBuilt',
      message:
        'this version plans and prices, and cannot execute yet: the workload kind `database` (`many`). ' +
        '`fsxbench validate` and `fsxbench plan` work in full',
    });
    expect(account.inputs('PutObject')).toEqual([]);
  });
});
