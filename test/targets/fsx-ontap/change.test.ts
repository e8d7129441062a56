import { change, kept } from '../../../lib/targets/fsx-ontap/change';
import { type FsxOntap, mountSchema } from '../../../lib/targets/fsx-ontap/schema';
import { CONFIG, KAFKA_2GBPS, KAFKA_4GBPS, SECOND } from './config';

const requestsOf = (from: FsxOntap, to: Partial<FsxOntap>) => {
  const result = change(from, { ...from, ...to });
  if (result.kind !== 'inPlace') throw new Error(result.why);
  return result.requests;
};
const whyOf = (from: FsxOntap, to: Partial<FsxOntap>): string => {
  const result = change(from, { ...from, ...to });
  return result.kind === 'recreate' ? result.why : 'in place';
};

describe('changes of an ONTAP file system', () => {
  it('are none where nothing changes', () => expect(change(CONFIG, CONFIG)).toEqual({ kind: 'inPlace', requests: [] }));

  it('of the study are one request: the disks first, then the file servers', () => {
    expect(change(KAFKA_2GBPS, KAFKA_4GBPS)).toEqual({
      kind: 'inPlace',
      requests: [
        {
          of: 'fs',
          call: 'UpdateFileSystem',
          input: {
            FileSystemId: '@fs.id',
            StorageCapacity: 5120,
            OntapConfiguration: {
              ThroughputCapacity: 4096,
              DiskIopsConfiguration: { Mode: 'USER_PROVISIONED', Iops: 160_000 },
            },
          },
          expectedSeconds: 540 + 10_800 + 1200,
          timeoutSeconds: 8 * 3600 + 2 * 3600,
          coolDownSeconds: 21_600,
          interruption: false,
        },
      ],
    });
  });

  it.each<[string, FsxOntap, Partial<FsxOntap>, object, number]>([
    ['throughput up', CONFIG, { throughputMBps: 1024 }, { OntapConfiguration: { ThroughputCapacity: 1024 } }, 1200],
    ['throughput down', CONFIG, { throughputMBps: 128 }, { OntapConfiguration: { ThroughputCapacity: 128 } }, 1200],
    [
      'throughput of pairs',
      SECOND,
      { throughputMBpsPerPair: 1536 },
      { OntapConfiguration: { ThroughputCapacityPerHAPair: 1536 } },
      1200,
    ],
    [
      'disk operations',
      CONFIG,
      { diskIops: 6000 },
      { OntapConfiguration: { DiskIopsConfiguration: { Mode: 'USER_PROVISIONED', Iops: 6000 } } },
      540,
    ],
    ['storage', CONFIG, { storageGiB: 1127 }, { StorageCapacity: 1127 }, 11_340],
  ])('take %s, and nothing of the three for six hours', (_name, from, to, input, seconds) => {
    expect(requestsOf(from, to)).toEqual([
      expect.objectContaining({
        input: { FileSystemId: '@fs.id', ...input },
        expectedSeconds: seconds,
        coolDownSeconds: 21_600,
      }),
    ]);
    // Whatever was changed holds back whatever is to be.
    expect(requestsOf(from, to)[0]).not.toHaveProperty('coolsDown');
  });

  it('make all volumes larger at any time', () => {
    const volumes = { count: 2, sizeGiB: 2048 };
    expect(requestsOf(SECOND, { volumes })).toEqual(
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
    [CONFIG, { deploymentType: 'MULTI_AZ_1' }, /^deploymentType SINGLE_AZ_1 to MULTI_AZ_1: fixed when/],
    [SECOND, { haPairs: 1 }, /^haPairs 2 to 1: pairs cannot be taken away$/],
    [SECOND, { haPairs: 4, storageGiB: 16_384 }, /^haPairs 2 to 4: volumes stay on the pairs on which they were made/],
    [CONFIG, { storageGiB: 1000 }, /^storageGiB 1024 to 1000: storage of the first generation cannot shrink$/],
    [SECOND, { storageGiB: 4096 }, /^storageGiB 8192 to 4096: storage shrinks within hours to weeks, and both/],
    [CONFIG, { storageGiB: 1126 }, /^storageGiB 1024 to 1126: storage grows by a tenth at least, here to 1127$/],
    [SECOND, { volumes: { count: 3, sizeGiB: 1024 } }, /^volumes.count 2 to 3: hosts take their volumes/],
    [SECOND, { volumes: { count: 2, sizeGiB: 512 } }, /^volumes.sizeGiB 1024 to 512: what lies on a volume/],
    [KAFKA_2GBPS, { volumes: { count: 6, sizeGiB: 2150 } }, /^volumes.constituents 8 to none: a volume keeps/],
  ])('%# need a new file system', (from, to, why) => expect(whyOf(from, to)).toMatch(why));
});

it('files are spread over the volumes that are mounted, and nothing else of the settings stays with them', () => {
  const mount = (volumes: 'all' | number) => [mountSchema.parse({ volumes })];
  expect(kept(KAFKA_2GBPS, mount('all'))).toEqual(kept(KAFKA_4GBPS, mount(6)));
  expect(kept(KAFKA_2GBPS, mount(1))).not.toEqual(kept(KAFKA_2GBPS, mount(6)));
});

describe('what hosts or nobody can set', () => {
  it('of the transfer size are made by hosts when they mount: no request, no cool-down', () => {
    const from = { ...CONFIG, transferSizeKiB: 64 };
    expect(change(from, { ...from, transferSizeKiB: 1024 })).toEqual({ kind: 'inPlace', requests: [] });
    expect(whyOf(CONFIG, { transferSizeKiB: 1024 })).toBe(
      'transferSizeKiB none to 1024: the password by which it is set is given to a file system when it is created',
    );
  });

  it('never change the key', () => {
    expect(whyOf(CONFIG, { kmsKeyId: 'arn:aws:kms:us-east-1:123456789012:key/1' })).toBe(
      'kmsKeyId: what is stored keeps the key that it was created with',
    );
  });
});
