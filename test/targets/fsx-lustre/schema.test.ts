import { check } from '../../../lib/experiment/spec/schema-problems';
import { mountSchema, schema } from '../../../lib/targets/fsx-lustre/schema';
import { PERSISTENT, SCRATCH } from './config';

const read = (settings: object): unknown => schema.parse({ kind: 'fsx-lustre', ...settings });
const problems = (settings: object): string[] =>
  check(schema, { kind: 'fsx-lustre', ...settings }, []).problems.map(
    ({ code, path, message }) => `${code} ${path.join('.')}: ${message}`,
  );

describe('settings of fsx-lustre', () => {
  it('are few for temporary storage', () => {
    expect(read({ deploymentType: 'SCRATCH_2', storageGiB: 1200 })).toEqual(SCRATCH);
  });

  it('need a throughput for lasting storage, and give metadata operations with the storage', () => {
    expect(read({ deploymentType: 'PERSISTENT_2', storageGiB: 2400, perUnitMBps: 250 })).toEqual(PERSISTENT);
    expect(problems({ deploymentType: 'PERSISTENT_2', storageGiB: 1200 })).toEqual([
      'MissingKey perUnitMBps: `perUnitMBps` is missing; PERSISTENT_2 needs one of 125, 250, 500, 1000, MB/s for ' +
        'each TiB of storage',
    ]);
  });

  it('say of a throughput what its type says of it', () => {
    expect(problems({ deploymentType: 'PERSISTENT_2', storageGiB: 1200, perUnitMBps: 'lots' })).toEqual([
      "BadValue perUnitMBps: found 'lots'; needed here: one of 125, 250, 500, 1000, MB/s for each TiB of storage",
    ]);
    expect(problems({ deploymentType: 'SCRATCH_2', storageGiB: 1200, perUnitMBps: 200, efa: true })).toEqual([
      expect.stringMatching(/^BadValue efa: /),
      expect.stringMatching(/^BadValue perUnitMBps: .* has no meaning for SCRATCH_2/),
    ]);
  });

  it.each([
    SCRATCH,
    PERSISTENT,
    { ...PERSISTENT, metadataIops: 12_000, stripeCount: -1, compression: 'LZ4' },
    { ...PERSISTENT, metadataIops: 'none' },
  ])('are the same when they are read again', (config) => {
    expect(schema.parse(config)).toEqual(config);
  });

  it('do not mix what one type has with the other', () => {
    const found = problems({ deploymentType: 'SCRATCH_2', storageGiB: 1200, perUnitMBps: 125, metadataIops: 1500 });
    expect(found).toEqual([
      expect.stringMatching(/^BadValue perUnitMBps: `perUnitMBps` has no meaning for SCRATCH_2, which gives 200 MB\/s/),
      expect.stringMatching(/^BadValue metadataIops: .*only PERSISTENT_2/),
    ]);
  });

  it.each(['SCRATCH_1', 'PERSISTENT_1'])('refuse %s, which is not offered', (deploymentType) => {
    expect(problems({ deploymentType, storageGiB: 1200 })).toContain(
      `BadValue deploymentType: found '${deploymentType}', which is not offered yet; allowed: SCRATCH_2, PERSISTENT_2`,
    );
  });

  it('refuse EFA, which is not offered', () => {
    const settings = { deploymentType: 'PERSISTENT_2', storageGiB: 4800, perUnitMBps: 1000 };
    expect(problems({ ...settings, efa: true })).toEqual([
      expect.stringMatching(/^BadValue efa: found true; .*not offered/),
    ]);
    expect(problems({ ...settings, efa: false })).toEqual([]);
  });

  it.each([
    ['perUnitMBps', 200, 'found 200; needed here: one of 125, 250, 500, 1000, MB/s for each TiB of storage'],
    ['perUnitMBps', '250', "found '250'; needed here: one of 125, 250, 500, 1000, MB/s for each TiB of storage"],
    ['metadataIops', 'auto', "found 'auto'; needed here: automatic, none, or a number, e.g. 12000"],
    ['stripeCount', 0, 'found 0; needed here: a number of stripes, or -1 for all'],
    ['stripeCount', -2, 'the least allowed is -1'],
    ['storageGiB', '1.2 TiB', 'a number'],
    ['compression', 'ZSTD', 'NONE'],
  ])('say what %s may be, not %p', (name, value, message) => {
    const settings = { deploymentType: 'PERSISTENT_2', storageGiB: 2400, perUnitMBps: 250, [name]: value };
    expect(problems(settings)).toEqual([expect.stringContaining(message)]);
  });

  it('have no others', () => {
    expect(problems({ deploymentType: 'SCRATCH_2', storageGiB: 1200, metadataIop: 1 })).toEqual([
      expect.stringMatching(/^UnknownKey metadataIop: .*metadataIops/),
    ]);
  });
});

describe('mount settings of fsx-lustre', () => {
  it('are those of the guide where a role says nothing', () => {
    expect(mountSchema.parse({})).toEqual({ flock: true, noatime: true, tuning: 'recommended' });
    expect(mountSchema.parse({ flock: false, tuning: 'none' })).toEqual({
      flock: false,
      noatime: true,
      tuning: 'none',
    });
  });

  it.each([{ nconnect: 16 }, { tuning: 'best' }, { flock: 'yes' }])('refuse %p', (mount) => {
    expect(mountSchema.safeParse(mount).success).toBe(false);
  });
});
