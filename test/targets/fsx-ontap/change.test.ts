import { planOntapChange, getOntapLayout } from '../../../lib/targets/fsx-ontap/change';
import { type FsxOntap, ontapMountSchema } from '../../../lib/targets/fsx-ontap/schema';
import { CONFIG, KAFKA_2GBPS, KAFKA_4GBPS, SECOND } from './config';
import cases from './change.cases.json';

const LUNS = { perHost: 4, sizeGiB: 64 };

const listRequests = (from: FsxOntap, to: Partial<FsxOntap>) => {
  const result = planOntapChange(from, { ...from, ...to });
  if (result.kind !== 'inPlace') throw new Error(result.why);
  return result.requests;
};
const explainChange = (from: FsxOntap, to: Partial<FsxOntap>): string => {
  const result = planOntapChange(from, { ...from, ...to });
  return result.kind === 'recreate' ? result.why : 'in place';
};

describe('planOntapChange', () => {
  it('returns an empty list of requests for equal settings', () =>
    expect(planOntapChange(CONFIG, CONFIG)).toEqual({ kind: 'inPlace', requests: [] }));

  it('changes storage, disk IOPS and throughput in one UpdateFileSystem request, as the Kafka study needs it', () => {
    expect(planOntapChange(KAFKA_2GBPS, KAFKA_4GBPS)).toEqual(cases.study);
  });

  it.each(cases.sixHours as [string, 'CONFIG' | 'SECOND', Partial<FsxOntap>, object, number][])(
    'changes %s in place, with a cool-down of six hours for all settings of the file system',
    (_what, base, to, input, seconds) => {
      const from = { CONFIG, SECOND }[base];
      expect(listRequests(from, to)).toEqual([
        expect.objectContaining({
          input: { FileSystemId: '@fs.id', ...input },
          expectedSeconds: seconds,
          coolDownSeconds: 21_600,
        }),
      ]);
      // Whatever was changed holds back whatever is to be.
      expect(listRequests(from, to)[0]).not.toHaveProperty('coolsDown');
    },
  );

  it('enlarges each volume with an UpdateVolume request without a cool-down', () => {
    const volumes = { count: 2, sizeGiB: 2048 };
    expect(listRequests(SECOND, { volumes })).toEqual(
      ['volume1', 'volume2'].map((id) => ({
        of: id,
        call: 'UpdateVolume',
        input: { VolumeId: `@${id}.id`, OntapConfiguration: { SizeInBytes: 2048 * 1024 ** 3 } },
        expectedSeconds: 60,
        timeoutSeconds: 900,
        coolDownSeconds: 0,
        interruption: false,
      })),
    );
  });

  it.each<[FsxOntap, Partial<FsxOntap>, RegExp]>([
    [CONFIG, { deploymentType: 'MULTI_AZ_1' }, /^deploymentType SINGLE_AZ_1 to MULTI_AZ_1: fixed at creation/],
    [SECOND, { haPairs: 1 }, /^haPairs 2 to 1: pairs cannot be removed$/],
    [
      SECOND,
      { haPairs: 4, storageGiB: 16_384 },
      /^haPairs 2 to 4: volumes stay on the pairs of.*pairs added in place would idle/,
    ],
    [CONFIG, { storageGiB: 1000 }, /^storageGiB 1024 to 1000: storage of the first generation cannot shrink$/],
    [SECOND, { storageGiB: 4096 }, /^storageGiB 8192 to 4096: shrinking storage takes.*AWS bills both sizes meanwhile/],
    [CONFIG, { storageGiB: 1126 }, /^storageGiB 1024 to 1126: storage must grow by at least a tenth, here to 1127$/],
    [
      SECOND,
      { volumes: { count: 3, sizeGiB: 1024 } },
      /^volumes\.count 2 to 3: hosts choose their volumes.*and keep their files there/,
    ],
    [
      SECOND,
      { volumes: { count: 2, sizeGiB: 512 } },
      /^volumes\.sizeGiB 1024 to 512: the data on a volume may not fit/,
    ],
    [
      KAFKA_2GBPS,
      { throughputMBps: 4096 },
      /^4096 MB\/s need at least 5120 GiB of SSD and.*it, or the rate is never reached/,
    ],
    [
      KAFKA_2GBPS,
      { throughputMBps: 4096, storageGiB: 5120 },
      /^4096 MB\/s need at least 5120 GiB of SSD and.*it, or the rate is never reached/,
    ],
    [KAFKA_2GBPS, { volumes: { count: 6, sizeGiB: 2150 } }, /^volumes.constituents 8 to none: a volume keeps/],
  ])('requires a new file system for a change that is impossible in place: %#', (from, to, why) =>
    expect(explainChange(from, to)).toMatch(why),
  );
});

it('returns one data layout for an equal number of mounted volumes, whatever the size of the file system', () => {
  const mount = (volumes: 'all' | number) => [ontapMountSchema.parse({ volumes })];
  expect(getOntapLayout(KAFKA_2GBPS, mount('all'))).toEqual(getOntapLayout(KAFKA_4GBPS, mount(6)));
  expect(getOntapLayout(KAFKA_2GBPS, mount(1))).not.toEqual(getOntapLayout(KAFKA_2GBPS, mount(6)));
});

describe('planOntapChange for settings outside UpdateFileSystem', () => {
  it('changes transferSizeKiB without a request, but needs a new file system when none was set at creation', () => {
    const from = { ...CONFIG, transferSizeKiB: 64 };
    expect(planOntapChange(from, { ...from, transferSizeKiB: 1024 })).toEqual({ kind: 'inPlace', requests: [] });
    expect(explainChange(CONFIG, { transferSizeKiB: 1024 })).toBe(
      'transferSizeKiB none to 1024: the password for it is set at creation',
    );
  });

  it('requires a new file system for another KMS key', () => {
    expect(explainChange(CONFIG, { kmsKeyId: 'arn:aws:kms:us-east-1:123456789012:key/1' })).toBe(
      'kmsKeyId: stored data keeps the key of its creation',
    );
  });

  it('requires a new file system to switch between LUNs and volumes', () => {
    expect(explainChange(SECOND, { luns: LUNS })).toBe(
      'luns: hosts use either LUNs or volumes of a file system in all stages',
    );
  });
});

describe('planOntapChange for the number of HA pairs', () => {
  const from: FsxOntap = { ...SECOND, luns: LUNS };
  const more = { haPairs: 4, storageGiB: 16_384 };

  it('adds pairs in one UpdateFileSystem request, then creates a volume for LUNs on each new pair', () => {
    expect(listRequests(from, more).map(({ of, call, coolDownSeconds }) => [of, call, coolDownSeconds])).toEqual([
      ['fs', 'UpdateFileSystem', 21_600],
      ['luns3', 'CreateVolume', 0],
      ['luns4', 'CreateVolume', 0],
    ]);
    expect(listRequests(from, more)[0]?.input).toEqual({
      FileSystemId: '@fs.id',
      StorageCapacity: 16_384,
      OntapConfiguration: {
        HAPairs: 4,
        ThroughputCapacityPerHAPair: 3072,
        DiskIopsConfiguration: { Mode: 'AUTOMATIC' },
      },
    });
  });

  it('requires a new file system when added pairs would differ in size from existing ones', () => {
    expect(explainChange(from, { haPairs: 4 })).toBe(
      'haPairs 2 to 4: new pairs have the same size as existing ones: storageGiB 4096, diskIops automatic, ' +
        'throughputMBpsPerPair 3072; the spec has storageGiB 2048, diskIops automatic, throughputMBpsPerPair 3072',
    );
    expect(explainChange({ ...from, diskIops: 50_000 }, { ...more, diskIops: 100_000 })).toBe('in place');
    expect(explainChange({ ...from, diskIops: 50_000 }, { ...more, diskIops: 50_000 })).toContain('diskIops 12500');
    expect(explainChange(from, { ...more, throughputMBpsPerPair: 6144 })).toContain('throughputMBpsPerPair 6144');
  });

  it('requires a new file system to add pairs when volumes exist, or to remove pairs', () => {
    expect(explainChange(SECOND, more)).toBe(
      'haPairs 2 to 4: volumes stay on the pairs of their creation, so pairs added in place would idle',
    );
    expect(explainChange(from, { haPairs: 1, storageGiB: 4096 })).toBe('haPairs 2 to 1: pairs cannot be removed');
  });

  it('returns another data layout when pairs, number of LUNs or stripe change, but not when sessions do', () => {
    const getLayout = (config: FsxOntap, mount: object) => getOntapLayout(config, [ontapMountSchema.parse(mount)]);
    expect(getLayout(from, {})).toEqual(getLayout(from, { sessions: 1 }));
    expect(getLayout(from, {})).not.toEqual(getLayout({ ...from, ...more }, {}));
    expect(getLayout(from, {})).not.toEqual(getLayout(from, { luns: 2 }));
    expect(getLayout(from, {})).not.toEqual(getLayout(from, { stripe: '1m' }));
  });
});
