import type { Instance } from '@aws-sdk/client-ec2';
import { formatHosts, listHosts, parseHosts } from '../../lib/aws/hosts';
import { CONTRACT_VERSION } from '../../lib/shapes/contract-version';
import { getFirst, makeAccount } from './account';
import { changeAnswer, changeInstances } from './answers';

const HOSTS_KEY = 'executions/disks/exec/hosts/r1.txt';
const ENDPOINTS_KEY = 'executions/disks/exec/endpoints/r1.txt';
const BROKER = { 'fsxbench:role': 'broker' };
const REASON = { Code: 'Client.InstanceInitiatedShutdown', Message: 'the boot script failed' };
const ROLES = [
  { role: 'client', count: 2 },
  { role: 'broker', count: 1 },
];

/** The event for one rig. @param more of what is expected */
const makeEvent = (more: object = {}, rigTag = 'exec__r1') => ({
  rigTag,
  expected: { roles: ROLES, hostsKey: HOSTS_KEY, made: {}, endpointsKey: ENDPOINTS_KEY, ...more },
});
const clients = (count: number, more: object = {}) => makeEvent({ roles: [{ role: 'client', count }], ...more });

let account = makeAccount();
let context = account.context();
beforeEach(() => {
  account = makeAccount();
  context = account.context();
});
const change = (of: (one: Instance) => Instance) => ({ ...context, aws: changeInstances(context.aws, of) });

/** States for which instances were listed, by call. */
function listStates(): string[] {
  const filters = account
    .inputs('DescribeInstances')
    .map((input) => input['Filters'] as { Name: string; Values: string[] }[]);
  return filters.map((all) => all.find(({ Name }) => Name === 'instance-state-name')?.Values.join(',') ?? '');
}

/** Line of a host in the list. */
function formatLine(role: string, index: number, id: string): string {
  const { privateIp } = getFirst(account.ec2.hosts().filter(({ instanceId }) => instanceId === id));
  return `${role}-${index} ${role} ${index} ${privateIp} ${id} ${CONTRACT_VERSION}\n`;
}

describe('formatHosts and parseHosts', () => {
  const TEXT = ['client-0 client 0 10.0.0.4 i-0a', 'broker-1 broker 1 10.0.0.5 i-0b']
    .map((host) => `${host} ${CONTRACT_VERSION}\n`)
    .join('');
  const HOSTS = [
    { host: 'client-0', role: 'client', index: 0, privateIp: '10.0.0.4', instanceId: 'i-0a' },
    { host: 'broker-1', role: 'broker', index: 1, privateIp: '10.0.0.5', instanceId: 'i-0b' },
  ];

  it('writes and parses one line per host, and ignores empty lines', () => {
    expect([formatHosts(HOSTS), formatHosts([])]).toEqual([TEXT, '']);
    expect([parseHosts(TEXT), parseHosts(`\n${TEXT}\n`), parseHosts('')]).toEqual([HOSTS, HOSTS, []]);
  });
});

describe('listHosts', () => {
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
    const id = await account.instance();
    const BlockDeviceMappings = [
      { DeviceName: '/dev/xvda', Ebs: { VolumeId: 'vol-root' } },
      { DeviceName: '/dev/sdg', Ebs: { VolumeId: 'vol-2' } },
      { DeviceName: '/dev/sdh', Ebs: { VolumeId: 'vol-3' } },
      { DeviceName: '/dev/sdz', Ebs: { VolumeId: 'vol-of-somebody' } },
    ];
    const disks = [
      { role: 'client', copy: 'c2', volume: 1, device: '/dev/sdg' },
      { role: 'client', copy: 'c2', volume: 2, device: '/dev/sdh' },
      { role: 'broker', copy: 'c3', volume: 1, device: '/dev/sdg' },
    ];
    const listed = await listHosts(
      clients(1, { disks }),
      change((one) => ({ ...one, BlockDeviceMappings })),
    );
    expect(await account.text(ENDPOINTS_KEY)).toBe(`c2.${id} volumeId vol-2\nc2.${id} volumeId2 vol-3\n`);
    const made = { c2: { volume1: { id: 'vol-2' }, volume2: { id: 'vol-3' } } };
    expect(listed).toEqual({ online: 1, gone: 0, why: '', made });
  });

  it('writes only the host list when all hosts are online, numbered by instance id within each role', async () => {
    const [first = '', second = ''] = await account.instances(2);
    const broker = await account.instance(BROKER);
    expect(await listHosts(makeEvent(), context)).toEqual({ online: 3, gone: 0, why: '' });
    const lines = [formatLine('client', 0, first), formatLine('client', 1, second), formatLine('broker', 0, broker)];
    expect(await account.text(HOSTS_KEY)).toBe(lines.join(''));
    expect(await account.keys()).toEqual([HOSTS_KEY]);
    // Listed in another order, as EC2 may: the names stay.
    const aws = changeAnswer(context.aws, 'ec2', 'describeInstances', ({ Reservations, ...answer }) => ({
      ...answer,
      Reservations: Reservations?.toReversed().map(({ Instances, ...rest }) => ({
        ...rest,
        Instances: Instances?.toReversed(),
      })),
    }));
    await listHosts(makeEvent(), { ...context, aws });
    expect(await account.text(HOSTS_KEY)).toBe(lines.join(''));
  });

  it('writes the endpoints of target instances when all hosts are online, one value per line', async () => {
    const made = { c1: { fs: { id: 'fs-1', dnsName: 'fs-1.example' } }, c2: { volume1: { path: '/fsx/volume1' } } };
    await listHosts(clients(1, { made }), context);
    expect(await account.keys()).toEqual([]);
    await account.instance();
    await listHosts(clients(1, { made }), context);
    expect(await account.text(ENDPOINTS_KEY)).toBe(
      'c1.fs id fs-1\nc1.fs dnsName fs-1.example\nc2.volume1 path /fsx/volume1\n',
    );
  });

  it('counts the hosts that are online, and writes no files until all are', async () => {
    await account.instance();
    account.hosts.boot = () => new Promise(() => {});
    await account.instance();
    account.hosts.boot = async () => {};
    account.ec2.silence(await account.instance(BROKER), true);
    expect(await listHosts(makeEvent(), context)).toEqual({ online: 1, gone: 0, why: '' });
    expect(await account.keys()).toEqual([]);
  });

  it('describes running instances only after all hosts are online', async () => {
    await account.instances(2);
    const broker = await account.instance(BROKER);
    account.ec2.silence(broker, true);
    await listHosts(makeEvent(), context);
    expect(new Set(listStates())).toEqual(new Set(['shutting-down,terminated,stopping,stopped']));
    account.ec2.silence(broker, false);
    await listHosts(makeEvent(), context);
    expect(listStates()).toContain('running');
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
    expect(await listHosts(makeEvent({}, 'exec__r3'), context)).toMatchObject({ online: 0, gone: 0 });
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
      const changed = change((one) =>
        one.InstanceId === lost ? { ...one, State: { Name: state as 'stopped' } } : { ...one, StateReason: undefined },
      );
      expect(await listHosts(clients(1), changed)).toEqual({ online: 1, gone: 2, why: REASON.Message });
      expect(listStates()[0]?.split(',')).toContain(state);
    },
  );

  it('writes a dash for a host without a private IP address', async () => {
    const id = await account.instance();
    await listHosts(
      clients(1),
      change((one) => ({ ...one, PrivateIpAddress: undefined })),
    );
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
