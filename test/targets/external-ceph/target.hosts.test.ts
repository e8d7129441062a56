import { existsSync, mkdirSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { externalCeph } from '../../../lib/targets/external-ceph/target';
import { MountHost, type PrepareResult } from '../mount-host';

const SECRET = 'arn:aws:secretsmanager:us-east-1:123456789012:secret:ceph-AbCdEf';
const SHARED = { kind: 'external-ceph', monitors: ['10.20.0.11', '10.20.0.12'], secret: SECRET };
const FILES = externalCeph.schema.parse({ ...SHARED, folder: 'bench', fsname: 'cephfs' });
const BLOCKS = externalCeph.schema.parse({ ...SHARED, protocol: 'rbd', pool: 'bench', sizeGiB: 100 });
const OWNER = 'fsxbench-0123456789abcdef';
const NAME = `${OWNER}.e1__r1__c1`;
const KEY = 'AQB-the-key';

/** Images of the pool in a file, one of them mapped; `rm` of what is in use fails. */
const RBD = `
args=" $* "; echo "rbd \${args#*/ceph.c1 }" >>"$FAKE/calls"
case $args in
  *' ls '*) cat "$FAKE/images" 2>/dev/null || true ;;
  *' create '*) echo "\${args##*/}" | tr -d ' ' >>"$FAKE/images" ;;
  *' rm '*)
    image=\${args##*/} image=\${image% }
    [[ $image != *busy* ]] || { echo 'rbd: error: image still has watchers' >&2; exit 16; }
    grep -v -x "$image" "$FAKE/images" >"$FAKE/images.new"; mv "$FAKE/images.new" "$FAKE/images" ;;
  *' device list '*) cat "$FAKE/devices" 2>/dev/null || echo '[]' ;;
  *' device map '*)
    name=\${args##*/}
    printf '[{"id":"0","pool":"bench","name":"%s","snap":"-","device":"/dev/rbd0"}]' "\${name% }" >"$FAKE/devices"
    echo /dev/rbd0 ;;
  *' device unmap '*) rm -f "$FAKE/devices" ;;
esac
`;

let host: MountHost;
beforeEach(() => {
  host = new MountHost().endpoints(`store owner ${OWNER}`, 'store execution e1', `store name ${NAME}`);
  host
    .command('aws', `echo "aws $*" >>"$FAKE/calls"; echo ${KEY}`)
    .command('ceph', 'echo "ceph version 18.2.4"')
    .command('mount.ceph', ':')
    .command('rbd', RBD)
    .command('grep', 'exec /bin/grep "$@"')
    .command('tr', 'exec /usr/bin/tr "$@"')
    .set({ FSXBENCH_RUN: join(host.folder, 'run'), FSXBENCH_SECRETS: `${SECRET} 10.20.0.11;${SECRET} 10.20.0.12;` });
});
afterEach(() => host.remove());

const up = (config: typeof FILES): PrepareResult =>
  host.run(externalCeph.mounting.mount(config, { noatime: false }, host.place('external-ceph')).up);
const down = (config: typeof FILES, settings: Record<string, string> = {}): PrepareResult =>
  host.set(settings).run(externalCeph.mounting.mount(config, { noatime: false }, host.place('external-ceph')).down);
const images = (): string[] => (host.text('fake/images') ?? '').split('\n').filter(Boolean);

/** The key is in no call, no log and no result; its file is gone. */
function expectKeyHidden(): void {
  expect(host.calls().join('\n')).not.toContain(KEY);
  expect(existsSync(join(host.folder, 'run/ceph.c1'))).toBe(false);
  expect(JSON.stringify(host.text('out/status.json'))).not.toContain(KEY);
}

describe('mount script of external-ceph', () => {
  it('mounts CephFS with the secret key in a temporary file, and creates the folder of the rig', () => {
    const bench = join(host.root, 'stores/c1/bench');
    mkdirSync(bench, { recursive: true });
    const { code, stderr } = up(FILES);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(host.calls()).toEqual([
      `aws secretsmanager get-secret-value --region us-east-1 --secret-id ${SECRET} --query SecretString --output text`,
      'mount -t ceph -o name=fsxbench,secretfile=<folder>/run/ceph.c1,fs=cephfs ' +
        '10.20.0.11:6789,10.20.0.12:6789:/ <folder>/host/stores/c1',
    ]);
    expect(readlinkSync(host.data)).toBe(join(bench, NAME));
    expectKeyHidden();
  });

  it('fails with the reason when Secrets Manager denies access to the key', () => {
    host.command('aws', 'echo "An error occurred (AccessDeniedException): not authorized" >&2; exit 254');
    const { code, stderr } = up(FILES);
    expect(code).toBe(1);
    expect(stderr).toBe(
      'the secret of the cluster cannot be read: not authorized (context secrets of the deployment)\n',
    );
  });

  it.each([
    ['files', FILES],
    ['images', BLOCKS],
  ])('refuses to read the key of %s when the deployment does not bind the secret to a monitor', (_, config) => {
    host.set({ FSXBENCH_SECRETS: `${SECRET} 10.20.0.11;${SECRET} https://10.20.0.12;` });
    const { code, stderr } = up(config);
    expect(code).toBe(1);
    const why = 'ceph-AbCdEf may not go to 10.20.0.12';
    expect(stderr).toBe(`the secret of the cluster cannot be read: ${why} (context secrets of the deployment)\n`);
    expect(host.calls()).toEqual([]);
    expectKeyHidden();
  });

  it('creates, maps, formats and mounts one RBD image per host, and removes images of earlier executions', () => {
    host.command('seed', '');
    for (const image of [`${OWNER}.e0__r1__c1.client-0`, `${OWNER}.e1__r2__c1.client-0`, 'data'])
      host.run(`echo '${image}' >>"$FAKE/images"`);
    const { code, stderr } = up(BLOCKS);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(images()).toEqual([`${OWNER}.e1__r2__c1.client-0`, 'data', `${NAME}.client-0`]);
    const calls = host.calls().filter((call) => !call.startsWith('aws'));
    expect(calls).toEqual([
      'rbd ls bench ',
      `rbd rm --no-progress bench/${OWNER}.e0__r1__c1.client-0 `,
      `rbd create --size 100G --image-feature layering bench/${NAME}.client-0 `,
      'rbd device list --format json ',
      `rbd device map bench/${NAME}.client-0 `,
      'mkfs.xfs /dev/rbd0',
      'mount -t xfs -o relatime /dev/rbd0 <folder>/host/volumes/c1',
    ]);
    expectKeyHidden();
    expect(up(BLOCKS).code).toBe(0);
    expect(host.calls().filter((call) => / create | map |mkfs/.test(call))).toHaveLength(3);
  });

  it("keeps the RBD image on unmount, and removes the rig's images when FSXBENCH_LEAVING is set", () => {
    up(BLOCKS);
    host.stored('volumes/c1');
    expect(down(BLOCKS).code).toBe(0);
    expect([images(), host.text('fake/devices')]).toEqual([[`${NAME}.client-0`], undefined]);
    host.run(`printf '%s\\n' '${NAME}.client-1' data >>"$FAKE/images"`);
    expect(down(BLOCKS, { FSXBENCH_LEAVING: '1' }).code).toBe(0);
    expect(images()).toEqual(['data']);
    expectKeyHidden();
  });

  it('fails with the names of RBD images that cannot be removed', () => {
    host.run(`echo '${NAME}.busy-1' >>"$FAKE/images"`);
    const { code, stderr } = down(BLOCKS, { FSXBENCH_LEAVING: '1' });
    expect(code).toBe(1);
    expect(stderr).toBe(
      `images of the rig remain in the pool bench: these stay: ${NAME}.busy-1: rbd: error: image still has watchers\n`,
    );
  });
});
