import { parseOutput } from '../../../../lib/workloads/fio/output/parse';
import { type RecordedDocument, recorded, recordedDocument, recordedNames } from '../recorded';

const FILES = recordedNames();
/** turns.json and paced.json are of a busy machine: their percentiles are ten times apart. */
const SOUND = FILES.filter((name) => name.endsWith('.json') && parseOutput(recorded(name)).status === 'ok').filter(
  (name) => !['appended.json', 'snapshots.json', 'turns.json', 'paced.json'].includes(name),
);

/** The total latency of writes that verify includes checksums, so no sum bounds it. */
const POSSIBLE = ['psync-verify.json write lat_ns mean', 'psync-verify.json write clat_ns mean'];

type Place = { readonly name: string; readonly of: Record<string, number>; readonly key: string };

/** All figures of a document that `parse` gives, and those they are made of. */
function places(file: string, { jobs }: RecordedDocument): Place[] {
  const found: Place[] = [];
  for (const job of jobs) {
    for (const operation of ['read', 'write', 'mixed']) {
      const direction = (job[operation] ?? {}) as RecordedDocument['jobs'][number]['read'];
      if (!direction.iops) continue;
      const metadata = job['job options']['ioengine']?.startsWith('file') === true;
      for (const key of metadata ? ['iops'] : ['iops', 'bw', 'bw_bytes'])
        found.push({ name: `${operation} ${key}`, of: direction as unknown as Place['of'], key });
      for (const kind of ['lat_ns', 'clat_ns'] as const) {
        if (direction[kind].mean > 0)
          found.push({ name: `${operation} ${kind} mean`, of: direction[kind] as unknown as Place['of'], key: 'mean' });
      }
    }
  }
  return found.filter(({ name }) => !POSSIBLE.includes(`${file} ${name}`));
}

/** Status with each figure changed in turn, where it is `ok`. */
function unnoticed(file: string, change: (value: number) => number): readonly string[] {
  const document = recordedDocument(file);
  const all = places(file, document);
  expect(all.length).toBeGreaterThan(1);
  return all
    .filter(({ of, key }) => {
      const was = of[key] ?? 0;
      of[key] = change(was);
      const { status } = parseOutput(JSON.stringify(document));
      of[key] = was;
      return status === 'ok';
    })
    .map(({ name }) => name);
}

describe('contradictions', () => {
  it('allow checksums in the total latency of writes only when the job verifies', () => {
    const document = recordedDocument('psync-verify.json');
    const sum = /mean of write lat_ns is .* us, but its parts add up to/;
    expect(parseOutput(JSON.stringify(document)).problems.join()).not.toMatch(sum);
    for (const job of document.jobs) Object.assign(job['job options'], { verify: '0' });
    expect(parseOutput(JSON.stringify(document)).problems.join()).toMatch(sum);
  });

  it.each(FILES)('are none in %s', (file) => {
    const { problems } = parseOutput(recorded(file));
    expect(problems.filter((text) => /contradict|no measurement/.test(text))).toEqual([]);
  });

  it.each(SOUND)('are found where a single figure of %s is ten times as high', (file) => {
    expect(unnoticed(file, (value) => value * 10)).toEqual([]);
  });

  it.each(['host-a.json', 'clones-plus.json'])('are found where one of %s is a tenth', (file) => {
    expect(unnoticed(file, (value) => value / 10)).toEqual([]);
  });

  it('say which job, which figure, and what it should be', () => {
    const document = recordedDocument('host-a.json');
    const [job] = document.jobs;
    if (job === undefined) throw new Error('no job');
    Object.assign(job.read, { iops: 12_000, total_ios: 1801, runtime: 1501 });
    expect(parseOutput(JSON.stringify(document)).problems).toEqual([
      'job randread/0 contradicts itself: read iops is 12000, but 1801 I/Os in 1501 ms are 1199.867/s',
    ]);
  });

  it('counts I/Os by bytes and block size where an old version does not', () => {
    const old = { bs: '4k', io_bytes: 4000, bw: 4000, runtime: 1000 };
    const status = (iops: number, options: object) => {
      const read = { io_bytes: old.io_bytes, bw: old.bw, runtime: old.runtime, iops, lat: { mean: 1 } };
      return parseOutput(JSON.stringify({ 'fio version': 'fio-2.1', jobs: [{ read, 'job options': options }] })).status;
    };
    expect(status(1000, { bs: '4k' })).toBe('ok');
    expect(status(10_000, { bs: '4k' })).toBe('suspect');
    for (const options of [{}, { bs: '4k', bssplit: '4k/50:8k' }, { bs: '4k,8k' }])
      expect(status(10_000, options)).toBe('ok');
  });
});
