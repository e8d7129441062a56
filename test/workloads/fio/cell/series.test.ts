import { buildFioArguments } from '../../../../lib/workloads/fio/cell/command';
import { LATENCY_LOG, readLatencies, getSeriesLog, parseSeries } from '../../../../lib/workloads/fio/cell/series';
import { judgeReading } from '../../../../lib/workloads/judge-reading';
import { fio } from '../../../../lib/workloads/fio/workload';
import { readHosts } from '../../../../lib/workloads/read-hosts';
import { dataParams, hostRaw, parseParams, readRecorded, recordedJob } from '../recorded-outputs';

const PARAMS = dataParams({ rw: 'randrw', rwmixread: 70, runtime: '4s' });
const read = (text: string, seconds = 4, params = PARAMS) =>
  parseSeries(text, params, { from: 100, seconds }, ['read', 'write']);

describe('parseSeries', () => {
  it('sums the jobs of a recorded bandwidth log, within 2% of the mean in the fio result', () => {
    const series = read(readRecorded('series_bw.log'));
    expect(series.map(({ metric, operation, values }) => `${operation} ${metric} ${values.length}`)).toEqual(
      ['read', 'write'].flatMap((operation) => [`${operation} iops 3`, `${operation} bandwidth 3`]),
    );
    const [iops, bandwidth] = series;
    expect(bandwidth?.values[0]).toBe((98_384 + 98_610) * 1024);
    expect(iops).toMatchObject({ unit: 'ops/s', from: 100, step: 1 });
    const mean = (iops?.values.reduce((sum, value) => sum + value, 0) ?? 0) / 3;
    expect(Math.abs(mean / recordedJob('series.json').read.iops - 1)).toBeLessThan(0.02);
  });

  it('returns 0 for a second without a line, and omits the incomplete last second', () => {
    expect(read('1000, 4, 0, 0, 0\n3001, 8, 0, 0, 0\n4000, 8, 0, 0, 0\n5000, 8, 0, 0, 0\n', 5.001)[1]?.values).toEqual([
      4096, 0, 8192, 8192,
    ]);
  });

  it('assigns the I/O of a line at a fractional second to its last second, because fio had stalled', () => {
    const clone = '1000, 4, 0, 0, 0\n3750, 8, 0, 0, 0\n4750, 12, 0, 0, 0\n';
    expect(read(clone + clone, 5.001)[1]?.values).toEqual([
      // Steps are those of the lines that follow: a quarter of the second one was before it stood still.
      8192, 4096, 0, 40_960,
    ]);
  });

  it('returns the IOPS of metadata engines from write_iops_log', () => {
    const create = parseParams({ kind: 'fio', ioengine: 'filecreate', nrfiles: 1 });
    expect(getSeriesLog(create)).toEqual({ option: 'write_iops_log', file: 'raw/series_iops.log' });
    const [only, ...others] = parseSeries('1000, 70, 1, 0, 0\n', create, { from: 1, seconds: 2 }, ['write']);
    expect([only?.metric, only?.values, others]).toEqual(['iops', [70], []]);
  });

  it.each(['', 'no log', '1000', '1000, x, 0', '-1, 5, 0', '1000, -5, 0', '1e9, 1, 0', '1000, 1e999, 0', '1000, 1, 7'])(
    'ignores invalid lines of a rate log: %s',
    (line) => expect(read(`${line}\n`).flatMap(({ values }) => values)).toEqual([]),
  );

  it('returns rates over time of each host and their sum as aggregate from readHosts', () => {
    const host = (name: string) => {
      const raw = hostRaw(name, readRecorded('series.json'), { facts: { began: '1000.5' } });
      const log = { name: 'raw/series_bw.log', source: 'x', text: readRecorded('series_bw.log') };
      return { ...raw, files: [...raw.files, log] };
    };
    const { series } = readHosts(fio, [host('client-0'), host('client-1')], PARAMS);
    expect(series.map(({ host: name, operation, metric }) => [name, operation, metric])).toHaveLength(12);
    const [own] = series;
    const all = series.find(({ host: name }) => name === null);
    expect(own).toMatchObject({ host: 'client-0', from: 1001 });
    expect(all?.values).toEqual(own?.values.map((value) => 2 * value));
  });
});

describe('readLatencies', () => {
  const RATED = dataParams({ rw: 'randrw', rwmixread: 70, runtime: '4s', rate_iops: 500 });
  const latencies = (text: string, seconds = 4) =>
    readLatencies(text, { fromMs: 0, step: 1, seconds }, ['read', 'write'], { from: 100, step: 1 });

  it('averages the jobs of a recorded latency log per second, within 5% of the mean in the result', () => {
    const [reads, writes] = latencies(readRecorded('rated.lat.txt'), 4.005);
    expect([reads, writes]).toMatchObject([
      { metric: 'latency_mean', operation: 'read', unit: 'us', from: 100, step: 1 },
      { metric: 'latency_mean', operation: 'write' },
    ]);
    expect(reads?.values.map(Math.round)).toEqual([1010, 1889, 2146]);
    expect(writes?.values.map(Math.round)).toEqual([2625, 4874, 2846]);
    const mean = (reads?.values.reduce((sum, value) => sum + value, 0) ?? 0) / 3;
    expect(Math.abs(mean / (recordedJob('rated.json').read.lat_ns.mean / 1000) - 1)).toBeLessThan(0.05);
  });

  it('repeats the latency of a line for the seconds since the previous line of its job', () => {
    const job = '999, 1000, 0, 0\n1000, 3000, 0, 0\n3950, 9000, 0, 0\n5200, 5000, 0, 0\n';
    expect(latencies(job, 5.5)[0]?.values).toEqual([2, 9, 9, 9, 5]);
    expect(latencies(`${job}1000, 4000, 0, 0\n2000, 1000, 0, 0\n`, 5.5)[0]?.values).toEqual([8 / 3, 5, 9, 9, 5]);
  });

  it.each(['', 'no log', '1000, x, 0', '-1, 5, 0', 'x, 5, 0', '1e999, 5, 0', '1000, 5, 7'])(
    'ignores invalid lines of a latency log: %s',
    (line) => expect(latencies(`${line}\n`)).toEqual([]),
  );

  it('reports LatencyUnsteady when the logged latency rises tenfold in a trial with a fixed rate', () => {
    const lines = Array.from({ length: 20 }, (_, at) => `${at + 1}000, ${at < 10 ? 5e5 : 5e6}, 0, 0\n`);
    const raw = hostRaw('client-0', readRecorded('rated.json').replaceAll('"runtime" : 4005', '"runtime" : 20005'), {});
    const rated = { ...raw, files: [...raw.files, { name: LATENCY_LOG.file, source: 'x', text: lines.join('') }] };
    const reading = readHosts(fio, [rated], RATED);
    expect(reading.series.map(({ host, values }) => [host, values.length])).toEqual(
      ['client-0', null].map((host) => [host, 19]),
    );
    const found = judgeReading(fio, reading, [rated], RATED).filter(({ code }) => code === 'LatencyUnsteady');
    expect(found).toMatchObject([{ level: 'suspect', metrics: expect.arrayContaining(['latency_p99']) as string[] }]);
  });

  it('logs latencies only when the cell has a fixed rate', () => {
    const asks = (params: Parameters<typeof buildFioArguments>[0]) =>
      buildFioArguments(params).includes('--write_lat_log=raw/series');
    expect([asks(RATED), asks(PARAMS), asks(dataParams({ rate: '1 MiB/s' }))]).toEqual([true, false, true]);
    expect(fio.listMetrics(RATED)[0]?.series?.metrics).toEqual(['iops', 'bandwidth', 'latency_mean']);
    expect(fio.listMetrics(PARAMS)[0]?.series?.metrics).toEqual(['iops', 'bandwidth']);
  });
});
