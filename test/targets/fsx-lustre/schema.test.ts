import { checkSchema } from '../../../lib/experiment/language/schema-problems';
import { lustreMountSchema } from '../../../lib/targets/fsx-lustre/mount-settings';
import { lustreSchema } from '../../../lib/targets/fsx-lustre/schema';
import { HARD_DISK, PERSISTENT, PERSISTENT_1, SCRATCH, SCRATCH_1, TIERED } from './config';
import { readSpecObject } from '../../../lib/experiment/reading/read-spec';
import { lustreSpec } from '../../experiment/real-spec';
import cases from './schema.cases.json';

const KEY = 'arn:aws:kms:us-east-1:123456789012:key/01234567-89ab-cdef-0123-456789abcdef';

const read = (settings: object): unknown => lustreSchema.parse({ kind: 'fsx-lustre', ...settings });
const problems = (settings: object): string[] =>
  checkSchema(lustreSchema, { kind: 'fsx-lustre', ...settings }, []).problems.map(
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
    expect(problems({ deploymentType: 'PERSISTENT_1', storageGiB: 1200, perUnitMBps: 125 })).toEqual([
      'BadValue perUnitMBps: found 125; needed here: one of 50, 100, 200, MB/s for each TiB of storage',
    ]);
    const disks = { deploymentType: 'PERSISTENT_1', storageType: 'HDD', storageGiB: 6000, driveCache: 'NONE' };
    expect(problems({ ...disks, perUnitMBps: 50 })).toEqual([
      'BadValue perUnitMBps: found 50; needed here: one of 12, 40, MB/s for each TiB of storage',
    ]);
    expect(problems({ deploymentType: 'SCRATCH_2', storageGiB: 1200, perUnitMBps: 200 })).toEqual([
      'BadValue perUnitMBps: `perUnitMBps` has no effect on SCRATCH_2, which has 200 MB/s for each TiB. Remove it',
    ]);
  });

  it.each([
    SCRATCH,
    PERSISTENT,
    { ...PERSISTENT, metadataIops: 12_000, stripeCount: -1, compression: 'LZ4' },
    { ...PERSISTENT, metadataIops: 'none' },
    { ...PERSISTENT, kmsKeyId: KEY },
    SCRATCH_1,
    PERSISTENT_1,
    HARD_DISK,
    TIERED,
    { ...TIERED, readCacheGiB: 4096, metadataIops: 12_000 },
  ])('are the same when they are read again', (config) => {
    expect(lustreSchema.parse(config)).toEqual(config);
  });

  it('do not mix what one type has with the other', () => {
    const found = problems({ deploymentType: 'SCRATCH_2', storageGiB: 1200, perUnitMBps: 125, metadataIops: 1500 });
    expect(found).toEqual([
      expect.stringMatching(/^BadValue perUnitMBps: `perUnitMBps` has no effect.*200 MB\/s for each TiB\. Remove it/),
      expect.stringMatching(/^BadValue metadataIops: .*only PERSISTENT_2/),
    ]);
  });

  it('leave out what is so by itself, so that cells are the same with and without it', () => {
    const settings = { deploymentType: 'PERSISTENT_2', storageGiB: 2400, perUnitMBps: 250 };
    expect(read({ ...settings, storageType: 'SSD', efa: false })).toEqual(PERSISTENT);
  });

  it('tell a storage that goes with another type as one mistake, whatever else goes with it', () => {
    const hdd = { kind: 'fsx-lustre', deploymentType: 'PERSISTENT_2', storageType: 'HDD', storageGiB: 6000 };
    const target = { ...hdd, perUnitMBps: 12, driveCache: 'NONE' };
    const { problems: found } = readSpecObject(lustreSpec({ targets: { t: target } }));
    const wrong = found.filter(({ severity, path: [section] }) => severity === 'error' && section === 'targets');
    expect(wrong.map(({ path, message }) => `${path.join('.')}: ${message}`)).toEqual([
      "targets.t.storageType: found 'HDD'; only PERSISTENT_1 supports hard disks, and this is PERSISTENT_2",
    ]);
  });

  it.each(cases.refuse)('of %s refuse %s', (deploymentType, storageType, message) => {
    const perUnitMBps = deploymentType === 'PERSISTENT_1' ? 50 : deploymentType === 'PERSISTENT_2' ? 125 : undefined;
    expect(problems({ deploymentType, storageType, storageGiB: 1200, perUnitMBps })).toEqual([
      `BadValue storageType: ${message}`,
    ]);
  });

  it('are all said to be missing', () => {
    expect(problems({ deploymentType: 'PERSISTENT_1' })).toEqual([
      'MissingKey storageGiB: `storageGiB` is missing; PERSISTENT_1 needs a size, GiB',
      'MissingKey perUnitMBps: `perUnitMBps` is missing; PERSISTENT_1 needs one of 50, 100, 200, MB/s for each TiB ' +
        'of storage',
    ]);
    expect(problems({ deploymentType: 'PERSISTENT_1', storageType: 'HDD', storageGiB: 6000, perUnitMBps: 12 })).toEqual(
      [
        'MissingKey driveCache: `driveCache` is missing; HDD needs READ (an SSD cache of a fifth of its size) ' +
          'or NONE',
      ],
    );
    expect(problems({ deploymentType: 'PERSISTENT_2', storageType: 'INTELLIGENT_TIERING' })).toEqual([
      'MissingKey throughputMBps: `throughputMBps` is missing; INTELLIGENT_TIERING needs it: MB/s, a multiple of 4000',
      'MissingKey readCacheGiB: `readCacheGiB` is missing; INTELLIGENT_TIERING needs it: none, proportional (5 GiB ' +
        'for each MB/s), or GiB',
      'MissingKey storedGiB: `storedGiB` is missing; INTELLIGENT_TIERING needs it: GiB that you would store, ' +
        'which FSx bills',
    ]);
  });

  it('say of what a type does not have who has it', () => {
    const foreign = { driveCache: 'READ', throughputMBps: 4000, readCacheGiB: 'none', storedGiB: 1 };
    const no = (name: string, type: string, why: string): string =>
      `BadValue ${name}: \`${name}\` has no effect on ${type}: ${why}. Remove it`;
    const whole = 'only storageType INTELLIGENT_TIERING';
    expect(problems({ deploymentType: 'SCRATCH_1', storageGiB: 1200, kmsKeyId: KEY, efa: true, ...foreign })).toEqual([
      no('driveCache', 'SCRATCH_1', 'only storageType HDD has a drive cache'),
      no('throughputMBps', 'SCRATCH_1', `${whole} has a total throughput`),
      no('readCacheGiB', 'SCRATCH_1', `${whole} has such a cache`),
      no('storedGiB', 'SCRATCH_1', `${whole} is billed by stored data`),
      no('efa', 'SCRATCH_1', 'only PERSISTENT_2 supports EFA'),
      no('kmsKeyId', 'SCRATCH_1', 'FSx encrypts it with its own key'),
    ]);
    expect(problems({ ...HARD_DISK, metadataIops: 6000 })).toEqual([
      no('metadataIops', 'PERSISTENT_1 on HDD', 'only PERSISTENT_2 supports a metadata configuration'),
    ]);
    expect(problems({ ...TIERED, storageGiB: 1200, perUnitMBps: 125 })).toEqual([
      no('storageGiB', 'PERSISTENT_2 on INTELLIGENT_TIERING', 'its storage grows with the stored data'),
      no('perUnitMBps', 'PERSISTENT_2 on INTELLIGENT_TIERING', 'its throughput is set as a whole by `throughputMBps`'),
    ]);
  });

  it('have two numbers of metadata operations for Intelligent-Tiering, the smaller by itself', () => {
    const { metadataIops: _, ...rest } = TIERED;
    expect(read(rest)).toEqual(TIERED);
    for (const metadataIops of ['automatic', 24_000])
      expect(problems({ ...TIERED, metadataIops })).toEqual([
        `BadValue metadataIops: found ${typeof metadataIops === 'string' ? `'${metadataIops}'` : metadataIops}; ` +
          'INTELLIGENT_TIERING has 6000 or 12000',
      ]);
  });

  it.each(cases.say as [string, number | string, string][])('say what %s may be, not %p', (name, value, message) => {
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
    expect(lustreMountSchema.parse({})).toEqual({ flock: true, noatime: true, tuning: 'recommended' });
    expect(lustreMountSchema.parse({ flock: false, tuning: 'none' })).toEqual({
      flock: false,
      noatime: true,
      tuning: 'none',
    });
  });

  it.each([{ nconnect: 16 }, { tuning: 'best' }, { flock: 'yes' }])('refuse %p', (mount) => {
    expect(lustreMountSchema.safeParse(mount).success).toBe(false);
  });

  it('say what tuning may be', () => {
    expect(checkSchema(lustreMountSchema, { tuning: 'best' }, []).problems.map(({ message }) => message)).toEqual([
      "found 'best'; needed here: recommended, none, or client settings by name: osc, mdc, llite, lov, lmv, " +
        'ldlm.namespaces, a dot, the setting; e.g. { osc.max_dirty_mb: 512 }, or for some devices ' +
        '{ osc.*OST*.max_dirty_mb: 512 }',
    ]);
  });
});
