import type { Kinds } from '../../../../lib/experiment/kinds';
import { type Fixture, makeFixtureKey } from '../../../../lib/shapes/fixture';
import type { Plan } from '../../../../lib/shapes/plan';
import { FAKE } from '../../fake-kinds';
import { CLOUD, makeTestPlan, sound } from '../test-plan';

const STAGES = { slow: { throughputMBps: 1000 }, fast: { throughputMBps: 3000 } };
const makeStaged = (kind: string): object => ({ kind, stages: STAGES });

/** The state in which each copy is when a trial begins, walked through the plan's changes. */
function listStates({ rigs, trials }: Plan): { trial: string; config: unknown }[] {
  const [rig] = rigs;
  const byTrial = new Map(trials.map((trial) => [trial.trial, trial]));
  const config = new Map(rig?.copies.map(({ copy, targetConfig }) => [copy, targetConfig]));
  const found: { trial: string; config: unknown }[] = [];
  for (const { batches } of rig?.periods ?? [])
    for (const batch of batches) {
      for (const change of batch.changes) config.set(change.copy, change.config);
      for (const trial of batch.trials) found.push({ trial, config: config.get(byTrial.get(trial)?.copy ?? '') });
    }
  return found;
}

/** Trials whose copy does not stand as their cell needs it. */
function listWrongTrials(plan: Plan): string[] {
  const cells = new Map(plan.cells.map((cell) => [cell.cellId, cell]));
  const cellOf = new Map(plan.trials.map(({ trial, cell }) => [trial, cells.get(cell)]));
  return listStates(plan)
    .filter(({ trial, config }) => JSON.stringify(cellOf.get(trial)?.targetConfig) !== JSON.stringify(config))
    .map(({ trial }) => trial);
}

const AT_ONCE: Kinds = {
  ...FAKE,
  targetOf: (kind) => {
    const found = FAKE.targetOf(kind);
    if (found === undefined) return undefined;
    const [request] = ((change) => (change.kind === 'inPlace' ? change.requests : []))(found.change({}, {}));
    if (request === undefined) return found;
    return {
      ...found,
      change: () => ({ kind: 'inPlace', requests: [{ ...request, expectedSeconds: 1, coolDownSeconds: 0 }] }),
    };
  },
};

describe('trials of a rig', () => {
  it('runs with the target instance in the configuration of their cell, after all changes before', () => {
    const targets = { one: makeStaged('cloud'), other: makeStaged('fsx-ontap'), plain: { kind: 'cloud' } };
    const { plan } = sound({ ...CLOUD, targets }, {});
    expect(listStates(plan)).toHaveLength(plan.trials.length);
    expect(listWrongTrials(plan)).toEqual([]);
    const changes = plan.rigs[0]?.periods.map(({ batches }) =>
      (batches[0]?.changes ?? []).map(({ copy, stage }) => `${copy} ${stage}`).toSorted(),
    );
    expect(changes).toEqual([[], ['c1 fast', 'c2 fast']]);
  });

  it('changes a target instance in place between plots, and back, when that is possible at any time', () => {
    const targets = { far: { kind: 'cloud', throughputMBps: '$speed' }, plain: { kind: 'cloud' } };
    const factors = { speed: [1000, 3000], mode: ['read', 'write'] };
    const workloads = { w: { kind: 'load', mode: '$mode' } };
    const { plan } = sound({ ...CLOUD, targets, factors, workloads }, { kinds: AT_ONCE });
    expect(plan.rigs[0]?.copies.map(({ copy, target }) => [copy, target])).toEqual([
      ['c1', 'far'],
      ['c2', 'plain'],
    ]);
    expect(listWrongTrials(plan)).toEqual([]);
    // Each plot of the copy that changes holds all its cells of one level, beside each other.
    const speeds = new Map(plan.cells.map(({ cellId, levels }) => [cellId, levels['speed']]));
    const plots = new Map<number, Set<unknown>>();
    for (const { plot, cell, copy } of plan.trials)
      plots.set(plot, new Set([...(plots.get(plot) ?? []), `${copy} ${String(speeds.get(cell))}`]));
    expect([...plots.values()].every(({ size }) => size === 1)).toBe(true);
    expect(plots.size).toBe(3 * 3);
  });
});

describe('data of a target instance', () => {
  const factors = { speed: [1000, 3000], mode: ['read', 'write'] };
  const targets = { far: { kind: 'cloud', throughputMBps: '$speed' } };
  const workloads = { w: { kind: 'load', mode: '$mode' } };
  /** Kinds whose data keep the speed, or do not. */
  const kinds = (keeps: boolean): Kinds => ({
    ...AT_ONCE,
    targetOf: (kind) => {
      const found = AT_ONCE.targetOf(kind);
      if (found === undefined || !keeps) return found;
      return {
        ...found,
        mounting: {
          ...found.mounting,
          getDataLayout: (config) => ({ speed: (config as { throughputMBps: number }).throughputMBps }),
        },
      };
    },
  });
  const planKinds = (keeps: boolean, changes: object = {}) =>
    sound({ ...CLOUD, targets, factors, workloads, ...changes }, { kinds: kinds(keeps) }).plan;
  const listDataKeys = (plan: Plan): string[] =>
    plan.trials.map(({ slots }) => slots?.find(({ slot }) => slot === 'data/c1/load')?.key ?? 'none');
  const listSpeeds = (plan: Plan): unknown[] => {
    const speeds = new Map(plan.cells.map(({ cellId, levels }) => [cellId, levels['speed']]));
    return plan.trials.map(({ cell }) => speeds.get(cell));
  };

  it('rewrites the data only when the data layout keeps the changed setting', () => {
    const plan = planKinds(true);
    expect(plan.rigs[0]?.copies).toHaveLength(1);
    const [speeds, data] = [listSpeeds(plan), listDataKeys(plan)];
    for (const [index, speed] of speeds.entries()) {
      const changed = index > 0 && speeds[index - 1] !== speed;
      expect(data[index] === data[0]).toBe(speed === speeds[0]);
      expect(plan.trials[index]?.fixturesFirst).toBe(changed);
      // 5 s of the fake fill; the mount stays.
      if (changed) expect(plan.trials[index]?.fixtures?.[0]?.expectedSeconds).toBe(5.2);
    }
    expect(new Set(data).size).toBe(2);
    const other = planKinds(false);
    expect(new Set(listDataKeys(other)).size).toBe(1);
    expect(other.trials.some(({ fixturesFirst }) => fixturesFirst)).toBe(false);
    expect(plan.estimate.seconds).toBeGreaterThan(other.estimate.seconds);
  });

  it.each([
    [100, 600],
    [300, 904],
  ])('allows, for data that take %i s to write, %i s to write them again for a second attempt', (seconds, longest) => {
    const slow = (one: Fixture): Fixture => ({ ...one, expectedSeconds: seconds, timeoutSeconds: 9000 });
    const own: Kinds = {
      ...kinds(true),
      workloadOf: (kind) => {
        const found = AT_ONCE.workloadOf(kind);
        return found && { ...found, fixtures: (params, place) => found.fixtures(params, place).map(slow) };
      },
    };
    const { trials } = sound({ ...CLOUD, targets, factors, workloads }, { kinds: own }).plan;
    const waited = (first: boolean): number[] =>
      trials.filter((one) => one.fixturesFirst === first).map((one) => one.fixtures?.[0]?.timeoutSeconds ?? 0);
    expect(new Set(waited(false))).toEqual(new Set([longest]));
    expect(Math.min(...waited(true))).toBeGreaterThan(9000);
  });

  it('rewrites the data for a new stage on the same target instance when the layout keeps the setting', () => {
    const stages = { slow: { throughputMBps: 1000 }, fast: { throughputMBps: 3000 } };
    const plan = planKinds(true, { targets: { far: { kind: 'cloud', stages } }, factors: { mode: ['read', 'write'] } });
    expect(plan.rigs[0]?.copies).toHaveLength(1);
    const first = plan.trials.filter(({ fixturesFirst }) => fixturesFirst).map(({ trial }) => trial);
    expect(first).toEqual([plan.trials.find(({ stage }) => stage === 'fast')?.trial]);
  });

  it('groups trials that need the same data in each round when writing data takes longer than a trial', () => {
    const slowly = (seconds: number): Kinds => ({
      ...FAKE,
      workloadOf: (kind) => {
        const found = FAKE.workloadOf(kind);
        if (found === undefined) return undefined;
        const fixtures: typeof found.fixtures = (params, place) =>
          found.fixtures(params, place).map((one) => ({
            ...one,
            // Data of each size, for workloads that need them so.
            key: makeFixtureKey((params as { size: number }).size),
            expectedSeconds: seconds,
          }));
        return { ...found, fixtures };
      },
    });
    const plots = (seconds: number): number[] => {
      const { plan } = sound({ factors: { mode: ['read', 'write'], size: [1, 2] } }, { kinds: slowly(seconds) });
      const sizes = new Map(plan.cells.map(({ cellId, params }) => [cellId, params['size']]));
      return [1, 2, 3].map((round) => {
        const its = plan.trials.filter((trial) => trial.round === round).map(({ cell }) => sizes.get(cell));
        return its.filter((size, index) => index > 0 && size !== its[index - 1]).length;
      });
    };
    expect(plots(600)).toEqual([1, 1, 1]);
    expect(plots(0.1)).not.toEqual([1, 1, 1]);
  });
});

describe('workload kinds with inconsistent fixtures', () => {
  const odd = (fixtures: (one: Fixture) => Fixture[]): Kinds => ({
    ...FAKE,
    workloadOf: (kind) => {
      const found = FAKE.workloadOf(kind);
      return found && { ...found, fixtures: (params, place) => found.fixtures(params, place).flatMap(fixtures) };
    },
  });

  it.each([
    ['UnknownSlot', (one: Fixture) => [{ ...one, needs: ['tool/rocket'] }], /data\/c1\/load needs tool\/rocket, which/],
    [
      'CyclicNeeds',
      (one: Fixture) => [
        { ...one, needs: ['tool/a'] },
        { ...one, slot: 'tool/a', needs: ['data/c1/load'] },
      ],
      /data\/c1\/load needs tool\/a needs data\/c1\/load/,
    ],
    ['SlotTaken', (one: Fixture) => [one, { ...one, key: '000000000000' }], /cannot hold both/],
  ])('reports %s at the kind of the workload, as a bug', (code, fixtures, message) => {
    const result = makeTestPlan({}, { kinds: odd(fixtures) });
    const problems = result.ok ? [] : result.problems;
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatchObject({ code, severity: 'error', path: ['workloads', 'w', 'kind'] });
    expect(problems[0]?.message).toMatch(message);
    expect(problems[0]?.message).toMatch(
      /^workload kind `load` on target kind `folder` cannot be measured, because of a bug/,
    );
  });
});
