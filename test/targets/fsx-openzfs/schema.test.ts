import { check } from '../../../lib/experiment/language/schema-problems';
import { schema } from '../../../lib/targets/fsx-openzfs/schema';
import { CONFIG } from './config';

const LEAST = { kind: 'fsx-openzfs', deploymentType: 'SINGLE_AZ_2', storageGiB: 1000, throughputMBps: 2560 };
const problems = (settings: object): string[] =>
  check(schema, { ...LEAST, ...settings }, []).problems.map(
    ({ code, path, message }) => `${code} ${path.join('.')}: ${message}`,
  );

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
    [
      { storageType: 'INTELLIGENT_TIERING' },
      "storageType: found 'INTELLIGENT_TIERING'; needed here: SSD. Prices and caches of INTELLIGENT_TIERING for " +
        'OpenZFS are not known to this version: an estimate would be a guess',
    ],
    [
      { kmsKeyId: 'alias/mine' },
      "kmsKeyId: found 'alias/mine'; needed here: the ARN of a KMS key of the Region, " +
        'arn:aws:kms:REGION:ACCOUNT:key/ID',
    ],
    [{ volumes: { count: 0 } }, 'volumes.count: found 0'],
    [{ volumes: { count: 51 } }, 'volumes.count: found 51'],
    [{ volumes: { number: 2 } }, 'volumes.number: `number` means nothing here'],
    [{ deploymentType: 'SINGLE_AZ_3' }, "deploymentType: found 'SINGLE_AZ_3'"],
  ])('refuse %p', (settings, message) => {
    expect(problems(settings)).toEqual([expect.stringContaining(message)]);
  });
});
