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

const wrong = (mount: object, options: string, type = 'nfs4'): readonly string[] =>
  diffNfsMount(mountSchema.parse(mount), { source: 'fs-1.example:/fsx/volume1', type, options });

describe('a mount of NFS as the kernel has it', () => {
  it('is what was asked for', () => {
    expect(wrong({}, V41)).toEqual([]);
    expect(wrong({ rsize: '1m', wsize: '1m', sync: false }, V41)).toEqual([]);
    const v3 = { nfsvers: 3, nconnect: 1, rsize: '64k', wsize: '64k', sync: true, noatime: true, cto: false };
    expect(wrong({ ...v3, actimeo: 30 }, V3, 'nfs')).toEqual([]);
  });

  it('says each thing that is not', () => {
    expect(wrong({ nfsvers: '4.2', nconnect: 8, rsize: '64k', sync: true, noatime: true, cto: false }, V41)).toEqual(
      cases.saysEachThing,
    );
    expect(wrong({ nfsvers: 3, nconnect: 16 }, V3, 'nfs')).toEqual([
      'requested nconnect 16, but the kernel has 1',
      'the mount has option sync, which was not requested',
      'the mount has option noatime, which was not requested',
      'the mount has option nocto, which was not requested',
    ]);
  });

  it('has a size that nobody asked for, whatever the server agrees to', () => {
    expect(wrong({}, V41.replace('rsize=1048576', 'rsize=262144'))).toEqual([]);
  });

  it('is nothing where nothing or something else is mounted', () => {
    expect(wrong({}, '', '')).toEqual(['requested nfs4, but nothing is mounted']);
    expect(wrong({ nfsvers: 3 }, V41)).toEqual(['requested nfs, but the kernel has nfs4']);
  });

  it('believes attributes as long as was asked for', () => {
    expect(wrong({ actimeo: 3 }, `${V41},acregmax=3,acdirmin=3,acdirmax=3`)).toEqual([]);
    expect(wrong({ actimeo: 60 }, V41)).toEqual([
      'requested acregmin 60, but the kernel has 3',
      'requested acdirmin 60, but the kernel has 30',
    ]);
  });
});

it('options are those of mount(8), all of them said', () => {
  expect(formatNfsOptions(mountSchema.parse({ nfsvers: 4.2, rsize: '64k', sync: true }))).toBe(
    'nfsvers=4.2,nconnect=16,rsize=65536,wsize=1048576,hard,timeo=600,sync',
  );
});

describe('settings of a mount by NFS', () => {
  it('are those of the guide where a role says nothing', () => {
    const defaults = { nconnect: 16, nfsvers: '4.1', sync: false, noatime: false, cto: true };
    expect(mountSchema.parse({})).toEqual(defaults);
    expect(mountSchema.parse(mountSchema.parse({}))).toEqual(defaults);
  });

  it.each(cases.readVersion as [number | string, string][])('read version %p as %p', (nfsvers, version) => {
    expect(mountSchema.parse({ nfsvers }).nfsvers).toBe(version);
  });

  it('give version 4.0 the one connection that it can have', () => {
    expect(mountSchema.parse({ nfsvers: 4 })).toMatchObject({ nfsvers: '4.0', nconnect: 1 });
    expect(mountProblems({ nfsvers: '4.0', nconnect: 16 })).toEqual([
      'found 16; with nfsvers 4.0 a host has one connection. Write 1, or another version',
    ]);
  });

  it('read sizes as people write them', () => {
    expect(mountSchema.parse({ rsize: '64k', wsize: '1 MiB' })).toMatchObject({ rsize: 65_536, wsize: 1_048_576 });
  });

  it.each(cases.refuse)('refuse %p', (mount) => {
    expect(mountProblems(mount)).toHaveLength(1);
  });

  it.each(['2k', '2m', '100k', '3000000', 'big'])('refuse requests of %p', (rsize) => {
    expect(mountProblems({ rsize })).toEqual([expect.stringMatching(/power of two from 4k to 1m|not a quantity/)]);
  });

  it.each([
    ['100k', '64 KiB or 128 KiB'],
    ['2k', '4 KiB'],
    ['1.5m', '1 MiB'],
  ])('say what requests of %p could be', (rsize, meant) => {
    expect(mountProblems({ rsize })).toEqual([expect.stringMatching(new RegExp(`^found .*, the nearest: ${meant}$`))]);
  });
});
