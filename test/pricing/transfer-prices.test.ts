import { priceTransfer } from '../../lib/pricing/transfer-prices';
import type { DecisionRule } from '../../lib/shapes/decision-rule';
import { READ_AND_WRITE } from '../../lib/shapes/metric';
import { listLimits, METRICS } from '../../lib/workloads/fio/cell/metrics';
import { dataParams } from '../workloads/fio/recorded-outputs';

const bytes = { metric: 'bandwidth', limit: 'bandwidth' as const, moves: READ_AND_WRITE };
const CELL = {
  transferUsdPerGiB: { read: 0.03, written: 0.06 },
  limitedRates: [{ of: ['read', 'write'], bytes, operations: null }],
};
const ask = (decide: object) => priceTransfer(CELL, decide as DecisionRule, METRICS);
const atLeast = 1024 ** 3;

describe('priceTransfer', () => {
  it('prices the bytes of the threshold in the direction of its operation, for an hour', () => {
    expect(ask({ metric: 'bandwidth', operation: 'read', atLeast })).toBeCloseTo(3600 * 0.03, 9);
    expect(ask({ metric: 'bandwidth', operation: 'write', atLeast })).toBeCloseTo(3600 * 0.06, 9);
  });

  it('needs no operation when the configuration only reads', () => {
    const limitedRates = listLimits(dataParams({ rw: 'randread' }));
    const asked = { metric: 'bandwidth', atLeast } as DecisionRule;
    expect(priceTransfer({ ...CELL, limitedRates }, asked, METRICS)).toBeCloseTo(3600 * 0.03, 9);
    expect(
      priceTransfer({ ...CELL, limitedRates: listLimits(dataParams({ rw: 'randrw' })) }, asked, METRICS),
    ).toBeNull();
  });

  it('is null where the question leaves open how many bytes move, and 0 where none are billed', () => {
    expect(ask({ metric: 'bandwidth', operation: 'read' })).toBeNull();
    expect(ask({ metric: 'bandwidth', atLeast })).toBeNull();
    expect(ask({ metric: 'latency_p99', operation: 'read', atMost: 1000 })).toBeNull();
    expect(priceTransfer({ limitedRates: [] }, { metric: 'iops' } as DecisionRule, METRICS)).toBe(0);
  });
});
