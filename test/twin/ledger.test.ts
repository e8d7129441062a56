import type { BilledResource, BillingEvent } from '../../lib/twin/cloud/resource-store';
import { makeBillingLedger } from '../../lib/twin/ledger';

const instance = (instanceType: string): BilledResource => ({ kind: 'ec2:instance', instanceType });
const makeBillingEvent = (at: number, id: string, what: BilledResource | null): BillingEvent => ({
  at,
  kind: 'ec2:instance',
  id,
  tags: { 'fsxbench:rig': 'e1__r1' },
  what,
});

describe('makeBillingLedger', () => {
  it('starts a new interval when the instance type of a resource changes', () => {
    const ledger = makeBillingLedger();
    ledger.onPaid(makeBillingEvent(100, 'i-1', instance('small')));
    ledger.onPaid(makeBillingEvent(250, 'i-1', instance('large')));
    ledger.onPaid(makeBillingEvent(400, 'i-1', null));
    const same = { kind: 'ec2:instance', id: 'i-1', tags: { 'fsxbench:rig': 'e1__r1' }, open: false };
    expect(ledger.intervals(1000)).toEqual([
      { ...same, what: instance('small'), from: 100, until: 250 },
      { ...same, what: instance('large'), from: 250, until: 400 },
    ]);
  });

  it('ends open intervals at the time of the query and lists them as left', () => {
    const ledger = makeBillingLedger();
    ledger.onPaid(makeBillingEvent(100, 'i-1', instance('small')));
    expect(ledger.intervals(150)).toMatchObject([{ from: 100, until: 150, open: true }]);
    expect(ledger.intervals(300)).toMatchObject([{ from: 100, until: 300, open: true }]);
    expect(ledger.left()).toMatchObject([{ id: 'i-1', from: 100 }]);
    ledger.onPaid(makeBillingEvent(300, 'i-1', null));
    expect(ledger.left()).toEqual([]);
  });

  it('sorts intervals by start time, then by id', () => {
    const ledger = makeBillingLedger();
    for (const id of ['i-3', 'i-1', 'i-2'])
      ledger.onPaid(makeBillingEvent(id === 'i-2' ? 50 : 100, id, instance('small')));
    ledger.onPaid(makeBillingEvent(200, 'i-1', null));
    expect(ledger.intervals(300).map(({ id }) => id)).toEqual(['i-2', 'i-1', 'i-3']);
    expect(ledger.left().map(({ id }) => id)).toEqual(['i-2', 'i-3']);
  });

  it('merges repeated states into one interval and drops intervals of zero length', () => {
    const ledger = makeBillingLedger();
    ledger.onPaid(makeBillingEvent(100, 'i-1', instance('small')));
    ledger.onPaid(makeBillingEvent(150, 'i-1', { instanceType: 'small', kind: 'ec2:instance' }));
    ledger.onPaid(makeBillingEvent(200, 'i-1', instance('large')));
    ledger.onPaid(makeBillingEvent(200, 'i-1', null));
    ledger.onPaid(makeBillingEvent(300, 'i-9', null));
    expect(ledger.intervals(400)).toMatchObject([{ from: 100, until: 200, what: instance('small') }]);
    expect(ledger.intervals(400)).toHaveLength(1);
  });
});
