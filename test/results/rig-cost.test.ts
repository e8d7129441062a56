import { computeExactSpend, sumRigCosts } from '../../lib/results/rig-cost';
import type { RigMark, RigOutcome } from '../../lib/shapes/outcomes';
import type { Plan, RigPlan } from '../../lib/shapes/plan';

const makeRig = (name: string, usdPerHour: number): RigPlan => ({ rig: name, usdPerHour }) as RigPlan;
const makeMarks = (...given: (readonly [RigMark, string])[]) =>
  given.map(([mark, time]) => ({ mark, at: `2026-03-02T${time}:00.000Z` }));
const WHOLE = makeMarks(['creating', '08:50'], ['launching', '09:00'], ['measuring', '09:10'], ['done', '09:30']);

describe('sumRigCosts', () => {
  it('charges each rig by its hourly price from launch to the end of deletion', () => {
    const plan = { rigs: [makeRig('r1', 2), makeRig('r2', 4)] };
    const outcomes = [
      { rig: 'r1', marks: WHOLE },
      { rig: 'r2', marks: makeMarks(['creating', '10:00'], ['done', '10:15']) },
    ];
    expect(sumRigCosts(plan, outcomes, null)).toEqual({ usd: 2, unknown: [] });
  });

  it('adds periods, each at its own price, and charges nothing before the first billed resource', () => {
    const priced = [
      { mark: 'creating', at: '2026-03-02T08:00:00.000Z' },
      { mark: 'creating', at: '2026-03-02T09:00:00.000Z', usdPerHour: 1 },
      { mark: 'launching', at: '2026-03-02T09:30:00.000Z', usdPerHour: 3 },
      { mark: 'measuring', at: '2026-03-02T09:40:00.000Z' },
      { mark: 'changing', at: '2026-03-02T10:30:00.000Z', usdPerHour: 6 },
      { mark: 'measuring', at: '2026-03-02T11:00:00.000Z', usdPerHour: 4 },
      { mark: 'deleting', at: '2026-03-02T11:30:00.000Z' },
      { mark: 'done', at: '2026-03-02T11:45:00.000Z', usdPerHour: 0 },
    ] as const;
    const { usd } = sumRigCosts({ rigs: [makeRig('r1', 6)] }, [{ rig: 'r1', marks: priced }], null);
    expect(usd).toBeCloseTo(0.5 * 1 + 1 * 3 + 0.5 * 6 + 0.75 * 4, 9);
  });

  it('charges a rig without an end until the receipt, and lists it as unknown without one', () => {
    const plan = { rigs: [makeRig('r1', 6)] };
    const outcomes = [{ rig: 'r1', marks: WHOLE.slice(0, 3) }];
    expect(sumRigCosts(plan, outcomes, '2026-03-02T10:00:00.000Z')).toEqual({ usd: 6, unknown: [] });
    expect(sumRigCosts(plan, outcomes, null)).toEqual({ usd: 0, unknown: ['r1'] });
  });

  it('charges a target instance that was deleted early until its deletion should be complete', () => {
    const makeCopy = (copy: string, usdPerHour: number): object => ({
      copy,
      kind: 'fsx-lustre',
      targetConfig: {},
      usdPerHour,
    });
    const planned = { ...makeRig('r1', 2), copies: [makeCopy('c1', 1), makeCopy('c2', 0.6)] };
    const why = { code: 'RequestFailed', text: 'it came to FAILED' };
    const sumSpend = (failed: RigOutcome['failed']) =>
      sumRigCosts(
        { rigs: [planned as unknown as RigPlan] },
        [{ rig: 'r1', marks: WHOLE, ...(failed && { failed }) }],
        null,
      );
    expect(sumSpend([{ copy: 'c1', ...why }]).usd).toBeCloseTo(1, 9);
    // Five minutes of it.
    const deletedAt = '2026-03-02T08:55:00.000Z';
    expect(
      sumSpend([
        { copy: 'c1', ...why },
        { copy: 'c2', ...why, deletedAt },
      ]).usd,
    ).toBeCloseTo(1.05, 9);
  });

  it('lists rigs without times as unknown', () => {
    const plan = { rigs: [makeRig('r1', 2), makeRig('r2', 4)] };
    expect(sumRigCosts(plan, [{ rig: 'r1', marks: WHOLE }], '2026-03-02T10:00:00.000Z')).toEqual({
      usd: 1,
      unknown: ['r2'],
    });
  });

  it('computes the exact spend with a receipt, or null when a rig has no times or bytes are billed', () => {
    const plan = { rigs: [makeRig('r1', 2)], cells: [], trials: [{ cell: 'c' }] as unknown as Plan['trials'] };
    const whole = [{ rig: 'r1', marks: WHOLE }];
    const receipt = { verifiedAt: '2026-03-02T10:00:00.000Z' };
    expect(computeExactSpend(plan, whole, receipt)).toBe(1);
    expect(computeExactSpend(plan, whole, null)).toBeNull();
    expect(computeExactSpend(plan, [], receipt)).toBeNull();
    const moved = [{ cellId: 'c', transferUsdPerGiB: 0.03 }] as unknown as Plan['cells'];
    expect(computeExactSpend({ ...plan, cells: moved }, whole, receipt)).toBeNull();
  });
});
