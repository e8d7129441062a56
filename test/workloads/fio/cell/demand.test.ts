import { listDemandPhases, ZERO_IOS } from '../../../../lib/workloads/demand';
import { computeDemand } from '../../../../lib/workloads/fio/cell/demand';
import { parseParams } from '../recorded-outputs';

const buildDemand = (given: object) => computeDemand(parseParams({ kind: 'fio', ...given }));

it('computes reads, writes, flushes, threads and working bytes from the options of a fio cell', () => {
  const found = buildDemand({ rw: 'randread', bs: '4k', iodepth: 16, size: '1 GiB', ramp_time: 5, runtime: 20 });
  expect(found).toEqual({
    measure: {
      unit: {
        reads: { count: 1, bytes: 4096 },
        writes: { count: 0, bytes: 4096 },
        flushes: 0,
        sequential: false,
        metadata: {},
        cpuSeconds: 1 / 65_000,
      },
      threads: 1,
      pace: { loop: 'closed', depth: 16 },
      extent: { until: 'time', warmUpSeconds: 5, measuredSeconds: 20 },
      workingBytes: 1024 ** 3,
      buffered: false,
    },
  });
  const findFirstPhase = (given: object) =>
    listDemandPhases(buildDemand({ bs: '4k', size: '1m', ...given })['measure'])[0];
  expect(findFirstPhase({ rw: 'rw' })?.unit).toMatchObject({ reads: { count: 0.5 }, sequential: true });
  expect(findFirstPhase({ rw: 'randrw', rwmixread: 70 })?.unit).toMatchObject({ reads: { count: 0.7 } });
  expect(findFirstPhase({ rw: 'randrw', fsync: 4 })?.unit).toMatchObject({ writes: { count: 0.5 }, flushes: 0.125 });
  expect(findFirstPhase({ rw: 'write', sync: 'dsync' })?.unit).toMatchObject({ flushes: 0 });
  expect(findFirstPhase({ rw: 'write', direct: false, numjobs: 4 })).toMatchObject({
    unit: { reads: { count: 0 }, writes: { count: 1 } },
    buffered: true,
    threads: 4,
    workingBytes: 4 * 1024 ** 2,
  });
});

it('counts file operations for metadata engines, and adds a layout phase of 16 threads for filedelete', () => {
  expect(buildDemand({ ioengine: 'filecreate', numjobs: 2, nrfiles: 5000 })).toMatchObject({
    measure: {
      unit: { metadata: { create: 1 }, reads: ZERO_IOS, writes: ZERO_IOS },
      threads: 2,
      extent: { units: 10_000 },
    },
  });
  expect(buildDemand({ ioengine: 'filedelete', numjobs: 2, nrfiles: 50 })).toMatchObject({
    layout: { unit: { metadata: { create: 1 } }, threads: 16, extent: { until: 'done', units: 100 } },
    measure: { unit: { metadata: { delete: 1 } }, threads: 2, extent: { until: 'done', units: 100 } },
  });
});

it('adds an unmeasured phase of sequential reads after the measured one when verify is set', () => {
  const [measured, after, ...more] = listDemandPhases(
    buildDemand({ rw: 'randrw', bs: '4k', size: '10m', numjobs: 2, verify: 'sha256' })['measure'],
  );
  expect(more).toEqual([]);
  expect(measured?.unit.cpuSeconds).toBeCloseTo(1 / 65_000 + (0.5 * 4096 * 3.11) / 1e9, 12);
  expect(measured?.unmeasured).toBeUndefined();
  expect(after).toMatchObject({
    unit: { reads: { count: 1, bytes: 1024 ** 2 }, writes: ZERO_IOS, sequential: true },
    extent: { until: 'done', units: 20 },
    unmeasured: true,
  });
});
