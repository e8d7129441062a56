/** Rates and mixes of jobs: how a job file is taken, and what is said of what fio 3.33 made of it (paced.json). */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { HostRaw } from '../../../../lib/workloads/contract';
import { readJobFile } from '../../../../lib/workloads/fio/jobs/read-job-file';
import { getLogFile } from '../../../../lib/workloads/fio/job-file/series';
import { renderJobFile } from '../../../../lib/workloads/fio/job-file/steps';
import { fio } from '../../../../lib/workloads/fio/workload';
import { readHosts } from '../../../../lib/workloads/read-hosts';
import { hostRaw, readRecorded, recordedDocument } from '../recorded-outputs';
import { getFirstJob, jobParams, withLines } from '../job-file/job-files';

const EXECUTED = readFileSync(join(__dirname, '../../../recorded/fio/paced.fio'), 'utf8');
const WRITTEN = EXECUTED.slice(EXECUTED.indexOf('; --- as written'))
  .replace(/^.*\n/, '')
  .replaceAll(/^write_bw_log=.*\n/gm, '');
const TEXT = WRITTEN.split(/^(?=\[)/m)
  .filter((section) => !/^\[(?:sizes|one)\]/.test(section))
  .join('');
/** Jobs of it whose rate is refused: it is not known what was due. */
const REFUSED = ['sizes', 'one'];
const NAMES = ['written', 'both', 'rated', 'chance', 'stalled'];

/** What fio left, without some logs. */
function makeHost(without: readonly string[] = []): HostRaw {
  const document = recordedDocument('paced.json');
  const jobs = document.jobs.filter(({ jobname }) => !REFUSED.includes(jobname));
  const raw = hostRaw('client-0', JSON.stringify({ ...document, jobs }));
  const logs = NAMES.filter((name) => !without.includes(name));
  return {
    ...raw,
    files: [
      ...raw.files,
      ...logs.map((name) => ({ name: getLogFile({ name }), source: 'x', text: readRecorded(`paced.${name}.txt`) })),
    ],
  };
}

function listReasons(text: string = TEXT, raw = makeHost()): readonly string[] {
  const params = jobParams(text);
  return fio
    .judge(readHosts(fio, [raw], params), [raw], params)
    .map(({ level, code, text: why }) => `${level} ${code} ${why}`);
}
/** It was called by TEXT: that another one was meant is said too, and left out here. */
const listJobReasons = (job: string, text?: string, raw?: HostRaw): readonly string[] =>
  listReasons(text, raw).filter(
    (one) => one.includes(`client-0, job ${job}`) && (text === undefined || !one.startsWith('suspect OptionsMismatch')),
  );

const readJob = (...lines: readonly string[]) => getFirstJob(readJobFile(withLines(...lines)).jobs);
const faults = (...lines: readonly string[]) => readJobFile(withLines(...lines)).faults.map(({ text }) => text);

describe('rate in a job file', () => {
  it.each<[string, object | null]>([
    ['rw=randread rate_iops=1k', { iops: { read: 1024 }, byChance: false }],
    ['rw=randrw rate_iops=400,100', { iops: { read: 400, write: 100 }, byChance: false }],
    ['rw=randrw rate=1m bs=64k rate_process=poisson', { iops: { read: 16, write: 16 }, byChance: true }],
    // Each line says the directions that it names.
    ['rw=randrw rate_iops=50 rate_iops=,100', { iops: { read: 50, write: 100 }, byChance: false }],
    // As fio 3.33 made them, with separate block sizes of reads and writes.
    ['rw=randrw rate=400k bs=4k,16k', { iops: { read: 100, write: 25 }, byChance: false }],
    ['rw=randrw rate=400k bs=,16k', { iops: { read: 100, write: 25 }, byChance: false }],
    ['rw=randrw rate=400k bs=8k,', { iops: { read: 50, write: 100 }, byChance: false }],
    ['rw=randrw rate=400k bs=16k bs=,4k', { iops: { read: 25, write: 100 }, byChance: false }],
    ['rw=randwrite rate=400k bs=8k,16k', { iops: { write: 25 }, byChance: false }],
    // Without a rate of the direction in use.
    ['rw=randread rate_process=poisson', null],
    ['rw=randread rate_iops=0', null],
    ['rw=randread rate_iops=,100', null],
    ['rw=randread iodepth=1', null],
  ])('is parsed from %s to %j', (lines, rate) => expect(readJob(...lines.split(' ')).rate).toEqual(rate));

  const ONE_DIRECTION = '[a] only the reads or only the writes have a rate; set both rates';
  it.each([
    [
      ['rw=randread', 'rate_iops=9', 'bssplit=4k/50:64k/50'],
      '[a] fio computes the rate from the smallest block size, so mixed sizes miss the rate; use bs instead of bssplit',
    ],
    [['rw=randrw', 'rate_iops=,9'], ONE_DIRECTION],
    [['rw=randrw', 'rate_iops=100,'], ONE_DIRECTION],
    [['rw=randrw', 'rate=1m,0'], ONE_DIRECTION],
    [['rw=randread', 'rate_iops=9', 'thinktime=5'], '[a] a rate and thinktime both pace I/Os; remove one of them'],
    [['rw=randread', 'rate=1m', 'rate_iops=9'], '[a] rate and rate_iops both set the rate; remove one of them'],
    [
      ['rw=randread', 'rate=4mb/s'],
      '[a] rate=4mb/s is not allowed; allowed: e.g. 10m; reads and writes separated by a comma',
    ],
    [['rw=randread', 'rate_iops=1 k'], "rate_iops=1 k: fio reads '1 k' as 1; write it as 1k"],
    [['rw=randread', 'bs=4 KiB'], "bs=4 KiB: fio reads '4 KiB' as 4; write it as 4k"],
  ])('is refused in %j', (lines, text) => expect(faults(...lines)).toEqual([text]));

  it.each([
    ['rw=randread', 'rate_iops=1e3'],
    ['rw=randread', 'rate=10%'],
    ['rw=randrw', 'bs=4k,foo'],
    // Of these fio 3.33 drops the job.
    ...['rate_iops=,,', 'rate_process=foo', 'rate_iops', 'rate_iops=', 'rate', 'rate_process'].map((line) => [
      'rw=randread',
      line,
    ]),
  ] as [string, string][])('is refused as not allowed: %s, %s', (...lines) =>
    expect(faults(...lines)).toContainEqual(expect.stringContaining('is not allowed')),
  );

  it.each(
    [
      ['rw=randread', 'rate_iops=9', 'rate_process=linear'],
      ['rw=randrw', 'rate_iops=100, 50'],
    ].map((one) => [one]),
  )('is accepted in %j', (lines) => expect(faults(...lines)).toEqual([]));

  it('adds up to the requested load when all jobs run together and have a rate, else returns null', () => {
    const two = (...lines: readonly string[]) =>
      jobParams(withLines('rw=randread', 'rate_iops=1000', 'numjobs=2', '[b]', 'size=8m', 'runtime=2s', ...lines));
    const given = { metric: 'iops', rate: 2500, by: 'rate' };
    expect(fio.traffic.load?.(two('rate=2m', 'rw=write'))).toEqual({ ...given, rate: 2512, least: 0.95 });
    expect(fio.traffic.load?.(two('rate_iops=500', 'rate_process=poisson'))).toEqual({ ...given, least: 0.85 });
    expect(fio.traffic.load?.(two())).toBeNull();
    expect(fio.traffic.load?.(two('rate_iops=500', 'stonewall'))).toBeNull();
  });
});

describe('judge of a recorded job file with rates', () => {
  it('renders the [global] section with which the result was recorded', () => {
    const head = EXECUTED.slice(0, EXECUTED.indexOf('; --- as written'));
    expect(renderJobFile(jobParams(TEXT))).toContain(head);
  });

  it('returns no reasons when the rates were reached', () => {
    const { read, write } = recordedDocument('paced.json').jobs[2] ?? {};
    expect([Math.round(read?.iops ?? 0), Math.round(write?.iops ?? 0)]).toEqual([400, 100]);
    expect([...listJobReasons('rated'), ...listJobReasons('chance')]).toEqual([]);
  });

  it('reports RateNotReached or RateExceeded for reads and writes separately, in I/Os or bytes', () => {
    expect(listJobReasons('rated', TEXT.replace('400,100', '400,200'))).toEqual([
      'suspect RateNotReached client-0, job rated: 99.95 writes/s of the 200 requested were reached: the storage or ' +
        'the host cannot keep up with the rate, and the true latency is higher than reported',
    ]);
    expect(listJobReasons('rated', TEXT.replace('400,100', '300,100'))).toEqual([
      'suspect RateExceeded client-0, job rated: 399.6 reads/s of the 300 requested were made',
    ]);
    expect(listJobReasons('stalled', TEXT.replace('rate=4m', 'rate=5m'))).toEqual([
      expect.stringContaining('job stalled: 2,047 reads/s of the 2,560 requested were reached'),
    ]);
    const commas = TEXT.replace('rw=randread\nrate=4m', 'rw=randread\nbs=4k,16k\nrate=5m');
    expect(listJobReasons('stalled', commas)).toEqual([
      expect.stringContaining('suspect RateNotReached client-0, job stalled: 2,047 reads/s of the 2,560 requested'),
    ]);
    // By chance less is enough.
    expect(listJobReasons('chance', TEXT.replace('rate=8m', 'rate=9m'))).toEqual([]);
  });

  it('reports QueueSaturated for a stall although the mean rate was reached', () => {
    // 2,048 a second were due; fio was stopped for 2.4 s.
    expect(listJobReasons('stalled')).toEqual([
      expect.stringMatching(
        /^suspect QueueSaturated client-0, job stalled: at least 3,\d{3} I\/Os waited to start: in /,
      ),
    ]);
  });

  it("reports QueueSaturated from fio's half-second samples without a rate log, or else RateNotKnown", () => {
    // Half seconds, of which fio prints the slowest, show less of it.
    expect(listJobReasons('stalled', TEXT, makeHost(['stalled']))).toEqual([
      expect.stringMatching(
        /^suspect QueueSaturated client-0, job stalled: at least 954 I\/Os waited to start: one half/,
      ),
    ]);
    expect(listJobReasons('chance', TEXT, makeHost(['chance']))).toEqual([
      'note RateNotKnown client-0, job chance: it is unknown whether I/Os waited to start in stalls: there is no ' +
        'log of the rate over time',
    ]);
  });
});

describe('mix of reads and writes in a job file', () => {
  it('follows the last of rwmixread and rwmixwrite', () => {
    const mix = (...lines: readonly string[]) => readJob('rw=randrw', ...lines).mix;
    expect([mix(), mix('rwmixread=60'), mix('rwmixwrite=20')]).toEqual([50, 60, 80]);
    expect([mix('rwmixwrite=20', 'rwmixread=60'), mix('rwmixread=60', 'rwmixwrite=20')]).toEqual([60, 80]);
    expect(faults('rw=randrw', 'rwmixwrite=100')).toEqual([expect.stringContaining('rwmixwrite=100 is not allowed')]);
  });

  it('causes MixMismatch when the share of reads differs from the requested one', () => {
    expect([...listJobReasons('written'), ...listJobReasons('both')]).toEqual([]);
    expect(listJobReasons('written', TEXT.replace('rwmixwrite=20\n\n', 'rwmixwrite=40\n\n'))).toEqual([
      'invalid MixMismatch client-0, job written: 79.9% of the I/Os were reads; requested: rwmixread: 60',
    ]);
  });
});

it.each([
  [['bs=,16k'], { read: 4096, write: 16_384 }, null],
  [['bs=8k', 'bs=, 4k'], { read: 8192, write: 4096 }, null],
  [['bssplit=4k/50:8k/50'], null, null],
  [['bsrange=4k-8k'], null, null],
  // The one size of the direction in use, or of both.
  [['rw=randrw', 'bs=8k,8k'], { read: 8192, write: 8192 }, 8192],
  [['rw=randwrite', 'bs=4k,8k'], { read: 4096, write: 8192 }, 8192],
  [['rw=randrw', 'bs=4k,8k'], { read: 4096, write: 8192 }, null],
])('reads from %j the block sizes %j', (lines, blocks, bs) => {
  const job = readJob(...lines);
  expect(job.blocks).toEqual(blocks);
  if (lines[0]?.startsWith('rw=')) expect(job.bs).toBe(bs);
});
