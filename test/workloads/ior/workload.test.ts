import { ior } from '../../../lib/workloads/ior/workload';
import { schema } from '../../../lib/workloads/ior/schema';

const params = schema.parse({ kind: 'ior', ranks: 64, blockSize: '16 GiB' });

describe('ior', () => {
  it('has the usual transfers where nothing is said', () => {
    expect(params).toEqual({
      kind: 'ior',
      role: 'client',
      ranks: 64,
      filePerProc: true,
      transferSize: 1024 ** 2,
      blockSize: 16 * 1024 ** 3,
      segmentCount: 1,
      repetitions: 3,
      fsync: true,
      reorderTasks: true,
    });
  });

  it('writes and reads all three times: a TiB is moved six times', () => {
    const [step] = ior.script(params);
    expect(step?.work).toEqual({
      ofAll: true,
      writtenBytes: 6 * 1024 ** 4,
      operations: { create: 3 * 64 },
      inFlight: 64,
    });
    expect(ior.duration(params).measured).toBeCloseTo((6 * 16 * 1024 ** 3) / 500e6, 6);
    const shared = ior.script({ ...params, filePerProc: false });
    expect(shared[0]?.work?.operations).toEqual({ create: 3 });
  });

  it('refuses a block that is no whole number of transfers', () => {
    expect(ior.check({ ...params, transferSize: 3 * 1024 ** 2 })).toEqual([
      {
        severity: 'error',
        code: 'BadValue',
        path: ['blockSize'],
        message: 'found 16 GiB with a `transferSize` of 3 MiB; allowed: a whole number of transfers, one at least',
      },
    ]);
    expect(ior.check(params)).toEqual([]);
  });

  it('advises to read what others wrote', () => {
    expect(ior.check({ ...params, reorderTasks: false })).toEqual([
      {
        severity: 'advice',
        code: 'OwnFilesRead',
        path: ['reorderTasks'],
        message: 'each host reads what it has written: its memory may answer. `reorderTasks: true` asks another host',
      },
    ]);
  });

  it('is held against the bandwidth that is paid for, and moves what it transfers', () => {
    expect(ior.limits(params).map(({ bytes }) => bytes)).toEqual([
      { metric: 'write_bandwidth', limit: 'bandwidth' },
      { metric: 'read_bandwidth', limit: 'bandwidth' },
    ]);
    const { measure } = ior.demand(params);
    expect(measure?.extent).toEqual({ until: 'done', units: 3 * 1024 ** 2 });
  });
});
