import { getOverhead, computeTrialSeconds } from '../../../lib/experiment/plan/rig/times';
import type { BatchDocument, RigDocument } from '../../../lib/shapes/documents';
import type { Kinds } from '../../../lib/experiment/kinds';
import { FAKE } from '../fake-kinds';
import { CLOUD, sound } from './test-plan';
import cases from './number-batches.cases.json';

const STAGES = { slow: { throughputMBps: 1000 }, fast: { throughputMBps: 3000 } };
const RIVALS = { targets: { staged: { kind: 'cloud', stages: STAGES }, plain: { kind: 'cloud' } } };

/** Fake kinds whose settings change in place at any time. */
const AT_ONCE: Kinds = {
  ...FAKE,
  targetOf: (kind) => {
    const found = FAKE.targetOf(kind);
    return found === undefined
      ? undefined
      : {
          ...found,
          change: (from, to) => {
            const change = found.change(from, to);
            return change.kind === 'recreate'
              ? change
              : { ...change, requests: change.requests.map((one) => ({ ...one, coolDownSeconds: 0 })) };
          },
        };
  },
};
const IN_PLACE = cases.inPlace;

function planRivals(changes: Record<string, unknown> = {}, options: Parameters<typeof sound>[1] = {}) {
  const { plan, json } = sound({ ...CLOUD, ...RIVALS, ...changes }, options);
  const [rig] = plan.rigs;
  if (rig === undefined) throw new Error('no rig');
  const document = json<RigDocument>('rigs/r1.json');
  const batches = document.batches.map(({ batch }) => json<BatchDocument>(`batches/r1.${batch}.json`));
  return { plan, rig, document, batches };
}

describe('batches of a rig', () => {
  it('contains every trial of the plan once, in plan order, with consecutive numbers', () => {
    const { plan, rig, batches } = planRivals();
    expect(batches.flatMap(({ trials }) => trials.map(({ trial }) => trial))).toEqual(
      plan.trials.map(({ trial }) => trial),
    );
    expect(batches.map(({ batch }) => batch)).toEqual(batches.map((_, index) => index + 1));
    expect(rig.periods.flatMap((period) => period.batches.map(({ trials }) => trials))).toEqual(
      batches.map(({ trials }) => trials.map(({ trial }) => trial)),
    );
  });

  it('starts a new batch when a target instance changes, with the change in the first batch only', () => {
    const { document } = planRivals({ design: { replicates: 20 } });
    // Two periods of 12 cells in 20 and 10 rounds: more than a batch can hold.
    expect(document.batches.map(({ period, changes }) => [period, changes.map(({ copy }) => copy)])).toEqual(
      cases.batches,
    );
    expect(document.batches.every(({ copies }) => copies.join(' ') === 'c1 c2' || copies.join(' ') === 'c2 c1')).toBe(
      true,
    );
  });

  it('has the hourly price of the rig at that time: the dearer stage from its change on', () => {
    const { document, batches, rig } = planRivals();
    // Two copies of 2 USD an hour, two hosts of 0.108; the stage triples one of them.
    expect(document.batches.map(({ usdPerHour }) => usdPerHour)).toEqual([4.216, 8.216]);
    expect([document.firstUsdPerHour, document.usdPerHour]).toEqual([4.216, 8.216]);
    expect(rig.usdPerHour).toBe(8.216);
    expect(batches.every(({ shareUsd }) => shareUsd === document.shareUsd)).toBe(true);
  });
});

describe('rounds of a batch', () => {
  it('states the seconds of a whole round, per target instance, at its first trial only', () => {
    const { plan, document, batches } = planRivals();
    const rounds = new Map<number, Map<string, number>>();
    for (const trial of plan.trials) {
      const parts = rounds.get(trial.round) ?? new Map<string, number>();
      const seconds = (parts.get(trial.copy) ?? 0) + computeTrialSeconds(trial, plan.timing, getOverhead(plan.local));
      rounds.set(trial.round, parts.set(trial.copy, seconds));
    }
    const found = batches.flatMap(({ trials }) => trials.filter(({ round }) => round.length > 0));
    const firsts = plan.trials.filter(({ round }, index) => plan.trials[index - 1]?.round !== round);
    expect(found.map(({ trial }) => trial)).toEqual(firsts.map(({ trial }) => trial));
    // By copy, so that what failed can be left out.
    const parts = found.map(({ round }) => round.map(({ copy = '', seconds }) => [copy, seconds] as const));
    const near = (seconds: number): unknown => expect.closeTo(seconds, 6);
    expect(parts).toEqual([...rounds.values()].map((its) => [...its].map(([copy, seconds]) => [copy, near(seconds)])));
    expect(parts[0]).toHaveLength(2);
    expect(document.batches[0]?.first).toEqual(found[0]?.round);
  });

  it('includes changes within the round in its time, but not the change before its first trial', () => {
    const { plan, rig, document, batches } = planRivals(IN_PLACE, { kinds: AT_ONCE });
    expect(rig.copies.map(({ copy }) => copy)).toEqual(['c1']);
    // Each round is one plot of each variant; where it begins with the variant that stands, one change is made.
    const [trial] = plan.trials;
    const one = trial === undefined ? 0 : computeTrialSeconds(trial, plan.timing, getOverhead(plan.local));
    // 5 s around its command, 3 s around the trial.
    expect(one).toBeCloseTo((trial?.expectedSeconds ?? 0) + 8, 6);
    const change = 300 + 300 / 20 / 2;
    const firsts = batches.flatMap(({ trials }) => trials.filter(({ round }) => round.length > 0));
    expect(firsts).toHaveLength(3);
    for (const { round } of firsts)
      expect(round.toSorted((a, b) => a.seconds - b.seconds)).toEqual([
        { copy: 'c1', seconds: expect.closeTo(2 * one, 6) },
        { seconds: change },
      ]);
    // A change inside of a round asks for what its first trial alone takes.
    const inside = document.batches.filter((_, index) => batches[index]?.trials[0]?.round.length === 0);
    expect(inside).not.toHaveLength(0);
    for (const { first } of inside) expect(first).toEqual([{ seconds: trial?.expectedSeconds }]);
    const changed = document.batches.filter(({ changes }) => changes.length > 0).length;
    expect([changed, batches.length]).toEqual([batches.length - 1, batches.length]);
    expect(changed).toBeGreaterThanOrEqual(3);
  });
});
