import { makeCopyPrinter } from '../../../lib/twin/printers/tree-copy';
import { TREE_COPY_RESULT, type TreeCopyOutput } from '../../../lib/workloads/tree-copy/parse';
import { treeCopy } from '../../../lib/workloads/tree-copy/workload';
import { listDemandPhases } from '../../../lib/workloads/demand';
import { readHosts } from '../../../lib/workloads/read-hosts';
import { readOutput } from '../../../lib/workloads/tools/script-result';
import { makeFlow, makePerformance, makeSimulatedHost } from './performances';
import { hostRaw, readRecorded, study } from '../../workloads/tree-copy/recorded-outputs';

const PERFORMANCE = makePerformance(76, {
  units: makeFlow(500, 2000, 1),
  operations: { write: makeFlow(1000, 600, 1), create: makeFlow(500, 800, 1), stat: makeFlow(500, 400, 1) },
});
const HOST = makeSimulatedHost({ began: 1_795_000_000, folder: '/var/lib/fsxbench/volumes/c1/client-0' });

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
    const extent = { until: 'done', units: 38_000 };
    expect(measure).toMatchObject({ threads: 8, pace: { loop: 'closed', depth: 1 }, extent });
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
    const sum = (member: 'files' | 'bytes') => output.workers.reduce((all, one) => all + one[member], 0);
    expect([sum('files'), sum('bytes')]).toEqual([38_000, 800_000_000]);
    const raw = hostRaw(text, { ...status, argv: [...status.argv] });
    const reading = readHosts(treeCopy, [raw], study(8));
    expect(treeCopy.judge(reading, [raw], study(8))).toEqual([]);
    const value = (metric: string) => reading.observations.find((one) => one.metric === metric)?.value;
    expect(value('elapsed')).toBeCloseTo(76, 5);
    expect(value('elapsed_synced')).toBeCloseTo(76.0006, 5);
    expect(output.workers.at(-1)?.ended).toBe(output.copied);
  });
});
