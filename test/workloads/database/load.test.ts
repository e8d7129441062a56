import { database } from '../../../lib/workloads/database/workload';
import type { HostRaw } from '../../../lib/workloads/contract';
import { judgeRaw, params } from './database-hosts';
import { loadHost, readRecorded } from './recorded-outputs';

const OLTP = params({ size: '256 MiB', rate: 200, warmUp: '1s', measure: '5s' });
const codes = (raw: HostRaw, asked = OLTP) =>
  judgeRaw({ raw }, asked).reasons.flatMap(({ level, code }) => (level === 'note' ? [] : [`${level} ${code}`]));

interface FioOutput {
  readonly jobs: readonly { readonly read: { readonly iops: number }; readonly write: { readonly iops: number } }[];
}

describe('readLoadHost', () => {
  const { reading } = judgeRaw({ raw: loadHost() }, OLTP);
  const [db, log] = (JSON.parse(readRecorded('load.json')) as FioOutput).jobs;

  it('returns the IOPS of fio for reads, writes, log writes, and reads with writes', () => {
    const iops = reading.observations.filter(({ metric, host }) => metric === 'iops' && host === 'aggregate');
    const [reads = Number.NaN, writes = Number.NaN] = [db?.read.iops, db?.write.iops];
    expect(Object.fromEntries(iops.map(({ operation, value }) => [operation, value]))).toEqual({
      db: reads + writes,
      'db-read': reads,
      'db-write': writes,
      'log-write': log?.write.iops,
    });
    expect(reading.observations.some(({ metric }) => metric.startsWith('sync_'))).toBe(false);
    const { from = 0, to = 0 } = reading.windows[0] ?? {};
    expect(to - from).toBeCloseTo(5, 0);
  });

  it('returns series of rates and latencies, and of the sum of reads and writes', () => {
    const values = (operation: string, metric: string) =>
      reading.series.find((one) => one.operation === operation && one.metric === metric && one.host === null)?.values ??
      [];
    const writes = values('db-write', 'iops');
    expect(values('db', 'iops')).toEqual(values('db-read', 'iops').map((reads, at) => reads + (writes[at] ?? 0)));
    expect(values('log-write', 'latency_mean').length).toBeGreaterThan(2);
    expect(values('db', 'latency_mean')).toEqual([]);
  });
});

describe('judge and parse of a database load', () => {
  it('returns no reasons for a recorded load', () => {
    expect(codes(loadHost())).toEqual([]);
  });

  it('returns RateNotReached and OptionsMismatch when 400 IOPS are requested and fio ran at 200', () => {
    const asked = params({ size: '256 MiB', rate: 400, warmUp: '1s', measure: '5s' });
    const ofJob = ['suspect RateNotReached', 'suspect OptionsMismatch'];
    expect(codes(loadHost(), asked)).toEqual([...ofJob, ...ofJob]);
  });

  it('reports OptionsMismatch for O_DIRECT on a file system that refuses it, or EngineUnavailable', () => {
    const buffered = loadHost({ facts: { direct: '0', directReason: 'ext4 refuses O_DIRECT' } });
    expect(codes(buffered)).toContain('suspect OptionsMismatch');
    const failed = { rc: 1, facts: { ioengine: '', direct: '', problem: 'engine libaio cannot be used: x' } };
    expect(judgeRaw({ raw: loadHost(failed) }, OLTP).reasons.map(({ code, text }) => `${code}: ${text}`)).toContain(
      'EngineUnavailable: client-0: engine libaio cannot be used: x',
    );
  });

  it('parses recorded fio output, and returns status ok and version fio-3.33', () => {
    const parsed = { tool: 'fio', toolVersion: 'fio-3.33', status: 'ok' };
    expect(database.parse(readRecorded('load.json'))).toMatchObject(parsed);
  });

  it('tolerates bytes of I/Os in flight at the end of the ramp, but returns BlockSizeMismatch beyond', () => {
    const scaleBytes = (times: number): HostRaw => {
      const raw = loadHost();
      const files = raw.files.map((file) => {
        if (file.name !== 'raw/fio.json') return file;
        const output = JSON.parse(file.text) as { jobs: { write: { bw_bytes: number; io_bytes: number } }[] };
        const { write } = output.jobs[1]!;
        write.bw_bytes *= times;
        write.io_bytes *= times;
        return { ...file, text: JSON.stringify(output) };
      });
      return { ...raw, files };
    };
    // About 200 log writes, at most 16 in flight.
    expect(codes(scaleBytes(1.06))).toEqual([]);
    expect(codes(scaleBytes(1.2))).toContain('invalid BlockSizeMismatch');
    expect(codes(scaleBytes(0.94))).toContain('invalid BlockSizeMismatch');
  });
});
