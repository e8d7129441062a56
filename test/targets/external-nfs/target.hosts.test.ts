import { existsSync, mkdirSync, readlinkSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { externalNfs } from '../../../lib/targets/external-nfs/target';
import { nfsMountSchema } from '../../../lib/targets/nfs-mount';
import { MountHost, type PrepareResult } from '../mount-host';

const CONFIG = externalNfs.schema.parse({
  kind: 'external-nfs',
  address: '10.20.0.15',
  export: '/export',
  folder: 'bench',
});
const OWNER = 'fsxbench-0123456789abcdef';
const NAME = `${OWNER}.e1__r1__c1`;
const OPTIONS = 'nfsvers=4.1,nconnect=16,rsize=1048576,wsize=1048576,hard,timeo=600,async';

let host: MountHost;
let bench: string;
beforeEach(() => {
  host = new MountHost().endpoints(`store owner ${OWNER}`, 'store execution e1', `store name ${NAME}`);
  bench = join(host.root, 'stores/c1/bench');
});
afterEach(() => host.remove());

const fixture = (mount: object = {}) =>
  externalNfs.mounting.mount(CONFIG, nfsMountSchema.parse(mount), host.place('external-nfs'));
const prepare = (mount: object = {}): PrepareResult => host.run(fixture(mount).up);
const down = (settings: Record<string, string> = {}): PrepareResult => host.set(settings).run(fixture().down);

describe('mount script of external-nfs', () => {
  it('mounts the export, and creates a folder for the rig and one for the host inside `folder`', () => {
    mkdirSync(bench, { recursive: true });
    const { code, stderr, status } = prepare();
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(host.calls()).toEqual([`mount -t nfs -o ${OPTIONS} 10.20.0.15:/export <folder>/host/stores/c1`]);
    expect(readlinkSync(host.data)).toBe(join(bench, NAME));
    expect(existsSync(join(bench, NAME, 'client-0'))).toBe(true);
    expect(status.rc).toBe(0);
    // A second time changes nothing.
    expect(prepare().code).toBe(0);
  });

  it('removes folders that earlier executions of the same deployment left, and nothing else', () => {
    const mine = [`${OWNER}.e0__r1__c1`, `${OWNER}.e0__r2__c3`];
    const others = [`${OWNER}.e1__r2__c1`, 'fsxbench-ffffffffffffffff.e0__r1__c1', 'data', `${OWNER}x.e0__r1__c1`];
    for (const name of [...mine, ...others]) {
      mkdirSync(join(bench, name), { recursive: true });
      writeFileSync(join(bench, name, 'file'), '');
    }
    symlinkSync(join(bench, 'data'), join(bench, `${OWNER}.e9__r1__c1`));
    const { code, status } = prepare();
    expect(code).toBe(0);
    expect(mine.map((name) => existsSync(join(bench, name)))).toEqual([false, false]);
    expect(others.map((name) => existsSync(join(bench, name, 'file')))).toEqual([true, true, true, true]);
    expect(Object.keys(status.facts)).toEqual(expect.arrayContaining(mine.map((name) => `removed ${name}`)));
  });

  it('fails when `folder` does not exist in the mounted export', () => {
    const { code, stderr } = prepare();
    expect(code).toBe(1);
    expect(stderr).toBe("there is no folder 'bench' in the mounted store: create it, or set another one\n");
  });

  it("keeps the rig's folder on unmount, and removes it when FSXBENCH_LEAVING is set", () => {
    mkdirSync(join(bench, NAME, 'client-0'), { recursive: true });
    mkdirSync(join(bench, 'data'));
    host.stored('stores/c1');
    expect(down().code).toBe(0);
    expect(existsSync(join(bench, NAME))).toBe(true);
    host.stored('stores/c1');
    expect(down({ FSXBENCH_LEAVING: '1' }).code).toBe(0);
    expect([existsSync(join(bench, NAME)), existsSync(join(bench, 'data'))]).toEqual([false, true]);
  });

  it('reports a folder that cannot be removed, and unmounts anyway', () => {
    mkdirSync(join(bench, NAME), { recursive: true });
    host.stored('stores/c1').command(
      'rm',
      `for last in "$@"; do :; done
        [[ $last != */stores/* ]] || { echo "rm: $last: Read-only file system" >&2; exit 1; }
        exec /bin/rm "$@"`,
    );
    const { code, stderr } = down({ FSXBENCH_LEAVING: '1' });
    expect(code).toBe(1);
    expect(stderr).toContain(`${NAME} remains in 'bench' of the store: rm: `);
    expect(host.calls().filter((call) => call.startsWith('umount'))).toHaveLength(1);
  });
});
