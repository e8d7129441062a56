import { checkSchema } from '../../lib/experiment/language/schema-problems';
import { diffNfsMount, formatNfsOptions, nfsMountSchema as mountSchema } from '../../lib/targets/nfs-mount';
import cases from './nfs-mount.cases.json';

const mountProblems = (mount: object): string[] =>
  checkSchema(mountSchema, mount, []).problems.map(({ message }) => message);

/** As Linux 6.1 wrote it to /proc/mounts, but for the addresses. */
const V41 =
  'rw,relatime,vers=4.1,rsize=1048576,wsize=1048576,namlen=255,hard,proto=tcp,nconnect=16,timeo=600,retrans=2,' +
  'sec=sys,clientaddr=10.0.0.10,local_lock=none,addr=10.0.255.193';
const V3 =
  'rw,sync,noatime,vers=3,rsize=65536,wsize=65536,namlen=255,acregmin=30,acregmax=30,acdirmax=30,hard,nocto,' +
  'proto=tcp,timeo=600,retrans=2,sec=sys,mountaddr=10.0.255.193,mountvers=3,mountport=20048,mountproto=udp,' +
  'local_lock=none,addr=10.0.255.193';

const AS_V3 = { nfsvers: 3, nconnect: 1, rsize: '64k', wsize: '64k', sync: true, noatime: true, cto: false };

describe('diffNfsMount', () => {
  it.each<[string, object, string, string, readonly string[]]>([
    ['defaults', {}, V41, 'nfs4', []],
    ['sizes in units', { rsize: '1m', wsize: '1m', sync: false }, V41, 'nfs4', []],
    ['all options of NFS 3', { ...AS_V3, actimeo: 30 }, V3, 'nfs', []],
    ['an rsize that the server lowered', {}, V41.replace('rsize=1048576', 'rsize=262144'), 'nfs4', []],
    ['equal attribute cache times', { actimeo: 3 }, `${V41},acregmax=3,acdirmin=3,acdirmax=3`, 'nfs4', []],
    [
      'options that the kernel lacks',
      { nfsvers: '4.2', nconnect: 8, rsize: '64k', sync: true, noatime: true, cto: false },
      V41,
      'nfs4',
      cases.saysEachThing,
    ],
    [
      'options that were not requested',
      { nfsvers: 3, nconnect: 16 },
      V3,
      'nfs',
      [
        'requested nconnect 16, but the kernel has 1',
        ...['sync', 'noatime', 'nocto'].map((name) => `the mount has option ${name}, which was not requested`),
      ],
    ],
    ['no mount', {}, '', '', ['requested nfs4, but nothing is mounted']],
    ['another type', { nfsvers: 3 }, V41, 'nfs4', ['requested nfs, but the kernel has nfs4']],
    [
      'other attribute cache times',
      { actimeo: 60 },
      V41,
      'nfs4',
      ['requested acregmin 60, but the kernel has 3', 'requested acdirmin 60, but the kernel has 30'],
    ],
  ])('lists the differences of %s', (_what, mount, options, type, differences) => {
    const kernel = { source: 'fs-1.example:/fsx/volume1', type, options };
    expect(diffNfsMount(mountSchema.parse(mount), kernel)).toEqual(differences);
  });
});

it('formats all NFS options for mount(8)', () => {
  expect(formatNfsOptions(mountSchema.parse({ nfsvers: 4.2, rsize: '64k', sync: true }))).toBe(
    'nfsvers=4.2,nconnect=16,rsize=65536,wsize=1048576,hard,timeo=600,sync',
  );
});

describe('NFS mount schema', () => {
  it('defaults to NFS 4.1 with nconnect 16', () => {
    const defaults = { nconnect: 16, nfsvers: '4.1', sync: false, noatime: false, cto: true };
    expect(mountSchema.parse({})).toEqual(defaults);
    expect(mountSchema.parse(mountSchema.parse({}))).toEqual(defaults);
  });

  it.each(cases.readVersion as [number | string, string][])('parses nfsvers %p as version %p', (nfsvers, version) => {
    expect(mountSchema.parse({ nfsvers }).nfsvers).toBe(version);
  });

  it('defaults nconnect to 1 with NFS 4.0, and refuses nconnect 16', () => {
    expect(mountSchema.parse({ nfsvers: 4 })).toMatchObject({ nfsvers: '4.0', nconnect: 1 });
    expect(mountProblems({ nfsvers: '4.0', nconnect: 16 })).toEqual([
      'found 16; with nfsvers 4.0 a host has one connection. Write 1, or another version',
    ]);
  });

  it('parses rsize and wsize with units', () => {
    expect(mountSchema.parse({ rsize: '64k', wsize: '1 MiB' })).toMatchObject({ rsize: 65_536, wsize: 1_048_576 });
  });

  it.each(cases.refuse)('refuses the invalid mount settings %p', (mount) => {
    expect(mountProblems(mount)).toHaveLength(1);
  });

  it.each(['2k', '2m', '100k', '3000000', 'big'])(
    'refuses an rsize of %p, which is no power of two from 4k to 1m',
    (rsize) => {
      expect(mountProblems({ rsize })).toEqual([expect.stringMatching(/power of two from 4k to 1m|not a quantity/)]);
    },
  );

  it.each([
    ['100k', '64 KiB or 128 KiB'],
    ['2k', '4 KiB'],
    ['1.5m', '1 MiB'],
  ])('suggests for an rsize of %p the nearest allowed size, %s', (rsize, meant) => {
    expect(mountProblems({ rsize })).toEqual([expect.stringMatching(new RegExp(`^found .*, the nearest: ${meant}$`))]);
  });
});
