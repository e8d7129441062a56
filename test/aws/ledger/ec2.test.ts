import { listResources } from '../../../lib/aws/ledger/list';
import { makeAccount } from '../account';
import { retelling } from '../answers';

const EXECUTION = { key: 'fsxbench:execution', value: 'exec' };

/** An instance of which EC2 says that it is in this state: also one that the twin's instances never have. */
async function inState(state: string | undefined) {
  const account = makeAccount();
  const context = account.context();
  await account.instance();
  const aws = retelling(context.aws, 'ec2', 'describeInstances', (answer) => ({
    ...answer,
    Reservations: answer.Reservations?.map(({ Instances = [], ...rest }) => ({
      ...rest,
      Instances: Instances.map((one) => ({
        ...one,
        State: state === undefined ? undefined : { Name: state as 'running' },
      })),
    })),
  }));
  return (await listResources({ ...context, aws }, EXECUTION)).resources;
}

describe('instances', () => {
  it.each([
    ['pending', true, true],
    ['running', true, true],
    ['stopping', true, true],
    ['stopped', true, true],
    ['shutting-down', true, false],
    ['terminated', false, false],
    ['a-state-of-next-year', true, true],
  ])('%s: living %s, deletable %s', async (state, living, deletable) => {
    expect(await inState(state)).toEqual([expect.objectContaining({ state, living, deletable })]);
  });

  it('live where EC2 says nothing', async () => {
    expect(await inState(undefined)).toMatchObject([{ state: 'unknown', living: true, deletable: true }]);
  });

  it('are asked for no more than a page holds (EC2: 5 to 1,000 instances, 1 to 200 templates)', async () => {
    const account = makeAccount();
    await listResources(account.context(), EXECUTION);
    const sizes = ['DescribeInstances', 'DescribeLaunchTemplates'].flatMap((action) =>
      account.inputs(action).map((input) => Number(input['MaxResults'])),
    );
    expect(sizes).toHaveLength(2);
    expect(sizes.every((size) => size >= 5 && size <= 200)).toBe(true);
  });
});
