import type { BatchDocument, RigDocument } from '../../../lib/shapes/documents';
import { planEvents, resolveEvents } from '../../../lib/experiment/design/events';
import type { WorkloadEvent } from '../../../lib/shapes/events';
import { sound } from '../plan/test-plan';
import cases from './events.cases.json';

const STAGES = { slow: { throughputMBps: 1000 }, fast: { throughputMBps: 3000 } };
const BASE = {
  factors: {},
  targets: { far: { kind: 'cloud', stages: STAGES } },
  fleet: { client: { count: 3, instanceType: 'c5n.large' } },
  workloads: {
    load: { kind: 'load', measure: 60 },
    grow: { kind: 'load', measure: 180, events: [{ at: '30s', change: 'fast' }] },
  },
  design: { cross: ['stage'], include: [{ workload: 'grow' }], replicates: 3 },
  decide: undefined,
};

describe('a planned trial that changes its file system', () => {
  const { plan } = sound(BASE);
  const at = plan.trials.findIndex(({ events }) => events !== undefined);
  const trial = plan.trials[at];

  it('runs once per block, as the last trial of its period', () => {
    expect(plan.trials).toHaveLength(3 + 1 + 3);
    expect(at).toBe(3);
    expect(trial).toMatchObject({ stage: 'slow', period: 1, replicate: 1 });
    expect(plan.trials[at - 1]?.round).toBe((trial?.round ?? 0) - 1);
    expect(plan.trials[at + 1]?.period).toBe(2);
    const action = { change: 'fast', config: { kind: 'cloud', throughputMBps: 3000 } };
    expect(trial?.events).toEqual([{ atSeconds: 30, action, usableSeconds: 300 }]);
  });

  it('makes the change to the next stage, so that the rig waits only for the rest of its duration', () => {
    const changes = plan.rigs[0]?.periods.flatMap(({ batches }) => batches.flatMap((batch) => batch.changes)) ?? [];
    expect(changes).toMatchObject([{ stage: 'fast', requestedBy: { trial: trial?.trial, seconds: 150 } }]);
    // Of the 300 s of the change 150 pass in its trial of 180 s.
    const without = sound({ ...BASE, design: { ...BASE.design, include: [] } }).plan;
    const longer = plan.estimate.seconds - without.estimate.seconds;
    expect(longer).toBeGreaterThan(180 - 150);
    expect(longer).toBeLessThan(180 - 150 + 60);
  });

  it('charges the price of the dearer stage from its own batch on', () => {
    const prices = plan.rigs[0]?.periods.flatMap(({ batches }) => batches.map(({ usdPerHour }) => usdPerHour)) ?? [];
    expect(prices).toHaveLength(3);
    expect(prices[1]).toBe(prices[2]);
    expect(prices[1]).toBeGreaterThan(prices[0] ?? 0);
  });

  it('has a different cell id than the same workload without the event', () => {
    const plain = sound({
      ...BASE,
      workloads: { load: { kind: 'load', measure: 60 }, grow: { kind: 'load', measure: 180 } },
    }).plan;
    const getCellId = (of: typeof plan) => of.cells.find(({ workload }) => workload === 'grow')?.cellId;
    expect(getCellId(plan)).not.toBe(getCellId(plain));
  });
});

it('reports a change to a stage that the target lacks, without looking up its configuration', () => {
  const around = { workload: 'grow', target: 'far', stage: null, next: null };
  const configAt = (): never => {
    throw new Error('no such stage');
  };
  const { found, wrong } = resolveEvents([{ at: 30, change: 's1' }], { ...around, configAt });
  expect(found).toEqual([]);
  expect(wrong).toEqual(cases.wrongChanges);
});

describe('planEvents', () => {
  const cell = (events: readonly WorkloadEvent[]) => ({
    target: 'far',
    workloadKind: { duration: () => ({ total: 300, warmUp: 60, measured: 240, until: 'time' as const }) },
    params: {},
    fleet: { broker: { count: 3 } },
    events,
  });

  it.each([
    [1, [1, 2]],
    [2, [0, 2]],
    [3, [0, 1]],
  ])('kills in trial %d the hosts %j, and resumes the service on the same role by default', (number, hosts) => {
    const kill = { role: 'broker', service: 'kafka', hosts: 2 };
    const around = { workload: 'grow', target: 'far', stage: null, next: null, configAt: () => undefined };
    const { found } = resolveEvents([{ at: 30, kill }], around);
    const action = { kill: { ...kill, resumeOn: 'broker' } };
    const { planned } = planEvents({ cell: cell(found), on: { copy: 'c1' } }, number);
    expect(planned.events).toEqual([{ atSeconds: 30, action, hosts }]);
  });

  it('counts the seconds before a change from the start of the warm-up', () => {
    const event = { atSeconds: 30, action: { change: 'fast', config: {} } };
    expect(planEvents({ cell: cell([event]), on: { copy: 'c1' } }, 1)).toMatchObject({ before: 90, after: 210 });
  });
});

describe('batch and rig documents of a change event', () => {
  const { plan, json } = sound(BASE);
  const rig = json<RigDocument>('rigs/r1.json');
  const at = rig.batches.findIndex(({ changing }) => changing !== undefined);
  const [before, own, after] = [at - 1, at, at + 1].map((index) => rig.batches[index]);
  const changing = json<BatchDocument>(`batches/r1.${own?.batch ?? 0}.json`);

  it('contains the step and requests of the change in the batch, and the record key in the rig', () => {
    expect(changing.trials).toHaveLength(1);
    expect(changing.trials[0]).toMatchObject({
      copy: own?.changing,
      change: { stage: 'fast', step: 'measure', afterSeconds: 30, requests: [{ of: 'fs', usableSeconds: 300 }] },
    });
    expect(after?.changes).toMatchObject([
      { copy: own?.changing, recordKey: expect.stringContaining('/raw/r1/t0004/a1/events.json') as string },
    ]);
    expect([before?.changing, before?.changes[0]?.recordKey, after?.changing]).toEqual(Array(3).fill(undefined));
    // The trial takes 180 s, its change 300 s from the 30th on.
    expect(changing.trials[0]?.seconds).toBe(330);
    const tokens = [changing.trials[0]?.change?.requests, after?.changes[0]?.requests].map(
      (requests) => (requests?.[0] as { input: object } | undefined)?.input,
    );
    expect(tokens).toEqual([
      expect.objectContaining({ ClientRequestToken: expect.any(String) as string }),
      expect.objectContaining({ ClientRequestToken: expect.any(String) as string }),
    ]);
  });

  it('allows the batch enough time for the whole change, and one attempt', () => {
    const alone = sound({ ...BASE, workloads: { ...BASE.workloads, grow: { kind: 'load', measure: 180 } } });
    const longest = ({ batches }: RigDocument): number => Math.max(...batches.map((one) => one.timeoutSeconds));
    const plain = longest(alone.json<RigDocument>('rigs/r1.json'));
    expect(own?.timeoutSeconds).toBeGreaterThan(1800 + 30 + 900);
    expect(own?.timeoutSeconds).toBeLessThan(plain + 30 + 900);
    expect(plan.worstCase.events['trial-batch']).toBeGreaterThan(0);
  });
});
