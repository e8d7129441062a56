import { checkOntapMount, diffOntapMount } from '../../../lib/targets/fsx-ontap/mount';
import { ontapMountSchema } from '../../../lib/targets/fsx-ontap/schema';
import { CONFIG, KAFKA_2GBPS } from './config';

const OPTIONS =
  'rw,relatime,vers=4.1,rsize=65536,wsize=65536,namlen=255,hard,proto=tcp,nconnect=16,timeo=600,retrans=2,sec=sys';
const line = (number: number, options = OPTIONS) => ({ source: `svm:/volume${number}`, type: 'nfs4', options });
const diffMount = (mount: object, ...lines: readonly ReturnType<typeof line>[]): readonly string[] => {
  const [first = { source: '', type: '', options: '' }, ...more] = lines;
  return diffOntapMount(KAFKA_2GBPS, ontapMountSchema.parse(mount), { ...first, ...(more.length > 0 ? { more } : {}) });
};
const six = [1, 2, 3, 4, 5, 6].map((number) => line(number));

describe('diffOntapMount', () => {
  it('returns no differences when all requested volumes are mounted as requested', () => {
    expect(diffMount({}, ...six)).toEqual([]);
    expect(diffMount({ volumes: 1 }, line(1))).toEqual([]);
    expect(diffMount({ volumes: 2, rsize: '64k' }, line(1), line(2))).toEqual([]);
  });

  it('names the volume whose mount options differ', () => {
    const other = line(2, OPTIONS.replace('nconnect=16', 'nconnect=4'));
    expect(diffMount({}, ...six.slice(0, 1), other, ...six.slice(2))).toEqual([
      'svm:/volume2: requested nconnect 16, but the kernel has 4',
    ]);
    expect(diffMount({ volumes: 1, rsize: '1m' }, line(1))).toEqual([
      'requested rsize 1048576, but the kernel has 65536',
    ]);
  });

  it('reports missing volumes', () => {
    expect(diffMount({}, ...six.slice(1))).toEqual(['requested 6 volumes, but the kernel has 5']);
    expect(diffMount({})).toEqual(['requested nfs4, but nothing is mounted']);
  });
});

describe('checkOntapMount', () => {
  const listProblems = (mount: object) =>
    checkOntapMount(CONFIG, ontapMountSchema.parse(mount)).map(
      ({ severity, code, path, message }) => `${severity} ${code} ${path.join('.')}: ${message}`,
    );

  it('refuses more volumes than the target has', () => {
    expect(listProblems({ volumes: 2 })).toEqual(['error TooManyVolumes volumes: found 2; the target has 1']);
    expect(listProblems({ volumes: 1 })).toEqual([]);
  });

  it('warns when rsize exceeds the 65536 bytes that a new ONTAP server grants', () => {
    expect(listProblems({ rsize: '64k', wsize: '32k' })).toEqual([]);
    expect(listProblems({})).toEqual([]);
    expect(listProblems({ rsize: '1m' })).toEqual([
      'warning TransferSize rsize: found 1048576; a new storage virtual machine of ONTAP grants 65536 bytes. A ' +
        'trial whose mount differs from the spec is excluded. Set transferSizeKiB 1024 on the target, write 64k, ' +
        'or remove it to use what the server offers',
    ]);
  });

  it('refuses an rsize or wsize above transferSizeKiB', () => {
    const listMessages = (mount: object) =>
      checkOntapMount({ ...CONFIG, transferSizeKiB: 256 }, ontapMountSchema.parse(mount)).map(
        ({ severity, code, path, message }) => `${severity} ${code} ${path.join('.')}: ${message}`,
      );
    expect(listMessages({})).toEqual([]);
    expect(listMessages({ rsize: '256k', wsize: '128k' })).toEqual([]);
    expect(listMessages({ wsize: '512k' })).toEqual([
      'error TransferSize wsize: found 524288; the target has transferSizeKiB 256, which is 262144 bytes, and ' +
        'its server grants at most that',
    ]);
  });
});

describe('diffOntapMount with transferSizeKiB', () => {
  const diffOptions = (options: string) =>
    diffOntapMount({ ...CONFIG, transferSizeKiB: 256 }, ontapMountSchema.parse({}), line(1, options));

  it('reports rsize and wsize that differ from the transfer size', () => {
    expect(diffOptions(OPTIONS.replaceAll('65536', '262144'))).toEqual([]);
    expect(diffOptions(OPTIONS)).toEqual([
      'requested rsize 262144, but the kernel has 65536',
      'requested wsize 262144, but the kernel has 65536',
    ]);
  });

  it('accepts an rsize below the transfer size when the role requests it', () => {
    const mount = ontapMountSchema.parse({ rsize: '64k' });
    const options = OPTIONS.replace('wsize=65536', 'wsize=262144');
    expect(diffOntapMount({ ...CONFIG, transferSizeKiB: 256 }, mount, line(1, options))).toEqual([]);
  });
});

describe('mount of LUNs', () => {
  const config = { ...CONFIG, luns: { perHost: 4, sizeGiB: 64 } };
  const listProblems = (mount: object, of = config as typeof CONFIG) =>
    checkOntapMount(of, ontapMountSchema.parse(mount)).map(
      ({ severity, code, path, message }) => `${severity} ${code} ${path.join('.')}: ${message}`,
    );

  it('accepts up to luns.perHost LUNs, and refuses NFS options', () => {
    expect(listProblems({ luns: 4, stripe: '256k', sessions: 4 })).toEqual([]);
    expect(listProblems({ luns: 5 })).toEqual(['error TooManyLuns luns: found 5; each host has 4']);
    expect(listProblems({ nconnect: 4, nfsvers: '3', sync: true })).toEqual(
      ['nconnect', 'nfsvers', 'sync'].map(
        (word) => `error NoNfs ${word}: is an NFS option, and hosts use LUNs of the target`,
      ),
    );
  });

  it('refuses LUN options when the target has no LUNs', () => {
    expect(listProblems({ luns: 1, sessions: 2 }, CONFIG)).toEqual(
      ['luns', 'sessions'].map(
        (word) => `error NoLuns ${word}: the target has no \`luns\`: its hosts mount volumes by NFS`,
      ),
    );
  });

  it('requires an xfs file system on the host', () => {
    const mount = ontapMountSchema.parse({});
    expect(diffOntapMount(config, mount, { source: '/dev/mapper/a', type: 'xfs', options: 'rw' })).toEqual([]);
    expect(diffOntapMount(config, mount, { source: '/dev/root', type: 'ext4', options: 'rw' })).toEqual([
      'requested xfs, but the kernel has ext4',
    ]);
  });
});
