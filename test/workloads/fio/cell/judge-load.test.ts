import { fio } from '../../../../lib/workloads/fio/workload';
import { readHosts } from '../../../../lib/workloads/read-hosts';
import { asCalled, dataParams, hostRaw, recordedDocument, type RecordedJob } from '../recorded';

/** Reasons of one host that left host-a.json, changed: two jobs, 4 I/Os in flight each, 1.5 s; called as asked. */
function codes(
  changes: Readonly<Record<string, unknown>> = {},
  change: (job: RecordedJob) => void = () => {},
  facts: Readonly<Record<string, string>> = {},
): string[] {
  const params = dataParams(changes);
  const found = { ioengine: facts['ioengine'] ?? 'libaio', direct: '1' };
  const document = asCalled(recordedDocument('host-a.json'), params, found);
  for (const job of document.jobs) change(job);
  const host = hostRaw('client-0', JSON.stringify(document), { facts });
  const reading = readHosts(fio, [host], params);
  return [...reading.reasons, ...fio.judge(reading, [host], params)].map(({ level, code }) => `${level} ${code}`);
}

describe('the time that was measured', () => {
  it.each([
    ['1.5s', []],
    ['1.4s', []],
    ['1.55s', []],
    ['1.6s', ['suspect ShortRun']],
    ['1.85s', ['suspect ShortRun']],
    ['1.9s', ['invalid ShortRun']],
    ['1.3s', ['suspect LongRun']],
    ['1s', ['suspect LongRun']],
  ])('against %s asked', (runtime, expected) => expect(codes({ runtime })).toEqual(expected));
});

describe('what was in flight', () => {
  it('is doubted where depth 16 was asked and the host kept one', () => {
    expect(codes({ iodepth: 16, numjobs: 1 })).toEqual(['suspect DepthNotReached']);
    expect(codes({ iodepth: 4 })).toEqual([]);
    // 7.98 of 10.
    expect(codes({ iodepth: 5 })).toEqual(['suspect DepthNotReached']);
  });

  it('is not asked of one I/O at a time', () => expect(codes({ iodepth: 1, numjobs: 1 })).toEqual([]));

  it('is less than asked where the engine is synchronous', () => {
    expect(codes({}, undefined, { ioengine: 'psync' })).toEqual(['invalid DepthIgnored']);
    expect(codes({ iodepth: 1, numjobs: 8 }, undefined, { ioengine: 'psync' })).toEqual([]);
    expect(codes({ iodepth: 1, numjobs: 11 }, undefined, { ioengine: 'psync' })).toEqual(['suspect DepthNotReached']);
  });
});

describe('what the host did itself', () => {
  it('doubts I/Os that moved less than a block, or were dropped', () => {
    expect(codes({}, ({ read }) => Object.assign(read, { short_ios: 1 }))).toEqual(['suspect ShortIos']);
    expect(codes({}, ({ read }) => Object.assign(read, { drop_ios: 1 }))).toEqual(['suspect ShortIos']);
  });

  it.each([
    [60, 31, '2', ['note ClientBound']],
    [60, 29, '2', []],
    // Two jobs on one CPU have half of it each.
    [30, 16, '1', ['note ClientBound']],
    [30, 16, '4', []],
  ])('says that it was busy with itself: %d %% and %d %% of a thread, %s CPUs', (user, system, cpus, expected) => {
    const busy = (job: RecordedJob) => Object.assign(job, { usr_cpu: user, sys_cpu: system });
    expect(codes({}, busy, { cpus })).toEqual(expected);
  });
});
