/** The experiments on one machine, for real and in their shortest form: one trial of one cell. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, stringify } from 'yaml';
import type { Observation } from '../../lib/shapes/observation';
import { Playground } from '../cli/playground';
import { Built } from './built';

const built = new Built();
let ground: Playground;
beforeEach(() => {
  ground = new Playground();
});
afterEach(() => ground.remove());

type Spec = Record<string, unknown> & {
  factors?: Record<string, unknown[]>;
  targets: Record<string, { kind: string; path: string }>;
  workloads: Record<string, Record<string, unknown>>;
};

/** The first cell of an experiment, with other settings of its workload, as a file of the playground. */
function writeShortSpec(name: string, settings: Readonly<Record<string, unknown>>): string {
  const spec = parse(readFileSync(`experiments/${name}.yaml`, 'utf8')) as Spec;
  const workloads = Object.fromEntries(
    Object.entries(spec.workloads).map(([key, one]) => [key, { ...one, ...settings }]),
  );
  const [target = ''] = Object.keys(spec.targets);
  const targets = { [target]: { kind: 'directory', path: join(ground.cwd, target) } };
  const factors = Object.fromEntries(Object.entries(spec.factors ?? {}).map(([key, levels]) => [key, [levels[0]]]));
  const file = join(ground.cwd, `${name}.yaml`);
  writeFileSync(file, stringify({ ...spec, factors, targets, workloads, design: { replicates: 1 } }));
  return file;
}

it.each([
  ['local-metadata', { runtime: '2s', filesPerRank: 3000 }, ['file_create', 'file_rename', 'file_remove']],
  ['local-command', {}, ['commits', 'slowdown']],
  ['local-commits', { runtime: '2s' }, ['commit_latency_p50', 'commits', 'longest_wait']],
  ['fio-job-in-ci', {}, ['iops']],
])('measures the experiment %s with one trial, and deletes everything it created', async (name, settings, metrics) => {
  const { code, out, err } = await built.run(['run', writeShortSpec(name, settings), '--name', 'short'], {
    cwd: ground.cwd,
  });
  // One trial decides nothing, and a busy machine makes it suspect: that all of it was measured is the point.
  expect([[0, 5, 6].includes(code ?? -1), err]).toEqual([true, expect.stringContaining('trial 1 of 1')]);
  expect(out).toContain('cleanup   verified');
  expect((await ground.left()).filter((one) => one !== `${name}.yaml`)).toEqual([]);
  const folder = join(ground.cwd, `.fsxbench/bucket/executions/${name}/short/observations`);
  const texts = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((one) => one.endsWith('.jsonl'));
  const rows = texts
    .flatMap((one) => readFileSync(join(folder, one), 'utf8').trim().split('\n'))
    .map((line) => JSON.parse(line) as Observation);
  for (const metric of metrics) {
    const its = rows.filter((row) => row.metric === metric && row.scope === 'aggregate');
    expect([metric, its.length > 0, its.every(({ value }) => value >= 0)]).toEqual([metric, true, true]);
  }
});
