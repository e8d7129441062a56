import { startsOf } from '../../../../lib/experiment/plan/rig/copies';
import type { RigDocument } from '../../../../lib/shapes/documents';
import { CLOUD, sound } from '../planned';

/** One after the other. */
const taking = (...seconds: number[]) => seconds.map((expectedSeconds, wave) => ({ expectedSeconds, wave }));

describe('copies of a rig', () => {
  it('are begun so that all are ready together, and at once where nothing is made', () => {
    expect(startsOf([taking(600), taking(100, 200), [], taking(600, 30)])).toEqual({
      starts: [30, 330, 0, 0],
      readySeconds: 630,
    });
    // What is made at once takes as long as the slowest of it.
    const volumes = [60, 90, 30].map((expectedSeconds) => ({ expectedSeconds, wave: 1 }));
    expect(startsOf([[...taking(600), ...volumes], taking(600)])).toEqual({ starts: [0, 90], readySeconds: 690 });
    expect(startsOf([[], []])).toEqual({ starts: [0, 0], readySeconds: 0 });
    expect(startsOf([])).toEqual({ starts: [], readySeconds: 0 });
  });

  it('are those of all targets, each with a tag, a price and a start of its own', () => {
    const targets = { far: { kind: 'cloud' }, farther: { kind: 'cloud', throughputMBps: 3000 } };
    const { plan, json } = sound({ ...CLOUD, targets });
    expect(plan.rigs).toHaveLength(1);
    const { copies, rigTag } = json<RigDocument>('rigs/r1.json');
    expect(copies.map(({ copy, copyTag, usdPerHour }) => [copy, copyTag, usdPerHour])).toEqual([
      ['c1', `${rigTag}__c1`, 2],
      ['c2', `${rigTag}__c2`, 6],
    ]);
    const sent = copies.flatMap(({ requests }) =>
      requests.map(({ input }) => input as { ClientRequestToken: string; Tags: { Key: string; Value: string }[] }),
    );
    const own = ['fsxbench:copy', 'fsxbench:rig', 'Name'];
    expect(sent.map(({ Tags }) => Tags.filter(({ Key }) => own.includes(Key)).map(({ Value }) => Value))).toEqual([
      [rigTag, `${rigTag}__c1`, `${rigTag}__c1.fs`],
      [rigTag, `${rigTag}__c2`, `${rigTag}__c2.fs`],
    ]);
    const tokens = sent.map(({ ClientRequestToken }) => ClientRequestToken);
    expect(new Set(tokens).size).toBe(2);
  });

  it('measure the trials of their own target, all of them in every round', () => {
    const targets = { far: { kind: 'cloud' }, farther: { kind: 'cloud', throughputMBps: 3000 } };
    const { plan } = sound({ ...CLOUD, targets });
    const targetOf = new Map(plan.cells.map(({ cellId, target }) => [cellId, target]));
    const places = new Set(plan.trials.map(({ copy, cell }) => `${copy} ${targetOf.get(cell)}`));
    expect([...places].sort()).toEqual(['c1 far', 'c2 farther']);
    for (const round of [1, 2, 3]) {
      const cells = plan.trials.filter((trial) => trial.round === round).map(({ cell }) => cell);
      expect(cells.toSorted()).toEqual(plan.cells.map(({ cellId }) => cellId).toSorted());
    }
  });
});
