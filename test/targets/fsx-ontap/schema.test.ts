import { check } from '../../../lib/experiment/language/schema-problems';
import { mountedVolumes, mountSchema, schema } from '../../../lib/targets/fsx-ontap/schema';
import { CONFIG, KAFKA_4GBPS, SECOND } from './config';

const LEAST = { kind: 'fsx-ontap', deploymentType: 'SINGLE_AZ_1', storageGiB: 1024, throughputMBps: 512 };
const problems = (settings: object): string[] =>
  check(schema, { ...LEAST, ...settings }, []).problems.map(
    ({ code, path, message }) => `${code} ${path.join('.')}: ${message}`,
  );

describe('settings of fsx-ontap', () => {
  it('have defaults that measure the storage as it is', () => {
    expect(schema.parse(LEAST)).toEqual(CONFIG);
    expect(schema.parse({ ...LEAST, volumes: {} })).toEqual(CONFIG);
  });

  it.each([CONFIG, SECOND, KAFKA_4GBPS])('are the same when they are read again', (config) => {
    expect(schema.parse(config)).toEqual(config);
  });

  it.each([
    [{ diskIops: 'auto' }, "diskIops: found 'auto'; needed here: automatic (3 for each GiB), or a number, e.g. 40000"],
    [{ deploymentType: 'MULTI_AZ_3' }, "deploymentType: found 'MULTI_AZ_3'"],
    [{ haPairs: 0 }, 'haPairs: found 0'],
    [{ haPairs: 13 }, 'haPairs: found 13'],
    [{ transferSizeKiB: 100 }, 'transferSizeKiB: found 100; allowed: a power of two from 8 to 1024'],
    [{ transferSizeKiB: 2048 }, 'transferSizeKiB: found 2048; allowed: a power of two from 8 to 1024'],
    [
      { kmsKeyId: 'alias/mine' },
      "kmsKeyId: found 'alias/mine'; needed here: the ARN of a KMS key of the Region, " +
        'arn:aws:kms:REGION:ACCOUNT:key/ID',
    ],
    [{ volumes: { count: 0 } }, 'volumes.count: found 0'],
    [{ volumes: { count: 51 } }, 'volumes.count: found 51'],
    [{ volumes: { sizeGiB: 20_971_520 } }, 'volumes.sizeGiB: found 20971520'],
    [{ volumes: { constituents: 201 } }, 'volumes.constituents: found 201'],
    [{ volumes: { quotaGiB: 2 } }, 'volumes.quotaGiB: `quotaGiB` means nothing here'],
  ])('refuse %p', (settings, message) => {
    expect(problems(settings)).toEqual([expect.stringContaining(message)]);
  });
});

describe('mounts of fsx-ontap', () => {
  const volumes = (mount: object): number => mountedVolumes(KAFKA_4GBPS, mountSchema.parse(mount));

  it('are of all volumes where a role says nothing', () => {
    expect(mountSchema.parse({})).toEqual({
      volumes: 'all',
      nconnect: 16,
      nfsvers: '4.1',
      sync: false,
      noatime: false,
      cto: true,
    });
    expect([volumes({}), volumes({ volumes: 'all' }), volumes({ volumes: 2 })]).toEqual([6, 6, 2]);
  });

  it.each([
    [0, 'found 0; the least allowed is 1'],
    [51, 'found 51; the most allowed is 50'],
    ['none', "found 'none'; needed here: all, or how many of the volumes, e.g. 2"],
  ])('refuse %p volumes', (count, message) => {
    expect(check(mountSchema, { volumes: count }, []).problems.map((problem) => problem.message)).toEqual([message]);
  });
});
