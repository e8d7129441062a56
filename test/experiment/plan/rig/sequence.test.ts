import type { Kinds } from '../../../../lib/experiment/kinds';
import type { Plan } from '../../../../lib/shapes/plan';
import { FAKE } from '../../fake-kinds';
import { CLOUD, sound } from '../planned';

const STAGES = { slow: { throughputMBps: 1000 }, fast: { throughputMBps: 3000 } };
const staged = (kind: string): object => ({ kind, stages: STAGES });

/** The state in which each copy is when a trial begins, walked through the plan's changes. */
function states({ rigs, trials }: Plan): { trial: string; config: unknown }[] {
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
function wrong(plan: Plan): string[] {
  const cells = new Map(plan.cells.map((cell) => [cell.cellId, cell]));
  const cellOf = new Map(plan.trials.map(({ trial, cell }) => [trial, cells.get(cell)]));
  return states(plan)
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
    return { ...found, change: () => ({ kind: 'inPlace', requests: [{ ...request, coolDownSeconds: 0 }] }) };
  },
};

describe('the trials of a rig', () => {
  it('find their copy in the state of their cell, whatever changes between them', () => {
    const targets = { one: staged('cloud'), other: staged('fsx-ontap'), plain: { kind: 'cloud' } };
    const { plan } = sound({ ...CLOUD, targets }, {});
    expect(states(plan)).toHaveLength(plan.trials.length);
    expect(wrong(plan)).toEqual([]);
    const changes = plan.rigs[0]?.periods.map(({ batches }) =>
      (batches[0]?.changes ?? []).map(({ copy, stage }) => `${copy} ${stage}`).toSorted(),
    );
    expect(changes).toEqual([[], ['c1 fast', 'c2 fast']]);
  });

  it('change a copy in place between plots, and back, where that can be done at any time', () => {
    const targets = { far: { kind: 'cloud', throughputMBps: '$speed' }, plain: { kind: 'cloud' } };
    const factors = { speed: [1000, 3000], mode: ['read', 'write'] };
    const workloads = { w: { kind: 'load', mode: '$mode' } };
    const { plan } = sound({ ...CLOUD, targets, factors, workloads }, { kinds: AT_ONCE });
    expect(plan.rigs[0]?.copies.map(({ copy, target }) => [copy, target])).toEqual([
      ['c1', 'far'],
      ['c2', 'plain'],
    ]);
    expect(wrong(plan)).toEqual([]);
    // Each plot of the copy that changes holds all its cells of one level, beside each other.
    const speeds = new Map(plan.cells.map(({ cellId, levels }) => [cellId, levels['speed']]));
    const plots = new Map<number, Set<unknown>>();
    for (const { plot, cell, copy } of plan.trials)
      plots.set(plot, new Set([...(plots.get(plot) ?? []), `${copy} ${String(speeds.get(cell))}`]));
    expect([...plots.values()].every(({ size }) => size === 1)).toBe(true);
    expect(plots.size).toBe(3 * 3);
  });
});
