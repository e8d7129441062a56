import { buildSync } from 'esbuild';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { KINDS } from '../../lib/experiment/kinds';
import { TRIAL_REASONS, WORKLOAD_REASONS } from '../../lib/shapes/error-codes';
import type { Series } from '../../lib/shapes/series';
import type { Reading } from '../../lib/workloads/contract';
import { findExceptions, judgeReading } from '../../lib/workloads/judge-reading';
import tests from '../../lib/workloads/tests.json';

const ROOT = join(__dirname, '../..').replace(/\/dist\/test-tree$/, '');

/** Files from which the reasons of each workload come. */
const JUDGES: Readonly<Record<string, readonly string[]>> = {
  fio: ['fio/cell/judge'],
  'fio file operations': ['fio/cell/judge'],
  'fio job file': ['fio/job-file/judge'],
  'database load': ['database/load'],
  'database phases': ['database/parse', 'tools/script-result'],
  metadata: ['metadata/parse'],
  commits: ['commits/parse'],
  mdtest: ['mpi/mdtest/mdtest', 'mpi/job-result'],
  ior: ['mpi/ior/ior', 'mpi/job-result'],
  'tree-copy': ['tree-copy/parse', 'tools/script-result'],
  kafka: ['kafka/judge'],
  command: ['command/parse'],
};

/** Text of the files, and of all that they import. */
function readImports(files: readonly string[]): string {
  const entryPoints = files.map((file) => join(ROOT, `lib/workloads/${file}.ts`));
  const { metafile } = buildSync({
    entryPoints,
    bundle: true,
    write: false,
    metafile: true,
    platform: 'node',
    packages: 'external',
    outdir: 'out',
    absWorkingDir: ROOT,
    logLevel: 'silent',
  });
  return Object.keys(metafile.inputs)
    .filter((name) => name.endsWith('.ts'))
    .map((name) => readFileSync(join(ROOT, name), 'utf8'))
    .join('\n');
}

describe('tests.json, the list of tests for trials of each workload', () => {
  it.each(Object.entries(JUDGES))(
    'covers each test of %s by a reason code, or excludes it with a reason',
    (part, files) => {
      const text = readImports(files);
      const missing = Object.entries(tests.own).flatMap(([name, { codes }]) => {
        const isLeftOut = findExceptions(part)[name] !== undefined;
        return isLeftOut || codes.some((code) => text.includes(`'${code}'`)) ? [] : [name];
      });
      expect(missing).toEqual([]);
    },
  );

  it('lists only reason codes that exist', () => {
    const codes = Object.values({ ...tests.own, ...tests.common }).flatMap((one) => one.codes);
    expect(Object.keys({ ...TRIAL_REASONS, ...WORKLOAD_REASONS })).toEqual(expect.arrayContaining(codes));
  });

  it('has all workloads, and excludes only tests and workloads that exist', () => {
    const known = Object.keys({ ...tests.own, ...tests.common });
    const parts = Object.keys(tests.workloads);
    expect(parts.toSorted()).toEqual(Object.keys(JUDGES).toSorted());
    expect(new Set(parts.map((part) => part.split(' ')[0]))).toEqual(new Set(KINDS.workloadKinds));
    for (const [part, left] of Object.entries(tests.exceptions)) {
      expect(Object.keys(JUDGES)).toContain(part);
      expect(KINDS.workloadKinds).toContain(part.split(' ')[0]);
      expect(known).toEqual(expect.arrayContaining(Object.keys(left)));
    }
  });
});

const kafka = KINDS.workloadOf('kafka')!;
const params = kafka.schema.parse({ kind: 'kafka', producerRate: 100 });
const judge = (changes: Partial<Reading>) => {
  const observed = { metric: 'publish_rate', operation: null, statistic: 'value', unit: 'ops/s' as const, source: 'x' };
  const observations = [{ ...observed, host: 'aggregate', value: 60 }];
  const reading: Reading = { observations, windows: [], series: [], reasons: [], ...changes };
  return judgeReading(kafka, reading, [], params).map(({ code }) => code);
};
/** A minute with one value in its first half, and another one in the second. */
const makeSeries = (first: number, second: number, changes: Partial<Series> = {}): Series => ({
  metric: 'publish_rate',
  operation: null,
  unit: 'ops/s',
  host: null,
  from: 0,
  step: 1,
  values: Array.from({ length: 60 }, (_, at) => (at < 30 ? first : second)),
  ...changes,
});
const STEADY = makeSeries(100, 100);
/** Mean latencies of workers. */
const makeLatencies = (...means: readonly number[]) =>
  means.map((value, nth) => ({
    operation: null,
    statistic: 'mean',
    unit: 'us' as const,
    source: 'x',
    metric: 'publish_latency_mean',
    host: `worker-${nth}`,
    value,
  }));

describe('judgeReading', () => {
  it.each<[string, Partial<Reading>, string[]]>([
    ['a steady rate', { series: [STEADY] }, []],
    ['a rate that drops half-way', { series: [makeSeries(100, 20)] }, ['RateStep']],
    ['hosts without a rate series', {}, ['SteadinessNotTested']],
    [
      'a rate series of one of two hosts',
      { series: [makeSeries(100, 20, { host: 'worker-0' })] },
      ['SteadinessNotTested'],
    ],
    [
      'a latency that rises tenfold at an offered rate',
      { series: [STEADY, makeSeries(2000, 20_000, { metric: 'publish_latency_mean', unit: 'us' })] },
      ['LatencyUnsteady'],
    ],
    [
      'a worker with ten times the latency of another at an offered rate',
      { observations: makeLatencies(2000, 20_000), series: [STEADY] },
      ['Straggler'],
    ],
    ['a worker without operations', { observations: makeLatencies(0, 2000), series: [STEADY] }, []],
  ])('returns for %s the codes in the last column', (_, changes, codes) => expect(judge(changes)).toEqual(codes));

  it('compares hosts in each rate of a script, but not in metrics where lower is better', () => {
    const command = KINDS.workloadOf('command')!;
    const entry = (changes: object) => ({ unit: 'ops/s', better: 'higher', overHosts: 'sum', ...changes });
    const metrics = { fine: entry({}), slow: entry({}), errors: entry({ better: 'lower' }) };
    const own = command.schema.parse({ kind: 'command', script: 'true', runtime: '10s', metrics });
    const common = { operation: null, statistic: 'value', unit: 'ops/s' as const, source: 'x' };
    const find = (values: Readonly<Record<string, readonly number[]>>) => {
      const observations = Object.entries(values).flatMap(([metric, each]) =>
        each.map((value, nth) => ({ ...common, metric, host: `client-${nth}`, value })),
      );
      const reading: Reading = { observations, windows: [], series: [], reasons: [] };
      return judgeReading(command, reading, [], own).map(({ text }) => text);
    };
    expect(find({ fine: [100, 100], slow: [100, 10] })).toEqual([
      'client-1 reached 10% of client-0, the fastest host, in slow',
    ]);
    expect(find({ fine: [100, 100], errors: [100, 1] })).toEqual([]);
  });
});
