import { makeCommitsPrinter } from '../../../lib/twin/printers/commits';
import { commits } from '../../../lib/workloads/commits/workload';
import { ENGINE_NAMES } from '../../../lib/workloads/tools/commit-engines';
import { listDemandPhases } from '../../../lib/workloads/demand';
import { readHosts } from '../../../lib/workloads/read-hosts';
import { hostRaw, params } from '../../workloads/commits/commits-hosts';
import { makeFlow, makePerformance, makeSimulatedHost } from './performances';

const read = (changes: Readonly<Record<string, unknown>>) => {
  const asked = params({ runtime: 20, ...changes });
  const performance = makePerformance(20, { units: makeFlow(500, 2000) });
  const { files, ...status } = makeCommitsPrinter(asked)(performance, makeSimulatedHost({}));
  const hosts = [hostRaw(files['raw/commits.json'] ?? '', { ...status, argv: [...status.argv] })];
  const reading = readHosts(commits, hosts, asked);
  const codes = commits.judge(reading, hosts, asked).map(({ level, code }) => `${level} ${code}`);
  return { codes, value: (name: string) => reading.observations.find(({ metric }) => metric === name)?.value };
};

describe('simulation of the commits workload', () => {
  it('models one flush for a log that is overwritten, and four for SQLite', () => {
    const count = (engine: string) => listDemandPhases(commits.demand(params({ engine }))['measure'])[0]?.unit.flushes;
    expect([count('recycled'), count('growing'), count('sqlite')]).toEqual([1, 2, 4]);
  });

  it.each(ENGINE_NAMES)('prints output of %s that passes its reader and judge', (engine) => {
    const { codes, value } = read({ engine });
    expect(codes.filter((code) => code !== 'note TailUnderstated')).toEqual([]);
    expect(value('commits')).toBeCloseTo(500, 0);
    expect(value('commit_latency_mean')).toBeGreaterThan(1500);
  });

  it('simulates group commits: more commits per second, each waiting for two flushes', () => {
    const { value } = read({ engine: 'postgres', clients: 8 });
    expect(value('commits_per_flush')).toBeCloseTo(4.4, 1);
    expect(value('commits')).toBeCloseTo(2200, -2);
    expect(value('commit_latency_mean')).toBeGreaterThan(3000);
  });
});
