/** Damaged or dubious trials that once were VALID, each through the whole judgement of a trial of fio. */
import { judgeTrial } from '../../../lib/results/trial/judge-trial';
import type { RawObject } from '../../../lib/results/trial/attempt';
import { countsInDecisions } from '../../../lib/shapes/reason-effects';
import type { TrialRow } from '../../../lib/shapes/verdict';
import { fio } from '../../../lib/workloads/fio/workload';
import {
  asCalled,
  dataParams,
  readRecorded,
  recordedDocument,
  type RecordedJob,
} from '../../workloads/fio/recorded-outputs';
import { makeRecords, makeObject, makeStatus, T0, trial } from '../raw-objects';

const GIB = 1024 ** 3;

interface Host {
  readonly text?: string;
  readonly facts?: object;
  readonly files?: Readonly<Record<string, string>>;
  readonly mount?: object;
  /** Seconds by which its start was late, and its clock behind the bucket's. */
  readonly late?: number;
  readonly behind?: number;
  /** Seconds that its script had fio; left out: five. */
  readonly took?: number;
}

/** The row of a trial in which these hosts ran `params`; each left host-a.json, called so, where nothing else is. */
function judgeRow(hosts: readonly Host[], changes: Readonly<Record<string, unknown>> = {}): TrialRow {
  const params = dataParams(changes);
  const called = JSON.stringify(recordCall('host-a.json', changes));
  const objects = hosts.flatMap((host, index): readonly RawObject[] => {
    const name = `client-${index}`;
    const { text = called, late = 0, behind = 0, took = 5 } = host;
    const facts = {
      direct: '1',
      ioengine: 'libaio',
      fileBytes: String(GIB),
      memBytes: String(8 * GIB),
      unwrittenBytes: '0',
    };
    const sent = T0 + took + late;
    const said = makeStatus(name, {
      started: T0 + late,
      ended: sent,
      sent,
      mount: { source: '/dev/a', type: 'xfs', options: 'rw', ...host.mount },
      facts: { ...facts, began: String(T0 + late), ...host.facts },
    });
    const files = { 'raw/fio.json': text, ...host.files };
    return [
      { ...makeObject(`a1/${name}/measure/status.json`, said), storedAt: sent + behind },
      ...Object.entries(files).map(([file, content]) => makeObject(`a1/${name}/measure/${file}`, content)),
    ];
  });
  const roles = [{ role: 'client', count: hosts.length }];
  return judgeTrial({
    plan: { experiment: 'exp', executionId: 'e1', rigs: [{ rig: 'r1', roles }] },
    trial,
    workload: fio,
    params,
    levels: {},
    objects: makeRecords(...objects),
    rigOutcome: null,
    executionEnded: null,
    now: T0 * 1000,
  }).row;
}

/** A recorded document, as if it had been called so. */
const recordCall = (name: string, changes: Readonly<Record<string, unknown>> = {}, direct = '1') =>
  asCalled(recordedDocument(name), dataParams(changes), { ioengine: 'libaio', direct });
const judgeHosts = (hosts: readonly Host[], changes?: Readonly<Record<string, unknown>>): readonly string[] => {
  const { verdict, reasons } = judgeRow(hosts, changes);
  // Recordings are too short for logs.
  return [verdict, ...new Set(reasons.map(({ code }) => code).filter((code) => code !== 'SteadinessNotTested'))];
};
const changeJobs = (change: (job: RecordedJob) => void): string => {
  const document = recordedDocument('host-a.json');
  for (const job of document.jobs) change(job);
  return JSON.stringify(document);
};
/** A host that did a hundredth, each I/O a hundred times slower: as many in flight as asked. */
const makeSlow = (): string =>
  changeJobs((job) => {
    const { read } = job;
    for (const key of ['iops', 'bw', 'bw_bytes', 'io_bytes', 'io_kbytes', 'total_ios'] as const) read[key] /= 100;
    for (const name of ['lat_ns', 'clat_ns'] as const) {
      const { mean, min, max, percentile = {} } = read[name] as (typeof read)['lat_ns'] & Record<'min' | 'max', number>;
      const slower = Object.fromEntries(Object.entries(percentile).map(([key, ns]) => [key, ns * 100]));
      const figures = { mean: mean * 100, min: min * 100, max: max * 100, N: read.total_ios, percentile: slower };
      Object.assign(read, { [name]: figures });
    }
    // How many I/Os took how long.
    for (const unit of ['latency_ns', 'latency_us', 'latency_ms']) delete job[unit];
  });
const formatLog = (log: readonly number[]): string =>
  log.map((kib, second) => `${(second + 1) * 1000}, ${kib}, 0, 0, 0\n`).join('');

describe('verdict of an undamaged fio trial', () => {
  it('is VALID', () => {
    expect(judgeHosts([{}])).toEqual(['VALID']);
    expect(judgeHosts([{}, {}])).toEqual(['VALID']);
  });
});

describe('verdict of a damaged or dubious fio trial', () => {
  const one = { iodepth: 1, numjobs: 1, runtime: '1s' };

  it('is INVALID (SeveralRuns) when its file contains two runs', () =>
    expect(judgeHosts([{ text: readRecorded('appended.json') }], one)).toEqual(['INVALID', 'SeveralRuns']));

  it.each([-5, 1e300])('is INVALID when IOPS are %d', (iops) => {
    expect(judgeHosts([{ text: changeJobs(({ read }) => Object.assign(read, { iops })) }])[0]).toBe('INVALID');
  });

  it('is SUSPECT (ShortIos) when half of the I/Os were short', () => {
    const half = changeJobs(({ read }) => Object.assign(read, { short_ios: Math.round(read.total_ios / 2) }));
    expect(judgeHosts([{ text: half }])).toEqual(['SUSPECT', 'ShortIos']);
  });

  it('is SUSPECT when it ran for 81% (ShortRun) or 200% (LongRun) of the requested time', () => {
    expect(judgeHosts([{}], { runtime: '1.85s' })).toEqual(['SUSPECT', 'ShortRun']);
    expect(judgeHosts([{}], { runtime: '0.75s' })).toEqual(['SUSPECT', 'LongRun']);
  });

  it('is SUSPECT (Straggler) when one of eight hosts did 1% of the work, but counts', () => {
    const found = judgeRow([...Array.from({ length: 7 }, () => ({})), { text: makeSlow() }]);
    const codes = found.reasons.flatMap(({ level, code }) => (level === 'note' ? [] : [code]));
    expect([found.verdict, ...codes]).toEqual(['SUSPECT', 'Straggler']);
    expect(countsInDecisions(found)).toBe(true);
  });

  it('is VALID with ClientBound when the CPU of the client was 99% busy', () => {
    const busy = changeJobs((job) => Object.assign(job, { usr_cpu: 40, sys_cpu: 59 }));
    const found = judgeRow([{ text: busy, facts: { cpus: '2' } }]);
    expect([found.verdict, found.reasons[0]?.code]).toEqual(['VALID', 'ClientBound']);
    expect(countsInDecisions(found)).toBe(true);
  });

  it('is SUSPECT (DepthNotReached) when fewer I/Os than requested were in flight, and does not count', () => {
    const found = judgeRow([{}], { iodepth: 16, numjobs: 8 });
    expect([found.verdict, found.reasons[0]?.code]).toEqual(['SUSPECT', 'DepthNotReached']);
    expect(countsInDecisions(found)).toBe(false);
  });

  it('is INVALID when the mix or the block size differs from the request', () => {
    const mix = { rw: 'randrw', rwmixread: 30, numjobs: 1, runtime: '1s' };
    const mixed = JSON.stringify(recordCall('randrw.json', mix));
    expect(judgeHosts([{ text: mixed }], mix)).toEqual(['INVALID', 'MixMismatch']);
    const blocks = judgeHosts([{ text: readRecorded('host-a.json') }], { bs: '16k' });
    expect(blocks).toEqual(['INVALID', 'BlockSizeMismatch', 'OptionsMismatch']);
  });

  it('is SUSPECT (HostsDiffer) when hosts report percentiles of different latencies', () => {
    const total = changeJobs(({ read }) => {
      Object.assign(read.lat_ns, { bins: read.clat_ns.bins, percentile: read.clat_ns.percentile });
      delete read.clat_ns.bins;
      delete read.clat_ns.percentile;
      read.lat_ns.N = read.clat_ns.N;
    });
    expect(judgeHosts([{}, { text: total }])).toEqual(['SUSPECT', 'HostsDiffer']);
  });

  it('is SUSPECT (WritesDelayed) when it wrote three times the memory through the page cache', () => {
    const facts = { direct: '0', directReason: 'nfs refuses O_DIRECT', fileBytes: String(24 * GIB) };
    const mixed = { rw: 'randrw', rwmixread: 70, numjobs: 1, runtime: '1s' };
    const host = { text: JSON.stringify(recordCall('randrw.json', mixed, '0')), facts };
    expect(judgeHosts([host], mixed)).toEqual(['SUSPECT', 'WritesDelayed']);
  });

  it('is SUSPECT (StartedLate) when all hosts began 20 s late', () =>
    expect(judgeHosts([{ late: 20 }, { late: 20 }])).toEqual(['SUSPECT', 'StartedLate']));

  it('is INVALID (ClockSkew) when clocks of hosts differ by an hour', () =>
    expect(judgeHosts([{}, { behind: 3600 }])).toEqual(['INVALID', 'ClockSkew']));

  it('is SUSPECT (RateStep) when the rate fell to 40% halfway, but counts', () => {
    const document = recordCall('host-a.json', { runtime: '20s' });
    for (const { read } of document.jobs) {
      const times = 20_000 / read.runtime;
      Object.assign(read, { runtime: 20_000, total_ios: read.total_ios * times, io_bytes: read.io_bytes * times });
    }
    const log = formatLog(Array.from({ length: 19 }, (_, second) => (second < 10 ? 1000 : 400)));
    const host = { text: JSON.stringify(document), files: { 'raw/series_bw.log': log }, took: 21 };
    const found = judgeRow([host], { runtime: '20s' });
    expect([found.verdict, found.reasons.map(({ code }) => code)]).toEqual(['SUSPECT', ['RateStep']]);
    expect(countsInDecisions(found)).toBe(true);
  });
});
