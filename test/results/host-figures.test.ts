import { countMeasuringHosts, listHostFigures } from '../../lib/results/host-figures';
import { summarize } from '../../lib/results/summary';
import type { Observation } from '../../lib/shapes/observation';
import type { Reason } from '../../lib/shapes/verdict';
import { execution } from './fixture';
import { makeSearchSummary } from './search/search-summary';

/** An execution in which a second host has twice the figures of the first. */
function makeInput(reasons: (trial: number) => readonly Reason[] = () => [], hosts = 2) {
  const input = execution({ factors: { target: ['disk', 'memory'] }, reasons });
  const observations = input.observations.flatMap((one): readonly Observation[] =>
    one.scope === 'aggregate'
      ? [one]
      : Array.from({ length: hosts }, (_, at) => ({ ...one, host: `client-${at}`, value: one.value * (at + 1) })),
  );
  return { ...input, observations };
}
const list = (...given: Parameters<typeof makeInput>) => summarize(makeInput(...given)).hosts ?? [];

describe('listHostFigures', () => {
  it('returns the median of each host for each configuration with several hosts', () => {
    const found = list();
    expect(found).toHaveLength(2);
    for (const { hosts, count, unit, metric } of found) {
      expect([count, unit, metric]).toEqual([2, 'ops/s', 'iops']);
      expect(hosts.map(({ host }) => host)).toEqual(['client-0', 'client-1']);
      expect((hosts[1]?.value ?? 0) / (hosts[0]?.value ?? 1)).toBeCloseTo(2, 9);
    }
  });

  it('counts only the trials at the highest value of a search', () => {
    const input = makeSearchSummary(() => 4000);
    const ofHosts = input.observations.flatMap((one): readonly Observation[] =>
      ['a-0', 'a-1'].map((host) => ({ ...one, scope: 'host', host, value: one.value / 2 })),
    );
    const { hosts = [], cells } = summarize({ ...input, observations: [...input.observations, ...ofHosts] });
    expect(hosts.length).toBeGreaterThan(0);
    for (const { cell, operation, metric, hosts: own } of hosts) {
      const measures = cells.find(({ cellId }) => cellId === cell)?.measures ?? [];
      const total = measures.find((one) => one.metric === metric && one.operation === operation)?.statistics?.centre;
      expect(own.reduce((sum, { value }) => sum + value, 0)).toBeCloseTo(total ?? Number.NaN, 6);
    }
  });

  it('keeps only the lowest and the highest of more than eight hosts', () => {
    const [first] = list(() => [], 12);
    expect(first).toMatchObject({ count: 12, hosts: [{ host: 'client-0' }, { host: 'client-11' }] });
  });

  it('ignores excluded trials and metrics', () => {
    const busy: Reason = { level: 'suspect', code: 'HostBusy', text: 'x' };
    expect(list((trial) => (trial <= 3 ? [busy] : []))).toHaveLength(1);
    expect(list(() => [{ ...busy, metrics: ['iops'] }])).toEqual([]);
  });

  it('returns none for fleets of more than 32 hosts, of which a summary reads a part', () => {
    const { plan, ...rest } = makeInput();
    const trials = plan.trials.map((one) => ({ ...one, steps: one.steps.map((step) => ({ ...step, hosts: 33 })) }));
    expect(summarize({ ...rest, plan: { ...plan, trials } }).hosts).toEqual([]);
    expect(countMeasuringHosts({ trials })).toBe(33);
  });

  it('returns none for one host, and without a metric', () => {
    expect(list(() => [], 1)).toEqual([]);
    const { plan, observations } = makeInput();
    expect(listHostFigures({ ...plan, searches: [] }, null, [], observations, new Map())).toEqual([]);
  });
});
