import { judgeOutput } from '../../../../lib/results/outputs/judge-output';
import type { ToolResult } from '../../../../lib/shapes/tool-result';
import { readDocument, dropSnapshots } from '../../../../lib/workloads/fio/output/document';
import { parseOutput } from '../../../../lib/workloads/fio/output/parse';
import { scanText } from '../../../../lib/workloads/fio/output/scan';
import { readRecorded, recordedDocument } from '../recorded-outputs';
import clients from './clients.cases.json';

const documents = (name: string) => scanText(readRecorded(name)).documents.map((json) => readDocument(json));

describe('readDocument', () => {
  it('reads the version and the time of the output', () => {
    const [document] = documents('host-a.json');
    expect(document?.version).toBe('fio-3.33');
    expect(document?.writtenMs).toBe(recordedDocument('host-a.json').timestamp_ms);
  });

  it('reads seconds without timestamp_ms, and null without any timestamp', () => {
    const { timestamp_ms: _ms, ...older } = recordedDocument('host-a.json');
    expect(readDocument(older).writtenMs).toBe(older.timestamp * 1000);
    const { timestamp: _s, ...oldest } = older;
    expect(readDocument(oldest).writtenMs).toBeNull();
  });

  it('returns the jobs of each client, and those of "All clients" only without them', () => {
    const json = scanText(readRecorded('clients.txt')).documents[0] ?? {};
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

  it('keeps equal outputs of appended calls', () => {
    const all = documents('appended.json');
    expect(dropSnapshots(all)).toEqual(all);
  });

  it('identifies snapshots by the start time of the job when fio prints it', () => {
    const [document] = documents('appended.json');
    if (document === undefined) throw new Error('no document');
    const makeSnapshot = (startedMs: number, writtenMs: number) => ({
      ...document,
      writtenMs,
      jobs: document.jobs.map((job) => ({ ...job, startedMs })),
    });
    expect(dropSnapshots([makeSnapshot(0, 1000), makeSnapshot(0, 5000)])).toHaveLength(1);
    expect(dropSnapshots([makeSnapshot(0, 1000), makeSnapshot(3000, 5000)])).toHaveLength(2);
  });

  it('keeps documents with other jobs, versions or options', () => {
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

describe('parseOutput of two fio clients', () => {
  const runs = (name: keyof typeof clients, change: (document: object) => object = (one) => one) =>
    parseOutput(JSON.stringify(change(clients[name])));
  const judge = (result: ToolResult) => judgeOutput(result, { requested: {}, provisioned: {}, hostMemory: 2 ** 34 });
  /** `global options` as fio after 3.38 prints them. */
  const listGlobals = (document: object) => {
    const { 'global options': options } = document as { 'global options': object };
    return { ...document, 'global options': [8801, 8802].map((port) => ({ ...options, hostname: '127.0.0.1', port })) };
  };

  it.each([
    ['one.1.1', [8], []],
    ['one.3.0', [24], []],
    ['one.3.1', [24], []],
    ['par.1.0', [8, 4, 2], []],
    ['par.3.1', [undefined], ['fio summed 5 jobs of several sections (first: a)']],
    ['seq.3.0', [24, 4], []],
    ['seq.3.1', [24, undefined], ['b/1: the client of fio printed no options for it']],
  ] as const)('computes I/Os in flight over the jobs of all clients: %s %j', (name, inFlight, reasons) => {
    for (const change of [undefined, listGlobals]) {
      const result = runs(name, change);
      expect(result.runs.map(({ stated }) => stated?.inFlight)).toEqual(inFlight);
      const own = judge(result).reasons.filter((text) => !/was read .* times/.test(text));
      expect(own).toHaveLength(reasons.length);
      for (const [index, text] of reasons.entries()) expect(own[index]).toContain(text);
    }
  });

  it('returns the label group/0 for an entry in which fio merged several sections', () => {
    expect(runs('par.3.1').runs.map(({ label }) => label)).toEqual(['group/0']);
  });

  it('uses the options of one client for the other that lacks them', () => {
    const { client_stats: stats } = clients['one.3.1'];
    const [first, ...others] = stats;
    const { 'job options': _own, ...bare } = first as Record<string, unknown>;
    const change = (document: object) => ({ ...document, client_stats: [bare, ...others] });
    expect(runs('one.3.1', change).runs[0]?.stated?.inFlight).toBe(24);
  });

  it('sums the files of all clients', () => {
    const rename = (document: object) => {
      const { client_stats: stats } = document as { client_stats: { 'job options'?: object }[] };
      const named = stats.map((one, at) => ({
        ...one,
        'job options': { ...one['job options'], filename: `f${at % 2}` },
      }));
      return { ...document, client_stats: named };
    };
    expect(runs('one.1.1', rename).runs[0]?.stated?.workingBytes).toBe(64 * 1024 ** 2);
  });

  it('ignores job_start, as clocks of clients cannot be compared', () => {
    const early = (document: object) => {
      const { client_stats: stats } = document as { client_stats: object[] };
      return { ...document, client_stats: stats.map((one) => ({ ...one, job_start: 1_000_000, elapsed: 3 })) };
    };
    expect(runs('one.1.1', early).doubts).toBeUndefined();
  });
});
