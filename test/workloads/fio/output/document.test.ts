import { readDocument, dropSnapshots } from '../../../../lib/workloads/fio/output/document';
import { scanText } from '../../../../lib/workloads/fio/output/scan';
import { recorded, recordedDocument } from '../recorded';

const documents = (name: string) => scanText(recorded(name)).documents.map((json) => readDocument(json));

describe('readDocument', () => {
  it('reads version and time', () => {
    const [document] = documents('host-a.json');
    expect(document?.version).toBe('fio-3.33');
    expect(document?.writtenMs).toBe(recordedDocument('host-a.json').timestamp_ms);
  });

  it('takes seconds where the version has no milliseconds, and nothing where it has neither', () => {
    const { timestamp_ms: _ms, ...older } = recordedDocument('host-a.json');
    expect(readDocument(older).writtenMs).toBe(older.timestamp * 1000);
    const { timestamp: _s, ...oldest } = older;
    expect(readDocument(oldest).writtenMs).toBeNull();
  });

  it('takes the clients, or all of them as one, never both', () => {
    const json = scanText(recorded('clients.txt')).documents[0] ?? {};
    const clients = json['client_stats'] as { jobname: string }[];
    expect(clients.map(({ jobname }) => jobname)).toEqual(['cs', 'cs', 'All clients']);
    expect(readDocument(json).jobs.map(({ name }) => name)).toEqual(['cs', 'cs']);
    const sum = { ...json, client_stats: clients.slice(-1) };
    expect(readDocument(sum).jobs.map(({ name }) => name)).toEqual(['All clients']);
  });
});

describe('dropSnapshots', () => {
  it('keeps the last of cumulative snapshots', () => {
    const all = documents('snapshots.json');
    expect(all.length).toBeGreaterThan(1);
    expect(dropSnapshots(all)).toEqual(all.slice(-1));
  });

  it('keeps calls that were appended, although they are alike', () => {
    const all = documents('appended.json');
    expect(dropSnapshots(all)).toEqual(all);
  });

  it('knows snapshots by the start of the job, where the version prints it', () => {
    const [document] = documents('appended.json');
    if (document === undefined) throw new Error('no document');
    const at = (startedMs: number, writtenMs: number) => ({
      ...document,
      writtenMs,
      jobs: document.jobs.map((job) => ({ ...job, startedMs })),
    });
    expect(dropSnapshots([at(0, 1000), at(0, 5000)])).toHaveLength(1);
    expect(dropSnapshots([at(0, 1000), at(3000, 5000)])).toHaveLength(2);
  });

  it('keeps other jobs and other versions apart', () => {
    const [first, second] = [documents('host-a.json')[0], documents('randrw.json')[0]];
    if (first === undefined || second === undefined) throw new Error('no document');
    expect(dropSnapshots([first, second])).toHaveLength(2);
    expect(dropSnapshots([first, { ...first, version: 'fio-3.1' }])).toHaveLength(2);
    expect(dropSnapshots([first, first])).toHaveLength(1);
    for (const key of ['options', 'globals'])
      for (const other of [{ bs: '8k' }, { ...first.jobs[0]?.options, bs: '8k' }])
        expect(
          dropSnapshots([first, { ...first, jobs: first.jobs.map((job) => ({ ...job, [key]: other })) }]),
        ).toHaveLength(2);
  });
});
