import {
  fleetInput,
  makeHosts,
  makeTemplate,
  makeWorld,
  RIG_TAGS,
  T0,
  type World,
  expectRefusal,
  readPages,
} from '../world';
import cases from './instances.cases.json';

interface Found {
  InstanceId: string;
  State: { Code: number; Name: string };
  PrivateIpAddress?: string;
  Tags: { Key: string; Value: string }[];
}
interface Listing {
  Reservations: { ReservationId: string; Instances: Found[] }[];
  NextToken?: string;
}

const describeInstances = (world: World, input: object = {}): Promise<Listing> =>
  world.call('ec2', 'DescribeInstances', input);
const found = ({ Reservations }: Listing): Found[] => Reservations.flatMap(({ Instances }) => Instances);
const idsOf = (listing: Listing): string[] => found(listing).map(({ InstanceId }) => InstanceId);
const stateOf = async (world: World, id: string): Promise<string | undefined> =>
  found(await describeInstances(world, { InstanceIds: [id] }))[0]?.State.Name;

describe('DescribeInstances', () => {
  it('shows instances as they come up, a moment after the launch', async () => {
    const world = makeWorld();
    const input = fleetInput(await makeTemplate(world), 2);
    await world.call('ec2', 'CreateFleet', input);
    expect(found(await describeInstances(world))).toEqual([]);
    await world.pass(2_000);
    expect(found(await describeInstances(world)).map(({ State }) => State)).toEqual([
      { Code: 0, Name: 'pending' },
      { Code: 0, Name: 'pending' },
    ]);
    await world.pass(15_000);
    const [first] = found(await describeInstances(world));
    expect(first).toMatchObject({
      State: { Code: 16, Name: 'running' },
      InstanceType: 't3.small',
      ImageId: 'ami-00000000000000001',
      LaunchTime: new Date(T0),
      PrivateIpAddress: '10.0.0.10',
      Tags: expect.arrayContaining([{ Key: 'fsxbench:rig', Value: 'e1__r1' }]),
    });
  });

  it('has local hosts running and listed at once', async () => {
    const world = makeWorld({ ec2: { timing: { pendingMs: 0, visibleMs: 0 } } });
    await world.call('ec2', 'CreateFleet', fleetInput(await makeTemplate(world), 1));
    expect(found(await describeInstances(world)).map(({ State }) => State.Name)).toEqual(['running']);
  });

  it('filters by tag and state', async () => {
    const world = makeWorld();
    const clients = await makeHosts(world, 2);
    await makeHosts(world, 1, { ...RIG_TAGS, 'fsxbench:role': 'broker' }, 'broker');
    const by = async (Name: string, ...Values: string[]): Promise<string[]> =>
      idsOf(await describeInstances(world, { Filters: [{ Name, Values }] }));
    expect(await by('tag:fsxbench:role', 'client')).toEqual(clients);
    expect(await by('instance-state-name', 'terminated')).toEqual([]);
    expect(await by('instance-state-name', 'pending', 'running')).toHaveLength(3);
    await expectRefusal(by('vpc-id', 'vpc-1'), 'InvalidParameterValue');
  });

  it('pages over reservations, each instance once', async () => {
    const world = makeWorld();
    const ids = [...(await makeHosts(world, 7)), ...(await makeHosts(world, 6, RIG_TAGS, 'more'))];
    type Reservations = Listing['Reservations'];
    const asked = { MaxResults: 5 };
    const pages = await readPages<Reservations[number]>(world, ['ec2', 'DescribeInstances'], 'Reservations', asked);
    const seen = pages.map((Reservations) => idsOf({ Reservations }));
    expect(seen.map(({ length }) => length)).toEqual([5, 5, 3]);
    expect(seen.flat()).toEqual(ids);
    expect((await describeInstances(world)).Reservations).toHaveLength(2);
  });

  it.each(cases.refused as [object, string][])('refuses %j', async (input, name) => {
    await expectRefusal(describeInstances(makeWorld(), input), name);
  });
});

describe('TerminateInstances', () => {
  it('shuts down, then terminates, and stays listed for an hour', async () => {
    const world = makeWorld();
    const [id = '', other = ''] = await makeHosts(world, 2);
    let removed: () => void = () => {};
    world.hosts.removal = () =>
      new Promise((resolve) => {
        removed = resolve;
      });
    const answer = await world.call('ec2', 'TerminateInstances', { InstanceIds: [id] });
    expect(answer).toEqual({
      TerminatingInstances: [
        {
          InstanceId: id,
          CurrentState: { Code: 32, Name: 'shutting-down' },
          PreviousState: { Code: 16, Name: 'running' },
        },
      ],
    });
    expect(await stateOf(world, id)).toBe('shutting-down');
    removed();
    await world.pass(1);
    expect(await stateOf(world, id)).toBe('terminated');
    expect(await stateOf(world, other)).toBe('running');
    const [ended] = found(await describeInstances(world, { InstanceIds: [id] }));
    expect(ended).not.toHaveProperty('PrivateIpAddress');
    expect(ended?.Tags).toContainEqual({ Key: 'fsxbench:rig', Value: 'e1__r1' });
    await world.pass(3_600_001);
    await expectRefusal(stateOf(world, id), 'InvalidInstanceID.NotFound');
  });

  it('terminates none when one id does not exist', async () => {
    const world = makeWorld();
    const ids = await makeHosts(world, 2);
    await expectRefusal(
      world.call('ec2', 'TerminateInstances', { InstanceIds: [...ids, 'i-00000000000000000'] }),
      'InvalidInstanceID.NotFound',
      { message: "The instance ID 'i-00000000000000000' does not exist" },
    );
    expect(world.hosts.terminated).toEqual([]);
    await expect(
      world.call('ec2', 'TerminateInstances', { InstanceIds: ['i-00000000000000000', 'i-00000000000000001'] }),
    ).rejects.toThrow("The instance IDs 'i-00000000000000000, i-00000000000000001' do not exist");
  });

  it('is idempotent', async () => {
    const world = makeWorld();
    const [id = ''] = await makeHosts(world, 1);
    await world.call('ec2', 'TerminateInstances', { InstanceIds: [id, id] });
    await world.pass(1);
    const again = await world.call('ec2', 'TerminateInstances', { InstanceIds: [id] });
    expect(again).toMatchObject({ TerminatingInstances: [{ CurrentState: { Name: 'terminated' } }] });
    expect(world.hosts.terminated).toEqual([id]);
  });

  it.each([[[]], [undefined]])('needs ids: %j', async (InstanceIds) => {
    await expect(makeWorld().call('ec2', 'TerminateInstances', { InstanceIds })).rejects.toThrow(/InstanceIds?/);
  });
});
