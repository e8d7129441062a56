/** `experiments/fio-job-in-ci.yaml`, really executed in its shortest form, by two hosts. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSeries } from '../../../../lib/results/trial/rows';
import { executeShortened } from '../../executed-spec';

const SHORT: readonly (readonly [string, string])[] = [
  ['experiment: fio-job-in-ci', 'experiment: tiny\nfleet: { client: { count: 2 } }'],
  ['path: .fsxbench/disk', 'path: data'],
  ['size=128m', 'size=8m'],
  ['ramp_time=1s', 'ramp_time=0'],
  // Hosts that begin a fifth of a second apart on a busy machine overlap by enough.
  ['runtime=6s', 'runtime=4s'],
  ['replicates: 5', 'replicates: 1'],
];

interface FioDocument {
  readonly jobs: readonly {
    readonly jobname: string;
    readonly read: { iops: number };
    readonly write: { iops: number };
  }[];
}

it('returns the IOPS that fio printed for each job, and leaves no processes or files behind', async () => {
  const ground = await executeShortened('fio-job-in-ci.yaml', SHORT);
  const execution = join(ground.cwd, '.fsxbench/bucket/executions/tiny/e1');
  const files = readdirSync(execution, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('measure/raw/fio.json'),
  );
  expect(files).toHaveLength(2);
  const jobs = files.flatMap((name) => (JSON.parse(readFileSync(join(execution, name), 'utf8')) as FioDocument).jobs);
  const sum = (job: string, direction: 'read' | 'write') =>
    jobs.filter(({ jobname }) => jobname === job).reduce((total, one) => total + one[direction].iops, 0);
  // A busy machine may doubt a second of measuring.
  expect(ground.row('e1', 't0001').reasons.filter(({ level }) => level === 'invalid')).toEqual([]);
  const measured = (ground.summary('e1').cells[0]?.measures ?? []).filter(({ metric }) => metric === 'iops');
  for (const [job, direction] of [['randread', 'read'] as const, ['mix', 'read'] as const, ['mix', 'write'] as const]) {
    const found = measured.find(({ operation }) => operation === `${job} ${direction}`);
    expect(found?.values[0]?.value).toBeCloseTo(sum(job, direction), 3);
  }
  const series = parseSeries(readFileSync(join(execution, 'series/t0001.jsonl'), 'utf8'));
  const all = series.filter(({ host, metric }) => host === null && metric === 'iops');
  expect(all.map(({ operation, values }) => [operation, values.length])).toEqual([
    ['randread read', 3],
    ['mix read', 3],
    ['mix write', 3],
  ]);
  // The second turn began when the first was over, and what its log says is what the result says.
  const [first, mix] = all;
  expect((mix?.from ?? 0) - (first?.from ?? 0)).toBeGreaterThan(4);
  expect((first?.values ?? []).every((value) => value > 0)).toBe(true);
  const report = readFileSync(join(execution, 'report/index.html'), 'utf8');
  expect(report).toContain('<summary>Inside the trials</summary>');
  expect(await ground.left()).toEqual([]);
  ground.remove();
});
