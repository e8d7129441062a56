import { judgeOutput } from '../../../../lib/results/outputs/judge-output';
import { ensure } from '../../../../lib/shapes/errors';
import type { ToolResult } from '../../../../lib/shapes/tool-result';
import { readDocument, dropSnapshots } from '../../../../lib/workloads/fio/output/document';
import { parseOutput } from '../../../../lib/workloads/fio/output/parse';
import { scanText } from '../../../../lib/workloads/fio/output/scan';
import { readRecorded, recordedDocument } from '../recorded-outputs';
import clients from './clients.cases.json';

const documents = (name: string) => scanText(readRecorded(name)).documents.map((json) => readDocument(json));

describe('readDocument', () => {
  it('reads version and time of the output, in seconds without timestamp_ms, or null without any timestamp', () => {
    const { timestamp_ms: ms, ...older } = recordedDocument('host-a.json');
    expect(documents('host-a.json')).toMatchObject([{ version: 'fio-3.33', writtenMs: ms }]);
    const { timestamp: seconds, ...oldest } = older;
    expect([older, oldest].map((json) => readDocument(json).writtenMs)).toEqual([seconds * 1000, null]);
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
  it('keeps the last of cumulative snapshots, and equal outputs of appended calls', () => {
    const snapshots = documents('snapshots.json');
    expect(snapshots.length).toBeGreaterThan(1);
    expect(dropSnapshots(snapshots)).toEqual(snapshots.slice(-1));
    const appended = documents('appended.json');
    expect(dropSnapshots(appended)).toEqual(appended);
  });

  it('identifies snapshots by the start time of the job when fio prints it', () => {
    const document = ensure(documents('appended.json')[0], 'a document');
    const makeSnapshot = (startedMs: number, writtenMs: number) => ({
      ...document,
      writtenMs,
      jobs: document.jobs.map((job) => ({ ...job, startedMs })),
    });
    expect(dropSnapshots([makeSnapshot(0, 1000), makeSnapshot(0, 5000)])).toHaveLength(1);
    expect(dropSnapshots([makeSnapshot(0, 1000), makeSnapshot(3000, 5000)])).toHaveLength(2);
  });

  it('keeps documents with other jobs, versions or options', () => {
    const [first, second] = ['host-a.json', 'randrw.json'].map((name) => ensure(documents(name)[0], name)) as [
      ReturnType<typeof readDocument>,
      ReturnType<typeof readDocument>,
    ];
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
  type Client = { readonly 'job options'?: object };
  const changeClients = (change: (client: Client, at: number) => object) => (document: object) => ({
    ...document,
    client_stats: (document as { client_stats: Client[] }).client_stats.map(change),
  });
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
      // An entry in which fio merged several sections.
      if (name === 'par.3.1') expect(result.runs.map(({ label }) => label)).toEqual(['group/0']);
    }
  });

  it('uses the options of one client for the other that lacks them', () => {
    const withoutFirst = changeClients((one, at) => {
      const { 'job options': _own, ...bare } = one;
      return at === 0 ? bare : one;
    });
    expect(runs('one.3.1', withoutFirst).runs[0]?.stated?.inFlight).toBe(24);
  });

  it('sums the files of all clients', () => {
    const rename = changeClients((one, at) => ({
      ...one,
      'job options': { ...one['job options'], filename: `f${at % 2}` },
    }));
    expect(runs('one.1.1', rename).runs[0]?.stated?.workingBytes).toBe(64 * 1024 ** 2);
  });

  it('ignores job_start, as clocks of clients cannot be compared', () => {
    const early = changeClients((one) => ({ ...one, job_start: 1_000_000, elapsed: 3 }));
    expect(runs('one.1.1', early).doubts).toBeUndefined();
  });
});
