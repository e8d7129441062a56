import { planOpenZfsChange, getOpenZfsLayout } from '../../../lib/targets/fsx-openzfs/change';
import type { FsxOpenZfs } from '../../../lib/targets/fsx-openzfs/schema';
import { CONFIG } from './config';
import cases from './change.cases.json';

type Changes = Partial<FsxOpenZfs>;
const planChange = (before: Changes, after: Changes) =>
  planOpenZfsChange({ ...CONFIG, ...before }, { ...CONFIG, ...after });
const listRequests = (before: Changes, after: Changes) => {
  const result = planChange(before, after);
  if (result.kind !== 'inPlace') throw new Error(result.why);
  return result.requests;
};

describe('planOpenZfsChange', () => {
  it('returns an empty list of requests for equal settings', () =>
    expect(planChange({}, {})).toEqual({ kind: 'inPlace', requests: [] }));

  it('changes throughput up and down in place, with a cool-down of 0 seconds', () => {
    const up = cases.up;
    expect(listRequests({}, { throughputMBps: 5120 })).toEqual([up]);
    expect(listRequests({ throughputMBps: 5120 }, {})[0]?.input).toMatchObject({
      OpenZFSConfiguration: { ThroughputCapacity: 2560 },
    });
    for (const deploymentType of ['SINGLE_AZ_HA_2', 'MULTI_AZ_1'] as const) {
      const available: Changes = { deploymentType };
      expect(listRequests(available, { ...available, throughputMBps: 5120 })).toEqual([{ ...up, interruption: false }]);
    }
  });

  it.each([
    ['automatic', 40_000, { Mode: 'USER_PROVISIONED', Iops: 40_000 }],
    [40_000, 20_000, { Mode: 'USER_PROVISIONED', Iops: 20_000 }],
    [40_000, 'automatic', { Mode: 'AUTOMATIC' }],
  ] as const)('changes disk IOPS from %p to %p in place', (before, after, configuration) => {
    expect(listRequests({ diskIops: before }, { diskIops: after })).toEqual([
      expect.objectContaining({
        input: { FileSystemId: '@fs.id', OpenZFSConfiguration: { DiskIopsConfiguration: configuration } },
        coolDownSeconds: 0,
        coolsDown: [],
        interruption: false,
      }),
    ]);
  });

  it('increases storage in place by at least 10 percent, with a cool-down of six hours', () => {
    expect(listRequests({}, { storageGiB: 1100 })).toEqual([
      expect.objectContaining({
        input: { FileSystemId: '@fs.id', StorageCapacity: 1100 },
        coolDownSeconds: 21_600,
        coolsDown: ['storageGiB'],
      }),
    ]);
  });

  it('combines changes in one request with the longest wait, the cool-down and the interruption', () => {
    expect(listRequests({}, { storageGiB: 2000, diskIops: 40_000, throughputMBps: 5120 })).toEqual(cases.oneRequest);
  });

  it('changes exports and quotas with one UpdateVolume request per volume', () => {
    const volumes = { count: 2 };
    const requests = listRequests({ volumes }, { volumes: { count: 2, quotaGiB: 50 }, nfsExport: 'async' });
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
    const lifted = listRequests({ volumes: { count: 1, quotaGiB: 50 } }, { volumes: { count: 1 } });
    expect(lifted[0]?.input).toEqual({
      VolumeId: '@volume1.id',
      OpenZFSConfiguration: { StorageCapacityQuotaGiB: -1 },
    });
  });
});

describe('planOpenZfsChange for compression and record size', () => {
  const to = { compression: 'LZ4', recordSizeKiB: 8, nfsExport: 'async' } as const;

  it.each([
    ['from the defaults', {}, to],
    ['back to the defaults', to, {}],
  ])('changes both with the exports in one UpdateVolume request (%s)', (_name, before, after) => {
    const result = planChange(before, after);
    const requested = { ...CONFIG, ...after };
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
                    { Clients: '*', Options: ['rw', 'no_root_squash', 'crossmnt', requested.nfsExport] },
                  ],
                },
              ],
              DataCompressionType: requested.compression,
              RecordSizeKiB: requested.recordSizeKiB,
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

  it('includes both, but neither exports nor throughput, in the layout of stored files', () => {
    expect(getOpenZfsLayout({ ...CONFIG, recordSizeKiB: 8, compression: 'ZSTD' })).toEqual({
      recordSizeKiB: 8,
      compression: 'ZSTD',
    });
    expect(getOpenZfsLayout({ ...CONFIG, nfsExport: 'async', throughputMBps: 2560 })).toEqual(getOpenZfsLayout(CONFIG));
  });
});

describe('new OpenZFS file system', () => {
  it.each(cases.needed as [string, Changes, Changes, string][])('is needed for %s', (_name, before, after, why) => {
    const result = planChange(before, after);
    expect(result.kind === 'recreate' ? result.why : '').toMatch(new RegExp(why));
  });
});
