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
  it.each([30, 80])('writes data that is %d %% compressible, and still so after trials', (percent) => {
    const host = new FioHost();
    const computeDeflated = (file: string): number => {
      const data = readFileSync(join(host.data, file));
      return deflateRawSync(data, { level: 1 }).length / data.length;
    };
    try {
      const base = { kind: 'fio', bs: '64k', numjobs: 1, size: '8 MiB', ramp_time: 0, runtime: '1s' };
      const own = { ...base, buffer_compress_percentage: percent };
      for (const params of [parseParams({ ...base, rw: 'write' }), parseParams({ ...own, rw: 'randwrite' })]) {
        expect(host.run('fill', params)).toMatchObject({ code: 0, status: { facts: { unwrittenBytes: '0' } } });
      }
      // Deflate itself makes what does not compress a hundredth larger, and zeros not nothing.
      const getExpected = (file: string) => (file === 'f.0' ? 1 : 1 - percent / 100);
      const files = ['f.0', `f.c${percent}.0`];
      for (const file of files) expect(Math.abs(computeDeflated(file) - getExpected(file))).toBeLessThan(0.03);
      for (const rw of ['randwrite', 'randread']) {
        const { code, raw } = host.run('measure', parseParams({ ...own, rw }));
        expect(code).toBe(0);
        expect(readHosts(fio, [raw], parseParams({ ...own, rw })).observations.length).toBeGreaterThan(0);
        for (const file of files) expect(Math.abs(computeDeflated(file) - getExpected(file))).toBeLessThan(0.03);
      }
    } finally {
      host.remove();
    }
  });

  it.each([
    [{ rw: 'randrw', rwmixread: 70, rate_iops: 300, iodepth: 16 }, []],
    [{ rw: 'randwrite', fsync: 8, random_distribution: 'zipf:1.1', refill_buffers: true }, []],
    [{ rw: 'randread', bs: undefined, bssplit: '4k/60:64k/40', thinktime: '1ms', iodepth: 1 }, []],
    [{ rw: 'randread', rate_iops: 5_000_000 }, ['RateNotReached']],
  ])('measures with the fio parameters %j', (changes, expected) => {
    const params = parseParams({
      kind: 'fio',
      bs: '4k',
      numjobs: 1,
      size: '16 MiB',
      ramp_time: 0,
      runtime: '1500ms',
      ...changes,
    });
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
