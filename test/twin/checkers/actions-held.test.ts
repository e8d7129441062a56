import { actionsHeld } from '../../../lib/twin/checkers/actions-held';
import type { ExecutionFacts, OthersRun } from '../../../lib/twin/checkers/facts';
import { at, clean, FENCED, ID, SETTLE } from './clean-execution';

const moment = (seconds: number): number => Date.parse(at(seconds));
const NAME = `${ID}__r1__act__1__c1__1`;
const run = (from: number, to: number | null, status = 'SUCCEEDED'): OthersRun => ({
  name: NAME,
  status,
  startedAt: moment(from),
  endedAt: to === null ? null : moment(to),
});
const found = (others: ExecutionFacts['others'], more: Partial<ExecutionFacts> = {}): string[] =>
  actionsHeld(clean({ others, ...more })).map(({ code }) => code);

describe('actionsHeld', () => {
  it('has nothing to say of a hook that ends in time', () => {
    expect(found({ actions: [], hooks: [run(5, 20)] })).toEqual([]);
  });

  it('complains of one that begins behind the fence, or is stopped', () => {
    expect(found({ actions: [], hooks: [run(FENCED + SETTLE - 1, FENCED + SETTLE)] })).toEqual([]);
    expect(found({ actions: [], hooks: [run(FENCED + SETTLE + 1, FENCED + SETTLE + 2)] })).toEqual(['HookAfterFence']);
    expect(found({ actions: [], hooks: [run(5, 20, 'ABORTED')] })).toEqual(['HookStopped']);
  });

  it('complains of one that runs on and is not named in the receipt', () => {
    const hooks = [run(5, null, 'RUNNING')];
    const { receipt } = clean();
    if (receipt === null) throw new Error('no receipt');
    expect(found({ actions: [], hooks })).toEqual(['HookNotNamed']);
    expect(found({ actions: [], hooks }, { receipt: { ...receipt, othersRunning: [`${NAME} of arn:grow`] } })).toEqual(
      [],
    );
    expect(found({ actions: [], hooks }, { receipt: null })).toEqual([]);
  });

  it('complains of a trial that began before its stage was reached', () => {
    const { plan, starts } = clean();
    if (plan === null) throw new Error('no plan');
    const [begun] = starts;
    const begin = (Date.parse(begun?.started.startedAt ?? '') - moment(0)) / 1000;
    const changes = [{ copy: 'c1', actions: [{}] }];
    const batches = [{ batch: 1, changes, trials: ['t0001'] }];
    const acted = {
      ...plan,
      trials: [{ trial: 't0001', copy: 'c1' }],
      rigs: [{ rig: 'r1', periods: [{ batches }] }],
    } as unknown as NonNullable<ExecutionFacts['plan']>;
    const only = { plan: acted, starts: starts.slice(0, 1) };
    expect(found({ actions: [run(0, begin)], hooks: [] }, only)).toEqual([]);
    expect(found({ actions: [run(0, begin + 1)], hooks: [] }, only)).toEqual(['StageNotReached']);
    expect(found({ actions: [run(0, begin, 'FAILED')], hooks: [] }, only)).toEqual(['StageNotReached']);
    expect(found({ actions: [], hooks: [] }, only)).toEqual(['StageNotReached']);
  });
});
