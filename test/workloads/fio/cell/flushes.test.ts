import { countsInDecisions } from '../../../../lib/shapes/reason-effects';
import { fio } from '../../../../lib/workloads/fio/workload';
import { readHosts } from '../../../../lib/workloads/read-hosts';
import { asCalled, dataParams, hostRaw, readRecorded, recordedDocument } from '../recorded-outputs';

/** Writes of a log, as etcd makes them. */
const LOG = { rw: 'write', bs: '2300 B', size: '22 MiB', iodepth: 1, numjobs: 1 };
const REFUSED = { direct: '0', directReason: 'refused: Invalid argument' };

describe('judge of flushes by fio', () => {
  const judgeFlushes = (name: string, given: Readonly<Record<string, unknown>>): readonly (readonly string[])[] => {
    const params = dataParams({ ...LOG, direct: false, ...given });
    const document = asCalled(recordedDocument(name), params, { ioengine: 'sync', direct: '0' });
    const host = hostRaw('client-0', JSON.stringify(document), { facts: REFUSED });
    return fio
      .judge(readHosts(fio, [host], params), [host], params)
      .filter(({ code }) => code.endsWith('Flushes'))
      .map(({ level, code, text }) => [level, code, text]);
  };

  it('returns no reason when flushes = writes ÷ interval', () => {
    expect(judgeFlushes('etcd.json', { fdatasync: 1 })).toEqual([]);
    expect(judgeFlushes('flush-clones.json', { rw: 'randwrite', bs: '4k', numjobs: 3, fsync: 2 })).toEqual([]);
    expect(judgeFlushes('dsync.json', { bs: '4k', sync: 'dsync' })).toEqual([]);
  });

  it('reports MissingFlushes as invalid when fio made 0 of the requested fsync calls', () => {
    const text = 'client-0: fio made 0 flushes; fsync: 1 requires 13529 for 13529 writes';
    expect(judgeFlushes('dsync.json', { bs: '4k', fsync: 1 })[0]).toEqual(['invalid', 'MissingFlushes', text]);
  });

  it('excludes only commit latencies from decisions when fio made more flushes than requested', () => {
    const params = dataParams({ ...LOG, fdatasync: 4 });
    const host = hostRaw('client-0', readRecorded('etcd.json'));
    const reasons = fio.judge(readHosts(fio, [host], params), [host], params);
    const row = { verdict: 'SUSPECT', reasons: reasons.filter(({ code }) => code === 'ExtraFlushes') } as const;
    const text = /^client-0: fio made \d+ flushes; .*; possible cause: fio before 3\.38 .* upgrade to fio 3.38, or use/;
    expect(row.reasons).toMatchObject([{ level: 'suspect', text: expect.stringMatching(text) }]);
    expect([countsInDecisions(row, 'sync_latency_p99'), countsInDecisions(row, 'iops')]).toEqual([false, true]);
  });
});
