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

describe('settings schema of fsx-lustre', () => {
  it('requires only a size for SCRATCH_2', () => {
    expect(read({ deploymentType: 'SCRATCH_2', storageGiB: 1200 })).toEqual(SCRATCH);
  });

  it('requires a throughput for PERSISTENT_2, and defaults to automatic metadata IOPS', () => {
    expect(read({ deploymentType: 'PERSISTENT_2', storageGiB: 2400, perUnitMBps: 250 })).toEqual(PERSISTENT);
    expect(problems({ deploymentType: 'PERSISTENT_2', storageGiB: 1200 })).toEqual([
      'MissingKey perUnitMBps: `perUnitMBps` is missing; PERSISTENT_2 needs one of 125, 250, 500, 1000, MB/s for ' +
        'each TiB of storage',
    ]);
  });

  it('lists the allowed values of perUnitMBps for each deployment type', () => {
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
  ])('returns parsed settings unchanged when they are parsed again', (config) => {
    expect(lustreSchema.parse(config)).toEqual(config);
  });

  it('refuses perUnitMBps and metadataIops for SCRATCH_2', () => {
    const found = problems({ deploymentType: 'SCRATCH_2', storageGiB: 1200, perUnitMBps: 125, metadataIops: 1500 });
    expect(found).toEqual([
      expect.stringMatching(/^BadValue perUnitMBps: `perUnitMBps` has no effect.*200 MB\/s for each TiB\. Remove it/),
      expect.stringMatching(/^BadValue metadataIops: .*only PERSISTENT_2/),
    ]);
  });

  it('leaves out settings that equal the default, so that cell ids stay unchanged', () => {
    const settings = { deploymentType: 'PERSISTENT_2', storageGiB: 2400, perUnitMBps: 250 };
    expect(read({ ...settings, storageType: 'SSD', efa: false })).toEqual(PERSISTENT);
  });

  it('reports one error for a storage type of another deployment type, despite further wrong settings', () => {
    const hdd = { kind: 'fsx-lustre', deploymentType: 'PERSISTENT_2', storageType: 'HDD', storageGiB: 6000 };
    const target = { ...hdd, perUnitMBps: 12, driveCache: 'NONE' };
    const { problems: found } = readSpecObject(lustreSpec({ targets: { t: target } }));
    const wrong = found.filter(({ severity, path: [section] }) => severity === 'error' && section === 'targets');
    expect(wrong.map(({ path, message }) => `${path.join('.')}: ${message}`)).toEqual([
      "targets.t.storageType: found 'HDD'; only PERSISTENT_1 supports hard disks, and this is PERSISTENT_2",
    ]);
  });

  it.each(cases.refuse)('refuses for %s the storage type %s', (deploymentType, storageType, message) => {
    const perUnitMBps = deploymentType === 'PERSISTENT_1' ? 50 : deploymentType === 'PERSISTENT_2' ? 125 : undefined;
    expect(problems({ deploymentType, storageType, storageGiB: 1200, perUnitMBps })).toEqual([
      `BadValue storageType: ${message}`,
    ]);
  });

  it('lists all missing settings of a deployment type', () => {
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

  it('explains for each foreign setting which storage type supports it', () => {
    const foreign = { driveCache: 'READ', throughputMBps: 4000, readCacheGiB: 'none', storedGiB: 1 };
    const formatNoEffect = (name: string, type: string, why: string): string =>
      `BadValue ${name}: \`${name}\` has no effect on ${type}: ${why}. Remove it`;
    const whole = 'only storageType INTELLIGENT_TIERING';
    expect(problems({ deploymentType: 'SCRATCH_1', storageGiB: 1200, kmsKeyId: KEY, efa: true, ...foreign })).toEqual([
      formatNoEffect('driveCache', 'SCRATCH_1', 'only storageType HDD has a drive cache'),
      formatNoEffect('throughputMBps', 'SCRATCH_1', `${whole} has a total throughput`),
      formatNoEffect('readCacheGiB', 'SCRATCH_1', `${whole} has such a cache`),
      formatNoEffect('storedGiB', 'SCRATCH_1', `${whole} is billed by stored data`),
      formatNoEffect('efa', 'SCRATCH_1', 'only PERSISTENT_2 supports EFA'),
      formatNoEffect('kmsKeyId', 'SCRATCH_1', 'FSx encrypts it with its own key'),
    ]);
    expect(problems({ ...HARD_DISK, metadataIops: 6000 })).toEqual([
      formatNoEffect('metadataIops', 'PERSISTENT_1 on HDD', 'only PERSISTENT_2 supports a metadata configuration'),
    ]);
    expect(problems({ ...TIERED, storageGiB: 1200, perUnitMBps: 125 })).toEqual([
      formatNoEffect('storageGiB', 'PERSISTENT_2 on INTELLIGENT_TIERING', 'its storage grows with the stored data'),
      formatNoEffect(
        'perUnitMBps',
        'PERSISTENT_2 on INTELLIGENT_TIERING',
        'its throughput is set as a whole by `throughputMBps`',
      ),
    ]);
  });

  it('accepts 6000 or 12000 metadata IOPS for Intelligent-Tiering, and defaults to 6000', () => {
    const { metadataIops: _, ...rest } = TIERED;
    expect(read(rest)).toEqual(TIERED);
    for (const metadataIops of ['automatic', 24_000])
      expect(problems({ ...TIERED, metadataIops })).toEqual([
        `BadValue metadataIops: found ${typeof metadataIops === 'string' ? `'${metadataIops}'` : metadataIops}; ` +
          'INTELLIGENT_TIERING has 6000 or 12000',
      ]);
  });

  it.each(cases.say as [string, number | string, string][])(
    'explains the allowed values of %s for %p',
    (name, value, message) => {
      const settings = { deploymentType: 'PERSISTENT_2', storageGiB: 2400, perUnitMBps: 250, [name]: value };
      expect(problems(settings)).toEqual([expect.stringContaining(message)]);
    },
  );

  it('refuses an unknown setting with a suggestion', () => {
    expect(problems({ deploymentType: 'SCRATCH_2', storageGiB: 1200, metadataIop: 1 })).toEqual([
      expect.stringMatching(/^UnknownKey metadataIop: .*metadataIops/),
    ]);
  });
});

describe('mount schema of fsx-lustre', () => {
  it('defaults to flock, noatime and recommended tuning', () => {
    expect(lustreMountSchema.parse({})).toEqual({ flock: true, noatime: true, tuning: 'recommended' });
    expect(lustreMountSchema.parse({ flock: false, tuning: 'none' })).toEqual({
      flock: false,
      noatime: true,
      tuning: 'none',
    });
  });

  it.each([{ nconnect: 16 }, { tuning: 'best' }, { flock: 'yes' }])(
    'refuses the invalid mount settings %p',
    (mount) => {
      expect(lustreMountSchema.safeParse(mount).success).toBe(false);
    },
  );

  it('explains the allowed values of tuning', () => {
    expect(checkSchema(lustreMountSchema, { tuning: 'best' }, []).problems.map(({ message }) => message)).toEqual([
      "found 'best'; needed here: recommended, none, or client settings by name: osc, mdc, llite, lov, lmv, " +
        'ldlm.namespaces, a dot, the setting; e.g. { osc.max_dirty_mb: 512 }, or for some devices ' +
        '{ osc.*OST*.max_dirty_mb: 512 }',
    ]);
  });
});
