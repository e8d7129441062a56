import { parseOutput } from '../../../../lib/workloads/fio/output/parse';
import { type RecordedDocument, recorded, recordedDocument, recordedNames } from '../recorded';

const FILES = recordedNames();
/** turns.json and paced.json are of a busy machine: their percentiles are ten times apart. */
const SOUND = FILES.filter((name) => name.endsWith('.json') && parseOutput(recorded(name)).status === 'ok').filter(
  (name) => !['appended.json', 'snapshots.json', 'turns.json', 'paced.json'].includes(name),
);

type Place = { readonly name: string; readonly of: Record<string, number>; readonly key: string };

/** All figures of a document that `parse` gives, and those they are made of. */
function places({ jobs }: RecordedDocument): Place[] {
  const found: Place[] = [];
  for (const job of jobs) {
    for (const operation of ['read', 'write', 'mixed']) {
      const direction = (job[operation] ?? {}) as RecordedDocument['jobs'][number]['read'];
      if (!direction.iops) continue;
      const metadata = job['job options']['ioengine']?.startsWith('file') === true;
      for (const key of metadata ? ['iops'] : ['iops', 'bw', 'bw_bytes'])
        found.push({ name: `${operation} ${key}`, of: direction as unknown as Place['of'], key });
    }
  }
  return found;
}

/** Status with each figure changed in turn, where it is `ok`. */
function unnoticed(file: string, change: (value: number) => number): readonly string[] {
  const document = recordedDocument(file);
  const all = places(document);
  expect(all.length).toBeGreaterThan(0);
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
});
