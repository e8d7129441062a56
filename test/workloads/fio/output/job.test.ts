import { readJob } from '../../../../lib/workloads/fio/output/job';
import { type RecordedJob, recordedJob } from '../recorded-outputs';

const readFirstDirection = (entry: Record<string, unknown>, globals: unknown = {}) =>
  readJob(entry, globals).directions[0];

/** The same figures in the shape of fio 2.x: microseconds, KiB, no counts beside them. */
function asVersion2({ jobname, read }: RecordedJob): Record<string, unknown> {
  const { clat_ns: clat, lat_ns: lat, io_kbytes: io_bytes, bw, iops, runtime } = read;
  return {
    jobname,
    groupid: 0,
    error: 0,
    read: { clat: toMicroseconds(clat), lat: toMicroseconds(lat), io_bytes, bw, iops, runtime },
  };
}

function toMicroseconds({ mean, percentile = {} }: RecordedJob['read']['lat_ns']): Record<string, unknown> {
  const entries = Object.entries(percentile).map(([key, value]) => [key, Math.round(value / 1000)]);
  return { mean: mean / 1000, percentile: { ...Object.fromEntries(entries), '0.00': 0 } };
}

describe('readJob', () => {
  it('reads rates, times and counts in base units', () => {
    const entry = recordedJob('host-a.json');
    const { read } = entry;
    expect(readFirstDirection(entry)).toMatchObject({
      operation: 'read',
      ios: read.total_ios,
      bytes: read.io_bytes,
      iops: read.iops,
      bandwidth: read.bw_bytes,
      runtimeMs: 1501,
      latencyMeanUs: read.lat_ns.mean / 1000,
    });
    expect(readFirstDirection(entry)?.percentilesUs['latency_p99_9']).toBe(
      (read.clat_ns.percentile?.['99.900000'] ?? 0) / 1000,
    );
    expect(readFirstDirection(entry)?.bins?.count).toBe(read.clat_ns.N);
  });

  it('reads fio 2.x in its units of microseconds and KiB', () => {
    const entry = recordedJob('clones.json');
    const now = readFirstDirection(entry);
    const before = readFirstDirection(asVersion2(entry));
    expect(before?.bytes).toBe(now?.bytes);
    expect(before?.bandwidth).toBeCloseTo(now?.bandwidth ?? 0, -4);
    expect(before?.latencyMeanUs).toBeCloseTo(now?.latencyMeanUs ?? 0, 6);
    expect(Math.abs((before?.ios ?? 0) - (now?.ios ?? 0))).toBeLessThanOrEqual(1);
    expect(before?.percentilesUs['latency_p99']).toBe(Math.round(now?.percentilesUs['latency_p99'] ?? 0));
  });

  it.each([
    ['a job that reads', 'host-a.json', ['read']],
    ['a mix', 'randrw.json', ['read', 'write']],
    ['a job without I/O', 'zero-io.json', []],
    ['a mix that is counted once (unified_rw_reporting)', 'unified.json', ['mixed']],
    ['a mix that is counted twice', 'unified-both.json', ['read', 'write']],
  ])('returns the directions of %s', (_, name, operations) =>
    expect(readJob(recordedJob(name), {}).directions.map(({ operation }) => operation)).toEqual(operations),
  );

  it('uses the percentiles of total latency when completion latency has none', () => {
    const { read } = recordedJob('lat-percentiles.json');
    expect(readFirstDirection(recordedJob('lat-percentiles.json'))?.percentilesUs['latency_p99']).toBe(
      (read.lat_ns.percentile?.['99.000000'] ?? 0) / 1000,
    );
    expect(readFirstDirection(recordedJob('no-percentiles.json'))?.percentilesUs).toEqual({});
  });

  it('uses completion latency for metadata engines, without bandwidth', () => {
    const entry = recordedJob('filecreate.json');
    const { write } = entry;
    expect(readFirstDirection(entry)).toMatchObject({
      bandwidth: null,
      latencyMeanUs: write.clat_ns.mean / 1000,
      ios: 20_000,
    });
  });

  it('reads the ioengine from global options', () => {
    const { 'job options': _, ...entry } = recordedJob('filecreate.json');
    expect(readFirstDirection(entry)?.bandwidth).not.toBeNull();
    expect(readFirstDirection(entry, { ioengine: 'filecreate' })?.bandwidth).toBeNull();
  });

  it('computes missing percentiles from the histogram', () => {
    const entry = recordedJob('host-a.json');
    const printed = entry.read.clat_ns.percentile?.['95.000000'] ?? 0;
    delete entry.read.clat_ns.percentile?.['95.000000'];
    expect(readFirstDirection(entry)?.percentilesUs['latency_p95']).toBe(printed / 1000);
  });

  it('reads the error code, the count of failed I/Os, and whether a job ended at a steady state', () => {
    expect(readJob(recordedJob('error.json'), {}).error).toBe(28);
    expect(readJob({ ...recordedJob('host-a.json'), total_err: 3 }, {}).failedIos).toBe(3);
    expect(readJob(recordedJob('steady.json'), {}).steady).toBe(true);
    expect(readJob(recordedJob('host-a.json'), {}).steady).toBe(false);
  });

  it('reads invalid values as a job without directions', () => {
    const entry = { jobname: 7, read: { iops: 'fast', clat_ns: [1] }, write: 'none', mixed: null, 'job options': 3 };
    expect(readJob(entry, null)).toMatchObject({ name: 'job', error: 0, directions: [], options: {} });
  });
});
