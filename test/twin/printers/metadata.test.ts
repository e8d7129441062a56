import { makeMetadataPrinter } from '../../../lib/twin/printers/metadata';
import { METADATA_RESULT } from '../../../lib/workloads/metadata/parse';
import { metadata } from '../../../lib/workloads/metadata/workload';
import { listDemandPhases } from '../../../lib/workloads/demand';
import { readHosts } from '../../../lib/workloads/read-hosts';
import { readOutput } from '../../../lib/workloads/tools/script-result';
import { hostRaw, params } from '../../workloads/metadata/metadata-hosts';
import { makeFlow, makePerformance, makeSimulatedHost } from './performances';

const ASKED = params({ ranks: 6, filesPerRank: 1000, runtime: 20 });
const makePhase = (rate: number) => makePerformance(20, { units: makeFlow(rate, 1) });
const PERFORMANCE = { ...makePhase(90), seconds: 92, phases: [90, 600, 300, 150].map(makePhase) };

describe('simulation of the metadata workload', () => {
  it('models one operation after the other, on all processes together', () => {
    const { layout, measure } = metadata.demand(ASKED);
    const phases = listDemandPhases(measure);
    expect(phases.map(({ unit, pauseSeconds = 0 }) => [unit.metadata, pauseSeconds])).toEqual([
      [{ create: 1 }, 0],
      [{ stat: 1 }, 4],
      [{ open: 1 }, 4],
      [{ delete: 1 }, 4],
    ]);
    for (const { threads, ofAll } of phases) expect([threads, ofAll]).toEqual([6, true]);
    expect(listDemandPhases(layout)).toMatchObject([
      { unit: { metadata: { mkdir: 1 } }, extent: { until: 'done', units: 6 } },
    ]);
  });

  it('prints output in the format of measure.sh that passes its reader and judge', () => {
    const hosts = [0, 1].map((index) => {
      const host = makeSimulatedHost({ index, hosts: 2, began: 5000.002, lateSeconds: 0.002 });
      const { files, ...status } = makeMetadataPrinter(ASKED)(PERFORMANCE, host);
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
