import { checkOntapMount, diffOntapMount } from '../../../lib/targets/fsx-ontap/mount';
import { type FsxOntap, ontapMountSchema } from '../../../lib/targets/fsx-ontap/schema';
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

const CHANGEABLE = { ...CONFIG, transferSizeKiB: 256 };
const LUNS: FsxOntap = { ...CONFIG, luns: { perHost: 4, sizeGiB: 64 } };

it.each<[string, FsxOntap, object, string[]]>([
  ['as many volumes as the target has', CONFIG, { volumes: 1 }, []],
  ['more volumes', CONFIG, { volumes: 2 }, ['error TooManyVolumes volumes: found 2; the target has 1']],
  ['default sizes', CONFIG, {}, []],
  ['sizes that a new server grants', CONFIG, { rsize: '64k', wsize: '32k' }, []],
  [
    'an rsize above the 65536 bytes that a new server grants',
    CONFIG,
    { rsize: '1m' },
    [
      'warning TransferSize rsize: found 1048576; a new storage virtual machine of ONTAP grants 65536 bytes. A ' +
        'trial whose mount differs from the spec is excluded. Set transferSizeKiB 1024 on the target, write 64k, ' +
        'or remove it to use what the server offers',
    ],
  ],
  ['default sizes with transferSizeKiB', CHANGEABLE, {}, []],
  ['sizes up to transferSizeKiB', CHANGEABLE, { rsize: '256k', wsize: '128k' }, []],
  [
    'a wsize above transferSizeKiB',
    CHANGEABLE,
    { wsize: '512k' },
    [
      'error TransferSize wsize: found 524288; the target has transferSizeKiB 256, which is 262144 bytes, and ' +
        'its server grants at most that',
    ],
  ],
  ['up to luns.perHost LUNs', LUNS, { luns: 4, stripe: '256k', sessions: 4 }, []],
  ['more LUNs', LUNS, { luns: 5 }, ['error TooManyLuns luns: found 5; each host has 4']],
  [
    'NFS options with LUNs',
    LUNS,
    { nconnect: 4, nfsvers: '3', sync: true },
    ['nconnect', 'nfsvers', 'sync'].map(
      (word) => `error NoNfs ${word}: is an NFS option, and hosts use LUNs of the target`,
    ),
  ],
  [
    'LUN options when the target has no LUNs',
    CONFIG,
    { luns: 1, sessions: 2 },
    ['luns', 'sessions'].map(
      (word) => `error NoLuns ${word}: the target has no \`luns\`: its hosts mount volumes by NFS`,
    ),
  ],
])('reports problems of mounts with %s', (_what, config, mount, problems) => {
  const found = checkOntapMount(config, ontapMountSchema.parse(mount));
  expect(found.map(({ severity, code, path, message }) => `${severity} ${code} ${path.join('.')}: ${message}`)).toEqual(
    problems,
  );
});

describe('diffOntapMount with transferSizeKiB or LUNs', () => {
  it.each([
    [{}, OPTIONS.replaceAll('65536', '262144'), []],
    [
      {},
      OPTIONS,
      ['requested rsize 262144, but the kernel has 65536', 'requested wsize 262144, but the kernel has 65536'],
    ],
    [{ rsize: '64k' }, OPTIONS.replace('wsize=65536', 'wsize=262144'), []],
  ])('reports sizes of the mount %j that differ from the transfer size: %s', (mount, options, differences) => {
    expect(diffOntapMount(CHANGEABLE, ontapMountSchema.parse(mount), line(1, options))).toEqual(differences);
  });

  it.each([
    ['/dev/mapper/a', 'xfs', []],
    ['/dev/root', 'ext4', ['requested xfs, but the kernel has ext4']],
  ])('requires an xfs file system on the host with LUNs: %s with %s', (source, type, differences) => {
    expect(diffOntapMount(LUNS, ontapMountSchema.parse({}), { source, type, options: 'rw' })).toEqual(differences);
  });
});
