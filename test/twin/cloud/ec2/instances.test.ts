import {
  fleetInput,
  makeHosts,
  makeTemplate,
  makeServices,
  RIG_TAGS,
  T0,
  type Services,
  expectRefusal,
  readPages,
} from '../services';
import cases from './instances.cases.json';

interface ListedInstance {
  InstanceId: string;
  State: { Code: number; Name: string };
  PrivateIpAddress?: string;
  Tags: { Key: string; Value: string }[];
}
interface Listing {
  Reservations: { ReservationId: string; Instances: ListedInstance[] }[];
  NextToken?: string;
}

const describeInstances = (services: Services, input: object = {}): Promise<Listing> =>
  services.call('ec2', 'DescribeInstances', input);
const listInstances = ({ Reservations }: Listing): ListedInstance[] =>
  Reservations.flatMap(({ Instances }) => Instances);
const listIds = (listing: Listing): string[] => listInstances(listing).map(({ InstanceId }) => InstanceId);
const getState = async (services: Services, id: string): Promise<string | undefined> =>
  listInstances(await describeInstances(services, { InstanceIds: [id] }))[0]?.State.Name;

describe('DescribeInstances', () => {
  it('lists new instances after a delay, first as pending, then as running', async () => {
    const services = makeServices();
    const input = fleetInput(await makeTemplate(services), 2);
    await services.call('ec2', 'CreateFleet', input);
    expect(listInstances(await describeInstances(services))).toEqual([]);
    await services.pass(2_000);
    expect(listInstances(await describeInstances(services)).map(({ State }) => State)).toEqual([
      { Code: 0, Name: 'pending' },
      { Code: 0, Name: 'pending' },
    ]);
    await services.pass(15_000);
    const [first] = listInstances(await describeInstances(services));
    expect(first).toMatchObject({
      State: { Code: 16, Name: 'running' },
      InstanceType: 't3.small',
      ImageId: 'ami-00000000000000001',
      LaunchTime: new Date(T0),
      PrivateIpAddress: '10.0.0.10',
      Tags: expect.arrayContaining([{ Key: 'fsxbench:rig', Value: 'e1__r1' }]),
    });
  });

  it('lists a local host as running immediately', async () => {
    const services = makeServices({ ec2: { timing: { pendingMs: 0, visibleMs: 0 } } });
    await services.call('ec2', 'CreateFleet', fleetInput(await makeTemplate(services), 1));
    expect(listInstances(await describeInstances(services)).map(({ State }) => State.Name)).toEqual(['running']);
  });

  it('filters by tag and state', async () => {
    const services = makeServices();
    const clients = await makeHosts(services, 2);
    await makeHosts(services, 1, { ...RIG_TAGS, 'fsxbench:role': 'broker' }, 'broker');
    const by = async (Name: string, ...Values: string[]): Promise<string[]> =>
      listIds(await describeInstances(services, { Filters: [{ Name, Values }] }));
    expect(await by('tag:fsxbench:role', 'client')).toEqual(clients);
    expect(await by('instance-state-name', 'terminated')).toEqual([]);
    expect(await by('instance-state-name', 'pending', 'running')).toHaveLength(3);
    await expectRefusal(by('vpc-id', 'vpc-1'), 'InvalidParameterValue');
  });

  it('returns pages of at most MaxResults instances, each instance once', async () => {
    const services = makeServices();
    const ids = [...(await makeHosts(services, 7)), ...(await makeHosts(services, 6, RIG_TAGS, 'more'))];
    type Reservations = Listing['Reservations'];
    const asked = { MaxResults: 5 };
    const pages = await readPages<Reservations[number]>(services, ['ec2', 'DescribeInstances'], 'Reservations', asked);
    const seen = pages.map((Reservations) => listIds({ Reservations }));
    expect(seen.map(({ length }) => length)).toEqual([5, 5, 3]);
    expect(seen.flat()).toEqual(ids);
    expect((await describeInstances(services)).Reservations).toHaveLength(2);
  });

  it.each(cases.refused as [object, string][])('refuses %j: %s', async (input, name) => {
    await expectRefusal(describeInstances(makeServices(), input), name);
  });
});

describe('TerminateInstances', () => {
  it('changes an instance to shutting-down, then terminated, and lists it for one hour', async () => {
    const services = makeServices();
    const [id = '', other = ''] = await makeHosts(services, 2);
    let removed: () => void = () => {};
    services.hosts.removal = () =>
      new Promise((resolve) => {
        removed = resolve;
      });
    const answer = await services.call('ec2', 'TerminateInstances', { InstanceIds: [id] });
    expect(answer).toEqual({
      TerminatingInstances: [
        {
          InstanceId: id,
          CurrentState: { Code: 32, Name: 'shutting-down' },
          PreviousState: { Code: 16, Name: 'running' },
        },
      ],
    });
    expect(await getState(services, id)).toBe('shutting-down');
    removed();
    await services.pass(1);
    expect(await getState(services, id)).toBe('terminated');
    expect(await getState(services, other)).toBe('running');
    const [ended] = listInstances(await describeInstances(services, { InstanceIds: [id] }));
    expect(ended).not.toHaveProperty('PrivateIpAddress');
    expect(ended?.Tags).toContainEqual({ Key: 'fsxbench:rig', Value: 'e1__r1' });
    await services.pass(3_600_001);
    await expectRefusal(getState(services, id), 'InvalidInstanceID.NotFound');
  });

  it('terminates no instance when one id is unknown', async () => {
    const services = makeServices();
    const ids = await makeHosts(services, 2);
    await expectRefusal(
      services.call('ec2', 'TerminateInstances', { InstanceIds: [...ids, 'i-00000000000000000'] }),
      'InvalidInstanceID.NotFound',
      { message: "The instance ID 'i-00000000000000000' does not exist" },
    );
    expect(services.hosts.terminated).toEqual([]);
    await expect(
      services.call('ec2', 'TerminateInstances', { InstanceIds: ['i-00000000000000000', 'i-00000000000000001'] }),
    ).rejects.toThrow("The instance IDs 'i-00000000000000000, i-00000000000000001' do not exist");
  });

  it('terminates an instance once when called twice', async () => {
    const services = makeServices();
    const [id = ''] = await makeHosts(services, 1);
    await services.call('ec2', 'TerminateInstances', { InstanceIds: [id, id] });
    await services.pass(1);
    const again = await services.call('ec2', 'TerminateInstances', { InstanceIds: [id] });
    expect(again).toMatchObject({ TerminatingInstances: [{ CurrentState: { Name: 'terminated' } }] });
    expect(services.hosts.terminated).toEqual([id]);
  });

  it.each([[[]], [undefined]])('refuses a request with InstanceIds %j', async (InstanceIds) => {
    await expect(makeServices().call('ec2', 'TerminateInstances', { InstanceIds })).rejects.toThrow(/InstanceIds?/);
  });
});
