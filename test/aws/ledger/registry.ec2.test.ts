import { listResources } from '../../../lib/aws/ledger/list';
import { makeAccount } from '../account';
import { changeAnswer } from '../answers';
import cases from './registry.ec2.cases.json';

const EXECUTION = { key: 'fsxbench:execution', value: 'exec' };

/** An instance of which EC2 says that it is in this state: also one that the twin's instances never have. */
async function listInState(state: string | undefined) {
  const account = makeAccount();
  const context = account.context();
  await account.instance();
  const aws = changeAnswer(context.aws, 'ec2', 'describeInstances', (answer) => ({
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

describe('listResources for EC2 instances', () => {
  it.each(cases.instanceStates as [string, boolean, boolean][])(
    'reports the state %s as living: %s, deletable: %s',
    async (state, living, deletable) => {
      expect(await listInState(state)).toEqual([expect.objectContaining({ state, living, deletable })]);
    },
  );

  it('reports an instance without a state as living and deletable', async () => {
    expect(await listInState(undefined)).toMatchObject([{ state: 'unknown', living: true, deletable: true }]);
  });

  it('requests page sizes that EC2 accepts for instances, volumes and launch templates', async () => {
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

describe('listResources for EBS volumes', () => {
  /** The disk of a host, of which EC2 says that it is in this state. */
  async function listVolumesInState(state: string | undefined) {
    const account = makeAccount();
    const context = account.context();
    account.tagsDisks = true;
    await account.instance();
    const aws = changeAnswer(context.aws, 'ec2', 'describeVolumes', (answer) => ({
      ...answer,
      Volumes: answer.Volumes?.map((one) => ({ ...one, State: state as 'available' })),
    }));
    const { resources } = await listResources({ ...context, aws }, EXECUTION);
    return resources.filter(({ kind }) => kind === 'ec2:volume');
  }

  it.each(cases.volumeStates as [string, boolean, boolean][])(
    'reports the state %s as living: %s, deletable: %s',
    async (state, living, deletable) => {
      expect(await listVolumesInState(state)).toEqual([
        expect.objectContaining({ state, living, deletable, type: null }),
      ]);
    },
  );

  it('reports a volume without a state as living and not deletable', async () => {
    expect(await listVolumesInState(undefined)).toMatchObject([{ state: 'unknown', living: true, deletable: false }]);
  });
});
