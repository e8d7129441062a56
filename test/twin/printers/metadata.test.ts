import { makeMetadataPrinter } from '../../../lib/twin/printers/metadata';
import { METADATA_RESULT } from '../../../lib/workloads/metadata/parse';
import { metadata } from '../../../lib/workloads/metadata/workload';
import type { SimulatedPerformance } from '../../../lib/twin/printers/contract';
import { listDemandPhases } from '../../../lib/workloads/demand';
import { readHosts } from '../../../lib/workloads/read-hosts';
import { readOutput } from '../../../lib/workloads/tools/script-result';
import { hostRaw, params } from '../../workloads/metadata/metadata-hosts';

const ASKED = params({ ranks: 6, filesPerRank: 1000, runtime: 20 });
const makePerformance = (rate: number): SimulatedPerformance => {
  const units = { rate, latencyUs: 1, spread: 0, intervals: { mean: rate, stddev: 0, min: rate, max: rate } };
  return { seconds: 20, units, operations: {}, cpu: { system: 0, user: 0 } };
};
const PERFORMANCE = {
  ...makePerformance(90),
  seconds: 92,
  phases: [makePerformance(90), makePerformance(600), makePerformance(300), makePerformance(150)],
};
const host = (index: number) => ({
  host: `client-${index}`,
  index,
  hosts: 2,
  began: 5000.002,
  lateSeconds: 0.002,
  memoryBytes: 8e9,
  folder: '/data',
  barrier: true,
});

describe('simulation of the metadata workload', () => {
  it('models one operation after the other, on all processes together', () => {
    const { layout, measure } = metadata.demand(ASKED);
    expect(listDemandPhases(measure).map(({ unit, threads, ofAll }) => [unit.metadata, threads, ofAll])).toEqual([
      [{ create: 1 }, 6, true],
      [{ stat: 1 }, 6, true],
      [{ open: 1 }, 6, true],
      [{ delete: 1 }, 6, true],
    ]);
    expect(listDemandPhases(measure).map(({ pauseSeconds = 0 }) => pauseSeconds)).toEqual([0, 4, 4, 4]);
    expect(listDemandPhases(layout)).toMatchObject([
      { unit: { metadata: { mkdir: 1 } }, extent: { until: 'done', units: 6 } },
    ]);
  });

  it('prints output in the format of measure.sh that passes its reader and judge', () => {
    const hosts = [0, 1].map((index) => {
      const { files, ...status } = makeMetadataPrinter(ASKED)(PERFORMANCE, host(index));
      return hostRaw(files['raw/metadata.json'] ?? '', { ...status, argv: [...status.argv] }, `client-${index}`);
    });
    const read = readOutput(METADATA_RESULT, hosts[1]?.files[0]?.text ?? '');
    if ('problem' in read) throw new Error(read.problem);
    expect(read.output.phases[0]?.ranks.map(({ rank }) => rank)).toEqual([1, 3, 5]);
    expect(read.output.phases.map(({ start }) => start)).toEqual([5000, 5024, 5048, 5072]);
    const reading = readHosts(metadata, hosts, ASKED);
    expect(metadata.judge(reading, hosts, ASKED)).toEqual([]);
    const value = (metric: string) =>
      reading.observations.find((one) => one.metric === metric && one.host === 'aggregate')?.value;
    // 90 a second of each host for 20 s, 600 of what was made; all hosts together.
    expect(value('file_create')).toBeCloseTo(180, 0);
    expect(value('file_stat')).toBeCloseTo(1200, 0);
    expect(value('file_remove')).toBeCloseTo(300, 0);
  });
});
