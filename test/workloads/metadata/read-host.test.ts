import { readHosts } from '../../../lib/workloads/read-hosts';
import { metadata } from '../../../lib/workloads/metadata/workload';
import { outputOf, parseOutput, readHost, shortcomings } from '../../../lib/workloads/metadata/read-host';
import { ASKED, hostRaw, output } from './metadata-world';

const text = JSON.stringify(output());

describe('what a host left', () => {
  it('is a rate of each operation, over the time from the agreed instant to the last process', () => {
    const read = readHost(hostRaw(text));
    expect(read.figures[0]?.values).toEqual({
      file_create: 20_000 / 10,
      file_stat: 20_000 / 4,
      file_read: 20_000 / 5,
      file_remove: 20_000 / 8,
    });
    expect(read.window).toEqual({ from: 1000, to: 1080 });
    expect(read.reasons).toEqual([]);
    expect(outputOf(hostRaw(null))).toBeNull();
  });

  it('is added up over the time in which any host was at it, operation by operation', () => {
    const slow = output(({ phases }) => ({
      phases: phases.map((phase, index) => ({
        ...phase,
        // Creates take this host twice the time, all else as long.
        ranks: phase.ranks.map((rank) => ({ ...rank, ended: index === 0 ? 1020 : rank.ended })),
      })),
    }));
    const hosts = [hostRaw(text), hostRaw(JSON.stringify(slow), {}, 'client-1')];
    const value = (metric: string) =>
      readHosts(metadata, hosts, ASKED).observations.find((one) => one.metric === metric && one.host === 'aggregate')
        ?.value;
    expect(value('file_create')).toBeCloseTo(40_000 / 20, 6);
    expect(value('file_stat')).toBeCloseTo(40_000 / 4, 6);
    expect(value('file_remove')).toBeCloseTo(40_000 / 8, 6);
  });

  it.each([
    [hostRaw(null, null), 'StatusMissing'],
    [hostRaw(null), 'NoResult'],
    [hostRaw('{'), 'Unreadable'],
  ])('may be nothing: %#', (raw, code) => {
    expect(readHost(raw)).toMatchObject({ figures: [], window: null, reasons: [{ level: 'invalid', code }] });
  });

  it('says nothing of its own where the script has failed', () => {
    expect(readHost(hostRaw(null, { rc: 1 })).reasons).toEqual([]);
  });
});

describe('parse', () => {
  it('gives the figures of one host', () => {
    const parsed = parseOutput(text);
    expect(parsed).toMatchObject({ tool: 'metadata', toolVersion: 'Python 3.9.16', status: 'ok', problems: [] });
    expect(parsed.runs[0]?.observations).toContainEqual({
      metric: 'file_create',
      operation: null,
      statistic: 'mean',
      unit: 'ops/s',
      value: 2000,
    });
  });

  it('never throws', () => {
    expect(parseOutput('nothing')).toMatchObject({ status: 'failed', runs: [] });
    const idle = output(({ phases }) => ({
      phases: phases.map((phase) => ({ ...phase, ranks: phase.ranks.map((rank) => ({ ...rank, done: 0 })) })),
    }));
    expect(parseOutput(JSON.stringify(idle))).toMatchObject({
      status: 'failed',
      problems: expect.arrayContaining(['2 of 2 processes did nothing in create', 'nothing was done']) as string[],
      runs: [{ observations: [] }],
    });
  });
});

it('names processes that failed', () => {
  const failed = output(({ phases }) => ({
    phases: phases.map((phase, index) => ({
      ...phase,
      ranks: phase.ranks.map((rank, number) =>
        index === 1 && number === 0 ? { ...rank, error: 'No such file or directory: f.0.7' } : rank,
      ),
    })),
  }));
  expect(shortcomings(failed)).toEqual(['1 of 2 processes ended stat early: No such file or directory: f.0.7']);
  expect(shortcomings(output())).toEqual([]);
});

it.each([
  ['one idle process in create', 'create', false, 1, ['1 of 2 processes did nothing in create']],
  ['the others of a host while its first one lists the directory of all', 'list', false, 1, []],
  ['a host of which nobody lists', 'list', false, 2, ['2 of 2 processes did nothing in list']],
  ['one that lists nothing of directories of their own', 'list', true, 1, ['1 of 2 processes did nothing in list']],
] as const)('tells of processes that did nothing: %s', (_, operation, ownDirectory, idle, said) => {
  const found = output(({ asked, phases }) => ({
    asked: { ...asked, ownDirectory },
    phases: phases.slice(0, 1).map((phase) => ({
      ...phase,
      operation,
      ranks: phase.ranks.map((rank, index) => ({ ...rank, done: index < 2 - idle ? 10 : 0 })),
    })),
  }));
  expect(shortcomings(found)).toEqual(said);
});
