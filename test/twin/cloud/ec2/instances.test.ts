import {
  createFleet,
  expectRefusal,
  makeHosts,
  makeServices,
  readPages,
  RIG_TAGS,
  type Services,
  T0,
} from '../services';
import cases from './instances.cases.json';

interface ListedInstance {
  InstanceId: string;
  State: { Code: number; Name: string };
  Tags: { Key: string; Value: string }[];
}
type Reservation = { Instances: ListedInstance[] };

async function list(services: Services, input: object = {}): Promise<ListedInstance[]> {
  const { Reservations } = await services.call<{ Reservations: Reservation[] }>('ec2', 'DescribeInstances', input);
  return Reservations.flatMap(({ Instances }) => Instances);
}
const getState = async (services: Services, id: string): Promise<string | undefined> =>
  (await list(services, { InstanceIds: [id] }))[0]?.State.Name;

describe('DescribeInstances', () => {
  it('lists new instances after a delay, first as pending, then as running', async () => {
    const services = makeServices();
    await createFleet(services, 2);
    expect(await list(services)).toEqual([]);
    await services.pass(2_000);
    const pending = { Code: 0, Name: 'pending' };
    expect((await list(services)).map(({ State }) => State)).toEqual([pending, pending]);
    await services.pass(15_000);
    expect((await list(services))[0]).toMatchObject({
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
    await createFleet(services);
    expect(await list(services)).toMatchObject([{ State: { Name: 'running' } }]);
  });

  it('filters by tag and state', async () => {
    const services = makeServices();
    const clients = await makeHosts(services, 2);
    await makeHosts(services, 1, { ...RIG_TAGS, 'fsxbench:role': 'broker' }, 'broker');
    const by = async (Name: string, ...Values: string[]): Promise<string[]> =>
      (await list(services, { Filters: [{ Name, Values }] })).map(({ InstanceId }) => InstanceId);
    expect(await by('tag:fsxbench:role', 'client')).toEqual(clients);
    expect(await by('instance-state-name', 'terminated')).toEqual([]);
    expect(await by('instance-state-name', 'pending', 'running')).toHaveLength(3);
    await expectRefusal(by('vpc-id', 'vpc-1'), 'InvalidParameterValue');
  });

  it('returns pages of at most MaxResults instances, each instance once', async () => {
    const services = makeServices();
    const ids = [...(await makeHosts(services, 7)), ...(await makeHosts(services, 6, RIG_TAGS, 'more'))];
    const action = ['ec2', 'DescribeInstances'] as const;
    const pages = await readPages<Reservation>(services, action, 'Reservations', { MaxResults: 5 });
    const seen = pages.map((page) => page.flatMap(({ Instances }) => Instances.map(({ InstanceId }) => InstanceId)));
    expect(seen.map(({ length }) => length)).toEqual([5, 5, 3]);
    expect(seen.flat()).toEqual(ids);
    expect((await readPages(services, action, 'Reservations')).flat()).toHaveLength(2);
  });

  it.each(cases.refused as [object, string][])('refuses %j: %s', async (input, name) => {
    await expectRefusal(list(makeServices(), input), name);
  });
});

describe('TerminateInstances', () => {
  const terminate = (services: Services, InstanceIds?: readonly string[]) =>
    services.call('ec2', 'TerminateInstances', { InstanceIds });

  it('changes an instance to shutting-down, then terminated, and lists it for one hour', async () => {
    const services = makeServices();
    const [id = '', other = ''] = await makeHosts(services, 2);
    let removed: () => void = () => {};
    services.hosts.removal = () =>
      new Promise((resolve) => {
        removed = resolve;
      });
    const change = { CurrentState: { Code: 32, Name: 'shutting-down' }, PreviousState: { Code: 16, Name: 'running' } };
    expect(await terminate(services, [id])).toEqual({ TerminatingInstances: [{ InstanceId: id, ...change }] });
    expect(await getState(services, id)).toBe('shutting-down');
    removed();
    await services.pass(1);
    expect(await getState(services, id)).toBe('terminated');
    expect(await getState(services, other)).toBe('running');
    const [ended] = await list(services, { InstanceIds: [id] });
    expect(ended).not.toHaveProperty('PrivateIpAddress');
    expect(ended?.Tags).toContainEqual({ Key: 'fsxbench:rig', Value: 'e1__r1' });
    await services.pass(3_600_001);
    await expectRefusal(getState(services, id), 'InvalidInstanceID.NotFound');
  });

  it('terminates no instance when one id is unknown', async () => {
    const services = makeServices();
    const known = await makeHosts(services, 2);
    const [none, another] = ['i-00000000000000000', 'i-00000000000000001'];
    const message = `The instance ID '${none}' does not exist`;
    await expectRefusal(terminate(services, [...known, none]), 'InvalidInstanceID.NotFound', { message });
    expect(services.hosts.terminated).toEqual([]);
    const both = `The instance IDs '${none}, ${another}' do not exist`;
    await expectRefusal(terminate(services, [none, another]), 'InvalidInstanceID.NotFound', both);
  });

  it('terminates an instance once when called twice', async () => {
    const services = makeServices();
    const [id = ''] = await makeHosts(services, 1);
    await terminate(services, [id, id]);
    await services.pass(1);
    const again = await terminate(services, [id]);
    expect(again).toMatchObject({ TerminatingInstances: [{ CurrentState: { Name: 'terminated' } }] });
    expect(services.hosts.terminated).toEqual([id]);
  });

  it.each([[[]], [undefined]])('refuses a request with InstanceIds %j', async (InstanceIds) => {
    await expect(terminate(makeServices(), InstanceIds)).rejects.toThrow(/InstanceIds?/);
  });
});
