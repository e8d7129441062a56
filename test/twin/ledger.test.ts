import type { BilledResource } from '../../lib/twin/cloud/resource-store';
import { makeBillingLedger } from '../../lib/twin/ledger';

const instance = (instanceType: string): BilledResource => ({ kind: 'ec2:instance', instanceType });
const TAGS = { 'fsxbench:rig': 'e1__r1' };

/** A ledger of changes of instances, each at a time; null is the end. */
function readLedger(...changes: readonly (readonly [at: number, id: string, type: string | null])[]) {
  const ledger = makeBillingLedger();
  for (const [at, id, type] of changes)
    ledger.onPaid({ at, kind: 'ec2:instance', id, tags: TAGS, what: type === null ? null : instance(type) });
  return ledger;
}

describe('makeBillingLedger', () => {
  it('starts a new interval when the instance type of a resource changes', () => {
    const ledger = readLedger([100, 'i-1', 'small'], [250, 'i-1', 'large'], [400, 'i-1', null]);
    const same = { kind: 'ec2:instance', id: 'i-1', tags: TAGS, open: false };
    expect(ledger.intervals(1000)).toEqual([
      { ...same, what: instance('small'), from: 100, until: 250 },
      { ...same, what: instance('large'), from: 250, until: 400 },
    ]);
    expect(ledger.left()).toEqual([]);
  });

  it('ends open intervals at the time of the query and lists them as left', () => {
    const ledger = readLedger([100, 'i-1', 'small']);
    expect(ledger.intervals(150)).toMatchObject([{ from: 100, until: 150, open: true }]);
    expect(ledger.intervals(300)).toMatchObject([{ from: 100, until: 300, open: true }]);
    expect(ledger.left()).toMatchObject([{ id: 'i-1', from: 100 }]);
  });

  it('sorts intervals by start time, then by id', () => {
    const ledger = readLedger([100, 'i-3', 'small'], [100, 'i-1', 'small'], [50, 'i-2', 'small'], [200, 'i-1', null]);
    expect(ledger.intervals(300).map(({ id }) => id)).toEqual(['i-2', 'i-1', 'i-3']);
    expect(ledger.left().map(({ id }) => id)).toEqual(['i-2', 'i-3']);
  });

  it('merges repeated states into one interval and drops intervals of zero length', () => {
    const same = [100, 150].map((at) => [at, 'i-1', 'small'] as const);
    const ledger = readLedger(...same, [200, 'i-1', 'large'], [200, 'i-1', null], [300, 'i-9', null]);
    expect(ledger.intervals(400)).toMatchObject([{ from: 100, until: 200, what: instance('small') }]);
  });
});
