import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { listFileBytes, renderLayout } from '../../../../lib/workloads/fio/job-file/layout';
import { fio } from '../../../../lib/workloads/fio/workload';
import { readHosts } from '../../../../lib/workloads/read-hosts';
import { isFioInstalled, FioHost } from '../fio-host';
import { jobParams, TWO_TURNS, withLines } from './job-files';

const MIB = 1024 ** 2;
const PARAMS = jobParams(TWO_TURNS);

let host: FioHost;
beforeEach(() => {
  host = new FioHost();
});
afterEach(() => host.remove());

const real = isFioInstalled() ? it : it.skip;

real(
  'fails to measure only the job file whose files fio cannot write, and reports the error of fio',
  () => {
    const refused = jobParams(withLines('rw=read', 'nrfiles=many'));
    expect(host.run('fill', refused).code).toBe(0);
    const { code, status } = host.run('measure', refused);
    expect([code, status?.facts['problem']]).toEqual([
      1,
      'fio could not write the files of the job file, jobs [a] (exit code 1): fio: failed parsing nrfiles=many',
    ]);
    const small = jobParams(withLines('rw=read', 'filesize=4k', 'direct=0', 'runtime=1s'));
    expect(renderLayout(small.jobFile)).toContain('bs=4096');
    expect(listFileBytes(small.jobFile)).toEqual([4096]);
    expect(host.run('fill', small).code).toBe(0);
    expect(host.run('measure', small).status?.facts['unwrittenBytes']).toBe('0');
  },
  60_000,
);

real.each([
  ['fio finds a full disk', 'echo "3;fio-3.33;a;0;28;0"; exit 1', 1],
  ['fio was killed', 'kill -9 $$', 137],
])(
  'fails to fill, so that another attempt can retry, when %s',
  (_, does, ended) => {
    const { code, stderr } = host.wrapFio('fill-*.fio', does).run('fill', PARAMS);
    expect(code).toBe(1);
    expect(stderr).toContain(`fio could not write the files of a job file (exit code ${ended})`);
  },
  60_000,
);

real(
  'starts each trial of jobs that append with empty files',
  () => {
    const lines = [
      'rw=write',
      'bs=140',
      'direct=0',
      'file_append=1',
      'create_on_open=1',
      'fallocate=none',
      'runtime=1s',
    ];
    const log = jobParams(withLines(...lines, 'fdatasync=1'));
    expect(host.run('fill', log).code).toBe(0);
    for (let trial = 0; trial < 2; trial += 1) {
      const { code, raw } = host.run('measure', log);
      expect(code).toBe(0);
      const text = raw.files.find(({ name }) => name === 'raw/fio.json')?.text ?? '';
      const { jobs } = JSON.parse(text) as { jobs: { write: { total_ios: number } }[] };
      const files = readdirSync(host.root, { recursive: true, encoding: 'utf8' }).filter((one) =>
        one.endsWith('a.0.0'),
      );
      expect(files).toHaveLength(1);
      expect(statSync(join(host.root, files[0]!)).size).toBe(140 * (jobs[0]?.write.total_ios ?? 0));
    }
  },
  60_000,
);

real('measures a job file, and returns the IOPS that fio printed for each job', () => {
  expect(host.run('fill', PARAMS).code).toBe(0);
  const { code, raw, stderr, status } = host.run('measure', PARAMS, (Date.now() / 1000 + 0.3).toFixed(3));
  expect([code, stderr]).toEqual([0, '']);
  expect(status?.facts).toMatchObject({ unwrittenBytes: '0', fileBytes: String(24 * MIB) });
  const reading = readHosts(fio, [raw], PARAMS);
  const text = raw.files.find(({ name }) => name === 'raw/fio.json')?.text ?? '';
  const document = JSON.parse(text) as {
    jobs: { jobname: string; read: { iops: number }; write: { iops: number } }[];
  };
  const sum = (job: string, direction: 'read' | 'write') =>
    document.jobs.filter(({ jobname }) => jobname === job).reduce((total, one) => total + one[direction].iops, 0);
  const own = reading.observations.filter(({ metric, host: of }) => metric === 'iops' && of === 'client-0');
  expect(own.map(({ operation, value }) => [operation, value])).toEqual([
    ['small read', sum('small', 'read')],
    ['mix read', sum('mix', 'read')],
    ['mix write', sum('mix', 'write')],
  ]);
  // A job of a second has no step but the last, which may be missing.
  expect(reading.series).toEqual([]);
  expect(raw.files.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['raw/series.small_bw.log', 'raw/series.mix_bw.log']),
  );
  const [window] = reading.windows;
  expect((window?.to ?? 0) - (window?.from ?? 0)).toBeGreaterThan(1.9);
  // A busy machine may doubt more.
  const invalid = fio.judge(reading, [raw], PARAMS).filter(({ level }) => level === 'invalid');
  expect(invalid).toEqual([]);
  expect(host.run('empty', PARAMS).code).toBe(0);
});
