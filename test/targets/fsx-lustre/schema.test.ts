import { checkSchema } from '../../../lib/experiment/language/schema-problems';
import { lustreMountSchema } from '../../../lib/targets/fsx-lustre/mount-settings';
import { lustreSchema } from '../../../lib/targets/fsx-lustre/schema';
import { HARD_DISK, PERSISTENT, PERSISTENT_1, SCRATCH, SCRATCH_1, TIERED } from './config';
import { readSpecObject } from '../../../lib/experiment/reading/read-spec';
import { lustreSpec } from '../../experiment/real-spec';
import cases from './schema.cases.json';

const KEY = 'arn:aws:kms:us-east-1:123456789012:key/01234567-89ab-cdef-0123-456789abcdef';

const read = (settings: object): unknown => lustreSchema.parse({ kind: 'fsx-lustre', ...settings });
const SETTINGS = { deploymentType: 'PERSISTENT_2', storageGiB: 2400, perUnitMBps: 250 };
const problems = (settings: object): string[] =>
  checkSchema(lustreSchema, { kind: 'fsx-lustre', ...settings }, []).problems.map(
    ({ code, path, message }) => `${code} ${path.join('.')}: ${message}`,
  );

describe('settings schema of fsx-lustre', () => {
  it.each([
    ['only a size for SCRATCH_2', { deploymentType: 'SCRATCH_2', storageGiB: 1200 }, SCRATCH],
    ['a throughput for PERSISTENT_2, with automatic metadata IOPS', SETTINGS, PERSISTENT],
    ['settings that equal the default as if left out', { ...SETTINGS, storageType: 'SSD', efa: false }, PERSISTENT],
    ['Intelligent-Tiering with automatic metadata IOPS', { ...TIERED, metadataIops: undefined }, TIERED],
  ])('reads %s', (_what, settings, config) => {
    expect(read(settings)).toEqual(config);
  });

  it.each(cases.problems as [object, string[]][])('reports for %j the problems %j', (settings, expected) => {
    expect(problems(settings)).toEqual(expected);
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

  it.each(cases.say as [string, number | string, string][])(
    'explains the allowed values of %s for %p',
    (name, value, message) => {
      expect(problems({ ...SETTINGS, [name]: value })).toEqual([expect.stringContaining(message)]);
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
