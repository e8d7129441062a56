import { buildPriceBook } from '../../../../lib/pricing/aws';
import { makeBill, computeCriticalPath, type RigSegments } from '../../../../lib/twin/rehearsal/bill/bill';
import type { BilledResource } from '../../../../lib/twin/cloud/resource-store';
import { type PricedInterval, priceInterval } from '../../../../lib/twin/rehearsal/bill/prices';
import { makeHostResource, LUSTRE, makeInterval } from '../intervals';
import type { RigPhase, PhaseSegment } from '../../../../lib/twin/rehearsal/segments';
import cases from './bill.cases.json';

const BOOK = buildPriceBook('us-east-1', false);
const MINUTE = 60_000;

/** Ten minutes of creating, two of preparing, one idle, five measuring, two idle, ten deleting. */
const RIG: RigSegments = {
  rig: 'r1',
  tag: 'e1__r1',
  segments: [
    { phase: 'creating', from: 0, until: 10 * MINUTE },
    { phase: 'preparing', from: 10 * MINUTE, until: 12 * MINUTE },
    { phase: 'idle', from: 12 * MINUTE, until: 13 * MINUTE },
    { phase: 'measuring', from: 13 * MINUTE, until: 18 * MINUTE },
    { phase: 'idle', from: 18 * MINUTE, until: 20 * MINUTE },
    { phase: 'deleting', from: 20 * MINUTE, until: 30 * MINUTE },
  ],
};
const OTHER: RigSegments = { rig: 'r2', tag: 'e1__r2', segments: [] };

function makeTestBill(
  intervals: readonly PricedInterval[],
  rigs: readonly RigSegments[] = [RIG],
  deletedAt: ReadonlyMap<string, number> = new Map(),
): ReturnType<typeof makeBill> {
  return makeBill(intervals, rigs, { tagOf: ({ interval }) => interval.tags['fsxbench:rig'], deletedAt, once: [] });
}

const price = (what: BilledResource, from: number, until: number, rig: string, id: string): PricedInterval =>
  priceInterval(makeInterval(what, from * MINUTE, until * MINUTE, { rig, id }), BOOK);
const fileSystem = (from: number, until: number, rig = 'r1') => price(LUSTRE, from, until, rig, `fs-${rig}`);
const host = (from: number, until: number, id = 'i-1', rig = 'r1') =>
  price(makeHostResource('c5n.large'), from, until, rig, id);
const sum = (amounts: readonly { readonly usd: number }[]): number => amounts.reduce((all, { usd }) => all + usd, 0);
/** 1200 GiB at 0.14 dollars a month of 730 hours. */
const STORAGE_MINUTE = (1200 * 0.14) / 730 / 60;
const HOST_MINUTE = 0.108 / 60;

describe('makeBill', () => {
  it('divides the cost by rig phases, and adds up to the total', () => {
    const bill = makeTestBill([fileSystem(9, 25), host(10, 21)]);
    const expected = {
      creating: STORAGE_MINUTE,
      preparing: 2 * (STORAGE_MINUTE + HOST_MINUTE),
      measuring: 5 * (STORAGE_MINUTE + HOST_MINUTE),
      idle: 3 * (STORAGE_MINUTE + HOST_MINUTE),
      deleting: 5 * STORAGE_MINUTE + HOST_MINUTE,
    };
    expect(bill.phases.map(({ phase }) => phase)).toEqual(['creating', 'preparing', 'measuring', 'idle', 'deleting']);
    for (const { phase, usd } of bill.phases) expect(usd).toBeCloseTo(expected[phase as keyof typeof expected], 12);
    expect(bill.phases.map(({ seconds }) => seconds)).toEqual([600, 120, 300, 180, 600]);
    expect(bill.usd).toBeCloseTo(16 * STORAGE_MINUTE + 11 * HOST_MINUTE, 12);
    for (const parts of [bill.phases, bill.lines]) expect(sum(parts)).toBeCloseTo(bill.usd, 12);
  });

  it('counts a target as idle from the start of its billing to its delete call, with or without hosts', () => {
    // 1 minute before the hosts, 3 between the trials, 2 until the delete call, 3 of deletion that are not idle.
    const deleted = new Map([['fs-r1', 22 * MINUTE]]);
    expect(makeTestBill([fileSystem(9, 25), host(10, 21)], [RIG], deleted).idle).toEqual([{ rig: 'r1', seconds: 360 }]);
    // Without a delete all of it counts: nobody asked for its end.
    expect(makeTestBill([fileSystem(9, 25)]).idle).toEqual([{ rig: 'r1', seconds: 540 }]);
    expect(makeTestBill([host(10, 21)]).idle).toEqual([{ rig: 'r1', seconds: 0 }]);
  });

  it('bills two successive intervals of a changed target as one: equal cost, idle time and quantity', () => {
    const deleted = new Map([['fs-r1', 22 * MINUTE]]);
    const split = makeTestBill([fileSystem(9, 14), fileSystem(14, 25)], [RIG], deleted);
    const whole = makeTestBill([fileSystem(9, 25)], [RIG], deleted);
    expect(split.idle).toEqual(whole.idle);
    expect(split.usd).toBeCloseTo(whole.usd, 12);
    expect(split.lines).toHaveLength(1);
    expect(split.lines[0]?.quantity).toBeCloseTo(whole.lines[0]?.quantity ?? 0, 12);
  });

  it('separates rigs, and counts resources without rig or after its end as deleting', () => {
    const bill = makeTestBill([fileSystem(9, 35), fileSystem(9, 10, 'r2'), fileSystem(0, 1, 'r9')], [RIG, OTHER]);
    expect(bill.idle.map(({ rig }) => rig)).toEqual(['r1', 'r2']);
    expect(bill.idle[1]?.seconds).toBe(0);
    const deleting = bill.phases.find(({ phase }) => phase === 'deleting');
    expect(deleting?.usd).toBeCloseTo(17 * STORAGE_MINUTE, 12);
    expect(sum(bill.phases)).toBeCloseTo(bill.usd, 12);
  });

  it('merges equal items of all hosts into one line', () => {
    const bill = makeTestBill([host(10, 20), host(10, 22, 'i-2'), host(10, 20, 'i-3', 'r2')], [RIG, OTHER]);
    const line = { item: 'hosts, c5n.large', unit: 'instance-hour', usdPerUnit: 0.108 };
    expect(bill.lines).toEqual([expect.objectContaining({ ...line, quantity: expect.closeTo(32 / 60, 12) })]);
  });

  it('lists every unknown price once', () => {
    const odd = price(makeHostResource('x9.metal'), 0, 1, 'r1', 'i-1');
    const of = { fileSystemType: 'LUSTRE', fileSystemId: 'fs-1', storageCapacityGiB: 1200 } as const;
    const bill = makeTestBill([odd, odd, price({ kind: 'fsx:backup', ...of }, 0, 1, 'r1', 'b-1')]);
    expect(bill.unknown).toEqual(['x9.metal', 'backup of fs-1']);
    expect([bill.usd, bill.lines]).toEqual([0, []]);
  });
});

const SECOND = 1000;

/** A rig that begins at a second, with phases of so many seconds each. */
function rig(name: string, begin: number, ...phases: readonly (readonly [RigPhase, number])[]): RigSegments {
  let from = begin * SECOND;
  const segments: PhaseSegment[] = phases.map(([phase, seconds]) => {
    const segment = { phase, from, until: from + seconds * SECOND };
    from = segment.until;
    return segment;
  });
  return { rig: name, tag: `e1__${name}`, segments };
}

function path(rigs: readonly RigSegments[], measured: number, until: number, proven = until): string[] {
  const [all, own] = [until, measured].map((end) => ({ from: 0, until: end * SECOND }));
  return computeCriticalPath(rigs, all!, own!, proven * SECOND).map(({ what, seconds }) => `${what} ${seconds}`);
}

describe('computeCriticalPath', () => {
  it('returns admission, rig phases, results and guardian, which add up to the whole duration', () => {
    const one = rig('r1', 2, ['creating', 600], ['preparing', 100], ['measuring', 300], ['deleting', 50]);
    const steps = path([one], 1060, 1400);
    expect(steps).toEqual(cases.steps);
  });

  it('adds a step for server metrics and mail when the receipt came 300 s before the end, not 50 s', () => {
    const one = rig('r1', 2, ['measuring', 300]);
    const last = ['guardian: settle, verify, receipt 390', 'metrics of servers, mail 300'];
    expect(path([one], 310, 1000, 700).slice(-2)).toEqual(last);
    expect(path([one], 310, 1000, 950).at(-1)).toBe('guardian: settle, verify, receipt 690');
  });

  it('counts gaps between trials as measuring, and shows changes separately', () => {
    const before = [
      ['idle', 1],
      ['measuring', 100],
      ['idle', 2],
      ['measuring', 100],
    ] as const;
    const after = [
      ['changing', 600],
      ['measuring', 50],
      ['idle', 3],
    ] as const;
    const steps = ['r1 measuring 203', 'r1 changing 600', 'r1 measuring 53'];
    expect(path([rig('r1', 0, ...before, ...after)], 856, 856)).toEqual(steps);
  });

  it('follows only the longest of parallel rigs', () => {
    const rigs = [rig('r1', 1, ['measuring', 50]), rig('r2', 1, ['measuring', 80]), rig('r3', 1, ['measuring', 20])];
    expect(path(rigs, 81, 81)).toEqual(['admission 1', 'r2 measuring 80']);
  });

  it('follows a rig that waited for an earlier rig, with the wait as a step between them', () => {
    const rigs = [
      rig('r1', 1, ['measuring', 50]),
      rig('r2', 1, ['measuring', 80]),
      rig('r3', 54, ['measuring', 100]),
      rig('r4', 90, ['measuring', 10]),
    ];
    expect(path(rigs, 154, 154)).toEqual(['admission 1', 'r1 measuring 50', 'waiting 3', 'r3 measuring 100']);
  });

  it('returns only admission when no rig started', () => {
    expect(path([], 7, 7)).toEqual(['admission 7']);
    expect(path([rig('r1', 0)], 7, 9)).toEqual(['admission 7', 'guardian: settle, verify, receipt 2']);
  });
});
