import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { deflateRawSync } from 'node:zlib';
import { fio } from '../../../../lib/workloads/fio/workload';
import { readHosts } from '../../../../lib/workloads/read-hosts';
import { isFioInstalled, FioHost } from '../fio-host';
import { parseParams } from '../recorded-outputs';

let host: FioHost;
beforeEach(() => {
  host = new FioHost();
});
afterEach(() => host.remove());

(isFioInstalled() ? describe : describe.skip)('fio with the options of a cell', () => {
  it('writes data that is 30 or 80 % compressible, and still so after trials', () => {
    const base = { kind: 'fio', bs: '64k', numjobs: 1, size: '8 MiB', ramp_time: 0, runtime: '2s', rw: 'randrw' };
    const cells = [undefined, 30, 80].map((percent) => parseParams({ ...base, buffer_compress_percentage: percent }));
    const expectShares = () => {
      // Deflate itself makes what does not compress a hundredth larger, and zeros not nothing.
      for (const [file, share] of Object.entries({ 'f.0': 1, 'f.c30.0': 0.7, 'f.c80.0': 0.2 })) {
        const data = readFileSync(join(host.data, file));
        expect(Math.abs(deflateRawSync(data, { level: 1 }).length / data.length - share)).toBeLessThan(0.03);
      }
    };
    for (const params of cells)
      expect(host.run('fill', params)).toMatchObject({ code: 0, status: { facts: { unwrittenBytes: '0' } } });
    expectShares();
    for (const params of cells.slice(1)) {
      const { code, raw } = host.run('measure', params);
      expect(code).toBe(0);
      const { observations } = readHosts(fio, [raw], params);
      expect(new Set(observations.map(({ operation }) => operation))).toEqual(new Set(['read', 'write']));
    }
    expectShares();
  });

  it.each([
    [{ rw: 'randrw', rwmixread: 70, rate_iops: 300, iodepth: 16 }, []],
    [{ rw: 'randwrite', fsync: 8, random_distribution: 'zipf:1.1', refill_buffers: true }, []],
    [{ rw: 'randread', bs: undefined, bssplit: '4k/60:64k/40', thinktime: '1ms', iodepth: 1 }, []],
    [{ rw: 'randread', rate_iops: 5_000_000 }, ['RateNotReached']],
  ])('measures with the fio parameters %j', (changes, expected) => {
    const base = { kind: 'fio', bs: '4k', numjobs: 1, size: '16 MiB', ramp_time: 0, runtime: '1s' };
    const params = parseParams({ ...base, ...changes });
    host.run('fill', params);
    const { code, raw } = host.run('measure', params);
    expect(code).toBe(0);
    const reading = readHosts(fio, [raw], params);
    const codes = [...reading.reasons, ...fio.judge(reading, [raw], params)].map((reason) => reason.code);
    // A busy machine may add others.
    expect(codes).toEqual(expect.arrayContaining(expected));
    for (const wrong of ['BlockSizeMismatch', 'MixMismatch', 'FiguresDisagree', 'ToolFailed'])
      expect(codes).not.toContain(wrong);
    expect(reading.observations.find(({ metric }) => metric === 'iops')?.value).toBeGreaterThan(0);
  });
});
