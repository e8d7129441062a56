import { checkSchema } from '../../../lib/experiment/language/schema-problems';
import { s3Files } from '../../../lib/targets/s3-files/target';
import { buildPriceBook } from '../../../lib/pricing/aws';
import { priceOneTimeAmounts } from '../../../lib/pricing/months';

const GIB = 1024 ** 3;
const BASE = { kind: 's3-files', storedGiB: 100 } as const;
const RIG = { executionId: 'e', rig: 'r1', rigTag: 'e__r1' };
const requests = (config: ReturnType<typeof parse>, rig: typeof RIG) => s3Files.resources?.requests(config, rig) ?? [];
const parse = (more: object = {}) => s3Files.schema.parse({ ...BASE, ...more });

const listErrors = (more: object): string[] => {
  const found = checkSchema(s3Files.schema, { ...BASE, ...more }, []);
  const problems = 'value' in found ? s3Files.check(found.value) : found.problems;
  return problems
    .filter(({ severity }) => severity === 'error')
    .map(({ path, message }) => `${path.join('.')}: ${message}`);
};

describe('validation of s3-files', () => {
  it.each([
    [{}, []],
    [{ activeGiB: 100, expireDays: 365 }, []],
    [
      { activeGiB: 101 },
      [expect.stringContaining('activeGiB: found 101; active data is part of the stored data, 100')],
    ],
    [{ expireDays: 366 }, [expect.stringContaining('expireDays: ')]],
    [{ storedGiB: -1 }, [expect.stringContaining('storedGiB: ')]],
    [{ kmsKeyId: 'alias/mine' }, [expect.stringContaining('kmsKeyId: ')]],
  ])('reports for %j the errors %j', (more, expected) => {
    expect(listErrors(more)).toEqual(expected);
  });
});

describe('target s3-files', () => {
  it('creates a bucket, a file system for one prefix with the service role, and a mount target', () => {
    const made = requests(parse(), RIG);
    expect(made.map(({ id, call }) => [id, call])).toEqual([
      ['bucket', 's3:CreateBucket'],
      ['fs', 's3files:CreateFileSystem'],
      ['mount', 's3files:CreateMountTarget'],
    ]);
    expect(made[1]?.input).toEqual({
      bucket: '@bucket.arn',
      prefix: 'fsxbench/',
      roleArn: '@network.s3FilesRoleArn',
    });
  });

  it('sets the expiration before it mounts, and passes the key', () => {
    const kmsKeyId = 'arn:aws:kms:us-east-1:123456789012:key/01234567-89ab-cdef-0123-456789abcdef';
    const [, fs, expiry, mount] = requests(parse({ expireDays: 7, kmsKeyId }), RIG);
    expect(fs?.input).toMatchObject({ kmsKeyId });
    expect(expiry).toMatchObject({
      call: 's3files:PutSynchronizationConfiguration',
      input: { expirationDataRules: [{ daysAfterLastAccess: 7 }] },
    });
    expect(mount?.input).toMatchObject({ fileSystemId: '@expiry.id' });
  });

  it.each([
    [{}, { storedGiB: 5 }, { kind: 'inPlace', requests: [] }],
    [{}, { expireDays: 7 }, { kind: 'recreate', why: expect.stringContaining('expireDays') }],
  ])('plans the change from %j to %j', (from, to, expected) => {
    expect(s3Files.change(parse(from), parse(to))).toEqual(expected);
  });

  it('prices stored and active data by the month, and each GiB and request once', () => {
    const book = buildPriceBook('us-east-1');
    const month = s3Files.prices.usage?.perMonth?.(parse({ activeGiB: 20 })) ?? [];
    expect(month.map(({ dimension, amount }) => [dimension, amount])).toEqual([
      ['storage.bucket', 100],
      ['storage.active', 20],
    ]);
    const moved = s3Files.prices.usage?.moved?.(parse(), { read: 10 * GIB, written: GIB }) ?? [];
    const { lines, unknown } = priceOneTimeAmounts(moved, book);
    expect(unknown).toEqual([]);
    // 10 × $0.03, 1 × $0.06, 1 × $0.03, 8,192 PUTs at $0.005 and 10,240 GETs at $0.0004 for 1,000.
    expect(lines.map(({ usd }) => Number(usd.toFixed(6)))).toEqual([0.3, 0.06, 0.03, 0.04096, 0.004096]);
  });

  it('limits a host to 3 GiB/s, and needs Amazon Linux', () => {
    const model = s3Files.performance.model(parse());
    expect(model).toMatchObject({ hostBytes: 3 * GIB, readIops: { baseline: 250_000 }, write: { baseline: GIB } });
    expect(s3Files.prices.usage?.mostMoving?.(parse())?.write.baseline).toBe(5 * GIB);
    expect(s3Files.mounting.checkImage?.('ubuntu-24.04', parse())).toMatchObject({ sure: true });
    expect(s3Files.mounting.checkImage?.('al2023', parse())).toBeUndefined();
  });

  it('reads the settings of a created file system, and none of EFS', () => {
    const found = { bucket: 'arn:aws:s3:::b', roleArn: 'arn:aws:iam::1:role/r' };
    expect(s3Files.resources?.toConfig({ fileSystem: found, volumes: [] })).toEqual({ ...BASE, storedGiB: 0 });
    expect(s3Files.resources?.toConfig({ fileSystem: { ThroughputMode: 'elastic' }, volumes: [] })).toBeNull();
  });
});
