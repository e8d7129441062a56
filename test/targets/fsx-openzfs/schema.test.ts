import { check } from '../../../lib/experiment/spec/schema-problems';
import { mountSchema, schema } from '../../../lib/targets/fsx-openzfs/schema';
import { CONFIG } from './config';

const LEAST = { kind: 'fsx-openzfs', deploymentType: 'SINGLE_AZ_2', storageGiB: 1000, throughputMBps: 2560 };
const problems = (settings: object): string[] =>
  check(schema, { ...LEAST, ...settings }, []).problems.map(
    ({ code, path, message }) => `${code} ${path.join('.')}: ${message}`,
  );
const mountProblems = (mount: object): string[] => check(mountSchema, mount, []).problems.map(({ message }) => message);

describe('settings of fsx-openzfs', () => {
  it('have defaults that measure the storage as it is', () => {
    expect(schema.parse(LEAST)).toEqual(CONFIG);
    expect(schema.parse({ ...LEAST, volumes: {} })).toEqual(CONFIG);
  });

  it.each([
    CONFIG,
    { ...CONFIG, diskIops: 40_000, recordSizeKiB: 8, nfsExport: 'async', volumes: { count: 3, quotaGiB: 100 } },
  ])('are the same when they are read again', (config) => {
    expect(schema.parse(config)).toEqual(config);
  });

  it.each(['SINGLE_AZ_1', 'SINGLE_AZ_2', 'SINGLE_AZ_HA_1', 'SINGLE_AZ_HA_2', 'MULTI_AZ_1'])('take %s', (type) => {
    expect(problems({ deploymentType: type })).toEqual([]);
  });

  it.each([
    [{ diskIops: 'auto' }, "diskIops: found 'auto'; needed here: automatic (3 for each GiB), or a number, e.g. 40000"],
    [{ recordSizeKiB: 100 }, 'recordSizeKiB: found 100; needed here: one of 4, 8, 16, 32, 64, 128, 256, 512, 1024 KiB'],
    [{ compression: 'GZIP' }, "compression: found 'GZIP'"],
    [{ nfsExport: 'fast' }, "nfsExport: found 'fast'"],
    [{ volumes: { count: 0 } }, 'volumes.count: found 0'],
    [{ volumes: { count: 51 } }, 'volumes.count: found 51'],
    [{ volumes: { number: 2 } }, 'volumes.number: `number` means nothing here'],
    [{ deploymentType: 'SINGLE_AZ_3' }, "deploymentType: found 'SINGLE_AZ_3'"],
  ])('refuse %p', (settings, message) => {
    expect(problems(settings)).toEqual([expect.stringContaining(message)]);
  });
});

describe('mount settings of fsx-openzfs', () => {
  it('are those of the guide where a role says nothing', () => {
    const defaults = { nconnect: 16, nfsvers: '4.1', sync: false, noatime: false, cto: true };
    expect(mountSchema.parse({})).toEqual(defaults);
    expect(mountSchema.parse(mountSchema.parse({}))).toEqual(defaults);
  });

  it.each([
    [3, '3'],
    ['3', '3'],
    [4, '4.0'],
    ['4.0', '4.0'],
    [4.1, '4.1'],
    ['4.2', '4.2'],
  ])('read version %p as %p', (nfsvers, version) => {
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

  it.each([
    { nconnect: 0 },
    { nconnect: 17 },
    { nfsvers: 2 },
    { nfsvers: '4.1,sec=none' },
    { options: 'rw' },
    { sync: 'yes' },
    { actimeo: -1 },
    { nfsvers: '4.0', nconnect: 2 },
  ])('refuse %p', (mount) => {
    expect(mountProblems(mount)).toHaveLength(1);
  });

  it.each(['2k', '2m', '100k', '3000000', 'big'])('refuse requests of %p', (rsize) => {
    expect(mountProblems({ rsize })).toEqual([expect.stringMatching(/power of two from 4k to 1m|no quantity/)]);
  });

  it.each([
    ['100k', '64 KiB or 128 KiB'],
    ['2k', '4 KiB'],
    ['1.5m', '1 MiB'],
  ])('say what requests of %p could be', (rsize, meant) => {
    expect(mountProblems({ rsize })).toEqual([expect.stringMatching(new RegExp(`^found .*, the nearest: ${meant}$`))]);
  });
});
