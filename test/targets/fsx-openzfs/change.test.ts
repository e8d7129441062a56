import { planOpenZfsChange, getOpenZfsLayout } from '../../../lib/targets/fsx-openzfs/change';
import type { FsxOpenZfs } from '../../../lib/targets/fsx-openzfs/schema';
import { CONFIG } from './config';
import cases from './change.cases.json';

type Changes = Partial<FsxOpenZfs>;
const made = (before: Changes, after: Changes) => planOpenZfsChange({ ...CONFIG, ...before }, { ...CONFIG, ...after });
const requestsOf = (before: Changes, after: Changes) => {
  const result = made(before, after);
  if (result.kind !== 'inPlace') throw new Error(result.why);
  return result.requests;
};

describe('changes of an OpenZFS file system', () => {
  it('are none where nothing changes', () => expect(made({}, {})).toEqual({ kind: 'inPlace', requests: [] }));

  it('take throughput up and down, without a pause between', () => {
    const up = cases.up;
    expect(requestsOf({}, { throughputMBps: 5120 })).toEqual([up]);
    expect(requestsOf({ throughputMBps: 5120 }, {})[0]?.input).toMatchObject({
      OpenZFSConfiguration: { ThroughputCapacity: 2560 },
    });
    for (const deploymentType of ['SINGLE_AZ_HA_2', 'MULTI_AZ_1'] as const) {
      const available: Changes = { deploymentType };
      expect(requestsOf(available, { ...available, throughputMBps: 5120 })).toEqual([{ ...up, interruption: false }]);
    }
  });

  it.each([
    ['automatic', 40_000, { Mode: 'USER_PROVISIONED', Iops: 40_000 }],
    [40_000, 20_000, { Mode: 'USER_PROVISIONED', Iops: 20_000 }],
    [40_000, 'automatic', { Mode: 'AUTOMATIC' }],
  ] as const)('take disk operations from %p to %p', (before, after, configuration) => {
    expect(requestsOf({ diskIops: before }, { diskIops: after })).toEqual([
      expect.objectContaining({
        input: { FileSystemId: '@fs.id', OpenZFSConfiguration: { DiskIopsConfiguration: configuration } },
        coolDownSeconds: 0,
        coolsDown: [],
        interruption: false,
      }),
    ]);
  });

  it('take storage up by a tenth at least, six hours apart', () => {
    expect(requestsOf({}, { storageGiB: 1100 })).toEqual([
      expect.objectContaining({
        input: { FileSystemId: '@fs.id', StorageCapacity: 1100 },
        coolDownSeconds: 21_600,
        coolsDown: ['storageGiB'],
      }),
    ]);
  });

  it('go in one request, as long as the slowest and as cautious as the strictest of them', () => {
    expect(requestsOf({}, { storageGiB: 2000, diskIops: 40_000, throughputMBps: 5120 })).toEqual(cases.oneRequest);
  });

  it('of exports and quotas are changes of every volume', () => {
    const volumes = { count: 2 };
    const requests = requestsOf({ volumes }, { volumes: { count: 2, quotaGiB: 50 }, nfsExport: 'async' });
    expect(requests.map(({ of, call }) => [of, call])).toEqual([
      ['volume1', 'UpdateVolume'],
      ['volume2', 'UpdateVolume'],
    ]);
    expect(requests.map(({ coolDownSeconds }) => coolDownSeconds)).toEqual([0, 0]);
    const options = ['rw', 'no_root_squash', 'crossmnt', 'async'];
    expect(requests[1]?.input).toEqual({
      VolumeId: '@volume2.id',
      OpenZFSConfiguration: {
        StorageCapacityQuotaGiB: 50,
        NfsExports: [{ ClientConfigurations: [{ Clients: '*', Options: options }] }],
      },
    });
    const lifted = requestsOf({ volumes: { count: 1, quotaGiB: 50 } }, { volumes: { count: 1 } });
    expect(lifted[0]?.input).toEqual({
      VolumeId: '@volume1.id',
      OpenZFSConfiguration: { StorageCapacityQuotaGiB: -1 },
    });
  });
});

describe('compression and record size', () => {
  const to = { compression: 'LZ4', recordSizeKiB: 8, nfsExport: 'async' } as const;

  it.each([
    ['there', {}, to],
    ['back', to, {}],
  ])('are changed with the exports, %s, for what is written from then on', (_name, before, after) => {
    const result = made(before, after);
    const asked = { ...CONFIG, ...after };
    expect(result).toEqual({
      kind: 'inPlace',
      requests: [
        {
          of: 'volume1',
          call: 'UpdateVolume',
          input: {
            VolumeId: '@volume1.id',
            OpenZFSConfiguration: {
              NfsExports: [
                {
                  ClientConfigurations: [
                    { Clients: '*', Options: ['rw', 'no_root_squash', 'crossmnt', asked.nfsExport] },
                  ],
                },
              ],
              DataCompressionType: asked.compression,
              RecordSizeKiB: asked.recordSizeKiB,
            },
          },
          expectedSeconds: 60,
          timeoutSeconds: 900,
          coolDownSeconds: 0,
          interruption: false,
        },
      ],
    });
  });

  it('are all that files keep from when they were written', () => {
    expect(getOpenZfsLayout({ ...CONFIG, recordSizeKiB: 8, compression: 'ZSTD' })).toEqual({
      recordSizeKiB: 8,
      compression: 'ZSTD',
    });
    expect(getOpenZfsLayout({ ...CONFIG, nfsExport: 'async', throughputMBps: 2560 })).toEqual(getOpenZfsLayout(CONFIG));
  });
});

describe('a fresh file system', () => {
  it.each(cases.needed as [string, Changes, Changes, string][])('is needed for %s', (_name, before, after, why) => {
    const result = made(before, after);
    expect(result.kind === 'recreate' ? result.why : '').toMatch(new RegExp(why));
  });
});
