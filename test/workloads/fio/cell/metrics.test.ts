import { listMetrics, listLimits, METRICS } from '../../../../lib/workloads/fio/cell/metrics';
import { parseOutput } from '../../../../lib/workloads/fio/output/parse';
import { PERCENTILES } from '../../../../lib/workloads/tools/io-metrics';
import { parseParams, readRecorded } from '../recorded-outputs';
import { READ_AND_WRITE } from '../../../../lib/shapes/metric';

const of = (given: object) => listLimits(parseParams({ kind: 'fio', bs: '4k', size: '1m', ...given }));
const onFiles = (ioengine: string) => listLimits(parseParams({ kind: 'fio', ioengine, nrfiles: 10 }));

it('holds bytes and random operations against what is provisioned of each', () => {
  expect(of({ rw: 'randrw' })).toEqual([
    {
      of: null,
      bytes: { metric: 'bandwidth', limit: 'bandwidth', moves: READ_AND_WRITE },
      operations: { metric: 'iops', limit: 'iops' },
    },
  ]);
});

it('does not count operations that follow each other: they reach the disks joined', () => {
  for (const rw of ['read', 'write', 'rw'])
    expect(of({ rw })).toMatchObject([{ bytes: { limit: 'bandwidth' }, operations: { limit: null } }]);
});

it('holds operations on files against those of their kind, and look-ups against nothing', () => {
  const held = ['filecreate', 'filedelete', 'filestat'].map((engine) => onFiles(engine)[0]?.operations?.limit);
  expect(held).toEqual(['metadataCreates', 'metadataDeletes', null]);
  expect(onFiles('filecreate')).toMatchObject([{ bytes: null }]);
});

it('names every percentile that is read, with the words that people use', () => {
  for (const { metric, percentile } of PERCENTILES)
    expect(METRICS[metric].percentile).toEqual({ of: 'latency', percent: percentile });
  expect(METRICS.latency_p99_9.words).toBe('p99.9 latency');
});

describe('what it gives', () => {
  const told = (given: object): string[] =>
    listMetrics(parseParams({ kind: 'fio', ...given })).flatMap(({ operation, metrics }) =>
      metrics.map((metric) => `${operation} ${metric}`),
    );

  it.each([
    ['randrw.json', { rw: 'randrw', bs: '4k', size: '1m' }],
    ['host-a.json', { rw: 'randread', bs: '4k', size: '1m' }],
    ['dsync.json', { rw: 'write', bs: '4k', size: '1m', sync: 'dsync' }],
    ['etcd.json', { rw: 'write', bs: '2300 B', size: '22 MiB', direct: false, fdatasync: 1 }],
    ['filecreate.json', { ioengine: 'filecreate', nrfiles: 10 }],
  ])('is what fio gave in %s', (file, given) => {
    const found = parseOutput(readRecorded(file)).runs.flatMap(({ observations }) => observations);
    expect(found.map(({ operation, metric }) => `${operation} ${metric}`)).toEqual(told(given));
  });

  it('is reads and writes by the name of the mix, not by its share', () => {
    expect(new Set(told({ rw: 'rw', bs: '4k', size: '1m' }).map((one) => one.split(' ')[0]))).toEqual(
      new Set(['read', 'write']),
    );
    expect(told({ rw: 'write', bs: '4k', size: '1m' })[0]).toBe('write iops');
    expect(told({ ioengine: 'filestat', nrfiles: 10 })[0]).toBe('read iops');
  });
});
