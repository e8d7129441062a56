import { listMetrics, listLimits, METRICS } from '../../../../lib/workloads/fio/cell/metrics';
import { parseOutput } from '../../../../lib/workloads/fio/output/parse';
import { PERCENTILES } from '../../../../lib/workloads/tools/io-metrics';
import { parseParams, readRecorded } from '../recorded-outputs';
import { READ_AND_WRITE } from '../../../../lib/shapes/metric';

const listDataLimits = (given: object) => listLimits(parseParams({ kind: 'fio', bs: '4k', size: '1m', ...given }));
const listFileLimits = (ioengine: string) => listLimits(parseParams({ kind: 'fio', ioengine, nrfiles: 10 }));

it('compares bandwidth and random IOPS with the provisioned limits', () => {
  expect(listDataLimits({ rw: 'randrw' })).toEqual([
    {
      of: null,
      bytes: { metric: 'bandwidth', limit: 'bandwidth', moves: READ_AND_WRITE },
      operations: { metric: 'iops', limit: 'iops' },
    },
  ]);
});

it('does not compare sequential IOPS with a limit, because storage merges such I/Os', () => {
  for (const rw of ['read', 'write', 'rw'])
    expect(listDataLimits({ rw })).toMatchObject([{ bytes: { limit: 'bandwidth' }, operations: { limit: null } }]);
});

it('compares file creates and deletes with their metadata limits, and stat with none', () => {
  const held = ['filecreate', 'filedelete', 'filestat'].map((engine) => listFileLimits(engine)[0]?.operations?.limit);
  expect(held).toEqual(['metadataCreates', 'metadataDeletes', null]);
  expect(listFileLimits('filecreate')).toMatchObject([{ bytes: null }]);
});

it('names each percentile metric, e.g. "p99.9 latency"', () => {
  for (const { metric, percentile } of PERCENTILES)
    expect(METRICS[metric].percentile).toEqual({ of: 'latency', percent: percentile });
  expect(METRICS.latency_p99_9.words).toBe('p99.9 latency');
});

describe('listMetrics', () => {
  const listMetricNames = (given: object): string[] =>
    listMetrics(parseParams({ kind: 'fio', ...given })).flatMap(({ operation, metrics }) =>
      metrics.map((metric) => `${operation} ${metric}`),
    );

  it.each([
    ['randrw.json', { rw: 'randrw', bs: '4k', size: '1m' }],
    ['host-a.json', { rw: 'randread', bs: '4k', size: '1m' }],
    ['dsync.json', { rw: 'write', bs: '4k', size: '1m', sync: 'dsync' }],
    ['etcd.json', { rw: 'write', bs: '2300 B', size: '22 MiB', direct: false, fdatasync: 1 }],
    ['filecreate.json', { ioengine: 'filecreate', nrfiles: 10 }],
  ])('lists the operations and metrics that fio reported in %s', (file, given) => {
    const found = parseOutput(readRecorded(file)).runs.flatMap(({ observations }) => observations);
    expect(found.map(({ operation, metric }) => `${operation} ${metric}`)).toEqual(listMetricNames(given));
  });

  it('labels operations of a mix as read and write, and single directions by their own', () => {
    expect(new Set(listMetricNames({ rw: 'rw', bs: '4k', size: '1m' }).map((one) => one.split(' ')[0]))).toEqual(
      new Set(['read', 'write']),
    );
    expect(listMetricNames({ rw: 'write', bs: '4k', size: '1m' })[0]).toBe('write iops');
    expect(listMetricNames({ ioengine: 'filestat', nrfiles: 10 })[0]).toBe('read iops');
  });
});
