import { existsSync, lstatSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { ontapMountSchema } from '../../../lib/targets/fsx-ontap/schema';
import { fsxOntap } from '../../../lib/targets/fsx-ontap/target';
import { MountHost, type PrepareResult } from '../mount-host';
import { CONFIG } from './config';

const OPTIONS = 'nfsvers=4.1,nconnect=16,rsize=1048576,wsize=1048576,hard,timeo=600,async';
const SERVER = 'svm-1.fs-1.fsx.us-east-1.amazonaws.com';
const call = (number: number, folder = ''): string =>
  `mount -t nfs -o ${OPTIONS} ${SERVER}:/volume${number} <folder>/host/volumes/c1${folder}`;

let host: MountHost;
beforeEach(() => {
  host = new MountHost().endpoints('fs id fs-1', 'svm id svm-1', `svm dnsName ${SERVER}`);
});
afterEach(() => host.remove());

function prepare(count = 1, mount: object = {}, up: 'up' | 'down' = 'up'): PrepareResult {
  const config = { ...CONFIG, volumes: { count, sizeGiB: 100 } };
  return host.run(fsxOntap.mounting.mount(config, ontapMountSchema.parse(mount), host.place('fsx-ontap'))[up]);
}

describe('mount script of fsx-ontap with one volume', () => {
  it('mounts the volume on the target folder and creates the folder of the host', () => {
    const { code, stderr, status } = prepare();
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(host.calls()).toEqual([call(1)]);
    expect(lstatSync(join(host.data, 'client-0')).isDirectory()).toBe(true);
    expect(status.mount).toMatchObject({ source: `${SERVER}:/volume1`, type: 'nfs' });
    expect(status.mount).not.toHaveProperty('more');
    expect(status.facts).toMatchObject({ volumes: '1' });
  });

  it('mounts only volume 1 when the role sets volumes to 1', () => {
    expect(prepare(6, { volumes: 1 }).code).toBe(0);
    expect(host.calls()).toEqual([call(1)]);
  });

  it('records rsizeLowered when the server agrees to a smaller rsize than requested', () => {
    host.set({ FAKE_OPTIONS: 'rw,vers=4.1,rsize=65536,wsize=65536' });
    expect(prepare().status.facts).toMatchObject({
      rsize: '65536',
      rsizeLowered: 'asked for 1048576 bytes: the server has agreed to 65536',
    });
  });
});

describe('mount script of fsx-ontap with several volumes', () => {
  it('mounts each volume on a subfolder, and creates a folder of the host on each', () => {
    const { code, stderr, status } = prepare(3);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(host.calls()).toEqual([1, 2, 3].map((number) => call(number, `/volume${number}`)));
    for (const number of [1, 2, 3]) expect(existsSync(join(host.data, `volume${number}/client-0`))).toBe(true);
    expect(status.mount).toMatchObject({
      source: `${SERVER}:/volume1`,
      type: 'nfs',
      more: [
        { source: `${SERVER}:/volume2`, type: 'nfs', options: OPTIONS },
        { source: `${SERVER}:/volume3`, type: 'nfs', options: OPTIONS },
      ],
    });
  });

  it.each([
    ['0', 3, 1],
    ['2', 3, 3],
    ['4', 3, 2],
  ])('links the folder of the host with index %s of %d volumes to volume number %d', (index, count, number) => {
    host.set({ FSXBENCH_INDEX: index });
    expect(prepare(count).code).toBe(0);
    expect(readlinkSync(join(host.data, 'client-0'))).toBe(`volume${number}/client-0`);
  });

  it('mounts as many volumes as the role sets', () => {
    expect(prepare(6, { volumes: 2 }).code).toBe(0);
    expect(host.calls()).toHaveLength(2);
  });

  it('mounts each volume only once when it runs twice', () => {
    prepare(2);
    expect(prepare(2).code).toBe(0);
    expect(host.calls()).toHaveLength(2);
  });

  it('fails with a hint about ports when a volume cannot be mounted', () => {
    host.set({ FAKE_MOUNT_FAILS: '9' });
    expect(prepare(2).stderr).toMatch(/:\/volume1 cannot be mounted: .* TCP and UDP 111, 635, 2049/);
  });

  it('fails when endpoints.txt lacks the DNS name of the storage virtual machine', () => {
    host.endpoints('fs id fs-1');
    expect(prepare(2).stderr).toMatch(/has no line 'c1.svm dnsName <value>'/);
  });
});

describe('unmount script of fsx-ontap', () => {
  it('removes the link in the target folder, and keeps folders with stored data', () => {
    prepare(2);
    const stored = join(host.data, 'volume1/client-0');
    // As if nothing were mounted any more: what unmounts is tested with the shell.
    host.unmounted();
    const { code, stderr } = prepare(2, {}, 'down');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(existsSync(join(host.data, 'client-0'))).toBe(false);
    // Folders that hold something are volumes that are still there.
    expect(existsSync(stored)).toBe(true);
  });
});

describe('mount script of fsx-ontap with transferSizeKiB', () => {
  /** The interface of ONTAP: it keeps what it is told, and answers what FAKE_SAYS says in its place. */
  const CURL = `
read -r login
printf 'curl %s | %s\\n' "$*" "$login" >>"$FAKE/calls"
out='' data=''
while (($# > 0)); do
  case $1 in
    --output) out=$2 ;;
    --data) data=$2 ;;
  esac
  shift
done
[[ -z $data ]] || printf '%s' "$data" >"$FAKE/told"
printf '%s' "\${FAKE_SAYS:-$(tr -d '{}' <"$FAKE/told")}" >"$out"
printf '%s' "\${FAKE_CODE:-200}"
`;
  const AWS = `
echo "aws $*" >>"$FAKE/calls"
[[ -z \${FAKE_DENIED:-} ]] || { echo denied >&2; exit 254; }
echo s3cr3tPassword`;
  const ARN = 'arn:aws:secretsmanager:eu-west-1:123456789012:secret:fsxbench/s/e__r1__c1.secret-AbCdEf';

  function transfer(index = 0): PrepareResult {
    host
      .endpoints(
        'fs id fs-1',
        'fs management management.fs-1.fsx.us-east-1.amazonaws.com',
        `svm dnsName ${SERVER}`,
        'svm uuid 0000-1',
        `secret id ${ARN}`,
      )
      .command('curl', CURL)
      .command('aws', AWS)
      .command('sed', 'exec /bin/sed "$@"')
      .command('tr', 'exec /usr/bin/tr "$@"')
      .hosts(
        'other-0 other 0 10.0.0.9 i-9',
        index === 0 ? '' : 'client-9 client 0 10.0.0.3 i-0',
        'client-0 client 1 10.0.0.4 i-1',
      );
    const config = { ...CONFIG, transferSizeKiB: 256 };
    return host.run(fsxOntap.mounting.mount(config, ontapMountSchema.parse({}), host.place('fsx-ontap')).up);
  }
  const grantSize = (size: number): void => void host.set({ FAKE_OPTIONS: `rw,vers=4.1,rsize=${size},wsize=${size}` });

  it('sets tcp_max_transfer_size on the first host before the mount, and leaks no password', () => {
    grantSize(262_144);
    const { code, stderr, status } = transfer();
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const url = 'https://management.fs-1.fsx.us-east-1.amazonaws.com/api/protocols/nfs/services/0000-1';
    const [secret, patch, get, mount] = host.calls();
    expect(secret).toBe(
      `aws secretsmanager get-secret-value --region eu-west-1 --secret-id ${ARN} --query SecretString --output text`,
    );
    expect(patch).toContain('--request PATCH');
    expect(patch).toContain('--data {"transport":{"tcp_max_transfer_size":262144}}');
    expect(patch).toContain(`${url} | user = "fsxadmin:s3cr3tPassword"`);
    expect(get).toContain(`${url}?fields=transport.tcp_max_transfer_size |`);
    expect(mount).toMatch(/^mount -t nfs -o nfsvers=4.1,nconnect=16,rsize=262144,wsize=262144,/);
    expect(status.facts).toMatchObject({ transferSize: '262144', rsize: '262144' });
    expect(status.facts).not.toHaveProperty('rsizeLowered');
    // In no argument of what it starts, and in no file.
    expect(host.calls().filter((line) => line.split(' | ')[0]?.includes('s3cr3t'))).toEqual([]);
    for (const file of ['out/status.json', 'out/raw/ontap.log', 'out/raw/ontap.json', 'out/raw/secret.log'])
      expect([file, host.text(file)?.includes('s3cr3t')]).toEqual([file, false]);
  });

  it('retries the mount on other hosts without REST calls until the server grants the transfer size', () => {
    grantSize(65_536);
    const { code, stderr } = transfer(1);
    expect(code).toBe(1);
    expect(stderr).toContain('instead of requests of 262144 and 262144 bytes');
    expect(host.calls().filter((line) => line.startsWith('curl') || line.startsWith('aws'))).toEqual([]);
    expect(host.calls().filter((line) => line === 'sleep 5')).toHaveLength(24);
  });

  it('fails with the message of ONTAP, of a differing size, or of Secrets Manager', () => {
    host.set({ FAKE_CODE: '400', FAKE_SAYS: '{"error":{"message":"invalid value"}}' });
    expect(transfer().stderr).toContain(
      'ONTAP refused PATCH /protocols/nfs/services/0000-1: 400 {"error":{"message":"invalid value"}}',
    );
    host.set({ FAKE_CODE: '200', FAKE_SAYS: '"tcp_max_transfer_size": 65536' });
    expect(transfer().stderr).toContain('the server was set to requests of 262144 bytes, and reports 65536');
    host.set({ FAKE_DENIED: '1' });
    expect(transfer().stderr).toContain('the secret of the rig cannot be read: denied');
  });
});
