import { listResources } from '../../../lib/aws/ledger/list';
import { makeAccount } from '../account';
import { retelling } from '../answers';
import cases from './registry.ec2.cases.json';

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
  it.each(cases.instanceStates as [string, boolean, boolean][])(
    '%s: living %s, deletable %s',
    async (state, living, deletable) => {
      expect(await inState(state)).toEqual([expect.objectContaining({ state, living, deletable })]);
    },
  );

  it('live where EC2 says nothing', async () => {
    expect(await inState(undefined)).toMatchObject([{ state: 'unknown', living: true, deletable: true }]);
  });

  it('are asked for no more than a page holds (EC2: 5 to 1,000, 5 to 500 volumes, 1 to 200 templates)', async () => {
    const account = makeAccount();
    await listResources(account.context(), EXECUTION);
    const actions = ['DescribeInstances', 'DescribeVolumes', 'DescribeLaunchTemplates'];
    // FSx has volumes too, and pages of its own choice.
    const sizes = actions
      .flatMap((action) => account.inputs(action))
      .flatMap(({ MaxResults }) => (MaxResults === undefined ? [] : [Number(MaxResults)]));
    expect(sizes).toHaveLength(3);
    expect(sizes.every((size) => size >= 5 && size <= 200)).toBe(true);
  });
});

describe('disks', () => {
  /** The disk of a host, of which EC2 says that it is in this state. */
  async function disk(state: string | undefined) {
    const account = makeAccount();
    const context = account.context();
    account.tagsDisks = true;
    await account.instance();
    const aws = retelling(context.aws, 'ec2', 'describeVolumes', (answer) => ({
      ...answer,
      Volumes: answer.Volumes?.map((one) => ({ ...one, State: state as 'available' })),
    }));
    const { resources } = await listResources({ ...context, aws }, EXECUTION);
    return resources.filter(({ kind }) => kind === 'ec2:volume');
  }

  it.each(cases.volumeStates as [string, boolean, boolean][])(
    '%s: living %s, deletable %s',
    async (state, living, deletable) => {
      expect(await disk(state)).toEqual([expect.objectContaining({ state, living, deletable, type: null })]);
    },
  );

  it('live where EC2 says nothing', async () => {
    expect(await disk(undefined)).toMatchObject([{ state: 'unknown', living: true, deletable: false }]);
  });
});
