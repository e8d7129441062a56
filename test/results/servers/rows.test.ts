import {
  checkPoints,
  toServerRows,
  listServerReasons,
  listMissingNotes,
  type MetricSteps,
  type MetricValues,
  findMissingCause,
} from '../../../lib/results/servers/rows';
import { SERVER_METRICS } from '../../../lib/shapes/server-metrics';
import { LIKE, NINE } from './lustre-and-volumes';
import cases from './rows.cases.json';

const STEPS: MetricSteps = {
  metric: { name: 'server_cpu', unit: '%' },
  known: [10, 20, 60].map((value, index) => ({ from: NINE + 30 * index, value })),
  expected: 3,
  step: 30,
  source: 'servers/',
};

it('computes the mean of all steps, and a series when no step is missing', () => {
  const { observations, series } = toServerRows([STEPS], LIKE);
  expect(observations).toMatchObject(cases.observations);
  expect(series).toMatchObject([{ from: NINE, step: 30, values: [10, 20, 60], host: null }]);
  expect(toServerRows([{ ...STEPS, expected: 4 }], LIKE)).toEqual({ observations, series: [] });
});

it('finds the most frequent cause of missing metrics, or an empty text', () => {
  const makeNotes = (why: string) => ({ reasons: listMissingNotes('a: b: nothing was told', [['x', why]]) });
  expect(makeNotes('two: 2').reasons[0]?.text).toBe('a: b: nothing was told for x: two: 2');
  expect(findMissingCause([makeNotes('one'), makeNotes('two: 2'), makeNotes('two: 2'), { reasons: [] }])).toBe(
    'two: 2',
  );
  expect(findMissingCause([])).toBe('');
});

it.each(cases.points)('requires of %i points nine in ten and at least three: %i', (expected, needed) => {
  expect(checkPoints(needed, expected, 'minutes')).toBeNull();
  expect(checkPoints(needed - 1, expected, 'minutes')).toBe(
    `it has ${needed - 1} of ${expected} minutes of the trial, but ${needed} are needed`,
  );
});

function makeValues(name: string, ...values: readonly number[]): MetricValues {
  const metric = SERVER_METRICS.find((one) => one.name === name);
  if (metric === undefined) throw new Error(`there is no ${name}`);
  return { metric, values: values.map((value, minute) => ({ minute, value })) };
}

describe('credits of servers and hosts (CreditsSpent)', () => {
  it('reports the minute in which credits ran out during a trial, with level suspect', () => {
    expect(listServerReasons([makeValues('server_throughput_credits', 63.4, 30, 1, 0, 0)])).toEqual(cases.ranOutMidst);
    expect(listServerReasons([makeValues('server_burst_credits', 40, 10, 0.5)])).toMatchObject([
      {
        code: 'CreditsSpent',
        text: expect.stringMatching(/^throughput credits were used up in minute 3 of 3/) as string,
      },
    ]);
  });

  it('reports points of five minutes for credits of hosts', () => {
    const [reason] = listServerReasons([makeValues('server_host_throughput_credits', 63.4, 30, 0.8, 0)]);
    expect(reason?.text).toMatch(
      /^host EBS throughput credits were used up in point 3 of 4 \(5 minutes each\), from 63% in/,
    );
  });

  it('reports nothing when credits last, or were used up from the start', () => {
    expect(listServerReasons([makeValues('server_iops_credits', 63, 30, 2)])).toEqual([]);
    expect(listServerReasons([makeValues('server_iops_credits', 1, 0, 0, 0)])).toEqual([]);
    expect(listServerReasons([makeValues('server_cpu', 90, 1, 0)])).toEqual([]);
    expect(listServerReasons([])).toEqual([]);
  });
});

describe('reads from server memory (ServerCacheHit)', () => {
  const hits = makeValues('server_cache_hits', 80, 90, 95.9);

  it('notes a hit rate of 50% or more', () => {
    expect(listServerReasons([makeValues('server_read', 5, 5, 5), hits])).toEqual([
      {
        level: 'note',
        code: 'ServerCacheHit',
        text: 'server memory answered 88% of its reads: its disks were hardly measured',
        why: 'server memory answered most of its reads, so the disks were hardly measured',
      },
    ]);
    expect(listServerReasons([makeValues('server_read', 5, 5, 5), makeValues('server_cache_hits', 49, 49.9)])).toEqual(
      [],
    );
    expect(
      listServerReasons([makeValues('server_read', 5, 5, 5), makeValues('server_cache_hits', 50, 50)]),
    ).toHaveLength(1);
  });

  it('weights the hit rate by the reads of each minute', () => {
    const phases = [makeValues('server_cache_hits', 100, 100, 2, 2), makeValues('server_read', 1e4, 1e4, 1e9, 1e9)];
    expect(listServerReasons([...phases, makeValues('server_write', 1e9, 1e9, 0, 0)])).toEqual([]);
    const small = makeValues('server_read_ops', 90_000, 90_000, 1000, 1000);
    expect(listServerReasons([...phases, small])[0]?.text).toMatch(/^server memory answered 98%/);
    // Minutes of which nothing tells how much was read.
    expect(listServerReasons([makeValues('server_cache_hits', 100), makeValues('server_write', 5)])).toEqual([]);
  });

  it('reports nothing when at most a tenth of the bytes were reads, or reads are unknown', () => {
    expect(listServerReasons([hits])).toEqual([]);
    expect(listServerReasons([makeValues('server_read', 1, 1), makeValues('server_write', 9, 9), hits])).toEqual([]);
    expect(listServerReasons([makeValues('server_read', 2, 2), makeValues('server_write', 9, 9), hits])).toHaveLength(
      1,
    );
  });
});
