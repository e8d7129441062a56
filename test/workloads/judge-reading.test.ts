import { buildSync } from 'esbuild';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { KINDS } from '../../lib/experiment/kinds';
import { TRIAL_REASONS, WORKLOAD_REASONS } from '../../lib/shapes/error-codes';
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

  it('excludes only tests and workloads that exist', () => {
    const known = Object.keys({ ...tests.own, ...tests.common });
    expect(tests.workloads.toSorted()).toEqual(Object.keys(JUDGES).toSorted());
    for (const [part, left] of Object.entries(tests.exceptions)) {
      expect(Object.keys(JUDGES)).toContain(part);
      expect(KINDS.workloadKinds).toContain(part.split(' ')[0]);
      expect(known).toEqual(expect.arrayContaining(Object.keys(left)));
    }
  });
});

/** Half the time at 100 messages a second, then 20; or as given. */
const publish = (values: readonly number[]) => ({
  metric: 'publish_rate',
  operation: null,
  unit: 'ops/s' as const,
  host: null,
  from: 0,
  step: 1,
  values,
});
const kafka = KINDS.workloadOf('kafka')!;
const params = kafka.schema.parse({ kind: 'kafka', producerRate: 100 });
const judge = (changes: Partial<Reading>) => {
  const observed = { metric: 'publish_rate', operation: null, statistic: 'value', unit: 'ops/s' as const, source: 'x' };
  const observations = [{ ...observed, host: 'aggregate', value: 60 }];
  const reading: Reading = { observations, windows: [], series: [], reasons: [], ...changes };
  return judgeReading(kafka, reading, [], params).map(({ code }) => code);
};

describe('judgeReading', () => {
  it('returns RateStep when a Kafka rate drops half-way', () => {
    const values = Array.from({ length: 60 }, (_, at) => (at < 30 ? 100 : 20));
    expect(judge({ series: [publish(values)] })).toEqual(['RateStep']);
    expect(judge({ series: [publish(values.map(() => 100))] })).toEqual([]);
  });

  it('returns SteadinessNotTested when hosts left no rate series', () => {
    expect(judge({})).toEqual(['SteadinessNotTested']);
  });

  it('returns LatencyUnsteady when the latency rises tenfold at an offered rate', () => {
    const latency = { ...publish([]), metric: 'publish_latency_mean', unit: 'us' as const };
    const values = Array.from({ length: 60 }, (_, at) => (at < 30 ? 2000 : 20_000));
    const steady = publish(values.map(() => 100));
    expect(judge({ series: [steady, { ...latency, values }] })).toEqual(['LatencyUnsteady']);
  });

  it('returns Straggler for a worker with ten times the latency of another at an offered rate', () => {
    const one = { operation: null, statistic: 'mean', unit: 'us' as const, source: 'x' };
    const means = [2000, 20_000].map((value, nth) => {
      return { ...one, metric: 'publish_latency_mean', host: `worker-${nth}`, value };
    });
    expect(judge({ observations: means, series: [publish(Array.from({ length: 60 }, () => 100))] })).toEqual([
      'Straggler',
    ]);
  });

  it('returns SteadinessNotTested when one of two hosts left no rate series', () => {
    const values = Array.from({ length: 60 }, (_, at) => (at < 30 ? 100 : 20));
    expect(judge({ series: [{ ...publish(values), host: 'worker-0' }] })).toEqual(['SteadinessNotTested']);
  });

  it('compares hosts in each rate of a script, but not in metrics where lower is better', () => {
    const command = KINDS.workloadOf('command')!;
    const entry = (changes: object) => ({ unit: 'ops/s', better: 'higher', overHosts: 'sum', ...changes });
    const metrics = { fine: entry({}), slow: entry({}), errors: entry({ better: 'lower' }) };
    const own = command.schema.parse({ kind: 'command', script: 'true', runtime: '10s', metrics });
    const common = { operation: null, statistic: 'value', unit: 'ops/s' as const, source: 'x' };
    const find = (values: Readonly<Record<string, readonly number[]>>) => {
      const observations = Object.entries(values).flatMap(([metric, each]) =>
        each.map((value, nth) => ({
          ...common,
          metric,
          host: `client-${nth}`,
          value,
        })),
      );
      const reading: Reading = { observations, windows: [], series: [], reasons: [] };
      return judgeReading(command, reading, [], own).map(({ text }) => text);
    };
    expect(find({ fine: [100, 100], slow: [100, 10] })).toEqual([
      'client-1 reached 10% of client-0, the fastest host, in slow',
    ]);
    expect(find({ fine: [100, 100], errors: [100, 1] })).toEqual([]);
  });

  it('ignores the latency of a host without operations', () => {
    const one = {
      operation: null,
      statistic: 'mean',
      unit: 'us' as const,
      source: 'x',
      metric: 'publish_latency_mean',
    };
    const observations = [0, 2000].map((value, nth) => ({ ...one, host: `worker-${nth}`, value }));
    expect(judge({ observations, series: [publish(Array.from({ length: 60 }, () => 100))] })).toEqual([]);
  });
});
