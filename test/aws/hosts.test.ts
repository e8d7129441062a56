import { CONTRACT_VERSION } from '../../lib/shapes/contract-version';
import { formatHosts, listHosts, parseHosts } from '../../lib/aws/hosts';
import { makeAccount, getFirst, type TestAccount } from './account';
import { changeAnswer } from './answers';

const HOSTS_KEY = 'executions/disks/exec/hosts/r1.txt';
const ENDPOINTS_KEY = 'executions/disks/exec/endpoints/r1.txt';

/** Values of the filter by state. */
function listStates(filters: unknown): string {
  const list = filters as { Name: string; Values: string[] }[];
  return list.find(({ Name }) => Name === 'instance-state-name')?.Values.join(',') ?? '';
}

let account = makeAccount();
let context = account.context();
beforeEach(() => {
  account = makeAccount();
  context = account.context();
});

/** Address of a host. */
function findAddress(account: TestAccount, id: string): string {
  return getFirst(account.ec2.hosts().filter(({ instanceId }) => instanceId === id)).privateIp;
}

const REASON = { Code: 'Client.InstanceInitiatedShutdown', Message: 'the boot script failed' };

describe('formatHosts and parseHosts', () => {
  const TEXT = ['client-0 client 0 10.0.0.4 i-0a', 'broker-1 broker 1 10.0.0.5 i-0b']
    .map((host) => `${host} ${CONTRACT_VERSION}\n`)
    .join('');
  const HOSTS = [
    { host: 'client-0', role: 'client', index: 0, privateIp: '10.0.0.4', instanceId: 'i-0a' },
    { host: 'broker-1', role: 'broker', index: 1, privateIp: '10.0.0.5', instanceId: 'i-0b' },
  ];

  it('writes and parses one line per host', () => {
    expect(formatHosts(HOSTS)).toBe(TEXT);
    expect(parseHosts(TEXT)).toEqual(HOSTS);
  });

  it('writes an empty list as empty text, and ignores empty lines', () => {
    expect(formatHosts([])).toBe('');
    expect(parseHosts('')).toEqual([]);
    expect(parseHosts(`\n${TEXT}\n`)).toEqual(HOSTS);
  });
});

describe('listHosts', () => {
  const ROLES = [
    { role: 'client', count: 2 },
    { role: 'broker', count: 1 },
  ];
  const EXPECTED = { roles: ROLES, hostsKey: HOSTS_KEY, made: {}, endpointsKey: ENDPOINTS_KEY };
  const EVENT = { rigTag: 'exec__r1', expected: EXPECTED };
  const clients = (count: number) => ({
    ...EVENT,
    expected: { ...EXPECTED, roles: [{ role: 'client', count }] },
  });
  const BROKER = { 'fsxbench:role': 'broker' };

  it('ignores instances without an id in answers of EC2 and Systems Manager', async () => {
    await account.instances(2);
    const nameless = changeAnswer(
      changeAnswer(context.aws, 'ec2', 'describeInstances', (answer) => ({
        ...answer,
        Reservations: [...(answer.Reservations ?? []), { Instances: [{ Tags: [] }] }],
      })),
      'ssm',
      'describeInstanceInformation',
      (answer) => ({
        ...answer,
        InstanceInformationList: [...(answer.InstanceInformationList ?? []), { PingStatus: 'Online' as const }],
      }),
    );
    expect(await listHosts(clients(2), { ...context, aws: nameless })).toMatchObject({ online: 2 });
    expect(parseHosts(await account.text(HOSTS_KEY))).toHaveLength(2);
  });

  it('writes the EBS volume ids of each host for target instances on its disks', async () => {
    const [id = ''] = await account.instances(1);
    const disks = [
      { DeviceName: '/dev/xvda', Ebs: { VolumeId: 'vol-root' } },
      { DeviceName: '/dev/sdg', Ebs: { VolumeId: 'vol-2' } },
      { DeviceName: '/dev/sdh', Ebs: { VolumeId: 'vol-3' } },
      { DeviceName: '/dev/sdz', Ebs: { VolumeId: 'vol-of-somebody' } },
    ];
    const places = [
      { role: 'client', copy: 'c2', volume: 1, device: '/dev/sdg' },
      { role: 'client', copy: 'c2', volume: 2, device: '/dev/sdh' },
      { role: 'broker', copy: 'c3', volume: 1, device: '/dev/sdg' },
    ];
    const aws = changeAnswer(context.aws, 'ec2', 'describeInstances', (answer) => ({
      ...answer,
      Reservations: answer.Reservations?.map((reservation) => ({
        ...reservation,
        Instances: reservation.Instances?.map((instance) => ({ ...instance, BlockDeviceMappings: disks })),
      })),
    }));
    const event = clients(1);
    const told = await listHosts({ ...event, expected: { ...event.expected, disks: places } }, { ...context, aws });
    expect(await account.text(ENDPOINTS_KEY)).toBe(`c2.${id} volumeId vol-2\nc2.${id} volumeId2 vol-3\n`);
    expect(told).toEqual({
      online: 1,
      gone: 0,
      why: '',
      made: { c2: { volume1: { id: 'vol-2' }, volume2: { id: 'vol-3' } } },
    });
  });

  it('writes the host list when all hosts are online, numbered by instance id within each role', async () => {
    const [first = '', second = ''] = await account.instances(2);
    const broker = await account.instance(BROKER);
    expect(await listHosts(EVENT, context)).toEqual({ online: 3, gone: 0, why: '' });
    const text = await account.text(HOSTS_KEY);
    expect(text).toBe(
      [
        `client-0 client 0 ${findAddress(account, first)} ${first} ${CONTRACT_VERSION}`,
        `client-1 client 1 ${findAddress(account, second)} ${second} ${CONTRACT_VERSION}`,
        `broker-0 broker 0 ${findAddress(account, broker)} ${broker} ${CONTRACT_VERSION}`,
        '',
      ].join('\n'),
    );
    // Listed in another order, as EC2 may: the names stay.
    const aws = changeAnswer(context.aws, 'ec2', 'describeInstances', (answer) => ({
      ...answer,
      Reservations: answer.Reservations?.toReversed().map(({ Instances, ...rest }) => ({
        ...rest,
        Instances: Instances?.toReversed(),
      })),
    }));
    await listHosts(EVENT, { ...context, aws });
    expect(await account.text(HOSTS_KEY)).toBe(text);
  });

  it('writes the endpoints of target instances when all hosts are online, one value per line', async () => {
    const made = { c1: { fs: { id: 'fs-1', dnsName: 'fs-1.example' } }, c2: { volume1: { path: '/fsx/volume1' } } };
    const event = { rigTag: 'exec__r1', expected: { ...EXPECTED, roles: [{ role: 'client', count: 1 }], made } };
    await listHosts(event, context);
    expect(await account.keys()).toEqual([]);
    await account.instance();
    await listHosts(event, context);
    expect(await account.text(ENDPOINTS_KEY)).toBe(
      'c1.fs id fs-1\nc1.fs dnsName fs-1.example\nc2.volume1 path /fsx/volume1\n',
    );
  });

  it('writes only the host list when no endpoints are given', async () => {
    await account.instance();
    await listHosts(clients(1), context);
    expect(await account.keys()).toEqual([HOSTS_KEY]);
  });

  it('counts the hosts that are online, and writes no files until all are', async () => {
    await account.instance();
    account.hosts.boot = () => new Promise(() => {});
    await account.instance();
    account.hosts.boot = async () => {};
    account.ec2.silence(await account.instance(BROKER), true);
    expect(await listHosts(EVENT, context)).toEqual({ online: 1, gone: 0, why: '' });
    expect(await account.keys()).toEqual([]);
  });

  it('describes running instances only after all hosts are online', async () => {
    await account.instances(2);
    const broker = await account.instance(BROKER);
    account.ec2.silence(broker, true);
    const states = (): unknown[] => account.inputs('DescribeInstances').map((input) => listStates(input['Filters']));
    await listHosts(EVENT, context);
    expect(new Set(states())).toEqual(new Set(['shutting-down,terminated,stopping,stopped']));
    account.ec2.silence(broker, false);
    await listHosts(EVENT, context);
    expect(states()).toContain('running');
  });

  it('reports lost hosts without calling Systems Manager when no hosts are expected', async () => {
    await account.instance();
    account.ec2.lose(await account.instance(), REASON);
    expect(await listHosts({ rigTag: 'exec__r1' }, context)).toEqual({ online: 0, gone: 1, why: REASON.Message });
    expect(account.inputs('DescribeInstanceInformation')).toEqual([]);
    expect(await account.keys()).toEqual([]);
  });

  it('excludes a host that has ended, although Systems Manager still lists it as online', async () => {
    const [, ended = ''] = await account.instances(2);
    // Systems Manager takes minutes to notice.
    const before = await context.aws.ssm.describeInstanceInformation({});
    account.ec2.lose(ended, REASON);
    const aws = changeAnswer(context.aws, 'ssm', 'describeInstanceInformation', () => before);
    expect(await listHosts(clients(2), { ...context, aws })).toEqual({ online: 1, gone: 1, why: REASON.Message });
    expect(await account.keys()).toEqual([]);
  });

  it('excludes hosts of another rig, stack or role', async () => {
    await account.instance({ 'fsxbench:rig': 'exec__r2' });
    await account.instance({ 'fsxbench:stack': 'bench2' });
    await account.instance({ 'fsxbench:role': 'controller' });
    await account.instance({ 'fsxbench:role': undefined });
    expect(await listHosts(clients(3), context)).toMatchObject({ online: 0, gone: 0 });
    expect(await listHosts({ ...EVENT, rigTag: 'exec__r3' }, context)).toMatchObject({ online: 0, gone: 0 });
  });

  it.each(['shutting-down', 'terminated', 'stopping', 'stopped'])(
    'counts a host that is %s as gone, and returns its state reason',
    async (state) => {
      await account.instance();
      await account.terminate(await account.instance());
      const lost = await account.instance();
      account.ec2.lose(lost, REASON);
      await account.pass(1);
      // Not all of these are states of the twin's instances; and a host that was ended has no reason of its own.
      const aws = changeAnswer(context.aws, 'ec2', 'describeInstances', (answer) => ({
        ...answer,
        Reservations: answer.Reservations?.map(({ Instances = [], ...rest }) => ({
          ...rest,
          Instances: Instances.map((each) =>
            each.InstanceId === lost
              ? { ...each, State: { Name: state as 'stopped' } }
              : { ...each, StateReason: undefined },
          ),
        })),
      }));
      expect(await listHosts(clients(1), { ...context, aws })).toEqual({ online: 1, gone: 2, why: REASON.Message });
      const asked = account.inputs('DescribeInstances').map((input) => listStates(input['Filters']).split(','));
      expect(asked[0]).toContain(state);
    },
  );

  it('writes a dash for a host without a private IP address', async () => {
    const id = await account.instance();
    const aws = changeAnswer(context.aws, 'ec2', 'describeInstances', (answer) => ({
      ...answer,
      Reservations: answer.Reservations?.map(({ Instances = [], ...rest }) => ({
        ...rest,
        Instances: Instances.map((each) => ({ ...each, PrivateIpAddress: undefined })),
      })),
    }));
    await listHosts(clients(1), { ...context, aws });
    expect(await account.text(HOSTS_KEY)).toBe(`client-0 client 0 - ${id} ${CONTRACT_VERSION}\n`);
  });

  it('reads all pages of both listings', async () => {
    await account.instances(12);
    expect(await listHosts(clients(12), context)).toMatchObject({ online: 12 });
    // Five are the fewest that either service gives at once.
    const sizes = account.inputs('DescribeInstanceInformation').map((input) => input['MaxResults']);
    expect(sizes).toEqual([50, 50, 50]);
    expect((await account.text(HOSTS_KEY)).split('\n')).toHaveLength(13);
  });
});
