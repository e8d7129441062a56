import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fsxLustre } from '../../../lib/targets/fsx-lustre/target';
import type { FsxLustre } from '../../../lib/targets/fsx-lustre/config';
import type { LustreMount } from '../../../lib/targets/fsx-lustre/mount-settings';
import { MountHost, type PrepareResult } from '../mount-host';
import cases from './mount.prepare.cases.json';

const CONFIG: FsxLustre = { kind: 'fsx-lustre', deploymentType: 'SCRATCH_2', storageGiB: 1200, compression: 'NONE' };
const MOUNT: LustreMount = { flock: true, noatime: true, tuning: 'none' };
const SOURCE = 'fs-1.fsx.us-east-1.amazonaws.com@tcp:/abcdefgh';
const MOUNTED = `mount -t lustre -o noatime,flock ${SOURCE} <folder>/host/volumes/c1`;

let host: MountHost;
beforeEach(() => void (host = new MountHost()));
afterEach(() => host.remove());

function prepare(mount: Partial<LustreMount> = {}, config: Partial<FsxLustre> = {}): PrepareResult {
  const options = { ...MOUNT, ...mount };
  return host.run(
    fsxLustre.mounting.mount({ ...CONFIG, ...config } as FsxLustre, options, host.place('fsx-lustre')).up,
  );
}

describe('mount script of fsx-lustre', () => {
  it('mounts the file system, creates the folder of the host, and records client version and layout', () => {
    const { code, stderr, status } = prepare();
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(host.calls()).toEqual([MOUNTED, 'lfs getstripe -d <folder>/host/volumes/c1/client-0']);
    expect(readdirSync(join(host.data, 'client-0'))).toEqual([]);
    expect(status).toMatchObject(cases.mountsFileSystem);
    expect(host.text('out/raw/space.txt')).toMatch(/^Filesystem\s+Type\s+1B-blocks/);
    expect(host.text('out/raw/layout.txt')).toBe('stripe_count: 1\n');
  });

  it('mounts only once when it runs twice', () => {
    prepare();
    expect(prepare().code).toBe(0);
    expect(host.calls().filter((call) => call.startsWith('mount'))).toEqual([MOUNTED]);
  });

  it('retries the mount after 5 and 10 seconds', () => {
    host.set({ FAKE_MOUNT_FAILS: '2' });
    expect(prepare().code).toBe(0);
    expect(host.calls().slice(0, 5)).toEqual([MOUNTED, 'sleep 5', MOUNTED, 'sleep 10', MOUNTED]);
    expect(host.text('out/raw/mount.log')).toContain('try 2: noise\nmount: timed out');
  });

  it('fails after five attempts with the last message of mount and a hint about ports', () => {
    host.set({ FAKE_MOUNT_FAILS: '9', FAKE_MOUNT_ERROR: 'unknown filesystem type lustre' });
    const { code, stderr, status } = prepare();
    expect(code).toBe(1);
    expect(stderr).toBe(
      `${SOURCE} cannot be mounted: mount: unknown filesystem type lustre; its security group must let hosts in on ` +
        'TCP 988 and 1018 to 1023, and the client must fit the kernel\n',
    );
    expect(status.facts['problem']).toBe(stderr.trimEnd());
    expect(host.calls().filter((call) => call.startsWith('mount'))).toHaveLength(5);
  });

  it('mounts with the options of the role', () => {
    prepare({ flock: false, noatime: false });
    expect(host.calls()[0]).toContain('-o relatime,noflock ');
  });
});

describe('installation of the Lustre client', () => {
  it('installs lustre-client with dnf on Amazon Linux 2023', () => {
    host = new MountHost('lfs').brings('dnf', 'lfs');
    expect(prepare().code).toBe(0);
    expect(host.calls()[0]).toBe('dnf -y -q install lustre-client');
  });

  it.each([
    ['Ubuntu 24.04', 'ID=ubuntu\nID_LIKE=debian\nVERSION_ID="24.04"\n'],
    ['Amazon Linux 2', 'ID="amzn"\nVERSION_ID="2"\n'],
  ])('fails on %s with a link to the instructions', (name, release) => {
    host = new MountHost('lfs').brings('dnf', 'lfs').brings('apt-get', 'lfs');
    host.release(`${release}PRETTY_NAME="${name}"\n`);
    const { code, stderr } = prepare();
    expect(code).toBe(1);
    expect(stderr).toBe(
      `the Lustre client is not installed, and is only installed by itself on Amazon Linux 2023, not on ${name}: see ` +
        'https://docs.aws.amazon.com/fsx/latest/LustreGuide/install-lustre-client.html\n',
    );
    expect(host.calls()).toEqual([]);
  });

  it('is skipped on Ubuntu when the client is already installed', () => {
    host.release('ID=ubuntu\nPRETTY_NAME="Ubuntu 24.04"\n');
    expect(prepare().code).toBe(0);
  });
});

describe('recommended tuning of the Lustre client', () => {
  const SMALL = cases.small;
  const settings = (): string[] =>
    host
      .calls()
      .filter((call) => call.startsWith('lctl set_param '))
      .map((call) => call.slice('lctl set_param '.length));

  it('sets the documented parameters of a small host after the mount, and records them', () => {
    const { status } = prepare({ tuning: 'recommended' });
    expect(settings()).toEqual(SMALL);
    expect(host.calls()[0]).toBe(MOUNTED);
    expect(status.facts).toMatchObject({ tuning: 'recommended', 'mdc.abcdefgh-*.max_rpcs_in_flight': '64' });
    expect(status.facts).not.toHaveProperty('moduleOptions');
    expect(host.text('out/raw/parameters.txt')).toContain('osc.abcdefgh-OST*.max_rpcs_in_flight=now\n');
  });

  const LARGE = ['ldlm.namespaces.abcdefgh-*.lru_max_age=600000', 'ldlm.namespaces.abcdefgh-*.lru_size=3200', ...SMALL];
  it.each([
    ['recommended', 65, '32', LARGE],
    ['recommended', 64, '64', SMALL],
    ['none', 1024, '96', []],
  ] as const)('sets with tuning %s on a host of %d GiB and %s processors %j', (tuning, gib, processors, expected) => {
    host.set({ FAKE_MEMORY: String(gib * 1024 ** 3), FAKE_PROCESSORS: processors });
    prepare({ tuning });
    expect(settings()).toEqual(expected);
    expect(readdirSync(join(host.folder, 'modprobe'))).toEqual([]);
  });

  it('sets module options on hosts with more than 64 processors', () => {
    host.set({ FAKE_PROCESSORS: '96' });
    expect(prepare({ tuning: 'recommended' }).status.facts['moduleOptions']).toBe(
      'ptlrpcd_per_cpt_max=32 credits=2560',
    );
    expect(host.text('modprobe/fsxbench-lustre.conf')).toBe(
      'options ptlrpc ptlrpcd_per_cpt_max=32\noptions ksocklnd credits=2560\n',
    );
    mkdirSync(join(host.folder, 'modules/ptlrpc'));
    const { facts } = prepare({ tuning: 'recommended' }).status;
    expect(facts['moduleOptions']).toBe('ptlrpcd_per_cpt_max=32 credits=2560');
  });

  it('records that module options are not set when the modules are already loaded', () => {
    host.set({ FAKE_PROCESSORS: '96' });
    mkdirSync(join(host.folder, 'modules/ptlrpc'));
    const { code, status } = prepare({ tuning: 'recommended' });
    expect(code).toBe(0);
    expect(status.facts['moduleOptions']).toBe('not set: the modules were loaded already');
    expect(existsSync(join(host.folder, 'modprobe/fsxbench-lustre.conf'))).toBe(false);
  });

  it('continues when the client refuses a parameter, and records the refusal', () => {
    host.set({ FAKE_REFUSED: 'statahead_xattr' });
    const { code, status } = prepare({ tuning: 'recommended' });
    expect(code).toBe(0);
    expect(status.facts['llite.abcdefgh-*.statahead_xattr']).toMatch(/^refused: error: set_param: .*No such file$/);
    expect(status.facts['llite.abcdefgh-*.statahead_agl']).toBe('1');
  });
});

describe('mount script of fsx-lustre with lctl settings', () => {
  const lctl = { 'osc.max_dirty_mb': 512, 'ldlm.namespaces.lru_size': 100, 'llite.max_read_ahead_mb': 256 };
  const listSettings = (): readonly string[] => host.calls().filter((call) => call.startsWith('lctl set_param '));

  it('sets them after the recommended parameters, on the devices of this file system', () => {
    expect(prepare({ tuning: 'recommended', lctl }).code).toBe(0);
    expect(listSettings().slice(-3)).toEqual([
      'lctl set_param ldlm.namespaces.abcdefgh-*.lru_size=100',
      'lctl set_param llite.abcdefgh-*.max_read_ahead_mb=256',
      'lctl set_param osc.abcdefgh-*.max_dirty_mb=512',
    ]);
    expect(listSettings()).toHaveLength(9);
    expect(host.text('host/lctl/c1')).toContain('osc.max_dirty_mb osc.abcdefgh-*.max_dirty_mb\n');
  });

  it('sets them in an order that the client accepts, on the devices of the mounted file system', () => {
    const some = { 'osc.*OST*.max_rpcs_in_flight': 32, 'ldlm.namespaces.*osc*.lru_size': 100 };
    const patterns = { ...some, 'mdc.max_mod_rpcs_in_flight': 50, 'mdc.max_rpcs_in_flight': 64 };
    expect(prepare({ tuning: 'none', lctl: patterns }).code).toBe(0);
    expect(listSettings()).toEqual([
      'lctl set_param mdc.abcdefgh-*.max_rpcs_in_flight=64',
      'lctl set_param ldlm.namespaces.abcdefgh-*osc*.lru_size=100',
      'lctl set_param osc.abcdefgh-*OST*.max_rpcs_in_flight=32',
      'lctl set_param mdc.abcdefgh-*.max_mod_rpcs_in_flight=50',
    ]);
    expect(host.text('host/lctl/c1')).toContain('osc.*OST*.max_rpcs_in_flight osc.abcdefgh-*OST*.max_');
  });

  it('reads them back, and reports a difference when a device has another value', () => {
    const { status } = prepare({ lctl: { 'osc.max_dirty_mb': 512 } });
    // The fake tells the name.
    expect(status.mount.parameters).toEqual({ 'osc.max_dirty_mb': '-n=now' });
    host.command('lctl', '[[ $1 != get_param ]] || printf "512\\n512\\n"');
    const mount = { ...MOUNT, lctl: { 'osc.max_dirty_mb': 512 } };
    expect(fsxLustre.mounting.diffMount(CONFIG, mount, prepare(mount).status.mount)).toEqual([]);
    host.command('lctl', '[[ $1 != get_param ]] || printf "512\\n32\\n"');
    expect(fsxLustre.mounting.diffMount(CONFIG, mount, prepare(mount).status.mount)).toEqual([
      'requested lctl osc.max_dirty_mb 512, but the client has 32, 512',
    ]);
  });

  it('fails when the client refuses a setting', () => {
    host.set({ FAKE_REFUSED: 'max_dirty_mb' });
    const { code, stderr } = prepare({ lctl });
    expect(code).toBe(1);
    expect(stderr).toMatch(/^the client setting osc.max_dirty_mb cannot be 512: error: set_param: .*No such file\n$/);
  });

  it('removes them from the record when a later mount has none', () => {
    prepare({ lctl });
    expect(prepare().status.mount.parameters).toBeUndefined();
    expect(host.text('host/lctl/c1')).toBeUndefined();
  });
});

describe('mount script of fsx-lustre with a stripe count', () => {
  it.each([
    [-1, '-1', '-1'],
    [4, '4', '4'],
    [4, '3', '3'],
    [4, '', 'unknown: 4 were requested'],
  ])('sets stripe count %p with lfs setstripe, and records for the reported "%s": %s', (stripeCount, found, fact) => {
    host.set({ FAKE_STRIPES: found });
    expect(prepare({}, { stripeCount }).status.facts['stripes']).toBe(fact);
    expect(host.calls()).toContain(`lfs setstripe -c ${stripeCount} <folder>/host/volumes/c1/client-0`);
  });

  it('fails when lfs setstripe fails', () => {
    host.set({ FAKE_LFS_ERROR: 'lfs setstripe: no space' });
    const { code, stderr } = prepare({}, { stripeCount: 2 });
    expect(code).toBe(1);
    expect(stderr).toContain('cannot be set to 2: lfs setstripe: no space\n');
  });
});

describe('mount script of fsx-lustre with endpoints', () => {
  it('fails when a line or the file is missing in FSXBENCH_ENDPOINTS', () => {
    host.endpoints('fs id fs-1', 'fs dnsName x');
    expect(prepare().stderr).toContain(
      "endpoints.txt has no line 'c1.fs mountName <value>': was the file system created?\n",
    );
    host.set({ FSXBENCH_ENDPOINTS: '/nowhere' });
    expect(prepare().stderr).toBe(
      "the file with the endpoints of the rig cannot be read: '/nowhere' (FSXBENCH_ENDPOINTS)\n",
    );
    host.set({ FSXBENCH_ENDPOINTS: '' });
    expect(prepare().code).toBe(1);
    expect(host.calls()).toEqual([]);
  });

  it('passes shell syntax in endpoints to mount as plain text', () => {
    host.endpoints('fs dnsName $(touch stray)`touch stray`;touch stray', `fs mountName '"a b" *`);
    expect(prepare().code).toBe(0);
    expect(host.calls()[0]).toBe(
      'mount -t lustre -o noatime,flock $(touch stray)`touch stray`;touch stray@tcp:/\'"a b" * ' +
        '<folder>/host/volumes/c1',
    );
    expect(existsSync(join(host.folder, 'stray')) || existsSync('stray')).toBe(false);
  });
});

describe('mount script of fsx-lustre with an unusable folder', () => {
  it('fails when the folder cannot be written', () => {
    prepare();
    mkdirSync(join(host.data, 'client-0/.fsxbench-probe'));
    const { code, stderr } = prepare();
    expect(code).toBe(1);
    expect(stderr).toMatch(/^the folder '.*client-0' cannot be written and read: Is a directory\n$/);
  });

  it('fails when the folder cannot be created', () => {
    mkdirSync(host.data, { recursive: true });
    writeFileSync(join(host.data, 'client-0'), '');
    expect(prepare().stderr).toMatch(/^the folder '.*client-0' cannot be made: can the file system be written\?\n$/);
  });
});
