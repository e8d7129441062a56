import { readDocument } from '../../../../lib/workloads/fio/output/document';
import type { Direction } from '../../../../lib/workloads/fio/output/direction';
import { toFigures, mergeDirections, groupRuns } from '../../../../lib/workloads/fio/output/runs';
import { scanText } from '../../../../lib/workloads/fio/output/scan';
import { PERCENTILES } from '../../../../lib/workloads/tools/io-metrics';
import { readRecorded, recordedDocument, type RecordedLatency } from '../recorded-outputs';

const jobs = (name: string) => {
  const { documents } = scanText(readRecorded(name));
  return documents.flatMap((json) => readDocument(json).jobs);
};
const reads = (name: string) => jobs(name).flatMap(({ directions }) => directions);
const readClones = (name: string) => reads(name) as [Direction, Direction];
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
const expectBetween = (value: number | undefined, all: readonly number[]) => {
  expect(value).toBeGreaterThanOrEqual(Math.min(...all));
  expect(value).toBeLessThanOrEqual(Math.max(...all));
};
const removeBins = (direction: Direction): Direction => ({ ...direction, bins: null });

describe('groupRuns', () => {
  it.each(['clones.json', 'clones-plus.json', 'clients.txt'])(
    'sums the rates of jobs that ran together: %s',
    (name) => {
      const [run, ...others] = groupRuns(jobs(name));
      expect(others).toEqual([]);
      const [read] = run?.directions ?? [];
      expect(read?.iops).toBeCloseTo(sum(reads(name).map(({ iops }) => iops)), 6);
      expect(read?.bandwidth).toBe(sum(reads(name).map(({ bandwidth }) => bandwidth ?? 0)));
    },
  );

  it('returns separate runs for two jobs that ran one after the other', () => {
    const runs = groupRuns(jobs('stonewall.json'));
    expect(runs.map(({ label }) => label)).toEqual(['first/0', 'second/1']);
    expect(runs.map(({ directions }) => directions.map(({ operation }) => operation))).toEqual([['read'], ['write']]);
  });
});

describe('mergeDirections', () => {
  it('returns a single direction unchanged', () => {
    const [one] = reads('no-percentiles.json');
    expect(one && mergeDirections([one])).toBe(one);
  });

  it('keeps the shortest and the longest runtime of jobs that end by size', () => {
    const [one, two] = readClones('clones.json');
    const merged = mergeDirections([
      { ...one, runtimeMs: 3203 },
      { ...two, runtimeMs: 2952 },
    ]);
    expect(merged).toMatchObject({ runtimeMs: 3203, shortestMs: 2952 });
  });

  it('weights the mean latency by I/Os', () => {
    const [one, two] = readClones('clones.json');
    const merged = mergeDirections([
      { ...one, ios: 900, latencyMeanUs: 10 },
      { ...two, ios: 100, latencyMeanUs: 110 },
    ]);
    expect(merged.latencyMeanUs).toBeCloseTo(20, 9);
    expect(mergeDirections([one, { ...two, latencyMeanUs: null }]).latencyMeanUs).toBeNull();
  });

  it('merges histograms to percentiles between those of the jobs', () => {
    const merged = mergeDirections(reads('clones-plus.json'));
    const all = reads('clones-plus.json').map(({ percentilesUs }) => percentilesUs['latency_p99'] ?? 0);
    expectBetween(merged.percentilesUs['latency_p99'], all);
    expect(merged.bins?.count).toBe(sum(reads('clones-plus.json').map(({ bins }) => bins?.count ?? 0)));
  });

  it('returns no percentiles when a histogram is missing', () => {
    const [one, two] = readClones('clones-plus.json');
    expect(mergeDirections([one, removeBins(two)]).percentilesUs).toEqual({});
    expect(mergeDirections(reads('clones.json')).percentilesUs).toEqual({});
  });
});

describe('commit latency of fio jobs', () => {
  const [job] = recordedDocument('etcd.json').jobs;
  const [write] = reads('etcd.json');
  const listCommits = (name: string) => reads(name).map(({ commits }) => commits);

  it('equals the sync latency that fio printed, with all percentiles', () => {
    const printed = (job?.['sync'] as { lat_ns: RecordedLatency } | undefined)?.lat_ns;
    const figures = write === undefined ? [] : toFigures(write);
    const value = (metric: string) => figures.find((one) => one.metric === metric)?.value;
    expect(value('sync_latency_mean')).toBe((printed?.mean ?? 0) / 1000);
    for (const { percentile, metric } of PERCENTILES)
      expect(value(`sync_${metric}`)).toBe((printed?.percentile?.[percentile.toFixed(6)] ?? 0) / 1000);
    // 954 us for 99% of them, where the writes before them took 12 us.
    expect([value('sync_latency_p99'), value('latency_p99')]).toEqual([954.368, 12.224]);
    // `total_ios` of the section counts calls of fsync alone.
    expect(write?.commits?.count).toBe(printed?.N);
    expect(write?.commits?.bins?.percentile(99.9)).toBe(value('sync_latency_p99_9'));
  });

  it('merges clones by their histograms, and weights the mean by their flushes', () => {
    const all = listCommits('flush-clones.json').flatMap((one) => one ?? []);
    const [merged] = groupRuns(jobs('flush-clones.json'))[0]?.directions.map(({ commits }) => commits) ?? [];
    expect(all).toHaveLength(3);
    expect(merged?.count).toBe(sum(all.map(({ count }) => count)));
    expect(merged?.bins?.count).toBe(merged?.count);
    const p99 = all.map(({ percentilesUs }) => percentilesUs['latency_p99'] ?? 0);
    expectBetween(merged?.percentilesUs['latency_p99'], p99);
    expect(merged?.meanUs).toBeCloseTo(sum(all.map(({ count, meanUs }) => count * meanUs)) / (merged?.count ?? 0), 6);
    const [one, two] = readClones('flush-clones.json');
    expect(mergeDirections([one, { ...two, commits: null }]).commits).toBeNull();
  });

  it('equals the write latency with O_DSYNC, and is null for writes without flushes', () => {
    const [direction] = reads('dsync.json');
    expect(direction?.commits).toEqual({
      count: direction?.ios,
      meanUs: direction?.latencyMeanUs,
      percentilesUs: direction?.percentilesUs,
      bins: direction?.bins,
    });
    expect(listCommits('randrw.json')).toEqual([null, null]);
  });
});

describe('toFigures', () => {
  it('lists metric, statistic and base unit of each figure', () => {
    const [read] = reads('host-a.json');
    const figures = read === undefined ? [] : toFigures(read);
    expect(figures.map(({ metric, statistic, unit }) => `${metric} ${statistic} ${unit}`)).toEqual([
      'iops value ops/s',
      'bandwidth value bytes/s',
      'latency_mean mean us',
      'latency_p50 value us',
      'latency_p95 value us',
      'latency_p99 value us',
      'latency_p99_9 value us',
    ]);
    expect(figures.every(({ operation, value }) => operation === 'read' && value > 0)).toBe(true);
  });

  it('omits bandwidth of metadata engines, and missing percentiles', () => {
    const [write] = reads('filecreate.json');
    const [read] = reads('no-percentiles.json');
    expect((write ? toFigures(write) : []).map(({ metric }) => metric)).not.toContain('bandwidth');
    expect((read ? toFigures(read) : []).map(({ metric }) => metric)).toEqual(['iops', 'bandwidth', 'latency_mean']);
  });
});
