/** Two hosts attach LUNs of one modelled ONTAP. */
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { hashLuns, resolveLuns, makeLunVolumes, getSetupSeconds } from '../../../../lib/targets/fsx-ontap/luns/luns';
import { ontapMountSchema } from '../../../../lib/targets/fsx-ontap/schema';
import { fsxOntap } from '../../../../lib/targets/fsx-ontap/target';
import { CONFIG, Host, LUNS } from './luns-host';

const SET = hashLuns({ haPairs: 2, luns: LUNS });
const serial = (number: number): string => `lun${String(number).padStart(9, '0')}`;

const OWN = [1, 2, 3, 4].map(serial);
const OTHERS = [5, 6, 7, 8].map(serial);

/** The first host; the second, which runs nothing, sees its own LUNs. */
function makeFirst(): Host {
  const host = new Host('client-0');
  host.sees('client-1', ...OTHERS);
  return host;
}

describe('LUN script of fsx-ontap on two hosts', () => {
  let first: Host;
  let attached: ReturnType<Host['attach']>;
  let state: ReturnType<Host['state']>;
  let calls: readonly string[];
  beforeAll(() => {
    first = makeFirst();
    attached = first.attach();
    state = first.state();
    calls = first.calls();
  });
  afterAll(() => first.remove());

  it('creates LUNs for all hosts on the first one, alternates HA pairs, and maps each to one initiator', () => {
    expect(attached).toMatchObject({ code: 0, stderr: '' });
    const { luns, groups, maps } = state;
    expect(luns.map(({ name, size }) => [name, size / 1024 ** 3])).toEqual([
      [`/vol/luns1/${SET}_client-0_000`, 64],
      [`/vol/luns2/${SET}_client-0_001`, 64],
      [`/vol/luns1/${SET}_client-0_002`, 64],
      [`/vol/luns2/${SET}_client-0_003`, 8],
      [`/vol/luns2/${SET}_client-1_000`, 64],
      [`/vol/luns1/${SET}_client-1_001`, 64],
      [`/vol/luns2/${SET}_client-1_002`, 64],
      [`/vol/luns1/${SET}_client-1_003`, 8],
    ]);
    expect(groups).toMatchObject([
      { name: 'client-0', protocol: 'iscsi', initiators: [{ name: 'iqn.2026-01.dev.fsxbench:i-1' }] },
      { name: 'client-1', protocol: 'iscsi', initiators: [{ name: 'iqn.2026-01.dev.fsxbench:i-2' }] },
    ]);
    expect(maps).toHaveLength(8);
    expect(first.text('etc/iscsi/initiatorname.iscsi')).toBe('InitiatorName=iqn.2026-01.dev.fsxbench:i-1\n');
  });

  it('creates LUNs in parallel requests, and lists them page by page', () => {
    const { runs, args } = state;
    // Two runs send 2 groups, 8 LUNs and 8 maps; all others are pages of lists.
    expect(args.filter((one) => one === '--parallel')).toHaveLength(2);
    expect(runs - args.filter((one) => one === 'GET').length).toBe(2);
    expect(args.filter((one) => one.includes('start='))).not.toEqual([]);
  });

  it('stripes, formats and mounts the LUNs of its host, and leaks no password', () => {
    expect(calls).toContain('iscsiadm --mode node --op update --name node.session.nr_sessions --value 4');
    const striped = calls.find((line) => line.startsWith('dmsetup'));
    // 64 GiB each, 256 KiB on one before the next has its turn.
    expect(striped).toMatch(/^dmsetup create fsxbench-c1-data --table 0 402653184 striped 3 512 \S+ 0 \S+ 0 \S+ 0$/);
    expect(calls.filter((line) => line.startsWith('mkfs.xfs'))).toHaveLength(2);
    const { facts } = attached.status;
    expect(facts).toMatchObject({ luns: OWN.join(' '), stripe: '3 x 262144', sessions: '16', paths: '8' });
    expect(facts).not.toHaveProperty('lunsAtEnd');
    expect(readdirSync(first.data).sort()).toEqual(['client-0', 'log']);
    expect(readdirSync(join(first.data, 'log'))).toEqual(['client-0']);
    expect(JSON.stringify([calls, attached.status, state.args])).not.toContain('s3cr3t1Password');
  });

  it('attaches on the second host the LUNs that the first one created', () => {
    // It has the same volume: what the first has told.
    const second = new Host('client-1', first);
    const { code, stderr, status } = second.attach({ luns: 2, sessions: 1, stripe: '1m' });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    second.remove();
    expect(first.state().luns).toEqual(state.luns);
    const found = { luns: OTHERS.join(' '), stripe: '2 x 1048576', sessions: '4', paths: '2' };
    expect(status.facts).toMatchObject(found);
  });

  it('deletes the LUNs of a host when it powers off, and keeps them when it reboots', () => {
    const [unit = '', script = ''] = ['units/fsxbench-luns-c1.service', 'run/fsxbench-luns-c1.sh'].map((file) =>
      first.text(file),
    );
    expect(unit).toContain('\nAfter=network-online.target nss-lookup.target\n');
    expect(unit).toMatch(/\nExecStop=\/bin\/bash .+\/run\/fsxbench-luns-c1\.sh\nTimeoutStopSec=60\n$/);
    expect(script).not.toContain('s3cr3t1Password');
    first.command('systemctl', 'echo "12 reboot.target start waiting"');
    expect(first.run(script).code).toBe(0);
    expect(first.state().luns).toHaveLength(8);
    first.command('systemctl', 'echo "12 poweroff.target start waiting"');
    expect(first.run(script)).toMatchObject({ code: 0, stderr: '' });
    expect(first.state().luns.map(({ name }) => name.replace(/.*_(client-\d)_.*/, '$1'))).toEqual(
      Array.from({ length: 4 }, () => 'client-1'),
    );
    expect(first.state().maps).toHaveLength(4);
  });
});

describe('LUN script of fsx-ontap', () => {
  let first: Host;
  beforeEach(() => void (first = makeFirst()));
  afterEach(() => first.remove());
  const listWrites = (): string[] => first.calls().filter((line) => /^(mkfs|dmsetup|mount -t xfs)/.test(line));

  it.each(['late', 'lost'])('creates and maps each LUN once when answers of ONTAP arrive %s', (fault) => {
    expect(first.set({ ONTAP_FAULT: fault }).attach()).toMatchObject({ code: 0, stderr: '' });
    const { luns, groups, maps } = first.state();
    expect([luns.length, groups.length, maps.length]).toEqual([8, 2, 8]);
  });

  it('attaches LUNs and records a warning when the systemd unit that deletes them cannot be installed', () => {
    first.command('systemctl', '[[ $1 != daemon-reload ]]');
    const { code, status } = first.attach();
    expect(code).toBe(0);
    expect(status.facts).toMatchObject({ lunsAtEnd: 'no unit deletes the LUNs of this host when it ends' });
  });

  it('keeps data when sessions change, formats for another stripe, and deletes LUNs with FSXBENCH_LEAVING', () => {
    first.command('systemctl', 'echo "systemctl $*" >>"$FAKE/calls"');
    const count = (start: string): number => first.calls().filter((line) => line.startsWith(start)).length;
    first.attach();
    for (const [mount, formats] of [
      [{ sessions: 1 }, 2],
      [{ stripe: '1m' }, 3],
    ] as const) {
      expect(first.unmounted().detach().code).toBe(0);
      expect(first.attach(mount).stderr).toBe('');
      expect([count('mkfs.xfs'), first.state().luns.length]).toEqual([formats, 8]);
    }
    expect(count('systemctl stop')).toBe(0);
    expect(first.unmounted().set({ FSXBENCH_LEAVING: '1' }).detach().code).toBe(0);
    expect(first.calls()).toContain('systemctl stop fsxbench-luns-c1.service');
  });

  it('recreates the LUNs after HA pairs were added, when all hosts have detached the old ones', () => {
    first.attach();
    first.unmounted().detach();
    const set = hashLuns({ haPairs: 4, luns: LUNS });
    const folder = join(first.root, 'exchange/c1', set, 'seen');
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'client-1'), `${serial(13)}\n`);
    expect(first.set({ FAKE_PORTALS: '8' }).attach({}, { ...CONFIG, haPairs: 4 }).stderr).toBe('');
    const names = first.state().luns.map(({ name }) => name);
    expect(names).toHaveLength(8);
    expect(new Set(names.map((name) => name.slice(0, 10)))).toEqual(
      new Set(['/vol/luns1', '/vol/luns2', '/vol/luns3', '/vol/luns4']),
    );
    expect(names.every((name) => name.includes(set))).toBe(true);
  });

  it('mounts the LUNs when a portal accepts the third login after it refused two', () => {
    const { code, status } = first.set({ FAKE_NO_SESSION: '10.0.2.13.2', FAKE_LOGINS: '3' }).attach();
    expect([code, status.facts['sessions']]).toEqual([0, '16']);
  });

  it.each([
    ['a session is missing', { FAKE_NO_SESSION: '10.0.2.12.3' }, '15 of 16', '8 of 8'],
    ['the last LUN has one path', { FAKE_PATHS: '4 1' }, '16 of 16', '1 of 8'],
    [
      'a session of the known portal and all paths of a LUN are missing',
      { FAKE_NO_SESSION: '10.0.2.10.1', FAKE_PATHS: '2 0' },
      '15 of 16',
      '0 of 8',
    ],
  ])('refuses to write when %s after two minutes, and reports the counts', (_what, fault, sessions, paths) => {
    const { code, stderr, status } = first.set(fault).attach();
    expect(code).toBe(1);
    expect(stderr).toContain(
      `client-0 has ${sessions} iSCSI sessions (4 to each of 4 portals), and a LUN has ${paths} active paths; the ` +
        'security group of the file system must let hosts in on TCP 3260, and all its servers must be up',
    );
    expect(status.facts).not.toHaveProperty('sessions');
    expect(listWrites()).toEqual([]);
  });

  it('fails with the message of ONTAP when it refuses to create a LUN', () => {
    const { code, stderr } = first.set({ ONTAP_FAULT: 'full' }).attach();
    expect(code).toBe(1);
    expect(stderr).toContain('ONTAP refused POST /storage/luns: 400 {"error": {"message": "no room"}}');
  });

  it.each([
    [
      'a host sees a LUN of another host',
      { FAKE_EXTRA: serial(5) },
      OTHERS,
      `client-0 sees LUNs ${[...OWN, serial(5)].join(' ')} instead of its own ${OWN.join(' ')}`,
    ],
    [
      'another host also sees its LUNs',
      {},
      [serial(2), ...OTHERS],
      `host client-1 also sees LUN ${serial(2)} of client-0`,
    ],
  ])('refuses to write when %s', (_what, fault: Record<string, string>, seen, message) => {
    first.sees('client-1', ...seen);
    const { code, stderr } = first.set(fault).attach();
    expect(code).toBe(1);
    expect(stderr).toContain(`LunShared: ${message}`);
    expect(listWrites()).toEqual([]);
  });
});

describe('planning of LUNs', () => {
  it('creates one volume for LUNs on each HA pair', () => {
    expect(makeLunVolumes(3, 2).map(({ id, input }) => [id, input['OntapConfiguration']])).toEqual([
      ['luns2', expect.objectContaining({ AggregateConfiguration: { Aggregates: ['aggr2'] } })],
      ['luns3', expect.objectContaining({ AggregateConfiguration: { Aggregates: ['aggr3'] } })],
    ]);
    expect(JSON.stringify(makeLunVolumes(1))).not.toContain('AggregateConfiguration');
  });

  it('computes expected and maximum setup seconds from the numbers of hosts and LUNs', () => {
    // 20 hosts with 32 LUNs and 1 for logs: 20 groups, 660 LUNs, 660 maps, 8 calls at once.
    const luns = { perHost: 32, sizeGiB: 64, log: { perHost: 1, sizeGiB: 8 } };
    expect(getSetupSeconds(luns, 20)).toEqual({ expected: 1340 / 8, timeout: 1200 + (1340 * 5) / 8 });
    const fixture = (hosts: number) =>
      fsxOntap.mounting.mount({ ...CONFIG, luns }, ontapMountSchema.parse({}), {
        copy: 'c1',
        roles: ['client'],
        hosts,
        files: new Host('client-0').files('fsx-ontap'),
      });
    const [few, many] = [fixture(1), fixture(20)];
    expect(few.key).toBe(many.key);
    expect(many.expectedSeconds - few.expectedSeconds).toBe(
      Math.ceil(60 + 1340 / 8 + 66) - Math.ceil(60 + 67 / 8 + 66),
    );
    expect(many.timeoutSeconds).toBe(Math.ceil(1800 + 1200 + (1340 * 5) / 8 + 20 * 33));
    const host = new Host('client-0');
    host.hosts(...Array.from({ length: 20 }, (_, index) => `client-${index} client ${index} 10.0.0.4 i-${index}`));
    const script = [
      'LUN_PER_HOST=32',
      'LUN_LOGS=1',
      'ONTAP_ROLES=client',
      'source luns.sh',
      'luns_seconds >"$FSXBENCH_OUT/seconds"',
    ].join('\n');
    host.run(script.replace('source luns.sh', () => host.files('fsx-ontap')['luns.sh'] ?? ''));
    expect(host.text('out/seconds')).toBe('2037\n');
    host.remove();
  });

  it('resolves default LUNs, stripe and sessions of a host, and hashes the settings to 8 hex digits', () => {
    expect(resolveLuns(LUNS, {})).toEqual({ luns: 3, stripe: 262_144, sessions: 4 });
    expect(hashLuns({ haPairs: 1, luns: LUNS })).not.toBe(SET);
    expect(SET).toMatch(/^[0-9a-f]{8}$/);
  });
});
