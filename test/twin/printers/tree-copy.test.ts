import type { SimulatedPerformance } from '../../../lib/twin/printers/contract';
import { makeCopyPrinter } from '../../../lib/twin/printers/tree-copy';
import { TREE_COPY_RESULT, type TreeCopyOutput } from '../../../lib/workloads/tree-copy/parse';
import { treeCopy } from '../../../lib/workloads/tree-copy/workload';
import { listDemandPhases } from '../../../lib/workloads/demand';
import { readHosts } from '../../../lib/workloads/read-hosts';
import { readOutput } from '../../../lib/workloads/tools/script-result';
import { hostRaw, readRecorded, study } from '../../workloads/tree-copy/recorded-outputs';

const flow = (rate: number, latencyUs: number) => ({
  rate,
  latencyUs,
  spread: 0.3,
  intervals: { mean: rate, stddev: 1, min: rate, max: rate },
});
const PERFORMANCE: SimulatedPerformance = {
  seconds: 76,
  units: flow(500, 2000),
  operations: { write: flow(1000, 600), create: flow(500, 800), stat: flow(500, 400) },
  cpu: { system: 0.1, user: 0.02 },
};
const HOST = {
  host: 'client-0',
  index: 0,
  hosts: 1,
  began: 1_795_000_000,
  lateSeconds: 0,
  memoryBytes: 8e9,
  folder: '/var/lib/fsxbench/volumes/c1/client-0',
  barrier: true,
};

/** All paths of keys, of lists the first entry. */
function listPaths(value: unknown, at = ''): readonly string[] {
  if (Array.isArray(value)) return listPaths(value[0], `${at}[]`);
  if (typeof value !== 'object' || value === null) return [at];
  return Object.entries(value).flatMap(([key, inner]) => listPaths(inner, `${at}.${key}`));
}

describe('simulation of the tree-copy workload', () => {
  it('models each file once, over as many threads as workers', () => {
    const demands = treeCopy.demand(study(8));
    const [[layout], [measure]] = [listDemandPhases(demands['layout']), listDemandPhases(demands['measure'])];
    expect(measure).toMatchObject({
      threads: 8,
      pace: { loop: 'closed', depth: 1 },
      extent: { until: 'done', units: 38_000 },
    });
    const { writes, metadata } = measure?.unit ?? {};
    expect((writes?.count ?? 0) * (writes?.bytes ?? 0) * 38_000).toBeCloseTo(800_000_000, 3);
    expect(metadata).toEqual({ stat: 1, create: 1 });
    expect(layout).toMatchObject({ unit: { metadata: { mkdir: 1 } }, extent: { units: 3800 } });
  });

  it('prints output in the format of the workload script that passes its reader and judge', () => {
    const { files, ...status } = makeCopyPrinter(study(8))(PERFORMANCE, HOST);
    const text = files['raw/tree-copy.json'] ?? '';
    expect(listPaths(JSON.parse(text))).toEqual(listPaths(JSON.parse(readRecorded('eight-workers.json'))));
    const { output } = readOutput(TREE_COPY_RESULT, text) as { output: TreeCopyOutput };
    expect(output.workers.reduce((sum, one) => sum + one.files, 0)).toBe(38_000);
    expect(output.workers.reduce((sum, one) => sum + one.bytes, 0)).toBe(800_000_000);
    const raw = hostRaw(text, { ...status, argv: [...status.argv] });
    const reading = readHosts(treeCopy, [raw], study(8));
    expect(treeCopy.judge(reading, [raw], study(8))).toEqual([]);
    const value = (metric: string) => reading.observations.find((one) => one.metric === metric)?.value;
    expect(value('elapsed')).toBeCloseTo(76, 5);
    expect(value('elapsed_synced')).toBeCloseTo(76.0006, 5);
    expect(output.workers.at(-1)?.ended).toBe(output.copied);
  });
});
